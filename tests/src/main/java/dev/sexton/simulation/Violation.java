package dev.sexton.simulation;

/** A promise was broken, or a claim of the product about the simulated world is not true. */
public final class Violation extends RuntimeException {
  private static final long serialVersionUID = 1;

  Violation(String message) {
    super(message);
  }
}
