package dev.sexton.journal;

/**
 * Follows Chronicle's own record headers through a file, to say how it ends; the records themselves
 * are found by {@link RecordScan}. Relies on the layout that the package comment describes.
 */
final class ChronicleWalk {
  /** Why a walk ended. */
  enum Stop {
    /** A header of zero: nothing was committed from here on. */
    UNWRITTEN,
    /** The mark that Chronicle writes when it goes on in another file. */
    END_MARK,
    /** A header that is set while a file is being created. */
    IN_PROGRESS,
    /** The file ends where a header is due. */
    FILE_END,
    /** A header names more bytes than the file has. */
    PAST_END
  }

  private static final int LENGTH_MASK = 0x3FFFFFFF;
  private static final int METADATA_BIT = 0x40000000;
  private static final int END_MARK = 0xC0000000;

  /** Chronicle's note of where the header of its last record stands. */
  private static final long WRITE_POSITION_AT = 0x40;

  private long position;
  private long dataRecords;
  private long lastDataAt;
  private Stop stop = Stop.UNWRITTEN;

  /** Walks from a header's position, 0 for the whole file, to the end of what is committed. */
  void walk(FileWindow window, long from) throws JournalException {
    position = from;
    dataRecords = 0;
    lastDataAt = 0;
    while (true) {
      position = JournalFormat.aligned(position);
      if (!window.has(position, Integer.BYTES)) {
        stop = Stop.FILE_END;
        return;
      }
      int header = Bits.getInt(window.bytes(), window.index(position));
      int length = header & LENGTH_MASK;
      if (header == 0) {
        stop = Stop.UNWRITTEN;
      } else if (header == END_MARK) {
        stop = Stop.END_MARK;
      } else if (header < 0) {
        stop = Stop.IN_PROGRESS;
      } else if (position + Integer.BYTES + length > window.size()) {
        stop = Stop.PAST_END;
      } else {
        if ((header & METADATA_BIT) == 0) {
          dataRecords++;
          lastDataAt = position;
        }
        position += Integer.BYTES + length;
        continue;
      }
      return;
    }
  }

  /** Where the header that ended the walk stands. */
  long position() {
    return position;
  }

  /** How many records the walk passed, index blocks left out. */
  long dataRecords() {
    return dataRecords;
  }

  /** Where the header of the last of these records stands; 0 if there is none. */
  long lastDataAt() {
    return lastDataAt;
  }

  Stop stop() {
    return stop;
  }

  /** The same in the words that both stores have. */
  CheckReport.FileEnd end() {
    return switch (stop) {
      case UNWRITTEN, FILE_END -> CheckReport.FileEnd.UNWRITTEN;
      case END_MARK -> CheckReport.FileEnd.MARKED;
      case IN_PROGRESS -> CheckReport.FileEnd.UNFINISHED;
      case PAST_END -> CheckReport.FileEnd.PAST_END;
    };
  }

  /** Where, by the file's own word, the header of its last record stands; 0 if it does not say. */
  static long writePosition(FileWindow window) throws JournalException {
    return window.has(WRITE_POSITION_AT, Long.BYTES)
        ? Math.max(0, Bits.getLong(window.bytes(), window.index(WRITE_POSITION_AT)))
        : 0;
  }
}
