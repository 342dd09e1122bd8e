package dev.sexton.journal;

/** Where frames go: behind this stands one kind of store, so that another can be added. */
interface RecordSink extends AutoCloseable {
  /**
   * Stores one frame. When this returns, the frame outlives the death of this process.
   *
   * @param frame with room for {@link JournalFormat#FRAME_LENGTH_MAX} bytes; what is behind the
   *     frame may be overwritten
   * @throws JournalException if it was not stored; with {@link #isFailed()} false afterwards the
   *     store is as it was, and the call may be repeated
   */
  void append(byte[] frame, int length) throws JournalException;

  /** Whether the file in use has taken all the records that it should. */
  boolean isFileFull();

  /**
   * Goes on in a further file.
   *
   * @throws JournalException as {@link #append}
   */
  void roll() throws JournalException;

  /** Whether the store is of no further use. */
  boolean isFailed();

  /** Releases everything; idempotent. */
  @Override
  void close();
}
