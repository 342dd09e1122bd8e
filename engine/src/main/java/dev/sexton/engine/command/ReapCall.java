package dev.sexton.engine.command;

import dev.sexton.engine.model.ReapReport;
import dev.sexton.engine.reap.ReapOptions;
import dev.sexton.engine.reap.ReapTargetException;
import dev.sexton.engine.reap.Reaper;
import dev.sexton.engine.report.ReapJson;
import dev.sexton.procfs.ProcfsException;
import dev.sexton.procfs.UnsupportedHostException;
import java.nio.file.Path;

/** One reap as the command does it: with progress, a printed result and a status. */
final class ReapCall {
  private final Output output;
  private final boolean json;
  private final boolean explain;

  ReapCall(Output output, boolean json, boolean explain) {
    this.output = output;
    this.json = json;
    this.explain = explain;
  }

  ExitStatus reap(Path target, ReapOptions options)
      throws ReapTargetException, UnsupportedHostException, ProcfsException {
    ReapProgress progress = new ReapProgress(output);
    try (Termination termination = new Termination(() -> {})) {
      ReapReport report = Reaper.over(target).with(options).listener(progress).reap();
      progress.clear();
      termination.report(() -> print(report));
      // A dry run without a reason to refuse has done what it was asked to, though it proves
      // nothing.
      return report.reasons().isEmpty() ? ExitStatus.DONE : ExitStatus.REFUSED;
    } finally {
      progress.clear();
    }
  }

  private void print(ReapReport report) {
    output.print(json ? ReapJson.of(report) + "\n" : ReapText.of(report, explain));
  }
}
