package dev.sexton.journal;

/**
 * Follows the lengths of the frames through a plain file, to say how it ends without a checksum;
 * the records themselves are found by {@link RecordScan}. The twin of {@link ChronicleWalk}.
 */
final class PlainWalk {
  private long position;
  private long records;
  private CheckReport.FileEnd end = CheckReport.FileEnd.UNWRITTEN;

  /** Walks the whole file. */
  void walk(FileWindow window) throws JournalException {
    position = 0;
    records = 0;
    while (isFrame(window)) {
      int length = Bits.getInt(window.bytes(), window.index(position) + JournalFormat.LENGTH_AT);
      records++;
      position = JournalFormat.aligned(position + JournalFormat.PAYLOAD_AT + length);
    }
  }

  /** Whether a frame stands here, by its lengths; if not, the end is known. */
  private boolean isFrame(FileWindow window) throws JournalException {
    if (!window.has(position, Integer.BYTES)) {
      end =
          window.size() > position ? CheckReport.FileEnd.UNFINISHED : CheckReport.FileEnd.UNWRITTEN;
      return false;
    }
    int word = Bits.getInt(window.bytes(), window.index(position));
    if (word != JournalFormat.MAGIC) {
      end =
          word == PlainSink.END_MARK
              ? CheckReport.FileEnd.MARKED
              : word == 0 ? CheckReport.FileEnd.UNWRITTEN : CheckReport.FileEnd.UNFINISHED;
      return false;
    }
    if (!window.has(position, JournalFormat.PAYLOAD_AT)) {
      end = CheckReport.FileEnd.PAST_END;
      return false;
    }
    int length = Bits.getInt(window.bytes(), window.index(position) + JournalFormat.LENGTH_AT);
    if (length < 1 || length > JournalFormat.PAYLOAD_LENGTH_MAX) {
      end = CheckReport.FileEnd.UNFINISHED;
      return false;
    }
    if (position + JournalFormat.PAYLOAD_AT + length > window.size()) {
      end = CheckReport.FileEnd.PAST_END;
      return false;
    }
    return true;
  }

  /** Where the walk ended. */
  long position() {
    return position;
  }

  /** How many frames it passed. */
  long records() {
    return records;
  }

  CheckReport.FileEnd end() {
    return end;
  }
}
