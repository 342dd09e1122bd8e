package dev.sexton.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sexton.engine.model.RefusalReason;
import dev.sexton.testing.sexton.ReapCheck;
import dev.sexton.testing.sexton.SampledRunner;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * That the gate is needed, and that it is enough: the same verifying test beside the same program
 * that keeps leaving short-lived orphans, without the gate and with it. {@code
 * -Dsexton.gate.runs=10} for more than the two of each that are always made.
 */
@ExtendWith(NoSurvivors.class)
@NoForeignOrphans
@Timeout(600)
class HostOrphanGateNeedTest {

  private static final int RUNS = Integer.getInteger("sexton.gate.runs", 2);
  private static final Duration DEADLINE = Duration.ofSeconds(3);

  @TempDir private Path temp;

  @Test
  void aVerifyingTestBesideOneThatLeavesOrphans() {
    int without = verifiedBeside("ungated", null);
    HostOrphanGate gate = HostOrphanGate.blindIn(temp.resolve("gate"));
    int with = verifiedBeside("gated", gate::noForeignOrphans);
    System.err.printf(
        "beside a program that leaves orphans, of %d reaps: verified without the gate %d,"
            + " with it %d%n",
        RUNS, without, with);
    assertThat(with).isEqualTo(RUNS);
    assertThat(without).isLessThan(RUNS);
  }

  private int verifiedBeside(String how, @Nullable Supplier<HostOrphanGate.Hold> entrance) {
    int verified = 0;
    for (int i = 0; i < RUNS; i++) {
      // A world for each run, so that what the leaver orphans is this test's and is not vouched
      // for.
      try (ProcessWorld world = ProcessWorld.open()) {
        Path gateFolder = temp.resolve("gate");
        Program leaver = world.runJava("leaver", OrphanLeaver.class, how, gateFolder.toString());
        leaver.awaitLine("ready");
        Path journals = temp.resolve(how + i);
        if (entrance == null) {
          verified += verifies(world, journals) ? 1 : 0;
        } else {
          try (HostOrphanGate.Hold hold = entrance.get()) {
            assertThat(hold).isNotNull();
            verified += verifies(world, journals) ? 1 : 0;
          }
        }
        leaver.send("end");
        assertThat(leaver.readLine()).as(leaver.errors()).startsWith("left ");
      }
    }
    return verified;
  }

  private static boolean verifies(ProcessWorld world, Path journals) {
    Actor runner = SampledRunner.startRunner(world, "R", ForkOptions.none());
    try (SampledRunner run = SampledRunner.onDemand(journals, runner)) {
      Actor member = runner.fork("member");
      run.sample();
      run.killUnsampled();
      ReapCheck check = run.reap().noGrace().options(o -> o.deadline(DEADLINE)).go();
      check.ended(member);
      assertThat(check.reasons())
          .isSubsetOf(RefusalReason.UNATTRIBUTED_ORPHAN, RefusalReason.SCAN_INCONCLUSIVE);
      return check.isVerified();
    }
  }
}
