package dev.sexton.engine.command;

/** The command was called in a way that cannot be meant; the message says what to do. */
final class UsageException extends Exception {
  private static final long serialVersionUID = 1L;

  UsageException(String message) {
    super(message);
  }
}
