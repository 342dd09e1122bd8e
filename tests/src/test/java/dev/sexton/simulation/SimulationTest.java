package dev.sexton.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * The scanner, sampler, journal, attributor and reaper on simulated hosts whose truth is known.
 *
 * <p>{@code -Dsexton.histories=N} sets how many histories there are, {@code -Dsexton.seed=N}
 * repeats a run; {@code tests/bin/simulate} goes on for as long as wanted.
 */
@Isolated
class SimulationTest {
  private static final int HISTORIES = Integer.getInteger("sexton.histories", 200_000);

  /** Always the same here, so that a build that passed passes again; new ones are the command's. */
  private static final long SEED = Long.getLong("sexton.seed", 20_261_201);

  private static final int THREADS = Runtime.getRuntime().availableProcessors();

  @Test
  void noPromiseIsBroken(TestReporter reporter) {
    Map<Family, Tally> tallies =
        new Simulation(List.of(Family.values()), SEED, THREADS).run(HISTORIES, () -> true);

    tallies.forEach(
        (family, tally) ->
            reporter.publishEntry("seed " + SEED + ", " + family.commandName(), tally.toString()));
    assertThat(tallies).containsOnlyKeys(Family.values());
    tallies.forEach(
        (family, tally) -> {
          // That there were no violations says something only if there was something to violate.
          assertThat(tally.signals()).as(family + " signals").isPositive();
          assertThat(tally.proofs()).as(family + " proofs").isPositive();
          assertThat(tally.refusedLiving()).as(family + " refusals").isPositive();
        });
  }

  @Test
  void aHistoryIsTheSameWheneverItIsRun(@TempDir Path directory) {
    for (Family family : Family.values()) {
      assertThat(logOf(family, directory))
          .as(family.commandName())
          .isEqualTo(logOf(family, directory));
    }
  }

  private static List<String> logOf(Family family, Path directory) {
    List<String> log = new ArrayList<>();
    new Simulation(List.of(family), 1, 1).one(family, 5, directory, new Tally(), log);
    return log;
  }
}
