package dev.sexton.procfs;

/**
 * Tells from successive readings of the last number handed out whether the kernel began the numbers
 * anew between two of them.
 *
 * <h2>Numbers</h2>
 *
 * The kernel hands numbers out upwards, skipping those in use, up to {@code pid_max} - 1, and then
 * begins anew at {@value #RESERVED} (RESERVED_PIDS and {@code idr_alloc_cyclic} in kernel/pid.c). A
 * smaller last number therefore shows a wrap. A larger one does not exclude it: the numbers may
 * have gone all the way round. That is excluded by time. A whole round takes as many allocations as
 * there are numbers, less those that were in use when it began; and allocations take time.
 *
 * <h2>The bound</h2>
 *
 * At most 100,000 numbers a second and processor, and at most 1,000,000 a second in all (allocation
 * is under one lock), are assumed to be handed out. Creating and ending the cheapest thread costs a
 * processor some ten microseconds. Numbers in use are at most four for each living thread: its own,
 * for a leader whose group and session outlived their creators those two, and one that it is about
 * to give to a child.
 *
 * <h2>Virtual numbers</h2>
 *
 * A number and its round make one virtual number, round × {@code pid_max} + number, which only
 * grows. When continuity is lost the {@link #epoch} changes and the virtual number moves on by more
 * than a round, so that everything counts as handed out in between.
 *
 * <p>Pure: no clock, no I/O. Not thread-safe.
 */
public final class PidNumbers {
  /** Numbers below this are handed out only before the first wrap. */
  public static final int RESERVED = 300;

  /** What is passed for a number of processors that could not be read. */
  public static final int PROCESSORS_UNKNOWN = 0;

  /** What is passed for a number of threads that is not known: no wrap is ever excluded then. */
  public static final int THREADS_UNKNOWN = -1;

  /**
   * What is passed for a last number that the host does not tell: no wrap is ever excluded then. No
   * process has this number.
   */
  public static final int LAST_PID_UNKNOWN = 0;

  /** What one reading says about the time since the reading before. */
  public enum Continuity {
    /** There was no reading before. */
    FIRST,
    /** The numbers were not begun anew. */
    NOT_WRAPPED,
    /** The numbers were begun anew exactly once. */
    WRAPPED_ONCE,
    /** They may have been begun anew any number of times. */
    UNKNOWN
  }

  private static final long NUMBERS_PER_SECOND_AND_PROCESSOR = 100_000;
  private static final long NUMBERS_PER_SECOND_MAX = 1_000_000;
  private static final int NUMBERS_PER_THREAD_MAX = 4;
  private static final long NANOS_PER_SECOND = 1_000_000_000;
  private static final long ELAPSED_COUNTED_MAX_NS = 1_000 * NANOS_PER_SECOND;

  private final int pidMax;
  private final long numbersPerSecondMax;
  private boolean observed;
  private int lastPid;
  private int lastThreads;
  private long lastBeforeNs;
  private long rounds;
  private int epoch;

  /**
   * Nothing observed yet.
   *
   * @param pidMax one above the highest number that is handed out
   * @param processors on line on the host (not those the reader may use), or {@link
   *     #PROCESSORS_UNKNOWN}
   */
  public PidNumbers(int pidMax, int processors) {
    if (pidMax <= RESERVED) {
      throw new IllegalArgumentException("pid_max " + pidMax);
    }
    this.pidMax = pidMax;
    this.numbersPerSecondMax = numbersPerSecondMax(processors);
  }

  /** The most numbers that are assumed to be handed out in a second. */
  public static long numbersPerSecondMax(int processors) {
    if (processors <= PROCESSORS_UNKNOWN) {
      return NUMBERS_PER_SECOND_MAX;
    }
    return Math.min(NUMBERS_PER_SECOND_MAX, processors * NUMBERS_PER_SECOND_AND_PROCESSOR);
  }

  /** Forgets all observations, as if newly made. The epoch changes. */
  public void reset() {
    observed = false;
    rounds += 2;
    epoch++;
  }

  /**
   * Takes a reading.
   *
   * @param newLastPid the last number handed out, or {@link #LAST_PID_UNKNOWN}
   * @param threads alive on the host at that time, or {@link #THREADS_UNKNOWN}
   * @param beforeNs a monotonic time before the reading began
   * @param afterNs a time of the same clock after it had ended
   */
  public Continuity observe(int newLastPid, int threads, long beforeNs, long afterNs) {
    Continuity continuity;
    if (!observed) {
      continuity = Continuity.FIRST;
      observed = true;
    } else {
      continuity = compare(newLastPid, afterNs - lastBeforeNs);
      switch (continuity) {
        case WRAPPED_ONCE -> rounds++;
        case UNKNOWN -> {
          rounds += 2;
          epoch++;
        }
        case FIRST, NOT_WRAPPED -> {}
      }
    }
    lastPid = newLastPid;
    lastThreads = threads;
    lastBeforeNs = beforeNs;
    return continuity;
  }

  private Continuity compare(int newLastPid, long elapsedNs) {
    boolean outOfRange =
        newLastPid >= pidMax
            || lastPid >= pidMax
            || newLastPid <= LAST_PID_UNKNOWN
            || lastPid <= LAST_PID_UNKNOWN;
    if (outOfRange || elapsedNs < 0 || lastThreads < 0 || mayHaveGoneRound(elapsedNs)) {
      return Continuity.UNKNOWN;
    }
    return newLastPid < lastPid ? Continuity.WRAPPED_ONCE : Continuity.NOT_WRAPPED;
  }

  private boolean mayHaveGoneRound(long elapsedNs) {
    if (elapsedNs >= ELAPSED_COUNTED_MAX_NS) {
      return true;
    }
    long handedOutMax = elapsedNs * numbersPerSecondMax / NANOS_PER_SECOND + 1;
    long inUseMax = (long) NUMBERS_PER_THREAD_MAX * lastThreads;
    return handedOutMax + inUseMax >= pidMax - RESERVED;
  }

  /** The last number of the last reading. */
  public int lastPid() {
    return lastPid;
  }

  /** The last number of the last reading as a virtual one. Never decreases. */
  public long virtualLast() {
    return rounds * pidMax + lastPid;
  }

  /** Counts the times that continuity was lost. */
  public int epoch() {
    return epoch;
  }

  /**
   * Whether a number's turn came after the first of two virtual numbers and not after the second:
   * then a process may have got it in between, otherwise none has.
   */
  public boolean handedOutBetween(int number, long virtualFrom, long virtualTo) {
    if (virtualTo <= virtualFrom) {
      return false;
    }
    if (virtualTo - virtualFrom >= pidMax) {
      return true;
    }
    long latestTurn = Math.floorDiv(virtualTo - number, pidMax) * (long) pidMax + number;
    return latestTurn > virtualFrom;
  }
}
