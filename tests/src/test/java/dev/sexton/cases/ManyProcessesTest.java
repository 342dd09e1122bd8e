package dev.sexton.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sexton.engine.model.Attribution;
import dev.sexton.engine.model.Fate;
import dev.sexton.testing.Actor;
import dev.sexton.testing.ForkOptions;
import dev.sexton.testing.MayOrphan;
import dev.sexton.testing.NoForeignOrphans;
import dev.sexton.testing.NoSurvivors;
import dev.sexton.testing.PidNamespace;
import dev.sexton.testing.ProcStat;
import dev.sexton.testing.ProcText;
import dev.sexton.testing.ProcessWorld;
import dev.sexton.testing.Storm;
import dev.sexton.testing.sexton.NamespaceSexton;
import dev.sexton.testing.sexton.ReapCheck;
import dev.sexton.testing.sexton.SampledRunner;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Large lineages, and such as do not hold still. */
@ExtendWith(NoSurvivors.class)
@NoForeignOrphans
class ManyProcessesTest {

  private static final int CHUNK = 100;
  private static final int CHUNKS = 9;
  private static final Duration DEADLINE = Duration.ofSeconds(30);

  @TempDir Path root;

  @Test
  void aThousandDescendantsAHundredOfThemEscaped() {
    try (ProcessWorld world = ProcessWorld.open()) {
      Actor runner = world.launcher().fork("R");
      try (SampledRunner sampled = SampledRunner.onDemand(root, runner)) {
        List<Integer> pids = new ArrayList<>();
        for (int chunk = 0; chunk < CHUNKS; chunk++) {
          Actor parent = runner.fork("parent" + chunk);
          pids.addAll(parent.forkSilent(CHUNK, ForkOptions.none()));
        }
        Actor between = runner.fork("between");
        pids.addAll(between.forkSilent(CHUNK, ForkOptions.none().setsid()));
        sampled.sample();
        between.exit();
        sampled.killUnsampled();
        ReapCheck check =
            sampled.reap().noGrace().options(o -> o.deadline(DEADLINE)).go().verified();
        long ended =
            check.processes().stream()
                .filter(p -> p.attribution() == Attribution.OWNED && p.fate() == Fate.ENDED)
                .count();
        assertThat(ended).isGreaterThanOrEqualTo((CHUNKS + 1) * CHUNK);
        assertThat(pids).hasSize((CHUNKS + 1) * CHUNK).noneMatch(ManyProcessesTest::isAlive);
      }
    }
  }

  private static boolean isAlive(int pid) {
    ProcStat stat = ProcText.host().stat(pid);
    return stat != null && !stat.isDead();
  }

  /** Of which always exactly one member lives: it forks the next and exits. */
  @Test
  void aChainThatForksFasterThanItIsFound() {
    try (ProcessWorld world = ProcessWorld.open()) {
      Actor runner = world.launcher().fork("R", ForkOptions.none().setsid());
      try (SampledRunner sampled = SampledRunner.onDemand(root, runner)) {
        runner.storm(Storm.of(100_000).memberLife(2, TimeUnit.MILLISECONDS));
        sampled.sample();
        sampled.killUnsampled();
        sampled.reap().noGrace().options(o -> o.deadline(DEADLINE)).go().verified();
        assertThat(membersOfSession(runner.pid())).isEmpty();
      }
    }
  }

  @Test
  void aMemberThatKeepsForkingWhileItIsReaped() throws InterruptedException {
    try (ProcessWorld world = ProcessWorld.open()) {
      Actor runner = world.launcher().fork("R", ForkOptions.none().setsid());
      try (SampledRunner sampled = SampledRunner.onDemand(root, runner)) {
        Actor forking = runner.fork("forking");
        sampled.sample();
        sampled.killUnsampled();
        Thread storm = new Thread(() -> forkUntilDead(forking), "storm");
        storm.start();
        sampled.reap().noGrace().options(o -> o.deadline(DEADLINE)).go().verified().ended(forking);
        storm.join(DEADLINE.toMillis());
        assertThat(storm.isAlive()).isFalse();
        assertThat(membersOfSession(runner.pid())).isEmpty();
      }
    }
  }

  /** A member for which no descriptor is left is neither dead nor skipped. */
  @Test
  @MayOrphan
  void moreMembersThanDescriptors() {
    try (PidNamespace world = PidNamespace.open(20_000)) {
      List<String> few = List.of("prlimit", "--nofile=100:100");
      NamespaceSexton sexton = Behind.start(world, "sexton", root, few);
      Actor runner = world.launcher().fork("R");
      sexton.add(runner);
      Actor between = runner.fork("between");
      List<Integer> members = runner.forkSilent(CHUNK, ForkOptions.none());
      members.addAll(between.forkSilent(CHUNK, ForkOptions.none().setsid()));
      sexton.sample();
      between.exit();
      sexton.sample();
      sexton.closeSampler();
      runner.kill9();
      ReapCheck check = sexton.reap(Duration.ofMillis(100), DEADLINE).verified();
      assertThat(members).hasSize(2 * CHUNK);
      for (int pid : members) {
        ProcStat stat = world.proc().stat(pid);
        assertThat(stat == null || stat.isDead()).as(pid + ": " + check).isTrue();
      }
    }
  }

  private static void forkUntilDead(Actor forking) {
    try {
      for (int round = 0; round < 500 && forking.isAlive(); round++) {
        forking.forkSilent(2, ForkOptions.none());
      }
    } catch (IllegalStateException | AssertionError e) {
      // It was ended in the middle of a request, as it should be.
    }
  }

  private static List<ProcStat> membersOfSession(int session) {
    List<ProcStat> living = new ArrayList<>();
    for (int pid : ProcText.host().pids()) {
      ProcStat stat = ProcText.host().stat(pid);
      if (stat != null && !stat.isDead() && stat.sid() == session) {
        living.add(stat);
      }
    }
    return living;
  }
}
