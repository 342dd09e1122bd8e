package dev.sexton.mutants;

/** A mutant could not be tried. */
final class MutantException extends Exception {
  private static final long serialVersionUID = 1L;

  /** Why not. */
  enum Kind {
    /** The text that it replaces is not there, or not once. */
    STALE,
    /** The check itself does not work: it does not compile, a test is missing, a JVM ended. */
    BROKEN
  }

  private final Kind kind;

  MutantException(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  MutantException(Kind kind, String message, Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  Kind kind() {
    return kind;
  }
}
