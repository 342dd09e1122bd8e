package dev.sexton.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sexton.engine.model.Fate;
import dev.sexton.engine.model.RefusalReason;
import dev.sexton.engine.reap.ReapListener;
import dev.sexton.testing.Actor;
import dev.sexton.testing.ForkOptions;
import dev.sexton.testing.MayOrphan;
import dev.sexton.testing.NoForeignOrphans;
import dev.sexton.testing.NoSurvivors;
import dev.sexton.testing.PidNamespace;
import dev.sexton.testing.ProcessWorld;
import dev.sexton.testing.sexton.NamespaceSexton;
import dev.sexton.testing.sexton.ReapCheck;
import dev.sexton.testing.sexton.SampledRunner;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Adopters other than the init: above the runner, below it, and mortal. */
@ExtendWith(NoSurvivors.class)
@NoForeignOrphans
class SubreaperTest {

  private static final int MANY_NUMBERS = 20_000;
  private static final Duration DEADLINE = Duration.ofSeconds(20);

  @TempDir Path root;

  @Test
  void anAdopterAboveTheRunnerHidesNobody() {
    try (ProcessWorld world = ProcessWorld.open()) {
      Actor launcher = world.launcher();
      launcher.subreaper(true);
      Actor runner = launcher.fork("R");
      try (SampledRunner sampled = SampledRunner.onDemand(root, runner)) {
        Actor between = runner.fork("between");
        Actor escaped = between.fork("escaped", ForkOptions.none().setsid());
        sampled.sample();
        between.exit();
        sampled.killUnsampled();
        escaped.awaitParent(launcher.pid());
        sampled.reap().noGrace().go().verified().ended(escaped);
      }
    }
  }

  /** Its own child looks like one that it adopted. */
  @Test
  void anAdoptersUnsampledChildIsADoubt() {
    try (ProcessWorld world = ProcessWorld.open()) {
      Actor launcher = world.launcher();
      launcher.subreaper(true);
      Actor runner = launcher.fork("R");
      try (SampledRunner sampled = SampledRunner.onDemand(root, runner)) {
        Actor between = runner.fork("between");
        Actor adopted = between.fork("adopted", ForkOptions.none().setsid().record());
        between.exit();
        Actor own = launcher.fork("own", ForkOptions.none().setsid().record());
        sampled.killUnsampled();
        adopted.awaitParent(launcher.pid());
        sampled
            .reap()
            .expectingRefusal()
            .go()
            .refused(RefusalReason.UNATTRIBUTED_ORPHAN)
            .undecided(adopted, own);
        adopted.assertNeverTouched();
        own.assertNeverTouched();
      }
    }
  }

  @Test
  void anAdopterInsideTheRunKeepsItsOrphansInTheRun() {
    try (ProcessWorld world = ProcessWorld.open()) {
      Actor runner = world.launcher().fork("R");
      try (SampledRunner sampled = SampledRunner.onDemand(root, runner)) {
        Actor adopter = runner.fork("adopter", ForkOptions.none().subreaper());
        sampled.sample();
        Actor between = adopter.fork("between");
        Actor orphan = between.fork("orphan", ForkOptions.none().setsid());
        between.exit();
        orphan.awaitParent(adopter.pid());
        sampled.killUnsampled();
        sampled.reap().noGrace().go().verified().ended(adopter, orphan);
      }
    }
  }

  @Test
  void anAdopterThatDiesDuringTheReap() {
    try (ProcessWorld world = ProcessWorld.open()) {
      Actor runner = world.launcher().fork("R");
      try (SampledRunner sampled = SampledRunner.onDemand(root, runner)) {
        Actor adopter = runner.fork("adopter", ForkOptions.none().subreaper());
        sampled.sample();
        Actor between = adopter.fork("between");
        Actor orphan = between.fork("orphan", ForkOptions.none().setsid());
        Actor child = orphan.fork("child", ForkOptions.none().setsid());
        between.exit();
        sampled.killUnsampled();
        AtomicBoolean done = new AtomicBoolean();
        ReapListener killer =
            new ReapListener() {
              @Override
              public void scanned(int scans, int alive, int undecided) {
                if (done.compareAndSet(false, true)) {
                  adopter.kill9();
                }
              }
            };
        ReapCheck check = sampled.reap().noGrace().listener(killer).go().verified();
        check.ended(orphan, child);
        assertThat(check.of(adopter).fate()).isIn(Fate.EXITED, Fate.ENDED);
      }
    }
  }

  /** What it adopted after the last sample is in nobody's record once it is dead. */
  @Test
  void anAdopterThatDiesBeforeTheReapLeavesADoubt() {
    try (ProcessWorld world = ProcessWorld.open()) {
      Actor runner = world.launcher().fork("R");
      try (SampledRunner sampled = SampledRunner.onDemand(root, runner)) {
        Actor adopter = runner.fork("adopter", ForkOptions.none().subreaper());
        sampled.sample();
        Actor orphan = adopter.fork("orphan", ForkOptions.none().setsid().record());
        sampled.killUnsampled();
        adopter.kill9();
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
  void aReaperInsideTheLineageSparesItselfAndRefuses() {
    try (PidNamespace world = PidNamespace.open(MANY_NUMBERS)) {
      NamespaceSexton outside = NamespaceSexton.start(world, "outside", root);
      Actor runner = world.launcher().fork("R");
      outside.add(runner);
      Actor parent = runner.fork("parent");
      Actor other = runner.fork("other", ForkOptions.none().setsid());
      NamespaceSexton inside = NamespaceSexton.startUnder(parent, "inside", root);
      outside.sample();
      outside.closeSampler();
      runner.kill9();
      parent.record();
      ReapCheck check =
          inside
              .reap(Duration.ZERO, DEADLINE)
              .refused(RefusalReason.REAPER_IN_LINEAGE)
              .ended(other);
      assertThat(check.of(parent).fate()).isEqualTo(Fate.SPARED);
      parent.assertNeverTouched();
      assertThat(inside.program().isAlive()).isTrue();
      outside.reap(Duration.ZERO, DEADLINE).verified().ended(parent);
      assertThat(inside.program().isAlive()).isFalse();
    }
  }

  /** It stands beside the runner without having been an orphan, and looks like a stranger. */
  @Test
  void aSiblingThatTheRunnerMadeIsADoubtAndNoStranger() {
    try (ProcessWorld world = ProcessWorld.open()) {
      Actor runner = world.launcher().fork("R");
      try (SampledRunner sampled = SampledRunner.onDemand(root, runner)) {
        Actor sampledSibling =
            runner.fork("sampled", ForkOptions.none().cloneParent().setsid().record());
        sampled.sample();
        Actor sibling = runner.fork("sibling", ForkOptions.none().cloneParent().setsid().record());
        sampled.killUnsampled();
        sampled
            .reap()
            .expectingRefusal()
            .go()
            .refused(RefusalReason.UNATTRIBUTED_ORPHAN)
            .undecided(sampledSibling, sibling);
        sibling.assertNeverTouched();
        sampledSibling.assertNeverTouched();
      }
    }
  }

  /** Orphans are given to an adopter's leader, so what another thread of it forked is its own. */
  @Test
  void whatAnAdoptersOtherThreadForkedIsItsOwn() {
    try (ProcessWorld world = ProcessWorld.open()) {
      Actor launcher = world.launcher();
      launcher.subreaper(true);
      Actor runner = launcher.fork("R");
      try (SampledRunner sampled = SampledRunner.onDemand(root, runner)) {
        Actor member = runner.fork("member");
        sampled.sample();
        Actor own = launcher.fork("own", ForkOptions.none().fromThread().setsid().record());
        sampled.killUnsampled();
        sampled.reap().noGrace().go().verified().ended(member).notNamed(own);
        own.assertNeverTouched();
      }
    }
  }

  @Test
  void aNestedPidNamespaceEndsWithItsInit() {
    try (ProcessWorld world = ProcessWorld.open()) {
      Actor runner = world.launcher().fork("R");
      try (SampledRunner sampled = SampledRunner.onDemand(root, runner)) {
        Actor init = runner.fork("init", ForkOptions.none().newPidNamespace());
        Actor inside = init.fork("inside", ForkOptions.none().setsid());
        sampled.sample();
        Actor later = inside.fork("later", ForkOptions.none().setsid());
        sampled.killUnsampled();
        sampled.reap().noGrace().go().verified().ended(init);
        assertThat(inside.isAlive()).isFalse();
        assertThat(later.isAlive()).isFalse();
      }
    }
  }
}
