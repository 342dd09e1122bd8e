package dev.sexton.trees;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sexton.engine.reap.ReapOptions;
import dev.sexton.testing.Actor;
import dev.sexton.testing.Deadline;
import dev.sexton.testing.ForkOptions;
import dev.sexton.testing.HotPotato;
import dev.sexton.testing.MayOrphan;
import dev.sexton.testing.NoForeignOrphans;
import dev.sexton.testing.NoSurvivors;
import dev.sexton.testing.PidNamespace;
import dev.sexton.testing.ProcessWorld;
import dev.sexton.testing.Program;
import dev.sexton.testing.sexton.NamespaceSexton;
import dev.sexton.testing.sexton.OtherProcesses;
import dev.sexton.testing.sexton.ReapCheck;
import dev.sexton.testing.sexton.SampledRunner;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A lineage of which exactly one member lives at a time. More than half of all looks at everything
 * show nobody of it, so whoever takes an empty look for a proof is wrong every other time.
 */
@ExtendWith(NoSurvivors.class)
class HotPotatoTest {

  private static final int SCANS = 1_500;
  private static final Duration SCANS_LIMIT = Duration.ofSeconds(5);
  private static final int REAPS = 150;
  private static final Duration REAPS_LIMIT = Duration.ofSeconds(3);
  private static final int MOVES_MIN = 20;
  private static final Duration LONG = Duration.ofSeconds(20);

  /** Signals nobody, so that the chain goes on; returns at the first scan that shows somebody. */
  private static final ReapOptions LOOKING =
      ReapOptions.DEFAULT.dryRun(true).deadline(Duration.ofSeconds(2));

  @TempDir Path folder;

  private HotPotato potato() {
    return new HotPotato(page());
  }

  private Path page() {
    return folder.resolve("page");
  }

  private Path journals() {
    return folder.resolve("journals");
  }

  private static Actor runner(ProcessWorld world) {
    return SampledRunner.startRunner(world, "R", ForkOptions.none().setsid().collectChildren());
  }

  @MayOrphan
  @ParameterizedTest
  @EnumSource(names = {"FEW", "USUAL"})
  void inAPidNamespace(Numbers numbers) {
    try (PidNamespace world = PidNamespace.open(numbers.pidMax())) {
      NamespaceSexton sexton = NamespaceSexton.start(world, "sexton", journals());
      Actor runner = runner(world);
      sexton.add(runner);
      HotPotato potato = potato();
      runner.hotPotato(potato);
      potato.awaitHop();
      sexton.sample();
      sexton.closeSampler();
      runner.kill9();

      Path run = journals().resolve("R");
      Program scans =
          world.runJava(
              "scans", PotatoScans.class, PotatoScans.arguments(run, page(), SCANS, SCANS_LIMIT));
      String line = scans.readLine(Deadline.after(SCANS_LIMIT.multipliedBy(4)));
      assertThat(line).as(scans.errors()).isNotNull();
      PotatoScans.Figures figures = PotatoScans.figures(Objects.requireNonNull(line));
      require(numbers + " in a pid namespace", figures, potato);
      neverProvedWhileItLives(numbers + " in a pid namespace", potato, () -> sexton.reap(LOOKING));

      potato.end();
      sexton.reap(ReapOptions.DEFAULT.deadline(LONG)).verified();
    }
  }

  @NoForeignOrphans
  @Test
  void onTheHost() throws Exception {
    try (ProcessWorld world = ProcessWorld.open()) {
      // The host's init may be slow to collect orphans, of which there are thousands a second.
      world.launcher().subreaper(true);
      world.launcher().collectChildren(true);
      Actor runner = runner(world);
      HotPotato potato = potato();
      try (SampledRunner sampled = SampledRunner.onDemand(journals(), runner)) {
        runner.hotPotato(potato);
        potato.awaitHop();
        sampled.sample();
        sampled.killUnsampled();

        OtherProcesses others = new OtherProcesses(world);
        PotatoScans scans = new PotatoScans(sampled.directory(), potato, SCANS, SCANS_LIMIT);
        require("on the host", scans.run(others::all), potato);
        neverProvedWhileItLives(
            "on the host", potato, () -> sampled.reap().options(before -> LOOKING).go());

        potato.end();
        sampled.reap().options(before -> before.deadline(LONG)).go().verified();
      }
    }
  }

  private static void require(String where, PotatoScans.Figures figures, HotPotato potato) {
    System.err.println("hot potato, " + where + ": " + figures);
    assertThat(figures.falseFinishes()).as("%s", figures).isZero();
    // Else the scans met no chain that moved.
    assertThat(figures.hops())
        .as("%s; the chain %s", figures, potato.isOver() ? "is over" : "is not over")
        .isGreaterThan(MOVES_MIN);
    assertThat(figures.scans()).as("%s", figures).isGreaterThan(MOVES_MIN);
  }

  /** The product's own decision, reap after reap. */
  private static void neverProvedWhileItLives(
      String where, HotPotato potato, Supplier<ReapCheck> reap) {
    Deadline deadline = Deadline.after(REAPS_LIMIT);
    int reaps = 0;
    int scans = 0;
    while (reaps < REAPS && !deadline.passed()) {
      ReapCheck check = reap.get();
      potato.awaitHop();
      assertThat(isProof(check)).as("%s", check).isFalse();
      reaps++;
      scans += check.scans();
    }
    System.err.println("hot potato, " + where + ": " + reaps + " reaps, " + scans + " scans");
  }

  /** A look that found members to end gives neither a proof nor a reason. */
  private static boolean isProof(ReapCheck check) {
    return check.isVerified() && check.processes().stream().noneMatch(p -> p.fate().isAlive());
  }
}
