package dev.sexton.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(NoSurvivors.class)
@MayOrphan
class WorldCloseTest {

  @Test
  void closeEndsWhateverTriesToStay() {
    ProcessWorld world = ProcessWorld.open();
    List<Actor> actors = new ArrayList<>();
    Actor runner = world.launcher().fork("runner");
    Actor stopped = runner.fork("stopped", ForkOptions.none().setsid());
    actors.add(stopped);
    actors.add(runner.fork("deaf", ForkOptions.none().ignore(Signal.TERM).keep()));
    actors.add(runner.fork("recorder", ForkOptions.none().record().keep()));
    actors.add(runner.fork("daemon", ForkOptions.none().daemon().keep().clearEnvironment()));
    actors.add(runner.fork("before").exec("after", Environment.empty()));
    Actor leaderless = runner.fork("leaderless", ForkOptions.none().keep());
    actors.add(leaderless);
    List<Integer> silent = runner.forkSilent(5, ForkOptions.none().setsid());
    stopped.stop();
    leaderless.exitLeader();
    world.stranger().storm(Storm.of(1_000_000).memberLife(100, TimeUnit.MICROSECONDS).setsid());
    runner.kill9();
    Path folder = world.server().folder();

    world.close();

    assertThat(world.survivors()).isEmpty();
    assertThat(actors).noneMatch(Actor::isAlive);
    for (int pid : silent) {
      ProcStat stat = ProcText.host().stat(pid);
      assertThat(stat == null || stat.isDead()).isTrue();
    }
    assertThat(Files.exists(folder)).isFalse();
  }

  @Test
  void closeWorksWithoutAWarden() {
    ProcessWorld world = ProcessWorld.open();
    Actor child = world.launcher().fork("child", ForkOptions.none().keep());
    world.warden().exit();
    world.close();
    assertThat(child.isAlive()).isFalse();
  }

  @Test
  void anActorEndsWithItsConnection() {
    try (ProcessWorld world = ProcessWorld.open()) {
      Actor child = world.launcher().fork("child");
      world.warden().exit();
      world.server().close();
      child.awaitDead();
      world.launcher().awaitDead();
    }
  }

  @Test
  void nothingOutlivesAKilledJvm(@TempDir Path folder) {
    try (ProcessWorld world = ProcessWorld.open()) {
      // Nobody removes the temporary files of a killed JVM: they go into the test's own folder.
      JavaCommand command = JavaCommand.of(OpensAWorld.class).option("-Djava.io.tmpdir=" + folder);
      Program jvm = world.runJava("jvm", command);
      String line = jvm.readLine();
      assertThat(line).as(jvm.errors()).isNotNull();
      List<ProcIdentity> inner = new ArrayList<>();
      for (String word : Words.of(String.valueOf(line))) {
        inner.add(world.remember(Integer.parseInt(word)));
      }
      assertThat(inner).hasSize(3).allMatch(WorldCloseTest::lives);
      jvm.kill9();
      Deadline.standard()
          .await("all are dead", () -> inner.stream().noneMatch(WorldCloseTest::lives));
    }
  }

  private static boolean lives(ProcIdentity identity) {
    ProcStat stat = ProcText.host().stat(identity.pid());
    return stat != null && stat.startTicks() == identity.startTicks() && !stat.isDead();
  }

  @Test
  void aSurvivorIsReported() {
    ProcessWorld world = ProcessWorld.open();
    try {
      SurvivorCheck before = SurvivorCheck.begin();
      before.assertNothingNew();
      Actor late = world.launcher().fork("late");
      assertThat(before.findings()).singleElement().asString().contains("pid=" + late.pid());
    } finally {
      world.close();
    }
  }

  @Test
  void tagsAreUnique() {
    try (ProcessWorld world = ProcessWorld.open()) {
      assertThatThrownBy(() -> world.launcher().fork("stranger"))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
