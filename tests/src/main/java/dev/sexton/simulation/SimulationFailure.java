package dev.sexton.simulation;

/** A promise was broken; the message is the shortest history found, for people to read. */
public final class SimulationFailure extends RuntimeException {
  private static final long serialVersionUID = 1;

  SimulationFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
