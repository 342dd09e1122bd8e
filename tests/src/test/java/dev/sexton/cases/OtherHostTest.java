package dev.sexton.cases;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sexton.engine.model.RefusalReason;
import dev.sexton.testing.Actor;
import dev.sexton.testing.ForkOptions;
import dev.sexton.testing.MayOrphan;
import dev.sexton.testing.NoForeignOrphans;
import dev.sexton.testing.NoSurvivors;
import dev.sexton.testing.PidNamespace;
import dev.sexton.testing.ProcessWorld;
import dev.sexton.testing.sexton.NamespaceSexton;
import dev.sexton.testing.sexton.SampledRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Journals that are not of here. Another boot of this machine is case 42. */
@ExtendWith(NoSurvivors.class)
@NoForeignOrphans
class OtherHostTest {

  private static final int MANY_NUMBERS = 20_000;
  private static final Duration NO_GRACE = Duration.ZERO;
  private static final Duration DEADLINE = Duration.ofSeconds(20);
  private static final Path MACHINE_ID = Path.of("/etc/machine-id");

  @TempDir Path folder;

  @Test
  @MayOrphan
  void anotherMachinesJournalIsNotJudged() throws IOException {
    Assumptions.assumeTrue(Files.exists(MACHINE_ID), "needs a machine id");
    try (PidNamespace world = PidNamespace.open(MANY_NUMBERS)) {
      Path root = folder.resolve("root");
      NamespaceSexton sampler = NamespaceSexton.start(world, "sampler", root);
      Actor runner = world.launcher().fork("R");
      sampler.add(runner);
      Actor member = runner.fork("member", ForkOptions.none().record());
      sampler.sample();
      sampler.closeSampler();
      runner.kill9();
      Path boot = Files.writeString(folder.resolve("boot"), UUID.randomUUID() + "\n");
      String id = UUID.randomUUID().toString().replace("-", "");
      Path machine = Files.writeString(folder.resolve("machine"), id + "\n");
      List<String> elsewhere =
          Behind.both(
              Behind.mount(boot, "/proc/sys/kernel/random/boot_id"),
              Behind.mount(machine, MACHINE_ID.toString()));
      NamespaceSexton reaper = Behind.start(world, "reaper", root, elsewhere);
      reaper.reap(NO_GRACE, DEADLINE).refused(RefusalReason.OTHER_HOST).notNamed(member);
      member.assertNeverTouched();
    }
  }

  @Test
  void anotherPidNamespacesJournalIsNotJudged() {
    try (ProcessWorld world = ProcessWorld.open();
        PidNamespace elsewhere = PidNamespace.open(MANY_NUMBERS)) {
      Actor runner = world.launcher().fork("R");
      try (SampledRunner sampled = SampledRunner.onDemand(folder, runner)) {
        Actor member = runner.fork("member", ForkOptions.none().record());
        sampled.sample();
        sampled.killUnsampled();
        NamespaceSexton reaper = NamespaceSexton.start(elsewhere, "reaper", folder);
        reaper.reap(NO_GRACE, DEADLINE).refused(RefusalReason.OTHER_NAMESPACE).notNamed(member);
        member.assertNeverTouched();
        sampled.reap().noGrace().go().verified().ended(member);
      }
    }
  }

  /** The numbers that it reads are not those that it would signal. */
  @Test
  @MayOrphan
  void theProcOfAnotherPidNamespaceIsNoGround() {
    try (PidNamespace world = PidNamespace.open(MANY_NUMBERS)) {
      NamespaceSexton sampler = NamespaceSexton.start(world, "sampler", folder);
      Actor runner = world.launcher().fork("R");
      sampler.add(runner);
      Actor member = runner.fork("member", ForkOptions.none().record());
      sampler.sample();
      sampler.closeSampler();
      runner.kill9();
      NamespaceSexton reaper =
          Behind.start(
              world, "reaper", folder, List.of("unshare", "--pid", "--fork", "--kill-child"));
      assertThatThrownBy(() -> reaper.reap(NO_GRACE, DEADLINE))
          .hasMessageContaining("pid namespace");
      member.assertNeverTouched();
    }
  }

  @Test
  @MayOrphan
  void anotherTimeNamespacesJournalIsNotJudged() {
    try (PidNamespace world = PidNamespace.open(MANY_NUMBERS)) {
      NamespaceSexton sampler = NamespaceSexton.start(world, "sampler", folder);
      Actor runner = world.launcher().fork("R");
      sampler.add(runner);
      Actor member = runner.fork("member", ForkOptions.none().record());
      sampler.sample();
      sampler.closeSampler();
      runner.kill9();
      NamespaceSexton reaper =
          Behind.start(
              world,
              "reaper",
              folder,
              List.of("unshare", "--time", "--boottime", "1000", "--fork", "--kill-child"));
      reaper.reap(NO_GRACE, DEADLINE).refused(RefusalReason.OTHER_NAMESPACE).notNamed(member);
      member.assertNeverTouched();
    }
  }
}
