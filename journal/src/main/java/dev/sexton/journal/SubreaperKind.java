package dev.sexton.journal;

import org.jspecify.annotations.Nullable;

/** Which process, if any, adopts the orphans of the run. */
public enum SubreaperKind {
  /** Nobody of the run: orphans go to whoever the host has for that. */
  NONE(0),
  /** The runner itself. */
  RUNNER(1),
  /** A guardian above the runner. */
  GUARDIAN(2);

  private final int code;

  SubreaperKind(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }

  /** The kind with this code, or null for a code that this format version does not have. */
  static @Nullable SubreaperKind ofCode(int code) {
    return switch (code) {
      case 0 -> NONE;
      case 1 -> RUNNER;
      case 2 -> GUARDIAN;
      default -> null;
    };
  }
}
