package dev.sexton.journal;

import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/**
 * The frame round every record, and the numbers of the format. All fields are little-endian.
 *
 * <pre>
 *   0                   1                   2                   3
 *   0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *  +---------------------------------------------------------------+
 *  |                      Magic "SXJ1"                             |  0
 *  +---------------------------------------------------------------+
 *  |                      Payload length                           |  4
 *  +---------------------------------------------------------------+
 *  |                      Writer epoch                             |  8
 *  +---------------------------------------------------------------+
 *  |                      Sequence                                 | 12
 *  |                                                               |
 *  +---------------------------------------------------------------+
 *  |                      CRC-32C                                  | 20
 *  +---------------------------------------------------------------+
 *  |                      Payload                                 ...
 * </pre>
 *
 * <p>The checksum covers, in this order, the eight bytes of the run's salt, bytes 4 to 19 of the
 * frame, and the payload. The salt is in no file: it follows from the run id, which is the name of
 * the directory. A record of another run, or one quoted in a payload, therefore fails the checksum.
 */
final class JournalFormat {
  /** What is written. */
  static final int VERSION = 2;

  /** The first version; all since are read. */
  static final int VERSION_FIRST = 1;

  static final int MAGIC = 'S' | 'X' << 8 | 'J' << 16 | '1' << 24;

  static final int MAGIC_AT = 0;
  static final int LENGTH_AT = 4;
  static final int EPOCH_AT = 8;
  static final int SEQUENCE_AT = 12;
  static final int CRC_AT = 20;
  static final int PAYLOAD_AT = 24;

  /** A header with the longest names allowed stays below this. */
  static final int PAYLOAD_LENGTH_MAX = 8192;

  static final int FRAME_LENGTH_MAX = PAYLOAD_AT + PAYLOAD_LENGTH_MAX;

  /** Frames begin at multiples of this; in Chronicle's files, four bytes after its own header. */
  static final int ALIGNMENT = 4;

  static final long SEQUENCE_FIRST = 0;

  /** The only epoch so far: a journal has one writer for life. */
  static final int EPOCH_FIRST = 1;

  private static final long FNV_OFFSET_BASIS = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  static {
    if (CRC_AT + Integer.BYTES != PAYLOAD_AT || PAYLOAD_AT % ALIGNMENT != 0) {
      throw new AssertionError("the frame's fields overlap or leave the alignment");
    }
  }

  private JournalFormat() {}

  /** The salt of a run: FNV-1a, 64 bits, of the run id, as eight little-endian bytes. */
  static byte[] salt(String runId) {
    long hash = FNV_OFFSET_BASIS;
    for (byte b : runId.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ (b & 0xFF)) * FNV_PRIME;
    }
    byte[] salt = new byte[Long.BYTES];
    Bits.putLong(salt, 0, hash);
    return salt;
  }

  /** The checksum of the frame at {@code at}, whose payload is {@code payloadLength} long. */
  static int checksum(CRC32C crc, byte[] salt, byte[] frame, int at, int payloadLength) {
    crc.reset();
    crc.update(salt, 0, salt.length);
    crc.update(frame, at + LENGTH_AT, CRC_AT - LENGTH_AT);
    crc.update(frame, at + PAYLOAD_AT, payloadLength);
    return (int) crc.getValue();
  }

  static long aligned(long position) {
    return (position + ALIGNMENT - 1) & -ALIGNMENT;
  }
}
