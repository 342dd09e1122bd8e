package dev.sexton.trees;

import dev.sexton.testing.Actor;
import java.util.ArrayList;
import java.util.List;

/**
 * Foreign processes that record every signal, watched from a moment on. What they got before is
 * none of the reap's doing: the kernel itself hangs up a group with a stopped process in it when
 * its tie to the session dies, and a script may bring that about.
 */
final class Bystanders {

  private final List<Actor> actors = new ArrayList<>();
  private final List<Integer> signalsBefore = new ArrayList<>();

  /** Watches those of them that live. */
  Bystanders(List<Actor> candidates) {
    for (Actor actor : candidates) {
      if (actor.isAlive()) {
        actors.add(actor);
        signalsBefore.add(actor.receivedSignals().size());
      }
    }
  }

  /** Fails unless they live, run, and got no signal since. */
  void assertUntouched() {
    for (int i = 0; i < actors.size(); i++) {
      Actor actor = actors.get(i);
      boolean more = actor.receivedSignals().size() > signalsBefore.get(i);
      if (more || !actor.isAlive() || actor.stat().isStopped()) {
        throw new TreeFailure(
            "expected that nothing happens to "
                + actor
                + ", which got "
                + actor.receivedSignals()
                + " and is "
                + (actor.isAlive() ? "alive" : "dead"));
      }
    }
  }
}
