package dev.sexton.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Writers in JVMs of their own: killed, or started without what they need. */
@Timeout(300)
@ParameterizedClass
@EnumSource(names = {"CHRONICLE", "PLAIN"})
final class WriterProcessTest {
  private static final List<String> FLAGS = List.of(JvmFlags.OPEN_REFLECT, JvmFlags.EXPORT_NIO);
  private static final int ROUNDS = 6;

  @Parameter JournalStore store = JournalStore.AUTO;

  @TempDir Path temp;

  @Test
  void everyAcknowledgedRecordOutlivesAKilledWriter() throws Exception {
    long seed = System.nanoTime();
    System.err.println("WriterProcessTest seed " + seed);
    Random random = new Random(seed);
    for (int round = 0; round < ROUNDS; round++) {
      // Every other round with short files, so that some kills fall into a roll.
      int recordsPerFileMax = round % 2 == 0 ? 1_000_000 : 50;
      String runId = "run-" + round;
      Path directory = temp.resolve(runId);
      long acknowledged = writeAndKill(runId, recordsPerFileMax, 200 + random.nextInt(3_000));
      ReadReport report = Fixtures.read(directory).report();
      assertThat(report.damaged()).as("round %d: %s", round, report).isFalse();
      assertThat(report.lastSequence()).as("round %d", round).isGreaterThanOrEqualTo(acknowledged);
      assertThat(report.records()).isEqualTo(report.lastSequence() + 1);
      assertThat(LineageJournal.writerState(directory)).isEqualTo(WriterState.GONE);
    }
  }

  /** Kills the writer after it has acknowledged so many records; returns the last one it did. */
  private long writeAndKill(String runId, int recordsPerFileMax, int count) throws Exception {
    Process child = start(FLAGS, runId, Integer.toString(recordsPerFileMax));
    long acknowledged = -1;
    try (BufferedReader out = reader(child)) {
      for (int i = 0; i < count; i++) {
        acknowledged = Long.parseLong(String.valueOf(out.readLine()));
      }
      assertThat(LineageJournal.writerState(temp.resolve(runId))).isEqualTo(WriterState.ALIVE);
      // Through the handle, since destroying the Process would close the pipe.
      assertThat(child.toHandle().destroyForcibly()).isTrue();
      child.waitFor();
      // What is left in the pipe was acknowledged too; its last line may be cut.
      String before = "";
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        acknowledged = before.isEmpty() ? acknowledged : Long.parseLong(before);
        before = line;
      }
      return acknowledged;
    } finally {
      child.destroyForcibly().waitFor();
    }
  }

  @Test
  void withoutTheFlagsTheMessageNamesBothAndNothingIsCreated() throws Exception {
    assumeTrue(store == JournalStore.CHRONICLE, "of Chronicle only");
    for (List<String> flags :
        List.of(List.<String>of(), FLAGS.subList(0, 1), FLAGS.subList(1, 2))) {
      Process child = start(flags, "run", "100");
      try (BufferedReader out = reader(child)) {
        assertThat(out.readLine())
            .startsWith("UNAVAILABLE_FLAGS ")
            .contains(JvmFlags.OPEN_REFLECT)
            .contains(JvmFlags.EXPORT_NIO);
        assertThat(child.waitFor()).isZero();
      } finally {
        child.destroyForcibly().waitFor();
      }
      assertThat(temp.resolve("run")).doesNotExist();
    }
  }

  @Test
  void withoutTheFlagsTheStoreIsPlainUnlessChronicleWasAskedFor() throws Exception {
    assumeTrue(store == JournalStore.PLAIN, "the children choose by themselves");
    Process child = start(List.of(), "run", "100", JournalStore.AUTO);
    try (BufferedReader out = reader(child)) {
      for (int i = 0; i < 300; i++) {
        Long.parseLong(String.valueOf(out.readLine()));
      }
    } finally {
      child.destroyForcibly().waitFor();
    }
    try (LineageReader reader = LineageReader.open(temp.resolve("run"))) {
      assertThat(reader.header().store()).isEqualTo(JournalStore.PLAIN);
      assertThat(reader.header().storeReason())
          .contains(JvmFlags.OPEN_REFLECT)
          .contains(JvmFlags.EXPORT_NIO);
      reader.forEach(record -> {});
      assertThat(reader.report().files()).hasSizeGreaterThan(2);
      assertThat(reader.report().damaged()).isFalse();
    }
  }

  @Test
  void aWriterStartsNoProcessAndLeavesNothingInTheHome() throws Exception {
    Path home = Files.createDirectory(temp.resolve("home"));
    Process child =
        start(List.of(FLAGS.get(0), FLAGS.get(1), "-Duser.home=" + home), "run", "1000000");
    try (BufferedReader out = reader(child)) {
      for (int i = 0; i < 1_000; i++) {
        Long.parseLong(String.valueOf(out.readLine()));
      }
      assertThat(child.children()).isEmpty();
    } finally {
      child.destroyForcibly().waitFor();
    }
    assertThat(JournalFiles.entries(home)).isEmpty();
  }

  private Process start(List<String> flags, String runId, String recordsPerFileMax)
      throws Exception {
    return start(flags, runId, recordsPerFileMax, store);
  }

  private Process start(
      List<String> flags, String runId, String recordsPerFileMax, JournalStore wanted)
      throws Exception {
    return new ProcessBuilder(
            Fixtures.javaCommand(
                WritingChild.class,
                flags,
                temp.toString(),
                runId,
                recordsPerFileMax,
                wanted.name()))
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  private static BufferedReader reader(Process child) {
    return new BufferedReader(
        new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8));
  }
}
