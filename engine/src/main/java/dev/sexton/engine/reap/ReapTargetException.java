package dev.sexton.engine.reap;

/** What was to be reaped is not there or is no journal; the message says what to do. */
public final class ReapTargetException extends Exception {
  private static final long serialVersionUID = 1L;

  ReapTargetException(String message) {
    super(message);
  }
}
