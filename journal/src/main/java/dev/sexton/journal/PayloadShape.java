package dev.sexton.journal;

/**
 * The lengths and codes that a payload must have, checked once for each record read, so that no
 * getter can run out of its bounds or meet a code that it does not know.
 */
final class PayloadShape {
  private PayloadShape() {}

  /** Whether the payload has exactly the length its type and counts call for, and known codes. */
  static boolean isWhole(EventType type, byte[] from, int at, int length) {
    return switch (type) {
      case HEADER -> HeaderCodec.decode(from, at, length) != null;
      case BIRTH, CHANGE -> {
        if (length < LineageEventEncoder.OPTIONAL_AT) {
          yield false;
        }
        int presence = Bits.getByte(from, at + LineageEventEncoder.PRESENCE_AT);
        yield length == optionalAt(presence, 0) + commLength(presence);
      }
      case DEATHS -> {
        if (length < DeathsEncoder.PAIRS_AT) {
          yield false;
        }
        int count = Bits.getByte(from, at + DeathsEncoder.COUNT_AT);
        yield count <= DeathsEncoder.DEATHS_MAX
            && length == DeathsEncoder.PAIRS_AT + count * DeathsEncoder.PAIR_LENGTH;
      }
      case ANCESTOR ->
          length >= AncestorEncoder.COMM_AT
              && Bits.getByte(from, at + AncestorEncoder.COMM_LENGTH_AT)
                  <= LineageEventEncoder.COMM_LENGTH_MAX
              && length
                  == AncestorEncoder.COMM_AT
                      + Bits.getByte(from, at + AncestorEncoder.COMM_LENGTH_AT);
      case COMMIT -> length == CommitEncoder.LENGTH;
      case EVENT ->
          length >= EventEncoder.TEXT_AT
              && EventKind.ofCode(Bits.getByte(from, at + EventEncoder.KIND_AT)) != null
              && length
                  == EventEncoder.TEXT_AT + Bits.getByte(from, at + EventEncoder.TEXT_LENGTH_AT);
    };
  }

  static int commLength(int presence) {
    return presence & LineageEventEncoder.COMM_LENGTH_MASK;
  }

  /**
   * Where an optional field of a process record stands in the payload.
   *
   * @param wanted the field's presence bit, or 0 for what follows all optional fields
   * @return the position, or 0 if the field is absent
   */
  static int optionalAt(int presence, int wanted) {
    if (wanted != 0 && (presence & wanted) == 0) {
      return 0;
    }
    int at = LineageEventEncoder.OPTIONAL_AT;
    if (wanted == LineageEventEncoder.HAS_PARENT_START_TICKS) {
      return at;
    }
    at += (presence & LineageEventEncoder.HAS_PARENT_START_TICKS) != 0 ? Long.BYTES : 0;
    if (wanted == LineageEventEncoder.HAS_PIDFD_INODE) {
      return at;
    }
    at += (presence & LineageEventEncoder.HAS_PIDFD_INODE) != 0 ? Long.BYTES : 0;
    if (wanted == LineageEventEncoder.HAS_LISTED_UNDER_THREAD) {
      return at;
    }
    at += (presence & LineageEventEncoder.HAS_LISTED_UNDER_THREAD) != 0 ? Integer.BYTES : 0;
    if (wanted == LineageEventEncoder.HAS_UIDS) {
      return at;
    }
    return at + ((presence & LineageEventEncoder.HAS_UIDS) != 0 ? 2 * Integer.BYTES : 0);
  }
}
