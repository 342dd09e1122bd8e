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
  private static final int UNKNOWN = -1;
  private static final int IN_USE_PER_THREAD = 4;
  private static final int RESERVED = 300; // RESERVED_PIDS in kernel/pid.c

  private final Kind kind;
  private final long virtualBefore;
  private final long virtualAfter;
  private final long startTicks;
  private final int pidMax;
  private final int threads;
  private final int numbersPerTickMax;

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
    this(kind, virtualBefore, virtualAfter, startTicks, pidMax, UNKNOWN, UNKNOWN);
  }

  private Pass(
      Kind kind,
      long virtualBefore,
      long virtualAfter,
      long startTicks,
      int pidMax,
      int threads,
      int numbersPerTickMax) {
    this.kind = kind;
    this.virtualBefore = virtualBefore;
    this.virtualAfter = virtualAfter;
    this.startTicks = startTicks;
    this.pidMax = pidMax;
    this.threads = threads;
    this.numbersPerTickMax = numbersPerTickMax;
  }

  /**
   * The same pass with what bounds the numbers handed out after it.
   *
   * @param threadsOnHost threads alive when it began; negative if not known
   * @param numbersPerTick the most numbers that are taken to be handed out in a tick; 0 if not
   *     known
   */
  public Pass bounded(int threadsOnHost, int numbersPerTick) {
    return new Pass(
        kind, virtualBefore, virtualAfter, startTicks, pidMax, threadsOnHost, numbersPerTick);
  }

  /** Threads alive on the host when it began, or negative. */
  public int threads() {
    return threads;
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
            kind,
            virtualBefore + virtualShift,
            virtualAfter + virtualShift,
            startTicks,
            pidMax,
            threads,
            numbersPerTickMax);
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

  /** Whether this pass began before another of the same attributor. */
  boolean isBefore(Pass other) {
    return virtualBefore < other.virtualBefore || startTicks < other.startTicks;
  }

  /** Whether every process was to be seen. */
  public boolean coversAll() {
    return kind == Kind.FULL || kind == Kind.CENSUS || kind == Kind.REAP;
  }

  /** Whether the pass may make anybody FOREIGN. */
  public boolean mayDecideForeign() {
    return kind != Kind.UNCOMMITTED;
  }

  /**
   * Whether the turn of {@code number} cannot have come from the beginning of this pass until the
   * end of a tick. Its turn comes after all numbers in between, less those that are in use: at most
   * four for each thread (its own; a leader's group and session may outlive their creators), and
   * those that are never handed out twice.
   */
  boolean excludesTurnUntil(int number, long ticks) {
    if (threads < 0 || numbersPerTickMax <= 0) {
      return false;
    }
    long elapsedTicks = Math.max(0, ticks + 1 - startTicks);
    long distance = Math.floorMod(number - virtualBefore, (long) pidMax);
    long turnsBetween = (distance == 0 ? pidMax : distance) - (long) IN_USE_PER_THREAD * threads;
    return elapsedTicks < pidMax && elapsedTicks * numbersPerTickMax + 1 < turnsBetween - RESERVED;
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
