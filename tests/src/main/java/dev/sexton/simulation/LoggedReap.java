package dev.sexton.simulation;

import dev.sexton.engine.reap.ReapListener;

/** Writes how a reap comes along into a history's log. */
record LoggedReap(World world) implements ReapListener {
  @Override
  public void scanned(int scans, int alive, int undecided) {
    if (world.isLogging()) {
      world.say("    scan %d: %d members, %d undecided".formatted(scans, alive, undecided));
    }
  }
}
