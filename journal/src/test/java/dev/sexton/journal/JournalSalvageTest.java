package dev.sexton.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A salvage has every whole record, and every damage, of what it was made of. */
@ParameterizedClass
@EnumSource(names = {"CHRONICLE", "PLAIN"})
final class JournalSalvageTest {
  private static final int RECORDS_PER_FILE = 40;

  @Parameter JournalStore store = JournalStore.AUTO;

  @TempDir Path temp;
  private int salvages;

  private Path write(int records, long seed) throws Exception {
    RandomRecords random = new RandomRecords(seed);
    try (LineageAppender appender =
        LineageJournal.create(
            temp.resolve("root"),
            Fixtures.header("run"),
            new JournalOptions(RECORDS_PER_FILE, 4096, store))) {
      for (int i = 0; i < records; i++) {
        random.append(appender);
      }
      return appender.directory();
    }
  }

  private SalvageReport salvage(Path run) throws JournalException {
    try (JournalSalvage salvage = JournalSalvage.into(temp.resolve("copy-" + salvages++))) {
      return salvage.salvage(run);
    }
  }

  private static Map<String, String> contentOf(Path directory) throws IOException {
    Map<String, String> content = new TreeMap<>();
    for (Path file : JournalFiles.entries(directory)) {
      content.put(
          file.toString(),
          Files.getLastModifiedTime(file) + " " + Arrays.hashCode(Files.readAllBytes(file)));
    }
    return content;
  }

  @Test
  void aWholeJournalIsCopiedRecordForRecordAndStaysAsItWas() throws Exception {
    Path run = write(100, 1);
    Map<String, String> before = contentOf(run);

    SalvageReport report = salvage(run);

    Fixtures.Reading source = Fixtures.read(run);
    Fixtures.Reading copy = Fixtures.read(report.directory());
    assertThat(copy.records()).isEqualTo(source.records());
    assertThat(copy.report().damaged()).isFalse();
    assertThat(copy.report().tail()).isEqualTo(source.report().tail());
    assertThat(report.records()).isEqualTo(source.records().size());
    assertThat(report.bytes()).isEqualTo(source.report().bytes());
    assertThat(report.files()).hasSameSizeAs(source.report().files());
    assertThat(JournalCheck.check(report.directory()).findings()).isEmpty();
    assertThat(report.leftOut()).allMatch(left -> left.startsWith("the file "));
    assertThat(contentOf(run)).isEqualTo(before);
  }

  @Test
  void theCopyIsItsMakersAlone() throws Exception {
    Path copy = salvage(write(100, 2)).directory();

    for (Path directory : new Path[] {copy, temp.resolve("copy-0")}) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory)))
          .isEqualTo("rwx------");
    }
    for (Path file : JournalFiles.entries(copy)) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("rw-------");
    }
    assertThat(JournalFiles.entries(temp.resolve("copy-0"))).containsExactly(copy);
  }

  @Test
  void aHoleStaysAHole() throws Exception {
    Path run = write(100, 3);
    flipInRecord(run.resolve(Fixtures.firstFile(store)), 5);

    SalvageReport report = salvage(run);

    ReadReport copy = Fixtures.read(report.directory()).report();
    assertThat(copy.damaged()).isTrue();
    assertThat(copy.holes())
        .singleElement()
        .satisfies(
            hole -> {
              assertThat(hole.firstMissing()).isEqualTo(5);
              assertThat(hole.lastMissing()).isEqualTo(5);
            });
    assertThat(report.leftOut()).anyMatch(left -> left.startsWith("records 5 to 5"));
  }

  /** Flips a bit in the payload of a record of the file, counted from 0. */
  private static void flipInRecord(Path file, int record) throws Exception {
    byte[] bytes = Files.readAllBytes(file);
    bytes[(int) frameAt(file, record) + JournalFormat.PAYLOAD_AT] ^= 1;
    Files.write(file, bytes);
  }

  private static long frameAt(Path file, int record) throws JournalException {
    RecordScan scan = new RecordScan(JournalFormat.salt("run"));
    try (FileWindow window = FileWindow.open(file)) {
      long at = 0;
      for (int i = 0; i <= record; i++) {
        assertThat(scan.find(window, at)).isTrue();
        at = scan.end();
      }
    }
    return scan.offset();
  }

  /** Leaving them out would make a journal that somebody wrote into twice look like a whole one. */
  @Test
  void staleRecordsStayDamage() throws Exception {
    Path run = write(100, 4);
    Path last = run.resolve(Fixtures.fileName(store, 2));
    byte[] first = Files.readAllBytes(run.resolve(Fixtures.firstFile(store)));
    int from = (int) frameAt(run.resolve(Fixtures.firstFile(store)), 3);
    int length =
        (int)
            JournalFormat.aligned(
                JournalFormat.PAYLOAD_AT + Bits.getInt(first, from + JournalFormat.LENGTH_AT));
    byte[] bytes = Files.readAllBytes(last);
    int to = (int) JournalFormat.aligned(Fixtures.read(run).report().tailOffset()) + 64;
    byte[] longer = Arrays.copyOf(bytes, Math.max(bytes.length, to + length));
    System.arraycopy(first, from, longer, to, length);
    Files.write(last, longer);
    assertThat(Fixtures.read(run).report().staleRecords()).isOne();

    ReadReport copy = Fixtures.read(salvage(run).directory()).report();

    assertThat(copy.staleRecords()).isOne();
    assertThat(copy.damaged()).isTrue();
  }

  @Test
  void aLostLastFileStaysACutEnd() throws Exception {
    Path run = write(100, 5);
    Files.delete(run.resolve(Fixtures.fileName(store, 2)));
    assertThat(Fixtures.read(run).report().tail()).isEqualTo(ReadReport.Tail.CUT);

    assertThat(Fixtures.read(salvage(run).directory()).report().tail())
        .isEqualTo(ReadReport.Tail.CUT);
  }

  /** A reap decides by the records and by whether they are damaged, so both must be the same. */
  @Test
  void howeverAJournalIsDamagedTheCopyReadsLikeIt() throws Exception {
    long seed = System.nanoTime();
    System.err.println("JournalSalvageTest seed " + seed);
    Random random = new Random(seed);
    Path run = write(100, seed);
    int salvaged = 0;
    for (int round = 0; round < 60; round++) {
      Path copy = Fixtures.copy(run, temp.resolve("round-" + round));
      damage(copy.resolve(Fixtures.fileName(store, random.nextInt(3))), random);
      Fixtures.Reading source;
      try {
        source = Fixtures.read(copy);
      } catch (JournalException e) {
        assertThat(catchThrowableOfType(JournalException.class, () -> salvage(copy)).kind())
            .isEqualTo(e.kind());
        continue;
      }
      Fixtures.Reading again = Fixtures.read(salvage(copy).directory());
      assertThat(again.records()).as("round %d", round).isEqualTo(source.records());
      assertThat(again.report().damaged()).isEqualTo(source.report().damaged());
      assertThat(again.report().staleRecords()).isEqualTo(source.report().staleRecords());
      assertThat(again.report().unreadableRecords()).isEqualTo(source.report().unreadableRecords());
      assertThat(JournalCheck.check(copy).findings())
          .noneMatch(finding -> finding.kind() == CheckReport.Finding.Kind.COUNT_MISMATCH);
      salvaged++;
    }
    assertThat(salvaged).isGreaterThan(40);
  }

  /** Flips bits, puts zeros, repeats a block from elsewhere, or cuts. */
  private static void damage(Path file, Random random) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    int used = Math.min(bytes.length, 8_000);
    int at = random.nextInt(used - 512) & -JournalFormat.ALIGNMENT;
    switch (random.nextInt(4)) {
      case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
      case 1 -> Arrays.fill(bytes, at, at + 512, (byte) 0);
      case 2 -> {
        int from = random.nextInt(used - 512) & -JournalFormat.ALIGNMENT;
        System.arraycopy(bytes, from, bytes, at, 512);
      }
      default -> bytes = Arrays.copyOf(bytes, at);
    }
    Files.write(file, bytes);
  }

  @Test
  void nothingThatIsThereIsWrittenInto() throws Exception {
    Path run = write(10, 6);
    Path there = Files.createDirectory(temp.resolve("there"));

    assertThat(
            catchThrowableOfType(JournalException.class, () -> JournalSalvage.into(there)).kind())
        .isEqualTo(JournalException.Kind.EXISTS);
    Path link = Files.createSymbolicLink(temp.resolve("link"), temp.resolve("nowhere"));
    assertThat(catchThrowableOfType(JournalException.class, () -> JournalSalvage.into(link)).kind())
        .isEqualTo(JournalException.Kind.EXISTS);
    try (JournalSalvage salvage = JournalSalvage.into(temp.resolve("new"))) {
      salvage.salvage(run);
      assertThat(catchThrowableOfType(JournalException.class, () -> salvage.salvage(run)).kind())
          .isEqualTo(JournalException.Kind.EXISTS);
    }
    assertThat(JournalFiles.entries(temp.resolve("new"))).hasSize(1);
    assertThat(JournalFiles.entries(there)).isEmpty();
  }

  @Test
  void aJournalThatIsBeingWrittenIsLeftAlone() throws Exception {
    try (LineageAppender appender = Fixtures.create(temp.resolve("root"), store)) {
      assertThat(
              catchThrowableOfType(JournalException.class, () -> salvage(appender.directory()))
                  .kind())
          .isEqualTo(JournalException.Kind.LOCKED);
      assertThat(temp.resolve("copy-0")).doesNotExist();
    }
  }

  @Test
  void whatWouldStandAmongTheRunsIsKnown() throws Exception {
    Path run = write(10, 7);
    assertThat(JournalSalvage.wouldTouch(run.resolve("copy"), run)).isTrue();
    assertThat(JournalSalvage.wouldTouch(run.resolveSibling("copy"), run)).isTrue();
    assertThat(JournalSalvage.wouldTouch(temp.resolve("copy"), run)).isFalse();
    Path link = Files.createSymbolicLink(temp.resolve("link"), run);
    assertThat(JournalSalvage.wouldTouch(link.resolve("copy"), run)).isTrue();
  }
}
