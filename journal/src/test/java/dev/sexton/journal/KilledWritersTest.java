package dev.sexton.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Writers that are killed at random moments, from the creation of their journals on, in every JDK
 * that is installed beside this one.
 *
 * <p>{@code -Dsexton.kills=N} sets how many writers of each store, {@code -Dsexton.seed=N} repeats
 * a run.
 */
@Timeout(3_600)
@ParameterizedClass
@EnumSource(names = {"CHRONICLE", "PLAIN"})
final class KilledWritersTest {
  private static final int KILLS = Integer.getInteger("sexton.kills", 200);
  private static final int WRITERS = 10;
  private static final int APPENDS_MAX = 3_000;

  @Parameter JournalStore store = JournalStore.AUTO;

  @TempDir Path temp;

  private final Random random = new Random(Long.getLong("sexton.seed", System.nanoTime()));
  private long acknowledged;
  private long extra;
  private int unborn;

  @Test
  void everyAcknowledgedRecordIsThereAndNoFalseOne(TestReporter reporter) throws Exception {
    long seed = Long.getLong("sexton.seed", random.nextLong());
    random.setSeed(seed);
    List<Path> javas = Jdks.javas();
    for (int round = 0; round * WRITERS < KILLS; round++) {
      String name = "round-" + round;
      String repeat = "-Dsexton.seed=" + seed + ", " + name + ", " + store;
      Map<String, Long> last = writeAndKill(javas.get(round % javas.size()), name);
      for (int writer = 0; writer < WRITERS; writer++) {
        String runId = name + "-" + writer;
        check(temp.resolve(runId), last.getOrDefault(runId, -1L), repeat);
      }
      // Nobody waits for the dead.
      LineageJournal.create(
              temp, Fixtures.header(name + "-next"), JournalOptions.defaults().withStore(store))
          .close();
    }
    reporter.publishEntry(
        "%s, %d JDKs, seed %d: %d acknowledged, %d extra, %d killed before their first record"
            .formatted(store, javas.size(), seed, acknowledged, extra, unborn));
    assertThat(acknowledged).isPositive();
  }

  /** The last sequence that each writer said before it was killed. */
  private Map<String, Long> writeAndKill(Path java, String name) throws Exception {
    List<String> command =
        Fixtures.javaCommand(
            WritingChildren.class,
            List.of(JvmFlags.OPEN_REFLECT, JvmFlags.EXPORT_NIO),
            temp.toString(),
            name,
            Integer.toString(WRITERS),
            store.name());
    command.set(0, java.toString());
    Process child =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    Map<String, Long> last = new HashMap<>();
    try (BufferedReader out =
        new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8))) {
      // Every fourth time while journals are being created.
      int appends = random.nextInt(4) == 0 ? random.nextInt(WRITERS) : random.nextInt(APPENDS_MAX);
      String line = out.readLine();
      for (int i = 0; i < appends && line != null; i++) {
        note(line, last);
        line = out.readLine();
      }
      // Through the handle, since destroying the Process would close the pipe.
      assertThat(child.toHandle().destroyForcibly()).isTrue();
      child.waitFor();
      // What is left in the pipe was acknowledged too; its last line may be cut.
      while (line != null) {
        String next = out.readLine();
        if (next != null) {
          note(line, last);
        }
        line = next;
      }
      return last;
    } finally {
      child.destroyForcibly().waitFor();
    }
  }

  private static void note(String line, Map<String, Long> last) {
    int space = line.indexOf(' ');
    last.put(line.substring(0, space), Long.parseLong(line.substring(space + 1)));
  }

  private void check(Path directory, long lastAcknowledged, String repeat) throws Exception {
    assertThat(LineageJournal.writerState(directory)).as(repeat).isNotEqualTo(WriterState.ALIVE);
    try (LineageReader reader = LineageReader.open(directory)) {
      reader.forEach(
          record -> {
            if (record.type() == EventType.COMMIT) {
              // The header of a further file comes between the number and the record.
              assertThat(record.passStartTicks())
                  .as(repeat)
                  .isBetween(record.sequence() - 1, record.sequence());
            }
          });
      ReadReport report = reader.report();
      assertThat(report.damaged()).as("%s: %s", repeat, report).isFalse();
      // At most one whose line was cut, the header of a further file, and one that was not said.
      assertThat(report.lastSequence())
          .as("%s: %s", repeat, report)
          .isBetween(lastAcknowledged, lastAcknowledged + 3);
      acknowledged += lastAcknowledged + 1;
      extra += report.lastSequence() - lastAcknowledged;
    } catch (JournalException e) {
      // A header that was being written cannot be told from one that was damaged.
      assertThat(e.kind())
          .as("%s: %s", repeat, e.getMessage())
          .isIn(
              JournalException.Kind.NOT_FOUND,
              JournalException.Kind.NOT_A_JOURNAL,
              JournalException.Kind.HEADER_DAMAGED);
      assertThat(lastAcknowledged).as("%s: %s", repeat, e.getMessage()).isNegative();
      unborn++;
    }
  }
}
