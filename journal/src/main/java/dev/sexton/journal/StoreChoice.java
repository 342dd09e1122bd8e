package dev.sexton.journal;

import java.nio.file.Path;

/**
 * Which store a journal gets, and why.
 *
 * @param store never {@link JournalStore#AUTO}
 * @param reason for people, one sentence
 */
record StoreChoice(JournalStore store, String reason) {
  static final String ASKED_FOR = "It was asked for.";

  /** A file system's name may be long; a character takes at most three bytes here. */
  private static final int REASON_LENGTH_MAX = JournalHeader.STORE_REASON_LENGTH_MAX / 3;

  StoreChoice {
    if (reason.length() > REASON_LENGTH_MAX) {
      reason = reason.substring(0, REASON_LENGTH_MAX);
    }
  }

  /**
   * Chooses; writes nothing.
   *
   * @throws JournalException UNAVAILABLE_FLAGS, UNSUPPORTED_FILE_SYSTEM or a failure to look, if
   *     Chronicle was asked for and cannot be had
   */
  static StoreChoice of(Path root, JournalStore wanted) throws JournalException {
    return switch (wanted) {
      // The mount table is not read: this is also the store for journals by the thousand.
      case PLAIN -> new StoreChoice(JournalStore.PLAIN, ASKED_FOR);
      case CHRONICLE -> {
        requireChronicle(root);
        yield new StoreChoice(JournalStore.CHRONICLE, ASKED_FOR);
      }
      case AUTO -> automatic(root);
    };
  }

  private static StoreChoice automatic(Path root) {
    try {
      String type = requireChronicle(root);
      return new StoreChoice(
          JournalStore.CHRONICLE, "The JVM's flags and the file system " + type + " allow it.");
    } catch (JournalException why) {
      // Also where the file system could not be found out: what is not known cannot be mapped.
      return new StoreChoice(JournalStore.PLAIN, String.valueOf(why.getMessage()));
    }
  }

  /** Returns the file system's type, or says why Chronicle cannot be used. */
  static String requireChronicle(Path root) throws JournalException {
    JvmFlags.require();
    return FileSystemGate.require(root);
  }
}
