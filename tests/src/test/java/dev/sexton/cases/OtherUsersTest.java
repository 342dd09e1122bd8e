package dev.sexton.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sexton.engine.model.RefusalReason;
import dev.sexton.testing.Actor;
import dev.sexton.testing.Environment;
import dev.sexton.testing.ForkOptions;
import dev.sexton.testing.MayOrphan;
import dev.sexton.testing.NoForeignOrphans;
import dev.sexton.testing.NoSurvivors;
import dev.sexton.testing.PidNamespace;
import dev.sexton.testing.ProcessWorld;
import dev.sexton.testing.Requirements;
import dev.sexton.testing.sexton.NamespaceSexton;
import dev.sexton.testing.sexton.SampledRunner;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Processes of several users, and a {@code /proc} that does not show them all. */
@ExtendWith(NoSurvivors.class)
@NoForeignOrphans
class OtherUsersTest {

  private static final int MANY_NUMBERS = 20_000;
  private static final Duration NO_GRACE = Duration.ZERO;
  private static final Duration DEADLINE = Duration.ofSeconds(20);
  private static final Duration REFUSAL = Duration.ofMillis(1500);
  private static final List<String> HIDING = Behind.script("mount -t proc -o hidepid=2 proc /proc");

  @TempDir Path root;

  /** An orphan of a stranger, which nothing tells from one of the run, as this user. */
  private static Actor strangersOrphan(ProcessWorld world, String tag, int uid) {
    Actor between = world.stranger().fork(tag + "-parent", ForkOptions.none().uid(uid));
    Actor orphan = between.fork(tag, ForkOptions.none().setsid().record());
    between.exit();
    return orphan;
  }

  @Test
  void anotherUsersOrphanCountsOnlyIfAllDo() {
    Requirements.assumeRoot();
    try (ProcessWorld world = ProcessWorld.open()) {
      Actor runner = world.launcher().fork("R", ForkOptions.none().uid(Behind.NOBODY));
      try (SampledRunner sampled = SampledRunner.onDemand(root, runner)) {
        Actor member = runner.fork("member");
        sampled.sample();
        Actor orphan = strangersOrphan(world, "orphan", Behind.SOMEBODY_ELSE);
        sampled.killUnsampled();
        sampled
            .reap()
            .expectingRefusal()
            .options(o -> o.allUsers(true))
            .go()
            .refused(RefusalReason.UNATTRIBUTED_ORPHAN)
            .undecided(orphan);
        sampled.reap().go().verified().notNamed(orphan);
        assertThat(member.isAlive()).isFalse();
        orphan.assertNeverTouched();
      }
    }
  }

  @Test
  void theSameUsersOrphanCounts() {
    Requirements.assumeRoot();
    try (ProcessWorld world = ProcessWorld.open()) {
      Actor runner = world.launcher().fork("R", ForkOptions.none().uid(Behind.NOBODY));
      try (SampledRunner sampled = SampledRunner.onDemand(root, runner)) {
        Actor orphan = strangersOrphan(world, "orphan", Behind.NOBODY);
        sampled.killUnsampled();
        sampled
            .reap()
            .expectingRefusal()
            .go()
            .refused(RefusalReason.UNATTRIBUTED_ORPHAN)
            .undecided(orphan);
        orphan.assertNeverTouched();
      }
    }
  }

  /** Root's sessions are no hiding place from a doubt: a run that was root may be anybody. */
  @Test
  void aPrivilegedRunMakesEverybodysOrphansCount() {
    Requirements.assumeRoot();
    try (ProcessWorld world = ProcessWorld.open()) {
      Actor runner = world.launcher().fork("R");
      try (SampledRunner sampled = SampledRunner.onDemand(root, runner)) {
        Actor orphan = strangersOrphan(world, "orphan", Behind.SOMEBODY_ELSE);
        sampled.killUnsampled();
        sampled
            .reap()
            .expectingRefusal()
            .go()
            .refused(RefusalReason.UNATTRIBUTED_ORPHAN)
            .undecided(orphan);
        orphan.assertNeverTouched();
      }
    }
  }

  @Test
  @MayOrphan
  void whatHidepidHidesIsInTheWayOfAProof() throws IOException {
    try (PidNamespace world = PidNamespace.open(MANY_NUMBERS)) {
      Path owned = Behind.rootOf(Behind.NOBODY, root);
      List<String> asNobody = Behind.user(Behind.NOBODY);
      NamespaceSexton sampler = Behind.start(world, "sampler", owned, asNobody);
      NamespaceSexton reaper = Behind.start(world, "reaper", owned, Behind.both(HIDING, asNobody));
      // A change of user makes a process undumpable, and so hidden; execution undoes that.
      Actor before = world.launcher().fork("before", ForkOptions.none().uid(Behind.NOBODY));
      Actor runner = before.exec("R", Environment.empty());
      sampler.add(runner);
      Actor member = runner.fork("member");
      sampler.sample();
      sampler.closeSampler();
      runner.kill9();
      reaper.reap(NO_GRACE, REFUSAL).refused(RefusalReason.PROC_RESTRICTED).ended(member);
      sampler.reap(NO_GRACE, DEADLINE).verified();
    }
  }

  @Test
  @MayOrphan
  void aMemberThatHidepidHidesIsNotTakenForDead() throws IOException {
    try (PidNamespace world = PidNamespace.open(MANY_NUMBERS)) {
      Path owned = Behind.rootOf(Behind.NOBODY, root);
      List<String> asNobody = Behind.user(Behind.NOBODY);
      NamespaceSexton sampler = Behind.start(world, "sampler", owned, asNobody);
      NamespaceSexton reaper = Behind.start(world, "reaper", owned, Behind.both(HIDING, asNobody));
      Actor before = world.launcher().fork("before", ForkOptions.none().uid(Behind.NOBODY));
      Actor runner = before.exec("R", Environment.empty());
      sampler.add(runner);
      Actor hidden = runner.fork("hidden", ForkOptions.none().nonDumpable());
      sampler.sample();
      sampler.closeSampler();
      runner.kill9();
      reaper.reap(NO_GRACE, REFUSAL).refusedAlso(RefusalReason.PROC_RESTRICTED);
      sampler.reap(NO_GRACE, DEADLINE).verified().ended(hidden);
    }
  }

  @Test
  @MayOrphan
  void hidepidHidesNothingFromRoot() {
    try (PidNamespace world = PidNamespace.open(MANY_NUMBERS)) {
      NamespaceSexton sexton = Behind.start(world, "sexton", root, HIDING);
      Actor runner = world.launcher().fork("R");
      sexton.add(runner);
      Actor member = runner.fork("member", ForkOptions.none().uid(Behind.NOBODY));
      sexton.sample();
      sexton.closeSampler();
      runner.kill9();
      sexton.reap(NO_GRACE, DEADLINE).verified().ended(member);
    }
  }
}
