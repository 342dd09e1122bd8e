package dev.sexton.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What each level of the check finds, what it counts, and what it says of an end. */
@ParameterizedClass
@EnumSource(names = {"CHRONICLE", "PLAIN"})
final class JournalCheckTest {
  private static final long CREATED_WALL_MILLIS = 1_750_000_000_000L;
  private static final long CREATED_BOOT_NS = 5_000_000_000L;

  @Parameter JournalStore store = JournalStore.AUTO;

  @TempDir Path temp;

  private static JournalHeader header() {
    return JournalHeader.builder("run", Fixtures.BOOT_ID)
        .runnerPid(4711)
        .ticksPerSecond(100)
        .createdWallMillis(CREATED_WALL_MILLIS)
        .createdBootNs(CREATED_BOOT_NS)
        .build();
  }

  /** What a test appends. */
  private interface Story {
    void tell(LineageAppender appender) throws JournalException;
  }

  private Path write(Story story) throws Exception {
    try (LineageAppender appender =
        LineageJournal.create(temp, header(), new JournalOptions(20, 4096, store))) {
      story.tell(appender);
      return appender.directory();
    }
  }

  private Path writeCommits(int count) throws Exception {
    return write(appender -> Fixtures.appendCommits(appender, count));
  }

  private static List<CheckReport.Finding.Kind> kinds(CheckReport report) {
    return report.findings().stream().map(CheckReport.Finding::kind).toList();
  }

  private static CheckReport structureOf(Path run) {
    return JournalCheck.check(run, CheckReport.Level.STRUCTURE);
  }

  @Test
  void theLengthsLeadToEveryRecordAndTheCountsAddUp() throws Exception {
    Path run = writeCommits(50);

    CheckReport structure = structureOf(run);
    assertThat(structure.verdict()).isEqualTo(CheckReport.Verdict.CLEAN);
    assertThat(structure.records()).isEqualTo(CheckReport.NOT_COUNTED);
    assertThat(structure.files())
        .extracting(CheckReport.FileReport::end)
        .containsExactly(
            CheckReport.FileEnd.MARKED, CheckReport.FileEnd.MARKED, CheckReport.FileEnd.UNWRITTEN);

    CheckReport records = JournalCheck.check(run);
    assertThat(records.verdict()).isEqualTo(CheckReport.Verdict.CLEAN);
    assertThat(records.files().stream().mapToLong(CheckReport.FileReport::records).sum())
        .isEqualTo(records.records())
        .isEqualTo(53);
    assertThat(records.files())
        .extracting(CheckReport.FileReport::framedRecords)
        .isEqualTo(structure.files().stream().map(CheckReport.FileReport::framedRecords).toList());
  }

  @Test
  void aFileInTheMiddleThatIsGoneIsFoundAtEachLevel() throws Exception {
    Path run = writeCommits(50);
    Files.delete(run.resolve(Fixtures.fileName(store, 1)));

    CheckReport structure = structureOf(run);
    assertThat(structure.verdict()).isEqualTo(CheckReport.Verdict.DAMAGED);
    assertThat(kinds(structure)).containsExactly(CheckReport.Finding.Kind.MISSING_FILE);
    assertThat(structure.findings().get(0).file()).isEqualTo(Fixtures.fileName(store, 1));

    CheckReport records = JournalCheck.check(run);
    assertThat(records.verdict()).isEqualTo(CheckReport.Verdict.DAMAGED);
    assertThat(kinds(records))
        .containsExactly(CheckReport.Finding.Kind.HOLE, CheckReport.Finding.Kind.MISSING_FILE);
    assertThat(records.findings().get(0).sequence()).isEqualTo(20);
    assertThat(records.findings().get(0).count()).isEqualTo(20);
    assertThat(records.counts().missing()).isEqualTo(20);
  }

  @Test
  void aLastFileThatIsGoneIsACutEndAtEachLevel() throws Exception {
    Path run = writeCommits(50);
    Files.delete(run.resolve(Fixtures.fileName(store, 2)));

    for (CheckReport.Level level : CheckReport.Level.values()) {
      CheckReport report = JournalCheck.check(run, level);
      assertThat(report.verdict()).isEqualTo(CheckReport.Verdict.TORN_TAIL);
      assertThat(report.tail()).isEqualTo(ReadReport.Tail.CUT);
      assertThat(kinds(report)).containsExactly(CheckReport.Finding.Kind.CUT_TAIL);
    }
  }

  @Test
  void anEndThatIsCutWithinARecordIsSaidAtEachLevel() throws Exception {
    Path run = writeCommits(10);
    Path file = run.resolve(Fixtures.firstFile(store));
    long end = Fixtures.read(run).report().tailOffset();
    Files.write(file, Arrays.copyOf(Files.readAllBytes(file), (int) end - 30));

    for (CheckReport.Level level : CheckReport.Level.values()) {
      CheckReport report = JournalCheck.check(run, level);
      assertThat(report.verdict()).as("%s", report).isEqualTo(CheckReport.Verdict.TORN_TAIL);
    }
  }

  /** Lengths and checksums are two ways to the same end, wherever nothing but the end is lost. */
  @Test
  void theLevelsAgreeOnAFileThatIsCutAnywhere() throws Exception {
    Path run = writeCommits(10);
    Path file = run.resolve(Fixtures.firstFile(store));
    byte[] bytes = Files.readAllBytes(file);
    int end = (int) Fixtures.read(run).report().tailOffset();
    int torn = 0;
    // Beyond the header, without which neither level comes to the end.
    for (int cut = end; cut > end - 700; cut--) {
      Files.write(file, Arrays.copyOf(bytes, cut));
      CheckReport structure = structureOf(run);
      CheckReport records = JournalCheck.check(run);
      assertThat(structure.verdict()).as("cut at %d", cut).isEqualTo(records.verdict());
      assertThat(structure.tail()).as("cut at %d", cut).isEqualTo(records.tail());
      torn += structure.verdict() == CheckReport.Verdict.TORN_TAIL ? 1 : 0;
    }
    assertThat(torn).isGreaterThan(500);
  }

  /** Only the deeper level looks at checksums. */
  @Test
  void aFlippedBitInAPayloadIsFoundByTheDeeperLevelAlone() throws Exception {
    Path run = writeCommits(10);
    Path file = run.resolve(Fixtures.firstFile(store));
    byte[] bytes = Files.readAllBytes(file);
    bytes[(int) Fixtures.read(run).report().tailOffset() - 200] ^= 1;
    Files.write(file, bytes);

    CheckReport report = JournalCheck.check(run);
    assertThat(report.verdict()).isEqualTo(CheckReport.Verdict.DAMAGED);
    assertThat(kinds(report)).contains(CheckReport.Finding.Kind.HOLE);
    assertThat(report.counts().missing()).isOne();
  }

  @Test
  void lengthsThatLeadNowhereAreFoundByTheStructure() throws Exception {
    Path run = writeCommits(50);
    Path file = run.resolve(Fixtures.firstFile(store));
    byte[] bytes = Files.readAllBytes(file);
    int fifth = 0;
    for (int record = 0; record < 5; record++) {
      fifth = indexOfFrame(bytes, fifth + 1);
    }
    int header = store == JournalStore.CHRONICLE ? Integer.BYTES : 0;
    int lengthAt = store == JournalStore.CHRONICLE ? 0 : JournalFormat.LENGTH_AT;
    Bits.putInt(bytes, fifth - header + lengthAt, 0x3FFF_FFF0);
    Files.write(file, bytes);

    CheckReport structure = structureOf(run);
    assertThat(structure.verdict()).isEqualTo(CheckReport.Verdict.DAMAGED);
    assertThat(kinds(structure)).containsExactly(CheckReport.Finding.Kind.LENGTHS_STOP_EARLY);
  }

  private static int indexOfFrame(byte[] bytes, int from) {
    int at = from;
    while (Bits.getInt(bytes, at) != JournalFormat.MAGIC) {
      at++;
    }
    return at;
  }

  @Test
  void countsThatDifferAreAFinding() throws Exception {
    Path run = writeCommits(10);
    ReadReport read = Fixtures.read(run).report();
    RecordCount count = new RecordCount(header().with(storeOf(run)));
    try (FileWindow window = FileWindow.open(run.resolve(Fixtures.firstFile(store)))) {
      assertThat(count.countFile("file", window)).isEqualTo(11);
    }
    assertThat(count.compare(read)).isEmpty();
    ReadReport other =
        new ReadReport(
            read.records() - 1,
            read.bytes(),
            read.firstSequence(),
            read.lastSequence(),
            read.holes(),
            read.staleRecords(),
            read.unreadableRecords(),
            read.tail(),
            read.tailOffset(),
            read.tailBytes(),
            read.files(),
            read.foreignFiles());
    assertThat(count.compare(other))
        .hasSize(3)
        .allSatisfy(
            finding -> {
              assertThat(finding.kind()).isEqualTo(CheckReport.Finding.Kind.COUNT_MISMATCH);
              assertThat(finding.count()).isOne();
            });
  }

  private static StoreChoice storeOf(Path run) throws JournalException {
    try (LineageReader reader = LineageReader.open(run)) {
      return new StoreChoice(reader.header().store(), reader.header().storeReason());
    }
  }

  @Test
  void whatCameAfterTheLastSampleTellsHowOldItIs() throws Exception {
    Path run =
        write(
            appender -> {
              appender.commit().startTicks(600);
              appender.append();
              appender.birth().pid(7).startTicks(612);
              appender.append();
            });
    CheckReport.LastSample last = lastSampleOf(run, 3_000);

    assertThat(last.samples()).isOne();
    assertThat(last.startTicks()).isEqualTo(600);
    assertThat(last.recordsAfter()).isOne();
    assertThat(last.newestRecordAfterNs()).isEqualTo(120_000_000);
    // Created 5 s after the boot, modified 3 s after that, and the sample began at 6 s.
    assertThat(last.modifiedAfterNs()).isEqualTo(2_000_000_000);
  }

  @Test
  void whatCannotBeToldIsNotGuessed() throws Exception {
    Path run = writeCommits(5);
    CheckReport.LastSample last = lastSampleOf(run, -10_000);

    assertThat(last.samples()).isEqualTo(5);
    assertThat(last.recordsAfter()).isZero();
    assertThat(last.newestRecordAfterNs()).isEqualTo(CheckReport.AGE_UNKNOWN);
    assertThat(last.modifiedAfterNs()).isEqualTo(CheckReport.AGE_UNKNOWN);
  }

  /** With the file's time set to so much after the journal's creation. */
  private CheckReport.LastSample lastSampleOf(Path run, long afterCreationMillis) throws Exception {
    Files.setLastModifiedTime(
        run.resolve(Fixtures.firstFile(store)),
        FileTime.fromMillis(CREATED_WALL_MILLIS + afterCreationMillis));
    return Objects.requireNonNull(JournalCheck.check(run).lastSample());
  }
}
