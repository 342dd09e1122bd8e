package dev.sexton.engine.reap;

import dev.sexton.engine.attribution.KnownProcess;
import dev.sexton.engine.model.Attribution;
import dev.sexton.engine.model.Fate;
import dev.sexton.engine.model.IdentityStrength;
import dev.sexton.engine.model.ProcessIdentity;
import dev.sexton.engine.model.SignalReport;
import dev.sexton.procfs.Errno;
import dev.sexton.procfs.Pidfds;
import dev.sexton.procfs.ProcessScanner;
import dev.sexton.procfs.ProcessTable;
import dev.sexton.procfs.VerifiedProcess;
import java.util.function.LongSupplier;

/**
 * The one gate that every signal passes.
 *
 * <p>Nobody gets one but a process that is OWNED by the run, whose pidfd was opened first and whose
 * recorded identity was found again afterwards, that is not pid 1, not a thread of the kernel, not
 * the reaper and not above it. Everything else is refused here, whoever asks.
 */
final class SignalGate {
  private static final int INIT = 1;

  private final Pidfds pidfds;
  private final ProcessScanner scanner;
  private final ReaperSelf self;
  private final LongSupplier elapsedMs;
  private final int pidMax;
  private final ProcessTable row = new ProcessTable(1);

  SignalGate(
      Pidfds pidfds, ProcessScanner scanner, ReaperSelf self, int pidMax, LongSupplier elapsedMs) {
    this.pidfds = pidfds;
    this.scanner = scanner;
    this.self = self;
    this.pidMax = pidMax;
    this.elapsedMs = elapsedMs;
  }

  /** How sending went. */
  enum Result {
    /** The kernel took the signal. */
    SENT,
    /** The process is gone: nothing was sent. */
    GONE,
    /** The rails or the kernel forbid it. */
    REFUSED,
    /** There was no descriptor to be had; try again when some have been closed. */
    NO_DESCRIPTOR,
    /** It cannot be told whether it is the process that is meant. */
    UNKNOWN
  }

  /** Whether a process may be signalled at all, by all that is known without opening it. */
  boolean mayBeSignalled(KnownProcess p) {
    return p.attribution() == Attribution.OWNED
        && p.pid() > INIT
        && !p.isKernelThread()
        && !p.isDead()
        && !self.isSpared(p.identity());
  }

  /** Sends a signal to a target, or says why not; what happened is noted at the target. */
  Result send(Target target, Signal signal) {
    KnownProcess p = target.process();
    if (!mayBeSignalled(p)) {
      return Result.REFUSED;
    }
    if (!target.isOpen()) {
      Result opening = open(target);
      if (opening != Result.SENT) {
        return opening;
      }
    }
    int error = pidfds.signal(target.pidfd(), signal.number());
    if (error == -Errno.ESRCH) {
      target.over();
      return Result.GONE;
    }
    String errorName = error < 0 ? Errno.name(-error) : "";
    target.sent(new SignalReport(signal.name(), elapsedMs.getAsLong(), errorName));
    target.remember(signal);
    if (error < 0) {
      target.fate(Fate.NOT_PERMITTED);
      target.note("the kernel refused SIG" + signal + ": " + errorName);
      return Result.REFUSED;
    }
    return Result.SENT;
  }

  /** Opens a pidfd, then checks that it is the recorded process'. SENT stands for success. */
  private Result open(Target target) {
    ProcessIdentity identity = target.process().identity();
    VerifiedProcess opened =
        VerifiedProcess.open(
            pidfds,
            scanner,
            new VerifiedProcess.Expected(
                identity.pid(), identity.startTicks(), identity.pidfdInode()),
            row);
    switch (opened.match()) {
      case SAME -> {
        boolean inodeCompared = opened.inodeCompared();
        if (!inodeCompared && pidMax < ProcessIdentity.TICKS_SUFFICE_FROM_PID_MAX) {
          opened.close();
          return notIdentified(
              target, "with so few process numbers start ticks alone do not identify it");
        }
        if (row.rows() > 0 && row.isKernelThread(0)) {
          opened.close();
          return Result.REFUSED;
        }
        target.verified(
            opened, inodeCompared ? IdentityStrength.PIDFD_INODE : IdentityStrength.START_TICKS);
        return Result.SENT;
      }
      case DIFFERENT -> {
        opened.close();
        target.over();
        return Result.GONE;
      }
      case UNKNOWN -> {
        int errno = opened.errno();
        opened.close();
        if (errno == Errno.EMFILE || errno == Errno.ENFILE) {
          target.fate(Fate.NOT_IDENTIFIED);
          target.note("no file descriptor was left to open it with");
          return Result.NO_DESCRIPTOR;
        }
        return notIdentified(target, errno == 0 ? "its stat makes no sense" : Errno.name(errno));
      }
    }
    throw new AssertionError(opened.match());
  }

  private static Result notIdentified(Target target, String why) {
    target.fate(Fate.NOT_IDENTIFIED);
    target.note(why);
    return Result.UNKNOWN;
  }
}
