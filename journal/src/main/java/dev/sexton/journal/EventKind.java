package dev.sexton.journal;

import org.jspecify.annotations.Nullable;

/**
 * What an {@link EventType#EVENT} record tells. The journal stores it; the engine gives it weight.
 */
public enum EventKind {
  /** A sampling pass could not be completed; value and text say why. */
  FAILED_PASS(1),
  /** Samples or records are missing from here back, for instance while the disk was full. */
  GAP(2),
  /** The writer ended in order; nothing follows. */
  CLEAN_CLOSE(3),
  /** The runner was seen to be gone. */
  RUNNER_GONE(4),
  /** A full pass found processes that the cheap passes had missed; the value is their number. */
  FULL_PASS_FOUND_MISSED(5),
  /** The record of this run goes on elsewhere, or came from elsewhere. */
  ROLLED(6),
  /** A remark for a human reader. */
  NOTE(7);

  private static final EventKind[] BY_CODE = new EventKind[8];

  static {
    for (EventKind kind : values()) {
      BY_CODE[kind.code] = kind;
    }
  }

  private final int code;

  EventKind(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }

  /** The kind with this code, or null for a code that this format version does not have. */
  static @Nullable EventKind ofCode(int code) {
    return code > 0 && code < BY_CODE.length ? BY_CODE[code] : null;
  }
}
