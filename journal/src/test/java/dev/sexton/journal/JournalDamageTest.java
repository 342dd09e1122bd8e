package dev.sexton.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Damage of every kind, in copies: never a wrong record, and nothing lost in silence. */
@ParameterizedClass
@EnumSource(names = {"CHRONICLE", "PLAIN"})
final class JournalDamageTest {
  private static final int RECORDS = 1_000;

  @Parameter JournalStore store = JournalStore.AUTO;

  @TempDir Path temp;
  private Path original;
  private List<String> written = List.of();
  private List<Long> offsets = List.of();
  private byte[] content = {};
  private int copies;

  @BeforeEach
  void write() throws Exception {
    long seed = System.nanoTime();
    System.err.println("JournalDamageTest seed " + seed);
    RandomRecords random = new RandomRecords(seed);
    written = new ArrayList<>();
    try (LineageAppender appender = Fixtures.create(temp, store)) {
      original = appender.directory();
      written.add("0 HEADER " + appender.header());
      for (int i = 1; i < RECORDS; i++) {
        written.add(random.append(appender));
      }
    }
    offsets = new ArrayList<>();
    try (LineageReader reader = LineageReader.open(original)) {
      reader.forEach(record -> offsets.add(record.offset()));
    }
    content = Files.readAllBytes(original.resolve(Fixtures.firstFile(store)));
  }

  @Test
  void aCutMovesTheEndBackAndNothingElse() throws Exception {
    Random random = new Random(offsets.size() + content.length);
    long used = offsets.get(RECORDS - 1);
    for (int round = 0; round < 200; round++) {
      int cut = (int) (offsets.get(1) + random.nextInt((int) (used - offsets.get(1))));
      Path copy = copyWith(Arrays.copyOf(content, cut));
      Fixtures.Reading reading = Fixtures.read(copy);
      int whole = 0;
      while (endOf(whole) <= cut) {
        whole++;
      }
      assertThat(reading.records()).as("cut at %d", cut).isEqualTo(written.subList(0, whole));
      assertThat(reading.report().damaged()).isFalse();
      // Chronicle's files say where their last record stands; a plain file ends where it is cut.
      boolean noticed =
          store == JournalStore.CHRONICLE || cut > JournalFormat.aligned(endOf(whole - 1));
      ReadReport.Tail left =
          store == JournalStore.CHRONICLE ? ReadReport.Tail.CUT : ReadReport.Tail.TORN;
      assertThat(reading.report().tail())
          .as("cut at %d", cut)
          .isEqualTo(noticed ? left : ReadReport.Tail.UNWRITTEN);
      assertThat(JournalCheck.check(copy).verdict())
          .isEqualTo(noticed ? CheckReport.Verdict.TORN_TAIL : CheckReport.Verdict.CLEAN);
    }
  }

  /** The length of the store's own header before a frame. */
  private int own() {
    return store == JournalStore.CHRONICLE ? Integer.BYTES : 0;
  }

  private long endOf(int record) {
    long at = offsets.get(record);
    return at + JournalFormat.PAYLOAD_AT + Bits.getInt(content, (int) at + JournalFormat.LENGTH_AT);
  }

  @Test
  void aCutBeforeTheFirstRecordIsDamageAndNoUnfinishedCreation() throws Exception {
    int first = offsets.get(0).intValue();
    for (int cut : new int[] {0, first / 600, first / 60, first, first + 50}) {
      assertThat(failure(copyWith(Arrays.copyOf(content, cut))).kind())
          .as("cut at %d", cut)
          .isEqualTo(JournalException.Kind.HEADER_DAMAGED);
    }
  }

  @Test
  void aFlippedBitCostsItsRecordAndIsReported() throws Exception {
    Random random = new Random(content.length);
    int first = offsets.get(1).intValue();
    int end = (int) endOf(RECORDS - 1);
    for (int round = 0; round < 300; round++) {
      byte[] damaged = content.clone();
      int at = first + random.nextInt(end - first);
      damaged[at] ^= (byte) (1 << random.nextInt(8));
      Fixtures.Reading reading = Fixtures.read(copyWith(damaged));
      int hit = recordAt(at);
      List<String> expected = new ArrayList<>(written);
      if (hit >= 0) {
        expected.remove(hit);
      }
      assertThat(reading.records()).as("flip at %d, record %d", at, hit).isEqualTo(expected);
      ReadReport report = reading.report();
      if (hit < 0) {
        assertThat(report.damaged()).isFalse();
      } else if (hit == RECORDS - 1) {
        assertThat(report.tail()).as("flip at %d", at).isEqualTo(ReadReport.Tail.TORN);
      } else {
        assertThat(report.holes())
            .singleElement()
            .satisfies(
                hole -> {
                  assertThat(hole.firstMissing()).isEqualTo(hit);
                  assertThat(hole.lastMissing()).isEqualTo(hit);
                  assertThat(hole.offset()).isBetween(offsets.get(hit) - 8, offsets.get(hit));
                });
      }
    }
  }

  /** The record whose frame holds this position, -1 between records. */
  private int recordAt(int position) {
    for (int i = 0; i < RECORDS; i++) {
      if (position >= offsets.get(i) && position < endOf(i)) {
        return i;
      }
    }
    return -1;
  }

  @Test
  void manyFlipsLoseOnlyTheRecordsHit() throws Exception {
    Random random = new Random(17);
    byte[] damaged = content.clone();
    Set<Integer> hit = new HashSet<>();
    int first = offsets.get(1).intValue();
    int end = (int) endOf(RECORDS - 2);
    for (int i = 0; i < 100; i++) {
      int at = first + random.nextInt(end - first);
      damaged[at] ^= 0x10;
      hit.add(recordAt(at));
    }
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < RECORDS; i++) {
      if (!hit.contains(i)) {
        expected.add(written.get(i));
      }
    }
    Path copy = copyWith(damaged);
    Fixtures.Reading reading = Fixtures.read(copy);
    assertThat(reading.records()).isEqualTo(expected);
    long missing =
        reading.report().holes().stream()
            .mapToLong(hole -> hole.lastMissing() - hole.firstMissing() + 1)
            .sum();
    assertThat(missing).isEqualTo(RECORDS - expected.size());
    assertThat(JournalCheck.check(copy).verdict()).isEqualTo(CheckReport.Verdict.DAMAGED);
  }

  @Test
  void flippedBitsBeforeTheFirstRecordCostNothing() throws Exception {
    byte[] damaged = content.clone();
    for (int at = 0; at < offsets.get(0); at += 13) {
      damaged[at] ^= 0x04;
    }
    Fixtures.Reading reading = Fixtures.read(copyWith(damaged));
    assertThat(reading.records()).isEqualTo(written);
    assertThat(reading.report().damaged()).isFalse();
  }

  @Test
  void zerosInTheMiddleAreAHole() throws Exception {
    byte[] damaged = content.clone();
    Arrays.fill(
        damaged,
        offsets.get(100).intValue() - own(),
        offsets.get(200).intValue() - own(),
        (byte) 0);
    ReadReport report = Fixtures.read(copyWith(damaged)).report();
    assertThat(report.holes())
        .singleElement()
        .satisfies(
            hole -> {
              assertThat(hole.firstMissing()).isEqualTo(100);
              assertThat(hole.lastMissing()).isEqualTo(199);
            });
  }

  @Test
  void aRecordCopiedBehindTheEndIsStaleAndNotDeliveredTwice() throws Exception {
    byte[] damaged = Arrays.copyOf(content, content.length + 4096);
    int at = (int) JournalFormat.aligned(endOf(RECORDS - 1)) + own();
    int from = offsets.get(10).intValue();
    System.arraycopy(content, from, damaged, at, (int) (endOf(10) - from));
    Fixtures.Reading reading = Fixtures.read(copyWith(damaged));
    assertThat(reading.records()).isEqualTo(written);
    assertThat(reading.report().staleRecords()).isEqualTo(1);
    assertThat(reading.report().damaged()).isTrue();
  }

  @Test
  void aDamagedHeaderIsNotAnUnfinishedCreation() throws Exception {
    byte[] damaged = content.clone();
    damaged[offsets.get(0).intValue() + JournalFormat.PAYLOAD_AT + 10] ^= 1;
    Path copy = copyWith(damaged);
    assertThat(failure(copy).kind()).isEqualTo(JournalException.Kind.HEADER_DAMAGED);
    assertThat(JournalCheck.check(copy).verdict()).isEqualTo(CheckReport.Verdict.DAMAGED);
  }

  @Test
  void anUnfinishedCreationIsNotAJournal() throws Exception {
    byte[] unfinished = content.clone();
    Arrays.fill(unfinished, offsets.get(0).intValue() - own(), unfinished.length, (byte) 0);
    Arrays.fill(unfinished, 0x40, 0x50, (byte) 0);
    Path copy = copyWith(unfinished);
    // A plain file gets its name only with its header in it.
    assertThat(failure(copy).kind())
        .isEqualTo(
            store == JournalStore.CHRONICLE
                ? JournalException.Kind.NOT_A_JOURNAL
                : JournalException.Kind.HEADER_DAMAGED);
    Path begun = Files.createDirectories(temp.resolve("begun").resolve("run"));
    Files.write(begun.resolve(JournalFiles.begunName(0)), content);
    Files.createFile(begun.resolve(JournalFiles.LOCK));
    assertThat(failure(begun).kind()).isEqualTo(JournalException.Kind.NOT_A_JOURNAL);
    Path empty = Files.createDirectory(temp.resolve("empty"));
    assertThat(failure(empty).kind()).isEqualTo(JournalException.Kind.NOT_A_JOURNAL);
    assertThat(JournalCheck.check(empty).verdict()).isEqualTo(CheckReport.Verdict.NOT_A_JOURNAL);
  }

  @Test
  void allRecordsGoneButTheWritePositionIsDamage() throws Exception {
    byte[] wiped = content.clone();
    Arrays.fill(wiped, offsets.get(0).intValue() - own(), wiped.length, (byte) 0);
    assertThat(failure(copyWith(wiped)).kind()).isEqualTo(JournalException.Kind.HEADER_DAMAGED);
  }

  @Test
  void aLaterVersionIsRefusedByItsNumber() throws Exception {
    byte[] later = content.clone();
    int at = offsets.get(0).intValue();
    Bits.putShort(
        later, at + JournalFormat.PAYLOAD_AT + HeaderCodec.VERSION_AT, JournalFormat.VERSION + 1);
    seal(later, at, "run");
    JournalException e = failure(copyWith(later));
    assertThat(e.kind()).isEqualTo(JournalException.Kind.UNKNOWN_VERSION);
    assertThat(e).hasMessageContaining("version " + (JournalFormat.VERSION + 1));
  }

  @Test
  void aWholeRecordOfAnUnknownTypeIsReportedAndAHole() throws Exception {
    byte[] strange = content.clone();
    int at = offsets.get(500).intValue();
    strange[at + JournalFormat.PAYLOAD_AT] = 99;
    seal(strange, at, "run");
    ReadReport report = Fixtures.read(copyWith(strange)).report();
    assertThat(report.unreadableRecords()).isEqualTo(1);
    assertThat(report.holes())
        .singleElement()
        .satisfies(h -> assertThat(h.firstMissing()).isEqualTo(500));
    assertThat(report.records()).isEqualTo(RECORDS - 1);
  }

  @Test
  void aJournalUnderAnotherNameIsNotBelieved() throws Exception {
    Path moved = Files.createDirectory(temp.resolve("moved"));
    Files.write(moved.resolve(Fixtures.firstFile(store)), content);
    JournalException e = failure(moved);
    assertThat(e.kind()).isEqualTo(JournalException.Kind.UNTRUSTED);
    assertThat(e).hasMessageContaining("run run");
  }

  @Test
  void aRecordOfAnotherRunIsNotTakenForOurs() throws Exception {
    byte[] mixed = Arrays.copyOf(content, content.length + 4096);
    int at = (int) JournalFormat.aligned(endOf(RECORDS - 1)) + own();
    int from = offsets.get(10).intValue();
    System.arraycopy(content, from, mixed, at, (int) (endOf(10) - from));
    Bits.putLong(mixed, at + JournalFormat.SEQUENCE_AT, RECORDS);
    seal(mixed, at, "another-run");
    assertThat(Fixtures.read(copyWith(mixed)).records()).isEqualTo(written);
    seal(mixed, at, "run");
    assertThat(Fixtures.read(copyWith(mixed)).records()).hasSize(RECORDS + 1);
  }

  @Test
  void linksAreNotFollowed() throws Exception {
    Path linkedFile = Files.createDirectories(temp.resolve("a").resolve("run"));
    Files.createSymbolicLink(
        linkedFile.resolve(Fixtures.firstFile(store)), original.resolve(Fixtures.firstFile(store)));
    assertThat(failure(linkedFile).kind()).isEqualTo(JournalException.Kind.UNTRUSTED);
    Path linkedDirectory = Files.createDirectory(temp.resolve("b")).resolve("run");
    Files.createSymbolicLink(linkedDirectory, original);
    assertThat(failure(linkedDirectory).kind()).isEqualTo(JournalException.Kind.UNTRUSTED);
  }

  @Test
  void foreignFilesAreListedAndIgnored() throws Exception {
    Path copy = copyWith(content);
    Files.createFile(copy.resolve("notes.txt"));
    Files.createFile(copy.resolve("20000102F.cq4.bak"));
    Fixtures.Reading reading = Fixtures.read(copy);
    assertThat(reading.records()).isEqualTo(written);
    assertThat(reading.report().foreignFiles()).containsExactly("20000102F.cq4.bak", "notes.txt");
    assertThat(JournalCheck.check(copy).verdict()).isEqualTo(CheckReport.Verdict.CLEAN);
  }

  @Test
  void aMissingDirectoryIsNotCreatedByReading() throws Exception {
    Path missing = temp.resolve("missing");
    assertThat(failure(missing).kind()).isEqualTo(JournalException.Kind.NOT_FOUND);
    assertThat(JournalCheck.check(missing).verdict()).isEqualTo(CheckReport.Verdict.NOT_A_JOURNAL);
    assertThat(missing).doesNotExist();
  }

  @Test
  void readingChangesNothing() throws Exception {
    List<String> before = listing();
    Fixtures.read(original);
    JournalCheck.check(original);
    LineageJournal.writerState(original);
    assertThat(listing()).isEqualTo(before);
    assertThat(Files.readAllBytes(original.resolve(Fixtures.firstFile(store)))).isEqualTo(content);
  }

  private List<String> listing() throws IOException {
    List<String> found = new ArrayList<>();
    for (Path file : JournalFiles.entries(original)) {
      found.add(file + " " + Files.size(file) + " " + Files.getLastModifiedTime(file));
    }
    return found;
  }

  private static void seal(byte[] bytes, int at, String runId) {
    int length = Bits.getInt(bytes, at + JournalFormat.LENGTH_AT);
    int crc = JournalFormat.checksum(new CRC32C(), JournalFormat.salt(runId), bytes, at, length);
    Bits.putInt(bytes, at + JournalFormat.CRC_AT, crc);
  }

  private static JournalException failure(Path runDirectory) {
    return catchThrowableOfType(
        JournalException.class, () -> LineageReader.open(runDirectory).close());
  }

  /** A copy of the journal whose one file holds this instead. */
  private Path copyWith(byte[] file) throws IOException {
    Path copy = Files.createDirectories(temp.resolve("copy-" + copies++).resolve("run"));
    try (RandomAccessFile to =
        new RandomAccessFile(copy.resolve(Fixtures.firstFile(store)).toFile(), "rw")) {
      to.write(file);
    }
    return copy;
  }
}
