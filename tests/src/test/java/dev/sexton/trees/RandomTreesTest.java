package dev.sexton.trees;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sexton.testing.Deadline;
import dev.sexton.testing.MayOrphan;
import dev.sexton.testing.NoForeignOrphans;
import dev.sexton.testing.NoSurvivors;
import dev.sexton.testing.Requirements;
import dev.sexton.testing.Seeds;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random process trees: every signal goes to a member, every proof is true, every refusal has a
 * reason that is, and where descent was there to be seen there is a proof.
 *
 * <p>{@code tests/bin/trees COUNT [SEED]} plays any number of them. One that failed is played again
 * as {@code tests/bin/trees 1 SEED} with the seed that the failure names.
 */
@ExtendWith(NoSurvivors.class)
class RandomTreesTest {

  private static final String COUNT = "sexton.trees";
  private static final int IN_NAMESPACES = 240;
  private static final int ON_HOST = 20;
  private static final Duration NAMESPACES_LIMIT = Duration.ofSeconds(60);
  private static final Duration HOST_LIMIT = Duration.ofSeconds(20);

  /** How long any number of trees may take that was asked for. */
  private static final Duration ASKED_LIMIT = Duration.ofDays(1);

  @TempDir Path folder;

  @MayOrphan
  @Test
  void treesInPidNamespaces() {
    Requirements.assumePidNamespace();
    Integer asked = Integer.getInteger(COUNT);
    play(
        "treesInPidNamespaces",
        asked == null ? IN_NAMESPACES : asked,
        asked == null ? NAMESPACES_LIMIT : ASKED_LIMIT,
        ScriptMaker::inNamespace);
  }

  @NoForeignOrphans
  @Test
  void treesOnTheHost() {
    Integer asked = Integer.getInteger(COUNT);
    play(
        "treesOnTheHost",
        asked == null ? ON_HOST : (asked + 11) / 12,
        asked == null ? HOST_LIMIT : ASKED_LIMIT,
        ScriptMaker::onHost);
  }

  private void play(String name, int count, Duration limit, LongFunction<TreeScript> maker) {
    long seed = Seeds.seedFor(name);
    List<TreeScript> scripts = LongStream.range(seed, seed + count).mapToObj(maker).toList();
    long beginNs = System.nanoTime();
    try (Forest forest = new Forest(folder)) {
      int played = forest.play(scripts, Deadline.after(limit));
      long milliseconds = (System.nanoTime() - beginNs) / 1_000_000;
      System.err.println(name + ": " + played + " trees in " + milliseconds + " ms");
      int counted = 0;
      for (Map.Entry<Numbers, Tally> entry : forest.tallies().entrySet()) {
        System.err.println("  numbers " + entry.getKey() + ": " + entry.getValue());
        counted += entry.getValue().trees();
      }
      assertThat(counted).isEqualTo(played).isPositive();
    }
  }
}
