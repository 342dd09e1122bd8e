package dev.sexton.testing;

/**
 * Finds tests that leave orphans without holding the gate. Looks at all orphans of this JVM's
 * lineage, whoever asks: each look is one at the orphans of all tests that run now, and what it
 * finds is told to the test whose world the orphan is of. One that no world's mark names is told to
 * whoever looks, unless some test holds the gate: it is that one's, then.
 */
final class UngatedOrphans {

  private UngatedOrphans() {}

  /** Looks once. */
  static void look() {
    HostOrphanGate gate = HostOrphanGate.ofThisUser();
    for (HostOrphans.Orphan orphan : HostOrphans.now()) {
      int pid = orphan.identity().pid();
      RunningTest test = RunningTest.ofProcess(pid);
      boolean ungated =
          test != null
              ? !gate.isHeldBy(test) && !test.isClosingAWorld()
              : isOfThisJvm(pid) && !gate.isHeld();
      // Asked after the gate was: who gives it back has ended its orphans before.
      if (ungated && Deaths.isAlive(orphan.identity())) {
        (test != null ? test : RunningTest.current()).found(orphan.toString());
      }
    }
  }

  private static boolean isOfThisJvm(int pid) {
    String mark = System.getenv(HostOrphans.JVM_MARK);
    return mark != null && Marks.bears(pid, HostOrphans.JVM_MARK + "=" + mark);
  }
}
