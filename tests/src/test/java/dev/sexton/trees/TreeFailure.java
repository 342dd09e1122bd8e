package dev.sexton.trees;

/** Something about a tree was not as it must be. */
final class TreeFailure extends AssertionError {

  private static final long serialVersionUID = 1L;

  TreeFailure(String message) {
    super(message);
  }

  TreeFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
