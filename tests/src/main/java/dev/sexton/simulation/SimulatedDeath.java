package dev.sexton.simulation;

/** The process that was making a system call is dead: nothing of its code goes on. */
final class SimulatedDeath extends Error {
  private static final long serialVersionUID = 1;

  SimulatedDeath() {
    super("the calling process was killed", null, false, false);
  }
}
