package dev.sexton.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Journals as each version of the format wrote them are read for ever. One is an archive of a run
 * directory, {@code v<version>-<store>.zip}, beside a dump of it, one line a record.
 *
 * <p>Those of a new version are made once, by {@code mvn test -pl journal
 * -Dtest=GoldenJournalsTest#makesThoseOfThisVersion -Dsexton.golden=make}, and then belong to the
 * sources; none is ever made again. Version 1 wrote the same story by the code of its time.
 */
final class GoldenJournalsTest {
  private static final Path FOLDER = Path.of("src", "test", "resources", "golden");
  private static final String ARCHIVE = ".zip";
  private static final String DUMP = ".txt";
  private static final long ARCHIVE_BYTES_MAX = 64 << 10;

  @TempDir Path temp;

  static List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files
          .map(file -> String.valueOf(file.getFileName()))
          .filter(name -> name.endsWith(ARCHIVE))
          .map(name -> name.substring(0, name.length() - ARCHIVE.length()))
          .sorted()
          .toList();
    }
  }

  private static String nameOf(int version, JournalStore store) {
    return "v" + version + "-" + (store == JournalStore.PLAIN ? "plain" : "chronicle");
  }

  @Test
  void everyVersionIsThereInEachOfItsStores() throws IOException {
    TreeSet<String> wanted = new TreeSet<>(List.of(nameOf(1, JournalStore.CHRONICLE)));
    for (int version = 2; version <= JournalFormat.VERSION; version++) {
      wanted.add(nameOf(version, JournalStore.CHRONICLE));
      wanted.add(nameOf(version, JournalStore.PLAIN));
    }
    assertThat(names()).containsExactlyElementsOf(wanted);
  }

  @ParameterizedTest
  @MethodSource("names")
  void isReadAsItWasWritten(String name) throws Exception {
    Path run = unpack(name);
    assertThat(GoldenDump.of(run)).isEqualTo(Files.readAllLines(FOLDER.resolve(name + DUMP)));
    ReadReport report = Fixtures.read(run).report();
    assertThat(report.damaged()).isFalse();
    assertThat(report.tail()).isEqualTo(ReadReport.Tail.CLEAN);
    assertThat(report.files()).hasSizeGreaterThan(2);
    assertThat(Files.size(FOLDER.resolve(name + ARCHIVE))).isLessThan(ARCHIVE_BYTES_MAX);
  }

  @ParameterizedTest
  @MethodSource("names")
  void isFoundCleanAtEachLevel(String name) throws Exception {
    Path run = unpack(name);
    int records = Files.readAllLines(FOLDER.resolve(name + DUMP)).size();
    for (CheckReport.Level level : CheckReport.Level.values()) {
      CheckReport check = JournalCheck.check(run, level);
      assertThat(check.verdict()).as(check.toString()).isEqualTo(CheckReport.Verdict.CLEAN);
      assertThat(check.findings()).isEmpty();
      assertThat(check.files().stream().mapToLong(CheckReport.FileReport::framedRecords).sum())
          .isEqualTo(records);
    }
    assertThat(JournalCheck.check(run).records()).isEqualTo(records);
  }

  @ParameterizedTest
  @MethodSource("names")
  void isSalvagedRecordForRecord(String name) throws Exception {
    Path run = unpack(name);
    try (JournalSalvage salvage = JournalSalvage.into(temp.resolve("copy"))) {
      assertThat(GoldenDump.of(salvage.salvage(run).directory())).isEqualTo(GoldenDump.of(run));
    }
  }

  /** The story is the same, so the versions differ in what the header says, and in nothing else. */
  @ParameterizedTest
  @MethodSource("names")
  void saysWhatTheOthersSay(String name) throws Exception {
    assertThat(withoutHeaders(GoldenDump.of(unpack(name))))
        .isEqualTo(
            withoutHeaders(
                Files.readAllLines(FOLDER.resolve(nameOf(1, JournalStore.CHRONICLE) + DUMP))));
  }

  private static List<String> withoutHeaders(List<String> lines) {
    return lines.stream().filter(line -> !line.contains(" HEADER ")).toList();
  }

  /** What is written has changed if this fails: then it needs a version of its own. */
  @ParameterizedTest
  @EnumSource(names = {"CHRONICLE", "PLAIN"})
  void todaysWriterStillWritesItsVersion(JournalStore store) throws Exception {
    String name = nameOf(JournalFormat.VERSION, store);
    Path written = write(store);
    assertThat(GoldenDump.of(written)).isEqualTo(Files.readAllLines(FOLDER.resolve(name + DUMP)));
    Path golden = unpack(name);
    assertThat(JournalFiles.list(written).records()).isEqualTo(JournalFiles.list(golden).records());
    for (String file : JournalFiles.list(golden).records()) {
      assertThat(frames(written.resolve(file)))
          .as(file)
          .isEqualTo(frames(golden.resolve(file)))
          .isNotEmpty();
    }
  }

  /** Every frame of a file, byte for byte. */
  private static List<String> frames(Path file) throws JournalException {
    List<String> frames = new ArrayList<>();
    RecordScan scan = new RecordScan(JournalFormat.salt(GoldenStory.RUN));
    try (FileWindow window = FileWindow.open(file)) {
      for (long at = 0; scan.find(window, at); at = scan.end()) {
        int from = window.index(scan.offset());
        int length = JournalFormat.PAYLOAD_AT + scan.payloadLength();
        frames.add(HexFormat.of().formatHex(window.bytes(), from, from + length));
      }
    }
    return frames;
  }

  /** Overwrites nothing: it fails if one of this version is there already. */
  @Test
  @EnabledIfSystemProperty(named = "sexton.golden", matches = "make")
  void makesThoseOfThisVersion() throws Exception {
    for (JournalStore store : List.of(JournalStore.CHRONICLE, JournalStore.PLAIN)) {
      pack(write(store), nameOf(JournalFormat.VERSION, store));
    }
  }

  private Path write(JournalStore store) throws JournalException {
    JournalOptions options = new JournalOptions(GoldenStory.RECORDS_PER_FILE, 4096, store);
    try (LineageAppender journal =
        LineageJournal.create(temp.resolve("written-" + store), GoldenStory.header(), options)) {
      GoldenStory.tell(journal);
      return journal.directory();
    }
  }

  private static void pack(Path run, String name) throws Exception {
    try (ZipOutputStream archive =
        new ZipOutputStream(
            Files.newOutputStream(FOLDER.resolve(name + ARCHIVE), StandardOpenOption.CREATE_NEW))) {
      archive.setLevel(9);
      for (Path file : JournalFiles.entries(run)) {
        ZipEntry entry = new ZipEntry(run.getFileName() + "/" + file.getFileName());
        entry.setTime(0);
        archive.putNextEntry(entry);
        Files.copy(file, archive);
        archive.closeEntry();
      }
    }
    Files.write(FOLDER.resolve(name + DUMP), GoldenDump.of(run), StandardOpenOption.CREATE_NEW);
  }

  private Path unpack(String name) throws IOException {
    Path root = Files.createDirectory(temp.resolve(name));
    try (InputStream file = Files.newInputStream(FOLDER.resolve(name + ARCHIVE));
        ZipInputStream archive = new ZipInputStream(file)) {
      for (ZipEntry entry = archive.getNextEntry(); entry != null; entry = archive.getNextEntry()) {
        Path to = root.resolve(entry.getName());
        Files.createDirectories(root.resolve(GoldenStory.RUN));
        Files.copy(archive, to);
      }
    }
    return root.resolve(GoldenStory.RUN);
  }
}
