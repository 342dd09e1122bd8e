package dev.sexton.simulation.kernel;

/**
 * What kind of host it is.
 *
 * @param pidMax one above the highest number handed out, in every namespace; above {@value
 *     SimNamespace#RESERVED}
 * @param processors on line
 * @param ticksPerSecond the unit of start ticks
 * @param nanosPerNumber how much time the handing out of one number takes; at least a thousand, and
 *     at least 10,000 divided by the processors, which is what the product assumes of Linux
 * @param uniquePidfdInodes whether process descriptors have inodes of their own (Linux 6.9); such a
 *     kernel is also one that has newer errnos for numbers that are nobody's pid
 * @param seekableListing whether a listing of processes begins where it is asked to
 * @param taskChildren whether there are files that list a thread's children
 * @param reapingInit whether pid 1 collects its dead children when asked by {@link
 *     SimKernel#stepInit}
 */
public record KernelSettings(
    int pidMax,
    int processors,
    int ticksPerSecond,
    long nanosPerNumber,
    boolean uniquePidfdInodes,
    boolean seekableListing,
    boolean taskChildren,
    boolean reapingInit) {

  /** A present-day host with two processors. */
  public static final KernelSettings USUAL =
      new KernelSettings(32_768, 2, 100, 20_000, true, true, true, true);

  private static final long NANOS_PER_NUMBER_MIN = 1_000;
  private static final long NANOS_PER_NUMBER_AND_PROCESSOR = 10_000;

  /** Checks the ranges. */
  public KernelSettings {
    if (pidMax <= SimNamespace.RESERVED || processors < 1 || ticksPerSecond < 1) {
      throw new IllegalArgumentException(
          "pid_max " + pidMax + ", " + processors + " processors, " + ticksPerSecond + " ticks/s");
    }
    if (nanosPerNumber < nanosPerNumberMin(processors)) {
      throw new IllegalArgumentException(nanosPerNumber + " ns for a number are too few");
    }
  }

  /** The least time that the handing out of one number may take. */
  public static long nanosPerNumberMin(int processors) {
    long shared = (NANOS_PER_NUMBER_AND_PROCESSOR + processors - 1) / processors;
    return Math.max(NANOS_PER_NUMBER_MIN, shared);
  }

  /** The same host with another bound of its numbers. */
  public KernelSettings withPidMax(int max) {
    return new KernelSettings(
        max,
        processors,
        ticksPerSecond,
        nanosPerNumber,
        uniquePidfdInodes,
        seekableListing,
        taskChildren,
        reapingInit);
  }

  /** The same host as an older kernel, before Linux 6.9, would run it. */
  public KernelSettings withoutUniqueInodes() {
    return new KernelSettings(
        pidMax,
        processors,
        ticksPerSecond,
        nanosPerNumber,
        false,
        seekableListing,
        taskChildren,
        reapingInit);
  }
}
