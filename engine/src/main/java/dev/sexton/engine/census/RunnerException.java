package dev.sexton.engine.census;

/** The process that was named cannot be a runner; the message says why and what to do. */
public final class RunnerException extends Exception {
  private static final long serialVersionUID = 1L;

  RunnerException(String message) {
    super(message);
  }
}
