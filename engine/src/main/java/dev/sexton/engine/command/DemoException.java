package dev.sexton.engine.command;

/** The demonstration did not go as told; the message says what was different. */
final class DemoException extends Exception {
  private static final long serialVersionUID = 1L;

  DemoException(String message) {
    super(message);
  }
}
