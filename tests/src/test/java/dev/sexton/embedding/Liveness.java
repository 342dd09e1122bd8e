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
}
