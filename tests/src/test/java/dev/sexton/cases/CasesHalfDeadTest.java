package dev.sexton.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sexton.engine.model.RefusalReason;
import dev.sexton.testing.Actor;
import dev.sexton.testing.ForkOptions;
import dev.sexton.testing.MayOrphan;
import dev.sexton.testing.NoForeignOrphans;
import dev.sexton.testing.NoSurvivors;
import dev.sexton.testing.PidNamespace;
import dev.sexton.testing.ProcessWorld;
import dev.sexton.testing.Program;
import dev.sexton.testing.Signal;
import dev.sexton.testing.sexton.NamespaceSexton;
import dev.sexton.testing.sexton.ReapCheck;
import dev.sexton.testing.sexton.SampledRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Corpses that nobody collects, sleepers that do not hear, and processes that may not be ended. */
@ExtendWith(NoSurvivors.class)
@NoForeignOrphans
class CasesHalfDeadTest {

  private static final int MANY_NUMBERS = 20_000;
  private static final Duration NO_GRACE = Duration.ZERO;
  private static final Duration DEADLINE = Duration.ofSeconds(20);
  private static final Duration REFUSAL = Duration.ofMillis(1500);

  @TempDir Path root;

  @Test
  @Tag("case-44")
  void case44_aCorpseThatItsParentDoesNotCollectIsDead() {
    try (ProcessWorld world = ProcessWorld.open()) {
      Actor launcher = world.launcher();
      launcher.subreaper(true);
      Actor runner = launcher.fork("R");
      try (SampledRunner sampled = SampledRunner.onDemand(root, runner)) {
        Actor member = runner.fork("member");
        sampled.sample();
        sampled.killUnsampled();
        launcher.collect();
        member.awaitParent(launcher.pid());
        ReapCheck check = sampled.reap().noGrace().go().verified().ended(member);
        assertThat(member.stat().state()).isEqualTo('Z');
        assertThat(check.uncollected()).isEqualTo(1);
        assertThat(check.report().runs().get(0).processes())
            .anySatisfy(
                process -> assertThat(process.note()).contains("its parent " + launcher.pid()));
        // Far below the deadline: nothing was waited for.
        assertThat(check.report().elapsedMs()).isLessThan(5_000);
      }
    }
  }

  @Test
  @Tag("case-45")
  @MayOrphan
  void case45_anInitThatNeverWaitsHoldsCorpsesNotMembers() {
    try (PidNamespace world = PidNamespace.openWithIdleInit(MANY_NUMBERS)) {
      NamespaceSexton sexton = NamespaceSexton.start(world, "sexton", root);
      Actor runner = world.launcher().fork("R");
      sexton.add(runner);
      Actor member = runner.fork("member");
      Actor escaped = runner.fork("escaped", ForkOptions.none().setsid());
      sexton.sample();
      sexton.closeSampler();
      runner.kill9();
      world.launcher().collect();
      ReapCheck check = sexton.reap(NO_GRACE, DEADLINE).verified().ended(member, escaped);
      assertThat(check.uncollected()).isEqualTo(2);
      assertThat(member.stat().state()).isEqualTo('Z');
      assertThat(member.stat().ppid()).isEqualTo(1);
    }
  }

  @Test
  @Tag("case-46")
  @MayOrphan
  void case46_theServicesOwnCorpsesAreGoneAndStayItsToCollect() {
    try (PidNamespace world = PidNamespace.open(MANY_NUMBERS)) {
      Program service = world.runJava("service", EmbeddingJvm.class, root.toString());
      assertThat(service.readLine()).isEqualTo("verified true []");
      assertThat(service.readLine()).isEqualTo("uncollected 2");
      assertThat(service.readLine()).isEqualTo("exit status 42");
      assertThat(service.readLine()).isEqualTo("corpses true true");
    }
  }

  @Test
  @Tag("case-48")
  void case48_aShortUninterruptibleSleepIsNoRefusal() {
    try (ProcessWorld world = ProcessWorld.open()) {
      Actor runner = world.launcher().fork("R");
      try (SampledRunner sampled = SampledRunner.onDemand(root, runner)) {
        Actor member = runner.fork("member");
        sampled.sample();
        sampled.killUnsampled();
        member.blockInVfork(300);
        sampled.reap().noGrace().go().verified().ended(member);
      }
    }
  }

  @Test
  @Tag("case-49")
  void case49_stoppedMembersAreLetRunToHearTheTerm() {
    try (ProcessWorld world = ProcessWorld.open()) {
      Actor stranger = world.stranger().fork("stopped-stranger");
      stranger.stop();
      Actor runner = world.launcher().fork("R");
      try (SampledRunner sampled = SampledRunner.onDemand(root, runner)) {
        Actor running = runner.fork("running");
        Actor stopped = runner.fork("stopped", ForkOptions.none().setsid());
        Actor deaf = runner.fork("deaf", ForkOptions.none().ignore(Signal.TERM));
        sampled.sample();
        stopped.stop();
        deaf.stop();
        sampled.killUnsampled();
        ReapCheck check = sampled.reap().go().verified().ended(running, stopped, deaf);
        assertThat(check.of(stopped).signals()).containsExactly("TERM", "CONT");
        // It is in the runner's group, which strangers may share: nobody in there is left stopped
        // while others are ended.
        assertThat(check.of(deaf).signals()).containsExactly("CONT", "TERM", "CONT", "KILL");
        check.notNamed(stranger);
        assertThat(stranger.stat().isStopped()).isTrue();
      }
    }
  }

  /** The run folder of the report does not exist here: what stays is the journal. */
  @Test
  @Tag("case-51")
  @MayOrphan
  void case51_aMemberThatMayNotBeSignalledIsNotDead() throws IOException {
    try (PidNamespace world = PidNamespace.open(MANY_NUMBERS)) {
      Path owned = Behind.rootOf(Behind.NOBODY, root);
      NamespaceSexton sexton = Behind.start(world, "sexton", owned, Behind.user(Behind.NOBODY));
      Actor runner = world.launcher().fork("R");
      Actor asRoot = runner.fork("root", ForkOptions.none().record());
      runner.uid(Behind.NOBODY);
      Actor member = runner.fork("member");
      sexton.add(runner);
      sexton.sample();
      sexton.closeSampler();
      runner.kill9();
      sexton.reap(NO_GRACE, DEADLINE).refused(RefusalReason.NOT_PERMITTED).ended(member);
      asRoot.assertNeverTouched();
      assertThat(Files.isDirectory(owned.resolve("R"))).isTrue();
    }
  }

  @Test
  @Tag("case-52")
  @MayOrphan
  void case52_aListedProcessWithoutStatBlocksTheProof() throws IOException {
    try (PidNamespace world = PidNamespace.open(MANY_NUMBERS)) {
      NamespaceSexton sexton =
          Behind.start(world, "sexton", root.resolve("journals"), Behind.script("true"));
      Actor runner = world.launcher().fork("R");
      sexton.add(runner);
      Actor member = runner.fork("member", ForkOptions.none().record());
      sexton.sample();
      sexton.closeSampler();
      runner.kill9();
      String entry = "/proc/" + member.pid();
      Path empty = Files.createDirectory(root.resolve("empty"));
      Behind.inside(sexton, "mount", "--bind", empty.toString(), entry);
      sexton.reap(NO_GRACE, REFUSAL).refused(RefusalReason.IDENTITY_UNKNOWN);
      member.assertNeverTouched();
      Behind.inside(sexton, "umount", entry);
      sexton.reap(NO_GRACE, DEADLINE).verified().ended(member);
    }
  }
}
