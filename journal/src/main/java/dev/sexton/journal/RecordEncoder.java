package dev.sexton.journal;

/** Turns what its setters were given into the payload of one record. */
abstract class RecordEncoder {
  /**
   * Writes the payload.
   *
   * @return its length in bytes, at most {@link JournalFormat#PAYLOAD_LENGTH_MAX}
   */
  abstract int encode(byte[] into, int at);
}
