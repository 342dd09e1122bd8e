package dev.sexton.journal;

/**
 * Processes that are gone: the content of an {@link EventType#DEATHS} record. Got from {@link
 * LineageAppender#deaths()}, which empties it. Reused and not thread-safe.
 *
 * <pre>
 *   0 type u8   1 count u8   2 count times: pid i32, startTicks i64
 * </pre>
 */
public final class DeathsEncoder extends RecordEncoder {
  /** The most deaths in one record. */
  public static final int DEATHS_MAX = 128;

  static final int COUNT_AT = 1;
  static final int PAIRS_AT = 2;
  static final int PAIR_LENGTH = Integer.BYTES + Long.BYTES;

  private final byte[] pairs = new byte[DEATHS_MAX * PAIR_LENGTH];
  private int count;

  DeathsEncoder() {}

  DeathsEncoder reset() {
    count = 0;
    return this;
  }

  /**
   * Adds one death.
   *
   * @param pid the process id
   * @param startTicks its start time in clock ticks since boot
   * @throws IllegalStateException if {@link #isFull()}
   */
  public DeathsEncoder add(int pid, long startTicks) {
    if (isFull()) {
      throw new IllegalStateException("a record holds at most " + DEATHS_MAX + " deaths");
    }
    int at = count * PAIR_LENGTH;
    Bits.putInt(pairs, at, pid);
    Bits.putLong(pairs, at + Integer.BYTES, startTicks);
    count++;
    return this;
  }

  /** How many deaths were added. */
  public int count() {
    return count;
  }

  /** Whether the record must be appended before another death can be added. */
  public boolean isFull() {
    return count == DEATHS_MAX;
  }

  @Override
  int encode(byte[] into, int at) {
    Bits.putByte(into, at, EventType.DEATHS.code());
    Bits.putByte(into, at + COUNT_AT, count);
    System.arraycopy(pairs, 0, into, at + PAIRS_AT, count * PAIR_LENGTH);
    return PAIRS_AT + count * PAIR_LENGTH;
  }
}
