package dev.sexton.journal;

import java.nio.file.attribute.FileTime;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Follows the commits, to say how much older a torn or cut end makes the last sample. */
final class SampleTrace {
  private static final long NONE = -1;

  private final JournalHeader header;
  private long samples;
  private long startTicks;
  private long recordsAfter;
  private long newestNs = NONE;

  SampleTrace(JournalHeader header) {
    this.header = header;
  }

  /** Takes the next record. */
  void take(LineageEventDecoder record) {
    recordsAfter++;
    switch (record.type()) {
      case COMMIT -> {
        samples++;
        startTicks = record.passStartTicks();
        recordsAfter = 0;
        newestNs = NONE;
      }
      case EVENT -> newestNs = Math.max(newestNs, record.eventBootNs());
      case BIRTH -> newestNs = Math.max(newestNs, nanosOf(record.startTicks()));
      case HEADER, CHANGE, DEATHS, ANCESTOR -> {}
    }
  }

  /**
   * What was found.
   *
   * @param modified when the last file was modified, or null if that could not be read
   */
  CheckReport.LastSample lastSample(@Nullable FileTime modified) {
    long beganNs = samples == 0 ? NONE : nanosOf(startTicks);
    return new CheckReport.LastSample(
        samples,
        startTicks,
        recordsAfter,
        after(beganNs, newestNs),
        after(beganNs, modified == null ? NONE : bootNanosOf(modified)));
  }

  private static long after(long beganNs, long laterNs) {
    return beganNs < 0 || laterNs < beganNs ? CheckReport.AGE_UNKNOWN : laterNs - beganNs;
  }

  /** Clock ticks since boot as nanoseconds, or less than 0 if they are not such. */
  private long nanosOf(long ticks) {
    long perSecond = header.ticksPerSecond();
    if (ticks < 0 || perSecond <= 0 || perSecond > TimeUnit.SECONDS.toNanos(1)) {
      return NONE;
    }
    try {
      return Math.multiplyExact(ticks, TimeUnit.SECONDS.toNanos(1) / perSecond);
    } catch (ArithmeticException tooMany) {
      return NONE;
    }
  }

  /** The header holds one moment by both clocks; without it none can be told by the other. */
  private long bootNanosOf(FileTime wall) {
    if (header.createdBootNs() <= 0 || header.createdWallMillis() <= 0) {
      return NONE;
    }
    try {
      long sinceCreation = Math.subtractExact(wall.toMillis(), header.createdWallMillis());
      long sinceCreationNs = Math.multiplyExact(sinceCreation, TimeUnit.MILLISECONDS.toNanos(1));
      return Math.addExact(header.createdBootNs(), sinceCreationNs);
    } catch (ArithmeticException beyondAllTime) {
      return NONE;
    }
  }
}
