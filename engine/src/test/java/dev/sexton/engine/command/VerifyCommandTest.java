package dev.sexton.engine.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sexton.journal.EventKind;
import dev.sexton.journal.JournalException;
import dev.sexton.journal.JournalHeader;
import dev.sexton.journal.JournalOptions;
import dev.sexton.journal.JournalStore;
import dev.sexton.journal.LineageAppender;
import dev.sexton.journal.LineageJournal;
import dev.sexton.journal.LineageReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code verify} says, at each level, and what it salvages. */
class VerifyCommandTest {
  private static final Path GOLDEN = Path.of("..", "journal", "src", "test", "resources", "golden");
  private static final String FILE = "lineage-00000000.sxj";
  private static final long CREATED_WALL_MILLIS = 1_750_000_000_000L;

  @TempDir Path directory;
  private Path root = Path.of("");

  @BeforeEach
  void nameTheRoot() {
    root = directory.resolve("journals");
  }

  /** What a test appends. */
  private interface Story {
    void tell(LineageAppender journal) throws JournalException;
  }

  private Path write(Story story) throws JournalException {
    JournalHeader header =
        JournalHeader.builder("run", new UUID(1, 2))
            .runnerPid(100)
            .runnerStartTicks(500)
            .ticksPerSecond(100)
            .pidMax(40_000)
            .createdWallMillis(CREATED_WALL_MILLIS)
            .createdBootNs(5_000_000_000L)
            .build();
    JournalOptions plain = JournalOptions.defaults().withStore(JournalStore.PLAIN);
    try (LineageAppender journal = LineageJournal.create(root, header, plain)) {
      story.tell(journal);
      return journal.directory();
    }
  }

  /** Three samples, each with a birth that its commit counts. */
  private Path writeThreeSamples() throws JournalException {
    return write(
        journal -> {
          for (int i = 0; i < 3; i++) {
            journal.birth().pid(101 + i).startTicks(600 + i).processGroup(1).session(1);
            journal.append();
            journal.commit().startTicks(700 + 10 * i).births(1);
            journal.append();
          }
        });
  }

  private static List<Long> offsets(Path run) throws JournalException {
    List<Long> offsets = new ArrayList<>();
    try (LineageReader reader = LineageReader.open(run)) {
      reader.forEach(record -> offsets.add(record.offset()));
    }
    return offsets;
  }

  /** Flips a bit in the payload of a record. */
  private static void spoil(Path run, int record) throws Exception {
    byte[] bytes = Files.readAllBytes(run.resolve(FILE));
    bytes[offsets(run).get(record).intValue() + 30] ^= 1;
    Files.write(run.resolve(FILE), bytes);
  }

  private static JsonNode runOf(Called called) throws IOException {
    return new ObjectMapper().readTree(called.out()).get("runs").get(0);
  }

  private static void unpack(Path archive, Path into) throws IOException {
    try (InputStream file = Files.newInputStream(archive);
        ZipInputStream zip = new ZipInputStream(file)) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        Path to = into.resolve(entry.getName());
        Files.createDirectories(into.resolve("golden"));
        Files.copy(zip, to);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"v1-chronicle", "v2-chronicle", "v2-plain"})
  void journalsOfEveryVersionAreCleanToTheDeepestLevel(String name) throws Exception {
    unpack(GOLDEN.resolve(name + ".zip"), root);

    for (CheckLevel level : CheckLevel.values()) {
      Called called = Called.with("verify", root, "--level", level.optionName(), "--json");
      assertThat(called.status()).as(called.out()).isEqualTo(ExitStatus.DONE.code());
      JsonNode report = new ObjectMapper().readTree(called.out());
      assertThat(report.get("level").asText()).isEqualTo(level.optionName());
      assertThat(report.get("clean").asBoolean()).isTrue();
      assertThat(report.get("runs").get(0).get("findings")).isEmpty();
    }
    JsonNode run = runOf(Called.with("verify", root, "--json"));
    assertThat(run.get("lineage").get("records").asLong()).isEqualTo(run.get("records").asLong());
    assertThat(run.get("lineage").get("births").asLong()).isEqualTo(10);
    assertThat(run.get("lineage").get("deaths").asLong()).isEqualTo(4);
    assertThat(run.get("lineage").get("uncommitted").asLong()).isZero();
    assertThat(run.get("tail").asText()).isEqualTo("clean");
  }

  @ParameterizedTest
  @CsvSource({"structure,0", "records,0", "lineage,4"})
  void countsThatDoNotAddUpAreFoundByTheLineage(String level, int status) throws Exception {
    write(
        journal -> {
          journal.birth().pid(101).startTicks(600);
          journal.append();
          journal.commit().startTicks(700).births(2);
          journal.append();
        });

    Called called = Called.with("verify", root, "--level", level);

    assertThat(called.status()).isEqualTo(status);
    assertThat(called.out().contains("impossible: A commit of 2 births")).isEqualTo(status == 4);
  }

  @ParameterizedTest
  @CsvSource({"structure,0", "records,4", "lineage,4"})
  void aHoleIsNamedWithWhatAReapWouldDo(String level, int status) throws Exception {
    spoil(writeThreeSamples(), 3);

    Called called = Called.with("verify", root, "--level", level);

    assertThat(called.status()).isEqualTo(status);
    if (status == 0) {
      assertThat(called.out()).contains("clean; its records were not looked at");
    } else {
      assertThat(called.out())
          .contains("refused (journal_damaged): hole of 1 record at sequence 3", "NOT clean");
      JsonNode run = runOf(Called.with("verify", root, "--level", level, "--json"));
      assertThat(run.get("missing").asLong()).isOne();
      assertThat(run.get("lineage").isNull()).isTrue();
      JsonNode finding = run.get("findings").get(0);
      assertThat(finding.get("kind").asText()).isEqualTo("hole");
      assertThat(finding.get("sequence").asLong()).isEqualTo(3);
      assertThat(finding.get("count").asLong()).isOne();
    }
  }

  @Test
  void aTornEndTellsHowOldTheLastSampleIsThen() throws Exception {
    Path run =
        write(
            journal -> {
              journal.commit().startTicks(700);
              journal.append();
              journal.event(EventKind.NOTE).bootNs(7_120_000_000L);
              journal.append();
              journal.commit().startTicks(713);
              journal.append();
            });
    byte[] bytes = Files.readAllBytes(run.resolve(FILE));
    Files.write(run.resolve(FILE), Arrays.copyOf(bytes, bytes.length - 9));

    Called called = Called.with("verify", root);

    assertThat(called.status()).isEqualTo(ExitStatus.DONE.code());
    assertThat(called.out())
        .contains(
            "torn_tail " + FILE,
            "the last whole sample began 120 ms before what the newest record tells of");
    JsonNode last = runOf(Called.with("verify", root, "--json")).get("lastSample");
    assertThat(last.get("newestRecordAfterMs").asLong()).isEqualTo(120);
  }

  @Test
  void whereNoSampleIsLeftThatIsSaid() throws Exception {
    write(journal -> {});
    assertThat(Called.with("verify", root).out()).contains("a reap refuses (no_sample)");
  }

  @Test
  void namesInTheDirectoryReachNoTerminalAsTheyAre() throws Exception {
    Path run = writeThreeSamples();
    Files.createFile(run.resolve("evil\u001b[31m\u202e"));

    Called called = Called.with("verify", root);

    assertThat(called.out()).contains("foreign_file evil\\x1b[31m\\xe2\\x80\\xae");
    assertThat(called.out().chars().filter(c -> c != '\n')).allMatch(c -> c >= 0x20 && c < 0x7f);
  }

  @Test
  void aLevelThatIsNoneIsToldFromTheOthers() {
    Called called = Called.with("verify", directory, "--level", "deep");
    assertThat(called.status()).isEqualTo(ExitStatus.USAGE.code());
    assertThat(called.err()).contains("write structure, records or lineage");
  }

  @Test
  void aSalvageHasTheDamageOfItsSource() throws Exception {
    Path run = writeThreeSamples();
    spoil(run, 3);
    byte[] before = Files.readAllBytes(run.resolve(FILE));
    Path copy = directory.resolve("copy");

    Called called = Called.with("verify", "--salvage", copy, run);

    assertThat(called.status()).isEqualTo(ExitStatus.DAMAGED.code());
    assertThat(called.out())
        .contains("salvaged to " + copy.resolve("run") + ": 6 records", "left out: records 3 to 3");
    assertThat(Files.readAllBytes(run.resolve(FILE))).isEqualTo(before);
    JsonNode again = runOf(Called.with("verify", copy, "--json"));
    assertThat(again.get("verdict").asText()).isEqualTo("damaged");
    assertThat(again.get("missing").asLong()).isOne();
  }

  @Test
  void aSalvageOfARootHasEachRun() throws Exception {
    writeThreeSamples();
    unpack(GOLDEN.resolve("v1-chronicle.zip"), root);
    Path copy = directory.resolve("copy");

    Called called = Called.with("verify", "--salvage", copy, root, "--json");

    assertThat(called.status()).as(called.out()).isEqualTo(ExitStatus.DONE.code());
    JsonNode runs = new ObjectMapper().readTree(called.out()).get("runs");
    assertThat(runs.findValuesAsText("run")).containsExactly("golden", "run");
    for (JsonNode run : runs) {
      assertThat(run.get("salvage").get("records").asLong()).isEqualTo(run.get("records").asLong());
    }
    assertThat(Called.with("verify", copy).out()).contains("clean: 2 runs");
  }

  @Test
  void aSalvageGoesWhereNothingIsAndNoRunIs() throws Exception {
    Path run = writeThreeSamples();
    for (Path taken :
        List.of(
            directory, root.resolve("copy"), run.resolve("copy"), directory.resolve("no/copy"))) {
      Called called = Called.with("verify", "--salvage", taken, run);
      assertThat(called.status()).as(taken.toString()).isEqualTo(ExitStatus.USAGE.code());
    }
    assertThat(run.resolve("copy")).doesNotExist();
    assertThat(root.resolve("copy")).doesNotExist();
  }

  @Test
  void aJournalThatIsBeingWrittenIsNotSalvaged() throws Exception {
    Path copy = directory.resolve("copy");
    write(
        journal -> {
          journal.commit();
          journal.append();
          Called called = Called.with("verify", "--salvage", copy, root);
          assertThat(called.status()).isEqualTo(ExitStatus.WRITER_ALIVE.code());
        });
    assertThat(copy).doesNotExist();
  }

  /** Else root would make of a user's forgery a journal of its own. */
  @Test
  void whatAReapWouldNotTrustIsNotSalvaged() throws Exception {
    Path run = writeThreeSamples();
    try {
      Files.setAttribute(run, "unix:uid", 12_345);
    } catch (IOException e) {
      assumeTrue(false, "needs the right to give files away");
    }
    Path copy = directory.resolve("copy");

    Called called = Called.with("verify", "--salvage", copy, root);

    assertThat(called.status()).isEqualTo(ExitStatus.REFUSED.code());
    assertThat(called.out()).contains("not salvaged: journal_untrusted: ");
    assertThat(copy).doesNotExist();
  }
}
