package dev.sexton.journal;

import org.jspecify.annotations.Nullable;

/**
 * Why a journal could not be written or read. The message is one sentence that says what to do; the
 * kind is what a program decides by.
 */
public final class JournalException extends Exception {
  private static final long serialVersionUID = 1L;

  /** The reason. */
  public enum Kind {
    /**
     * No space, quota or permitted file size is left; nothing was begun, the call may be retried.
     */
    FULL,
    /** Chronicle Queue was asked for, and the JVM was started without the flags that it needs. */
    UNAVAILABLE_FLAGS,
    /**
     * Chronicle Queue was asked for, and the file system cannot promise that space made real stays
     * real under a mapping.
     */
    UNSUPPORTED_FILE_SYSTEM,
    /** A writer holds the journal. */
    LOCKED,
    /** The run directory is there already: a run id is used once. */
    EXISTS,
    /** The run directory is not there. */
    NOT_FOUND,
    /** This user may not do what was asked. */
    NOT_PERMITTED,
    /** The directory holds no journal, or one whose creation never came to its first record. */
    NOT_A_JOURNAL,
    /** The journal holds records or remains of them, but no whole header. */
    HEADER_DAMAGED,
    /** The journal has a format version that this code does not know. */
    UNKNOWN_VERSION,
    /** The journal is there, but is not one to believe: a link, another run's header. */
    UNTRUSTED,
    /** Reading or writing failed otherwise. */
    IO,
    /** An earlier append failed in a way that leaves this appender of no further use. */
    APPENDER_FAILED
  }

  private final Kind kind;

  JournalException(Kind kind, String message) {
    this(kind, message, null);
  }

  JournalException(Kind kind, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  /** The reason, for programs. */
  public Kind kind() {
    return kind;
  }
}
