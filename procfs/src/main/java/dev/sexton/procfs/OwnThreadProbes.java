package dev.sexton.procfs;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * Tries what can be tried with a thread of this process: the order of numbers and the last one
 * handed out ({@link KernelFact#NUMBERS_UPWARDS}), and what a kept descriptor shows ({@link
 * KernelFact#KEPT_DESCRIPTOR}).
 *
 * <p>Both are worth a try at each start. A {@code loadavg} that a user-space file system puts over
 * the kernel's own (lxcfs) tells another number, or none (gVisor shows 0); and a file system that
 * makes a file's text when it is opened would show a dead process alive for ever. Not thread-safe.
 */
public final class OwnThreadProbes {
  private static final int TRIES = 5;
  private static final int[] NONE = {};
  private static final String NO_THREAD = "no thread could be begun to try it with";
  private static final long RELEASE_MAX_NS = TimeUnit.SECONDS.toNanos(2);
  private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(1);

  private final ProcFileSystem files;
  private final int ownPid;
  private final HostReader host;
  private final StatReader stats;
  private final ProcessTable row = new ProcessTable(1);
  private final LongSupplier nanoClock;

  /**
   * Probes of the process file system that {@code files} shows.
   *
   * @param nanoClock monotonic
   */
  public OwnThreadProbes(ProcFileSystem files, HostFacts facts, LongSupplier nanoClock) {
    this.files = files;
    this.nanoClock = nanoClock;
    ownPid = facts.self().pid();
    host = new HostReader(files);
    stats = new StatReader(files);
  }

  /**
   * Whether a thread that begins now gets a number above the last one that was told before, and not
   * above the one that is told after.
   *
   * @throws ProcfsException if the last number could not be read
   */
  public FactFinding numbersUpwards() throws ProcfsException {
    String seen = "loadavg does not tell the last number";
    for (int attempt = 0; attempt < TRIES; attempt++) {
      int[] before = OwnThread.numbers(files);
      host.readLoadAverage();
      int lastBefore = host.lastPid();
      int[] born;
      try (OwnThread thread = OwnThread.start()) {
        if (thread == null) {
          return FactFinding.replaced(KernelFact.NUMBERS_UPWARDS, NO_THREAD);
        }
        born = OwnThread.without(OwnThread.numbers(files), before);
      }
      host.readLoadAverage();
      int lastAfter = host.lastPid();
      if (lastBefore == PidNumbers.LAST_PID_UNKNOWN || lastAfter == PidNumbers.LAST_PID_UNKNOWN) {
        continue;
      }
      int number = born.length == 0 ? 0 : born[born.length - 1];
      seen =
          "a thread begun just now got number %d; the last one was told as %d before and %d after"
              .formatted(number, lastBefore, lastAfter);
      // Another thread that became visible meanwhile may have got its number before.
      if (number > lastBefore && number <= lastAfter) {
        return FactFinding.holds(KernelFact.NUMBERS_UPWARDS, seen);
      }
    }
    return FactFinding.replaced(KernelFact.NUMBERS_UPWARDS, seen);
  }

  /** Whether a descriptor that was opened before shows a thread that began after. */
  public FactFinding keptDescriptorIsLive() {
    int descriptor = files.open(ownPid, ProcFile.STAT);
    if (descriptor < 0) {
      return FactFinding.replaced(
          KernelFact.KEPT_DESCRIPTOR,
          "this process' own cannot be opened: " + Errno.name(-descriptor));
    }
    try {
      for (int attempt = 0; attempt < TRIES; attempt++) {
        int before = threads(descriptor);
        int during;
        try (OwnThread thread = OwnThread.start()) {
          if (thread == null) {
            return FactFinding.replaced(KernelFact.KEPT_DESCRIPTOR, NO_THREAD);
          }
          during = threads(descriptor);
        }
        if (before > 0 && during > 0 && during != before) {
          return FactFinding.reliedOn(
              KernelFact.KEPT_DESCRIPTOR, "this process' own shows what changes after its opening");
        }
      }
      return FactFinding.replaced(
          KernelFact.KEPT_DESCRIPTOR,
          "this process' own does not show what changed since its opening");
    } finally {
      files.closeKept(descriptor);
    }
  }

  /** Whether a thread's descriptor answers ESRCH once that thread has ended. */
  public FactFinding keptDescriptorEnds() {
    int[] before = OwnThread.numbers(files);
    int descriptor;
    int number;
    try (OwnThread thread = OwnThread.start()) {
      int[] born = thread == null ? NONE : OwnThread.without(OwnThread.numbers(files), before);
      if (born.length != 1) {
        return FactFinding.reliedOn(
            KernelFact.KEPT_DESCRIPTOR, "threads came and went, so it could not be tried");
      }
      number = born[0];
      descriptor = files.open(number, ProcFile.STAT);
    }
    if (descriptor < 0) {
      return FactFinding.reliedOn(
          KernelFact.KEPT_DESCRIPTOR, "a thread's cannot be opened: " + Errno.name(-descriptor));
    }
    try {
      long endNs = nanoClock.getAsLong() + RELEASE_MAX_NS;
      ReadResult result = read(descriptor, number);
      while (result != ReadResult.VANISHED && nanoClock.getAsLong() - endNs < 0) {
        LockSupport.parkNanos(PAUSE_NS);
        result = read(descriptor, number);
      }
      return result == ReadResult.VANISHED
          ? FactFinding.holds(
              KernelFact.KEPT_DESCRIPTOR,
              "this process' own shows what changes, and a thread's that has ended answers ESRCH")
          : FactFinding.replaced(
              KernelFact.KEPT_DESCRIPTOR,
              "that of a thread that has ended answers %s".formatted(result));
    } finally {
      files.closeKept(descriptor);
    }
  }

  private int threads(int descriptor) {
    return read(descriptor, ownPid) == ReadResult.OK ? row.threads(0) : ProcessTable.ABSENT;
  }

  private ReadResult read(int descriptor, int number) {
    row.clear();
    return stats.readKept(descriptor, row, row.append(number));
  }
}
