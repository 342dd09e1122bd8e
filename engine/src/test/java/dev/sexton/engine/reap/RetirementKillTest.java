package dev.sexton.engine.reap;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sexton.engine.census.RunRequest;
import dev.sexton.engine.census.Sampler;
import dev.sexton.engine.census.SamplerListener;
import dev.sexton.engine.fake.FakeHost;
import dev.sexton.engine.model.ReapReport;
import dev.sexton.journal.JournalDirectories;
import dev.sexton.journal.LineageReader;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * A reaper's process that is killed while it keeps certificates and retires journals. More rounds:
 * {@code -Dsexton.retirement.kills=N}; others: {@code -Dsexton.retirement.seed=N}.
 */
class RetirementKillTest extends FakeHostReaps {
  private static final int ROUNDS = Integer.getInteger("sexton.retirement.kills", 6);
  private static final long SEED = Long.getLong("sexton.retirement.seed", System.nanoTime());
  private static final int RUNS = 6;
  private static final int STEPS_OF_A_RUN = 9;

  private final ObjectMapper json = new ObjectMapper();

  @Test
  void everyRunIsWholeOrGoneWithItsCertificate() throws Exception {
    Random random = new Random(SEED);
    for (int round = 0; round < ROUNDS; round++) {
      root = folder.resolve("round-" + round);
      Set<String> recorded = recordRuns();
      int killAfter = 1 + random.nextInt(RUNS * STEPS_OF_A_RUN);
      String play = "seed " + SEED + ", round " + round + ", killed after step " + killAfter;

      killAChild(killAfter, play);

      Set<String> certified = certified(play);
      Set<String> left = new TreeSet<>();
      for (Path run : JournalDirectories.list(root).runs()) {
        left.add(run.getFileName().toString());
        try (LineageReader reader = LineageReader.open(run)) {
          assertThat(reader.header().runId()).as(play).isEqualTo(run.getFileName().toString());
        }
      }
      Set<String> all = new TreeSet<>(certified);
      all.addAll(left);
      assertThat(all).as(play).isEqualTo(recorded);

      FakeHost later = RetiringChild.hostAfterReboot(root);
      ReapReport report =
          Reaper.over(root).on(later::open).with(AT_ONCE.keepCertificates(1_000)).reap();

      assertThat(report.verified()).as(play + ": " + report).isTrue();
      assertThat(report.journals()).as(play).isEqualTo(left.size());
      assertThat(certified(play)).as(play).isEqualTo(recorded);
      assertThat(listed(root)).as(play).containsExactly(root.resolve("certificates"));
      assertThat(listed(root.resolve("certificates")))
          .as(play)
          .allMatch(file -> file.toString().endsWith(".json"));
    }
  }

  private Set<String> recordRuns() throws Exception {
    Set<String> recorded = new TreeSet<>();
    try (Sampler sampler = new Sampler(host.open(), root, BY_HAND, SamplerListener.NONE)) {
      for (int i = 0; i < RUNS; i++) {
        sampler.add(RunRequest.runner("run-" + i, host.runner.pid));
        recorded.add("run-" + i);
      }
    }
    return recorded;
  }

  private void killAChild(int killAfter, String play) throws Exception {
    Process child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                RetiringChild.class.getName(),
                root.toString())
            .redirectError(folder.resolve("child.err").toFile())
            .start();
    int steps = 0;
    try (BufferedReader said =
        new BufferedReader(
            new InputStreamReader(child.getInputStream(), StandardCharsets.US_ASCII))) {
      while (steps < killAfter && said.readLine() != null) {
        steps++;
      }
      child.destroyForcibly();
    }
    assertThat(child.waitFor(1, TimeUnit.MINUTES)).as(play).isTrue();
    assertThat(steps).as(play + ": " + Files.readString(folder.resolve("child.err"))).isPositive();
  }

  /** Whose certificates are there, each of them whole. */
  private Set<String> certified(String play) throws IOException {
    Set<String> runs = new TreeSet<>();
    if (!Files.isDirectory(root.resolve("certificates"))) {
      return runs;
    }
    for (Path file : listed(root.resolve("certificates"))) {
      if (!file.getFileName().toString().startsWith(".")) {
        JsonNode certificate = json.readTree(file.toFile());
        assertThat(certificate.get("run").get("verified").asBoolean()).as(play).isTrue();
        assertThat(certificate.get("journal").get("files")).as(play).isNotEmpty();
        runs.add(certificate.get("run").get("run").asText());
      }
    }
    return runs;
  }

  private static List<Path> listed(Path directory) throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.sorted().toList();
    }
  }
}
