package dev.sexton.journal;

/**
 * How a journal lays out its files. The defaults are right unless a test wants otherwise.
 *
 * @param recordsPerFileMax how many records a file takes before the next is begun, from 2 to {@link
 *     #RECORDS_PER_FILE_LIMIT}
 * @param aheadStepBytes how much space is made real at a time for Chronicle, from 4,096 to
 *     1,048,576, a multiple of 4,096
 * @param store what the records are kept in
 */
public record JournalOptions(int recordsPerFileMax, int aheadStepBytes, JournalStore store) {
  /**
   * The small index of a file has room for 128 x 128 x 64 = 1,048,576 entries; what is left above
   * this limit is reserve.
   */
  public static final int RECORDS_PER_FILE_LIMIT = 1_000_000;

  private static final int PAGE_BYTES = 4096;
  private static final int AHEAD_STEP_DEFAULT_BYTES = 32 << 10;
  private static final int AHEAD_STEP_MAX_BYTES = 1 << 20;

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException if one is left
   */
  public JournalOptions {
    if (recordsPerFileMax < 2 || recordsPerFileMax > RECORDS_PER_FILE_LIMIT) {
      throw new IllegalArgumentException("recordsPerFileMax out of range: " + recordsPerFileMax);
    }
    if (aheadStepBytes < PAGE_BYTES
        || aheadStepBytes > AHEAD_STEP_MAX_BYTES
        || aheadStepBytes % PAGE_BYTES != 0) {
      throw new IllegalArgumentException("aheadStepBytes out of range: " + aheadStepBytes);
    }
  }

  /** A million records a file, 32 KiB a step, the store chosen by what is possible. */
  public static JournalOptions defaults() {
    return new JournalOptions(RECORDS_PER_FILE_LIMIT, AHEAD_STEP_DEFAULT_BYTES, JournalStore.AUTO);
  }

  /** These options with another store. */
  public JournalOptions withStore(JournalStore other) {
    return new JournalOptions(recordsPerFileMax, aheadStepBytes, other);
  }
}
