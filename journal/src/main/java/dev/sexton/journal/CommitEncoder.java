package dev.sexton.journal;

/**
 * The end of one sample: the content of an {@link EventType#COMMIT} record. Got from {@link
 * LineageAppender#commit()}, which resets every field. Reused and not thread-safe.
 *
 * <pre>
 *   0 type u8   1 flags u16
 *   3 virtualBefore i64       11 virtualAfter - virtualBefore i32
 *  15 startTicks i64          23 virtualBefore - previousVirtualBefore i32
 *  27 startTicks - previousStartTicks i32
 *  31 births i32              35 changes i32              39 deaths i32
 *  43 threads i32
 * </pre>
 *
 * <p>Numbers of processes are counted without wrapping: a virtual number is the number plus {@code
 * pidMax} for each time they began anew. A difference too large for its field is written as the
 * largest that fits, which claims less and never more: it says that every number may have been
 * handed out.
 */
public final class CommitEncoder extends RecordEncoder {
  static final int FLAGS_AT = 1;
  static final int VIRTUAL_BEFORE_AT = 3;
  static final int VIRTUAL_AFTER_AT = 11;
  static final int START_TICKS_AT = 15;
  static final int PREVIOUS_VIRTUAL_BEFORE_AT = 23;
  static final int PREVIOUS_START_TICKS_AT = 27;
  static final int BIRTHS_AT = 31;
  static final int CHANGES_AT = 35;
  static final int DEATHS_AT = 39;
  static final int THREADS_AT = 43;
  static final int LENGTH = 47;

  /** How many threads there were is not known. */
  public static final int THREADS_UNKNOWN = -1;

  private int flags;
  private long virtualBefore;
  private long virtualAfter;
  private long startTicks;
  private long previousVirtualBefore;
  private long previousStartTicks;
  private int births;
  private int changes;
  private int deaths;
  private int threads;

  CommitEncoder() {}

  CommitEncoder reset() {
    flags = 0;
    virtualBefore = 0;
    virtualAfter = 0;
    startTicks = 0;
    previousVirtualBefore = 0;
    previousStartTicks = 0;
    births = 0;
    changes = 0;
    deaths = 0;
    threads = THREADS_UNKNOWN;
    return this;
  }

  /** Sixteen bits that the journal carries and does not interpret. */
  public CommitEncoder flags(int value) {
    if ((value & ~0xFFFF) != 0) {
      throw new IllegalArgumentException("flags must fit in 16 bits: " + value);
    }
    flags = value;
    return this;
  }

  /** The last number handed out before the pass, virtual. */
  public CommitEncoder virtualBefore(long value) {
    virtualBefore = value;
    return this;
  }

  /** The last number handed out after the pass, virtual; at least {@code virtualBefore}. */
  public CommitEncoder virtualAfter(long value) {
    virtualAfter = value;
    return this;
  }

  /** Clock ticks since boot when the pass began. */
  public CommitEncoder startTicks(long value) {
    startTicks = value;
    return this;
  }

  /** {@code virtualBefore} of the pass before this one, if that has no commit of its own. */
  public CommitEncoder previousVirtualBefore(long value) {
    previousVirtualBefore = value;
    return this;
  }

  /** {@code startTicks} of the pass before this one, if that has no commit of its own. */
  public CommitEncoder previousStartTicks(long value) {
    previousStartTicks = value;
    return this;
  }

  /** Threads alive on the host when the pass began, or {@link #THREADS_UNKNOWN}. */
  public CommitEncoder threads(int value) {
    threads = value;
    return this;
  }

  /** How many births the sample recorded. */
  public CommitEncoder births(int value) {
    births = value;
    return this;
  }

  /** How many changes the sample recorded. */
  public CommitEncoder changes(int value) {
    changes = value;
    return this;
  }

  /** How many deaths the sample recorded. */
  public CommitEncoder deaths(int value) {
    deaths = value;
    return this;
  }

  @Override
  int encode(byte[] into, int at) {
    Bits.putByte(into, at, EventType.COMMIT.code());
    Bits.putShort(into, at + FLAGS_AT, flags);
    Bits.putLong(into, at + VIRTUAL_BEFORE_AT, virtualBefore);
    Bits.putInt(into, at + VIRTUAL_AFTER_AT, difference(virtualAfter, virtualBefore));
    Bits.putLong(into, at + START_TICKS_AT, startTicks);
    Bits.putInt(
        into, at + PREVIOUS_VIRTUAL_BEFORE_AT, difference(virtualBefore, previousVirtualBefore));
    Bits.putInt(into, at + PREVIOUS_START_TICKS_AT, difference(startTicks, previousStartTicks));
    Bits.putInt(into, at + BIRTHS_AT, births);
    Bits.putInt(into, at + CHANGES_AT, changes);
    Bits.putInt(into, at + DEATHS_AT, deaths);
    Bits.putInt(into, at + THREADS_AT, threads);
    return LENGTH;
  }

  private static int difference(long larger, long smaller) {
    return (int) Math.max(0, Math.min(Integer.MAX_VALUE, larger - smaller));
  }
}
