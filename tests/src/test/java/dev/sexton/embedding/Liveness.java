package dev.sexton.embedding;

import dev.sexton.testing.ProcStat;
import dev.sexton.testing.ProcText;

/** Whether a process that was seen before is still the same and alive. */
final class Liveness {

  private Liveness() {}

  /** A zombie that nobody has collected yet is dead. */
  static boolean isAlive(ProcText proc, ProcStat then) {
    ProcStat now = proc.stat(then.pid());
    return now != null && now.startTicks() == then.startTicks() && !now.isDead();
  }

  /** The same for a child of this JVM, of which {@link Process} tells only when it is collected. */
  static boolean isAlive(Process child) {
    ProcStat now = ProcText.host().stat(Math.toIntExact(child.pid()));
    return child.isAlive() && now != null && !now.isDead();
  }
}
