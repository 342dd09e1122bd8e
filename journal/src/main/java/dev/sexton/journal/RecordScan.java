package dev.sexton.journal;

import java.util.zip.CRC32C;

/**
 * Finds this run's whole records in a file by magic and checksum, at any multiple of four bytes. No
 * length but that of a record with a right checksum is trusted, and none of Chronicle's: a flipped
 * bit costs the record that it is in, and no other.
 */
final class RecordScan {
  private final byte[] salt;
  private final CRC32C crc = new CRC32C();
  private long offset;
  private int payloadLength;

  RecordScan(byte[] salt) {
    this.salt = salt;
  }

  /**
   * Finds the first whole record at or after a position.
   *
   * @param from a multiple of {@link JournalFormat#ALIGNMENT}
   * @return whether there is one in the file as it was when the window was refreshed
   */
  boolean find(FileWindow window, long from) throws JournalException {
    long at = from;
    while (window.has(at, JournalFormat.PAYLOAD_AT)) {
      byte[] bytes = window.bytes();
      int index = window.index(at);
      int last = index + window.available(at) - JournalFormat.PAYLOAD_AT;
      int candidate = index;
      while (candidate <= last && Bits.getInt(bytes, candidate) != JournalFormat.MAGIC) {
        candidate += JournalFormat.ALIGNMENT;
      }
      at += candidate - index;
      if (candidate <= last) {
        if (isWhole(window, at)) {
          return true;
        }
        at += JournalFormat.ALIGNMENT;
      }
    }
    return false;
  }

  private boolean isWhole(FileWindow window, long at) throws JournalException {
    int length = Bits.getInt(window.bytes(), window.index(at) + JournalFormat.LENGTH_AT);
    if (length < 1
        || length > JournalFormat.PAYLOAD_LENGTH_MAX
        || !window.has(at, JournalFormat.PAYLOAD_AT + length)) {
      return false;
    }
    byte[] bytes = window.bytes();
    int index = window.index(at);
    if (Bits.getInt(bytes, index + JournalFormat.CRC_AT)
        != JournalFormat.checksum(crc, salt, bytes, index, length)) {
      return false;
    }
    offset = at;
    payloadLength = length;
    return true;
  }

  /** Where the record found last begins in its file. */
  long offset() {
    return offset;
  }

  /** The length of its payload. */
  int payloadLength() {
    return payloadLength;
  }

  /** The first position after it at which another may begin. */
  long end() {
    return JournalFormat.aligned(offset + JournalFormat.PAYLOAD_AT + payloadLength);
  }
}
