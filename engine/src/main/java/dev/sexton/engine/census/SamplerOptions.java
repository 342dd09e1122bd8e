package dev.sexton.engine.census;

/**
 * How often a sampler looks.
 *
 * @param intervalNs from the start of one sample to the start of the next
 * @param fullPassIntervalNs the longest time between two passes over everything, which check the
 *     cheap ones
 * @param heartbeatNs the longest time between two commits in a journal
 * @param collectsAdopted whether this process is a subreaper, whose duty it is to collect the
 *     orphans it adopted once they are dead
 */
public record SamplerOptions(
    long intervalNs, long fullPassIntervalNs, long heartbeatNs, boolean collectsAdopted) {
  private static final long MILLI = 1_000_000;
  private static final long INTERVAL_MIN_NS = MILLI;
  private static final long INTERVAL_MAX_NS = 60_000 * MILLI;

  /** The default: see docs/performance.md for what it costs. */
  public static final SamplerOptions DEFAULT =
      new SamplerOptions(25 * MILLI, 5_000 * MILLI, 1_000 * MILLI, false);

  public SamplerOptions {
    if (intervalNs < INTERVAL_MIN_NS || intervalNs > INTERVAL_MAX_NS) {
      throw new IllegalArgumentException(
          "The interval must be between 1 ms and 60 s, not " + intervalNs / MILLI + " ms.");
    }
    if (fullPassIntervalNs < intervalNs || heartbeatNs < 1) {
      throw new IllegalArgumentException(
          "The time between full passes must be at least the interval.");
    }
  }

  /** The same with another interval. */
  public SamplerOptions withIntervalNs(long ns) {
    return new SamplerOptions(ns, Math.max(ns, fullPassIntervalNs), heartbeatNs, collectsAdopted);
  }

  /** The same, collecting adopted children if {@code yes}. */
  public SamplerOptions collectingAdopted(boolean yes) {
    return new SamplerOptions(intervalNs, fullPassIntervalNs, heartbeatNs, yes);
  }
}
