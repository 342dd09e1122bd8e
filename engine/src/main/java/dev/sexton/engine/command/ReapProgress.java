package dev.sexton.engine.command;

import dev.sexton.engine.census.HostClock;
import dev.sexton.engine.reap.ReapListener;

/** Says on a terminal what a reap that takes longer than a second is doing. */
final class ReapProgress implements ReapListener {
  private static final long SILENT_NS = 1_000_000_000;

  /** Returns to the beginning of the line and clears it (ECMA-48). */
  private static final String CLEAR_LINE = "\r\u001b[K";

  private final Output output;
  private final long startNs = HostClock.SYSTEM.nanoTime();
  private boolean shown;

  ReapProgress(Output output) {
    this.output = output;
  }

  @Override
  public void scanned(int scans, int alive, int undecided) {
    show("scan " + scans + ": " + alive + " members alive, " + undecided + " undecided");
  }

  @Override
  public void signalled(String signal, int processes) {
    show(signal + " sent to " + processes);
  }

  private void show(String text) {
    if (output.errIsTerminal() && HostClock.SYSTEM.nanoTime() - startNs > SILENT_NS) {
      output.err().print(CLEAR_LINE + text);
      output.err().flush();
      shown = true;
    }
  }

  /** Takes the line away. */
  void clear() {
    if (shown) {
      output.err().print(CLEAR_LINE);
      output.err().flush();
    }
  }
}
