package dev.sexton.engine.attribution;

/**
 * One look at the processes of a host: what was handed out around it, when it began, what it
 * covers.
 *
 * <p>Numbers are counted without wrapping: {@code virtual = cycles * pidMax + number}. Where it is
 * not known how many cycles went by, the count jumps by at least two cycles, so that every number
 * may have been handed out in between.
 *
 * <p>Immutable. Two passes are the same only if they are one object.
 */
public final class Pass {
  private final Kind kind;
  private final long virtualBefore;
  private final long virtualAfter;
  private final long startTicks;
  private final int pidMax;

  /**
   * The facts of a pass.
   *
   * @param kind what the pass covers
   * @param virtualBefore the last number handed out when the pass began
   * @param virtualAfter the last number handed out when the pass had ended
   * @param startTicks clock ticks since boot when the pass began, rounded down
   * @param pidMax numbers are below this
   */
  public Pass(Kind kind, long virtualBefore, long virtualAfter, long startTicks, int pidMax) {
    this.kind = kind;
    this.virtualBefore = virtualBefore;
    this.virtualAfter = virtualAfter;
    this.startTicks = startTicks;
    this.pidMax = pidMax;
  }

  public Kind kind() {
    return kind;
  }

  public long virtualBefore() {
    return virtualBefore;
  }

  public long virtualAfter() {
    return virtualAfter;
  }

  public long startTicks() {
    return startTicks;
  }

  public int pidMax() {
    return pidMax;
  }

  /** What a pass covers and what may be concluded from it. */
  public enum Kind {
    /** Only what was born since the last pass, and everybody that is followed. */
    BIRTHS,
    /** Every process, by the sampler. */
    FULL,
    /** Every process, by the first sample. */
    CENSUS,
    /** Every process, by the reaper. */
    REAP,
    /**
     * The tail of a journal without its commit. Whom it shows may be OWNED by it, never FOREIGN:
     * what it left out is not known.
     */
    UNCOMMITTED
  }

  /** The same pass counted from another beginning, whole cycles away. */
  public Pass shifted(long virtualShift) {
    return virtualShift == 0
        ? this
        : new Pass(
            kind, virtualBefore + virtualShift, virtualAfter + virtualShift, startTicks, pidMax);
  }

  /**
   * How far to shift a count that begins at {@code virtualFirst} so that it continues this pass
   * without claiming anything: whole cycles, and at least two of them in between, so that every
   * number may have been handed out.
   */
  public long shiftToContinue(long virtualFirst) {
    long least = virtualAfter + 2L * pidMax - virtualFirst;
    return Math.floorDiv(least + pidMax - 1, (long) pidMax) * pidMax;
  }

  /** Whether every process was to be seen. */
  public boolean coversAll() {
    return kind == Kind.FULL || kind == Kind.CENSUS || kind == Kind.REAP;
  }

  /** Whether the pass may make anybody FOREIGN. */
  public boolean mayDecideForeign() {
    return kind != Kind.UNCOMMITTED;
  }

  /** Whether {@code number} was handed out during this pass, or may have been. */
  boolean handedOut(int number) {
    return handedOut(number, virtualBefore, virtualAfter, pidMax);
  }

  /** Whether {@code number} was or may have been handed out in {@code (from, to]}. */
  static boolean handedOut(int number, long from, long to, int pidMax) {
    if (to - from >= pidMax) {
      return true;
    }
    long first = from + 1;
    long offset = Math.floorMod(number - first, (long) pidMax);
    return first + offset <= to;
  }
}
