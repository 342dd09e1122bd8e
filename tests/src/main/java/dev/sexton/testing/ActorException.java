package dev.sexton.testing;

/** An actor could not do what it was told; carries the errno name that it answered with. */
public final class ActorException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String errnoName;

  ActorException(String message, String errnoName) {
    super(message + ": " + errnoName);
    this.errnoName = errnoName;
  }

  /** For example {@code EPERM}. */
  public String errnoName() {
    return errnoName;
  }
}
