package dev.sexton.testing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(NoSurvivors.class)
@MayOrphan
class PidNamespaceTest {

  private static final int PID_MAX = 400;

  @Test
  void theWorldIsCountedInItsOwnNumbers() {
    try (PidNamespace world = PidNamespace.open(PID_MAX)) {
      assertThat(world.init().pid()).isEqualTo(1);
      for (String tag : new String[] {"launcher", "stranger", "warden"}) {
        Actor root = world.actor(tag);
        assertThat(root.stat().ppid()).isEqualTo(1);
        assertThat(root.stat().sid()).isEqualTo(root.pid());
        assertThat(root.pid()).isLessThan(20);
        assertThat(ProcText.host().requireStat(root.hostPid()).startTicks())
            .isEqualTo(root.startTicks());
      }
      assertThat(world.proc().pids()).hasSize(4);
    }
  }

  @Test
  void aNumberIsHandedOutAgainOnDemand() {
    try (PidNamespace world = PidNamespace.open(PID_MAX)) {
      int number = PidNamespace.FIRST_REUSED_PID + 20;
      Actor first = world.launcher().fork("first", ForkOptions.none().at(number));
      assertThat(first.pid()).isEqualTo(number);
      first.exit();
      world.launcher().collect();
      first.awaitGone();
      Actor second = world.stranger().fork("second", ForkOptions.none().at(number).record());
      assertThat(second.pid()).isEqualTo(number);
      assertThat(second.startTicks()).isGreaterThanOrEqualTo(first.startTicks());
      assertThat(second.stat().ppid()).isEqualTo(world.stranger().pid());
      second.assertNeverTouched();
    }
  }

  @Test
  void burningStopsJustBeforeTheNumber() {
    try (PidNamespace world = PidNamespace.open(PID_MAX)) {
      assertThat(world.launcher().burnTo(350)).isEqualTo(349);
      assertThat(world.lastPid()).isEqualTo(349);
      assertThat(world.stranger().fork("next").pid()).isEqualTo(350);
      // The next number is taken now, so the one before the target is not the last one handed out.
      assertThat(world.launcher().burnTo(351)).isEqualTo(349);
      assertThat(world.launcher().fork("after").pid()).isEqualTo(351);
    }
  }

  @Test
  void numbersStayBelowTheMaximum() {
    try (PidNamespace world = PidNamespace.open(PID_MAX)) {
      assertThat(world.launcher().burnPids(1000)).isLessThan(PID_MAX);
    }
  }

  @Test
  void anOrphanLandsAtInitWhichCollectsIt() {
    try (PidNamespace world = PidNamespace.open(PID_MAX)) {
      Actor orphan = world.launcher().fork("orphan", ForkOptions.none().doubleFork());
      assertThat(orphan.stat().ppid()).isEqualTo(1);
      orphan.exit();
      orphan.awaitGone();
    }
  }

  @Test
  void anIdleInitLeavesZombies() {
    try (PidNamespace world = PidNamespace.openWithIdleInit(PID_MAX)) {
      Actor orphan = world.launcher().fork("orphan", ForkOptions.none().doubleFork());
      orphan.kill9();
      assertThat(orphan.stat().state()).isEqualTo('Z');
      assertThat(orphan.isAlive()).isFalse();
    }
  }

  @Test
  void aJavaProgramInsideSeesTheNamespace() {
    try (PidNamespace world = PidNamespace.open(PID_MAX)) {
      Program java = world.runJava("java", SelfReport.class, "greeting");
      assertThat(java.readLine()).isEqualTo("greeting " + java.pid());
      java.send("echo this");
      assertThat(java.readLine()).isEqualTo("echo this");
      java.send("end");
      assertThat(java.awaitEnding().exitCode()).isEqualTo(3);
    }
  }

  @Test
  void closeEndsAStoppedProgramAndAll() {
    Actor child;
    try (PidNamespace world = PidNamespace.open(PID_MAX)) {
      child = world.launcher().fork("child", ForkOptions.none().ignore(Signal.TERM).keep());
      child.stop();
      world.stranger().forkSilent(20, ForkOptions.none().setsid());
      world.warden().exit();
    }
    assertThat(child.world().survivors()).isEmpty();
  }
}
