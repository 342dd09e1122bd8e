package dev.sexton.simulation.kernel;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A world that does one thing before a certain call, or fails it. */
final class Moving implements KernelCalls {
  /** What happens once, before the next call of that kind. */
  @Nullable CallKind at;

  Runnable move = () -> {};
  int error;
  Runnable whileWaiting = () -> {};
  final List<String> signals = new ArrayList<>();

  void before(CallKind kind, Runnable step) {
    at = kind;
    move = step;
    error = 0;
  }

  void fail(CallKind kind, int negatedErrno) {
    at = kind;
    move = () -> {};
    error = negatedErrno;
  }

  @Override
  public int before(CallKind kind, int pid) {
    if (kind != at) {
      return 0;
    }
    at = null;
    move.run();
    return error;
  }

  @Override
  public void signalled(SimTask target, int signal) {
    signals.add(target.comm() + " " + signal);
  }

  @Override
  public void waiting(long timeoutNs) {
    whileWaiting.run();
  }
}
