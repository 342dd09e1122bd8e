package dev.sexton.engine.census;

import dev.sexton.engine.attribution.Pass;
import dev.sexton.procfs.ProcessTable;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What one look at the host showed, before anybody attributes it. Reused by its {@link
 * HostObserver}; valid until that looks again.
 */
public final class Reading {
  Reading() {}

  /** Births, or in a full pass everybody, in the order of reading. */
  final ProcessTable rows = new ProcessTable(256);

  /** The followed, read again after {@link #rows}: one row for each. */
  final ProcessTable followed = new ProcessTable(256);

  /** For each of {@link #rows}: start ticks of the process that was its parent then, or 0. */
  long[] rowParentTicks = new long[256];

  /** For each of {@link #rows}: whether its process was not known before this pass. */
  boolean[] rowIsNew = new boolean[256];

  /** For each of {@link #rows}: whether its number and ticks may become another's yet. */
  boolean[] rowTooYoung = new boolean[256];

  /** For each of {@link #followed}: start ticks of the process that was its parent then, or 0. */
  long[] followedParentTicks = new long[256];

  /** For each of {@link #followed}: whether it differs from its last reading. */
  boolean[] followedChanged = new boolean[256];

  /** For each of {@link #followed}: the start ticks of the process that was to be read. */
  long[] followedTicks = new long[256];

  /** Everybody was listed, not births only. */
  boolean full;

  /** Nothing was born, nobody followed changed or went. */
  boolean quiet;

  /** Somebody who was listed or is followed could not be read. */
  boolean partial;

  boolean ascending;

  /** The numbers did not begin anew during this look. */
  boolean wrapExcluded;

  /** Nor between the look before and this one. */
  boolean continuous;

  boolean ownPidSeen;

  /** In a full pass: processes that a births-only pass should have shown. */
  int missedByBirthPasses;

  /** Threads alive on the host when the pass began. */
  int threads;

  /** The most numbers that are taken to be handed out in a tick. */
  int numbersPerTickMax;

  long virtualBefore;
  long virtualAfter;
  long startTicks;

  /** Monotonic time at the start of the pass. */
  long startNs;

  /** The pass before this one, if it showed nothing and was therefore not shown to anybody. */
  @Nullable Pass quietBefore;

  /** Whether everybody was listed. */
  public boolean isFull() {
    return full;
  }

  /** How often the numbers had begun anew, or may have, when the pass began. */
  public long roundBefore(int pidMax) {
    return Math.floorDiv(virtualBefore, (long) pidMax);
  }

  /** The same when it had ended. */
  public long roundAfter(int pidMax) {
    return Math.floorDiv(virtualAfter, (long) pidMax);
  }

  /** Clock ticks since boot when the pass began. */
  public long startTicks() {
    return startTicks;
  }

  /** The facts of this pass. */
  Pass pass(Pass.Kind kind, int pidMax) {
    return new Pass(kind, virtualBefore, virtualAfter, startTicks, pidMax)
        .bounded(threads, numbersPerTickMax);
  }

  void ensureFollowed(int rowCount) {
    if (rowCount > followedChanged.length) {
      int capacity = Math.max(rowCount, followedChanged.length * 2);
      followedChanged = Arrays.copyOf(followedChanged, capacity);
      followedParentTicks = Arrays.copyOf(followedParentTicks, capacity);
      followedTicks = Arrays.copyOf(followedTicks, capacity);
    }
  }

  void ensureRows(int rowCount) {
    if (rowCount > rowParentTicks.length) {
      int capacity = Math.max(rowCount, rowParentTicks.length * 2);
      rowParentTicks = Arrays.copyOf(rowParentTicks, capacity);
      rowIsNew = Arrays.copyOf(rowIsNew, capacity);
      rowTooYoung = Arrays.copyOf(rowTooYoung, capacity);
    }
  }
}
