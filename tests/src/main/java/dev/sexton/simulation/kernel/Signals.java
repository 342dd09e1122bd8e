package dev.sexton.simulation.kernel;

/**
 * Sending: what becomes pending, and for whom (prepare_signal, complete_signal and
 * check_kill_permission in kernel/signal.c).
 *
 * <p>A signal that ends a process turns into SIGKILL for all its threads when it is sent, unless
 * the process is stopped; it then waits. SIGCONT takes effect when it is sent, and takes a SIGSTOP
 * that nobody took yet away with it.
 */
final class Signals {
  private final KernelState state;

  Signals(KernelState state) {
    this.state = state;
  }

  /** Whether the sender has the right to. */
  static boolean mayBeSent(SimTask sender, SimTask target, int signal) {
    boolean byUser =
        sender.effectiveUid == target.savedUid
            || sender.effectiveUid == target.realUid
            || sender.realUid == target.savedUid
            || sender.realUid == target.realUid;
    boolean ownSession =
        signal == SimSignal.CONT && sender.session != null && sender.session == target.session;
    return sender == target
        || byUser
        || ownSession
        || target.userNamespace.grants(sender, Capability.KILL);
  }

  /**
   * Sends.
   *
   * @param forced whether the sender is in a namespace around the target's, or the kernel: only
   *     then does the init of a namespace get what it cannot catch
   */
  void send(SimTask target, int signal, boolean forced) {
    if (!SimSignal.isKnown(signal)) {
      throw new IllegalArgumentException("signal " + signal);
    }
    if (!target.lives() || target.exiting || target.killPending || target.kernelThread) {
      return;
    }
    if (target.isNamespaceInit() && !(forced && target.pid.namespace != state.outermost)) {
      // Without handlers an init ignores all that is sent from within (SIGNAL_UNKILLABLE).
      if (signal == SimSignal.CONT) {
        proceed(target);
      }
      return;
    }
    switch (signal) {
      case SimSignal.KILL -> kill(target);
      case SimSignal.STOP -> target.stopPending = !target.stopped;
      case SimSignal.CONT -> proceed(target);
      case SimSignal.TERM -> end(target, target.ignoresTerm());
      case SimSignal.HANGUP -> end(target, target.ignoresHangup());
      default -> {}
    }
  }

  void kill(SimTask target) {
    target.killPending = true;
    target.stopPending = false;
    target.endPending = false;
    proceed(target);
  }

  private void end(SimTask target, boolean ignored) {
    if (ignored || target.isNamespaceInit()) {
      return;
    }
    if (target.stopped) {
      target.endPending = true;
    } else {
      kill(target);
    }
  }

  private void proceed(SimTask target) {
    target.stopPending = false;
    if (target.stopped) {
      target.stopped = false;
      state.stopped--;
      if (target.endPending) {
        kill(target);
      }
    }
  }
}
