package dev.sexton.journal;

/** Says how the last file of a journal ends, once its last whole record is known. */
final class TailProbe {
  /** After the end mark Chronicle writes a short text event and nothing else. */
  private static final int END_MARK_LENGTH_MAX = 16;

  /** Chronicle's header before each record. */
  private static final int HEADER_LENGTH = Integer.BYTES;

  private final ChronicleWalk walk = new ChronicleWalk();
  private ReadReport.Tail tail = ReadReport.Tail.UNWRITTEN;
  private long bytes;

  /**
   * Looks at what follows the last whole record in a plain file.
   *
   * @param lastEnd where that record ends, aligned; 0 if the file holds none
   * @param cleanClose whether it is a clean-close event
   */
  void probePlain(FileWindow window, long lastEnd, boolean cleanClose) throws JournalException {
    window.refresh();
    boolean marked =
        window.has(lastEnd, PlainSink.END_MARK_LENGTH)
            && Bits.getInt(window.bytes(), window.index(lastEnd)) == PlainSink.END_MARK;
    bytes = lengthOfRemains(window, marked ? lastEnd + PlainSink.END_MARK_LENGTH : lastEnd);
    if (marked) {
      // The mark is set when another file is there, and this one is the last.
      tail = ReadReport.Tail.CUT;
    } else {
      tail = endOf(bytes, cleanClose);
    }
  }

  private static ReadReport.Tail endOf(long remains, boolean cleanClose) {
    if (remains > 0) {
      return ReadReport.Tail.TORN;
    }
    return cleanClose ? ReadReport.Tail.CLEAN : ReadReport.Tail.UNWRITTEN;
  }

  /**
   * Looks at what follows the last whole record in a file of Chronicle's.
   *
   * @param lastEnd where that record ends, aligned; 0 if the file holds none
   * @param lastOffset where its frame begins; meaningless if the file holds none
   * @param cleanClose whether it is a clean-close event
   */
  void probe(FileWindow window, long lastEnd, long lastOffset, boolean cleanClose)
      throws JournalException {
    window.refresh();
    walk.walk(window, lastEnd);
    long left = walk.position();
    if (walk.stop() == ChronicleWalk.Stop.END_MARK) {
      left += END_MARK_LENGTH_MAX;
    }
    bytes = lengthOfRemains(window, left);
    if (walk.dataRecords() > 0) {
      bytes += walk.position() - lastEnd;
    }
    if (isCut(window, lastEnd == 0 ? 0 : lastOffset - HEADER_LENGTH)) {
      tail = ReadReport.Tail.CUT;
    } else {
      tail = endOf(bytes, cleanClose);
    }
  }

  /**
   * Cut off: a header or the write position names what the file does not have or has as zeros, or
   * the file was ended and yet no other follows it.
   */
  private boolean isCut(FileWindow window, long lastHeaderAt) throws JournalException {
    if (walk.stop() == ChronicleWalk.Stop.PAST_END || walk.stop() == ChronicleWalk.Stop.END_MARK) {
      return true;
    }
    long named = ChronicleWalk.writePosition(window);
    if (named <= lastHeaderAt) {
      return false;
    }
    return !window.has(named, HEADER_LENGTH)
        || Bits.getInt(window.bytes(), window.index(named)) == 0;
  }

  /** The distance from a position to the last byte after it that is not zero. */
  private static long lengthOfRemains(FileWindow window, long from) throws JournalException {
    long remains = 0;
    long at = from;
    while (window.has(at, 1)) {
      byte[] window0 = window.bytes();
      int index = window.index(at);
      int available = window.available(at);
      for (int i = available - 1; i >= 0; i--) {
        if (window0[index + i] != 0) {
          remains = at + i + 1 - from;
          break;
        }
      }
      at += available;
    }
    return remains;
  }

  ReadReport.Tail tail() {
    return tail;
  }

  long bytes() {
    return bytes;
  }
}
