package dev.sexton.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A small plain journal of two files, cut at every byte and with every bit flipped: what is found
 * equals what a computation of its own finds in the same bytes.
 */
@Timeout(300)
final class PlainDamageTest {
  private static final int RECORDS_PER_FILE = 7;
  private static final int RECORDS = 12;

  @TempDir Path temp;
  private Path copy = Path.of("");
  private final Map<Long, String> written = new HashMap<>();
  private final List<byte[]> files = new ArrayList<>();
  private final byte[][] onDisk = {{}, {}};

  @BeforeEach
  void write() throws Exception {
    JournalOptions options = new JournalOptions(RECORDS_PER_FILE, 4096, JournalStore.PLAIN);
    Path original;
    try (LineageAppender appender =
        LineageJournal.create(temp.resolve("root"), Fixtures.header("run"), options)) {
      original = appender.directory();
      while (appender.records() < RECORDS) {
        appendOneOfEach(appender);
      }
    }
    try (LineageReader reader = LineageReader.open(original)) {
      reader.forEach(record -> written.put(record.sequence(), Fixtures.describe(record)));
      assertThat(reader.report().files()).hasSize(2);
    }
    assertThat(written).hasSize(RECORDS);
    copy = Files.createDirectories(temp.resolve("copy").resolve("run"));
    for (int i = 0; i < 2; i++) {
      files.add(Files.readAllBytes(original.resolve(JournalFiles.plainName(i))));
    }
  }

  /** Of all lengths modulo four; short, since the tests go through them bit by bit. */
  private static void appendOneOfEach(LineageAppender appender) throws JournalException {
    byte[] comm = "name".getBytes(StandardCharsets.US_ASCII);
    int round = (int) appender.records();
    appender.birth().pid(round).startTicks(round).comm(comm, 0, round % comm.length);
    appender.append();
    appender.deaths().add(round, round);
    appender.append();
    appender.event(EventKind.NOTE).text("x".repeat(round % 3));
    appender.append();
    appender.ancestor().pid(round).comm(comm, 0, comm.length);
    appender.append();
    appender.commit().startTicks(round);
    appender.append();
  }

  @Test
  void aCutAtAnyByteOfTheLastFileOnlyMovesTheEndBack() throws Exception {
    byte[] last = files.get(1);
    long before = wholeIn(files.get(0)).size();
    for (int cut = 0; cut <= last.length; cut++) {
      byte[] left = Arrays.copyOf(last, cut);
      Fixtures.Reading reading = readWith(files.get(0), left);
      SortedMap<Long, Integer> whole = wholeIn(left);
      assertThat(reading.records())
          .as("cut at %d", cut)
          .isEqualTo(expected(wholeIn(files.get(0)), whole));
      ReadReport report = reading.report();
      assertThat(report.records()).isEqualTo(before + whole.size());
      assertThat(report.damaged()).as("cut at %d: %s", cut, report).isFalse();
      assertThat(report.tail())
          .as("cut at %d", cut)
          .isEqualTo(
              cut > JournalFormat.aligned(endOfLast(left, whole))
                  ? ReadReport.Tail.TORN
                  : ReadReport.Tail.UNWRITTEN);
    }
  }

  @Test
  void aCutAtAnyByteOfAnEarlierFileIsAHole() throws Exception {
    byte[] first = files.get(0);
    int headerLength = (int) endOf(first, 0);
    for (int cut = 0; cut < first.length; cut++) {
      byte[] left = Arrays.copyOf(first, cut);
      SortedMap<Long, Integer> whole = wholeIn(left);
      Fixtures.Reading reading = readWith(left, files.get(1));
      assertThat(reading.records())
          .as("cut at %d", cut)
          .isEqualTo(expected(whole, wholeIn(files.get(1))));
      assertThat(reading.report().damaged())
          .as("cut at %d", cut)
          .isEqualTo(whole.size() < RECORDS_PER_FILE);
      assertThat(cut < headerLength || whole.containsKey(0L)).isTrue();
    }
  }

  @Test
  void everyFlippedBitCostsItsRecordAndIsReported() throws Exception {
    for (int file = 0; file < 2; file++) {
      for (int at = 0; at < files.get(file).length; at++) {
        for (int bit = 0; bit < 8; bit++) {
          flip(file, at, bit);
        }
      }
    }
  }

  private void flip(int file, int at, int bit) throws Exception {
    byte[] damaged = files.get(file).clone();
    damaged[at] ^= (byte) (1 << bit);
    byte[] first = file == 0 ? damaged : files.get(0);
    byte[] second = file == 1 ? damaged : files.get(1);
    Fixtures.Reading reading = readWith(first, second);
    SortedMap<Long, Integer> inSecond = wholeIn(second);
    assertThat(reading.records())
        .as("file %d, byte %d, bit %d", file, at, bit)
        .isEqualTo(expected(wholeIn(first), inSecond));
    ReadReport report = reading.report();
    boolean lost = report.records() < RECORDS;
    boolean lastLost = !inSecond.containsKey(RECORDS - 1L);
    assertThat(report.damaged())
        .as("file %d, byte %d, bit %d: %s", file, at, bit, report)
        .isEqualTo(lost && !lastLost);
    assertThat(report.tail())
        .as("file %d, byte %d, bit %d", file, at, bit)
        .isEqualTo(lastLost ? ReadReport.Tail.TORN : ReadReport.Tail.UNWRITTEN);
  }

  @Test
  void theOnlyFileWithoutAWholeHeaderIsDamageAndNoUnfinishedCreation() throws Exception {
    byte[] only = files.get(0);
    Files.createFile(copy.resolve(JournalFiles.LOCK));
    for (int cut = 0; cut < endOf(only, 0); cut++) {
      Files.write(copy.resolve(JournalFiles.plainName(0)), Arrays.copyOf(only, cut));
      JournalException e =
          catchThrowableOfType(JournalException.class, () -> LineageReader.open(copy).close());
      assertThat(e.kind()).as("cut at %d", cut).isEqualTo(JournalException.Kind.HEADER_DAMAGED);
    }
  }

  @Test
  void blocksThatAreZeroedSwappedOrRepeatedAreNoticed() throws Exception {
    byte[] first = files.get(0);
    List<Integer> places = new ArrayList<>(wholeIn(first).values());
    int second = places.get(1);
    int third = places.get(2);
    int length = places.get(3) - second;
    byte[] zeroed = first.clone();
    Arrays.fill(zeroed, second, places.get(3), (byte) 0);
    ReadReport report = readWith(zeroed, files.get(1)).report();
    assertThat(report.holes())
        .singleElement()
        .satisfies(
            hole -> {
              assertThat(hole.firstMissing()).isEqualTo(1);
              assertThat(hole.lastMissing()).isEqualTo(2);
            });

    byte[] swapped = first.clone();
    System.arraycopy(first, third, swapped, second, places.get(3) - third);
    System.arraycopy(first, second, swapped, second + places.get(3) - third, third - second);
    report = readWith(swapped, files.get(1)).report();
    assertThat(report.damaged()).isTrue();
    assertThat(report.staleRecords()).isEqualTo(1);

    byte[] repeated = Arrays.copyOf(files.get(1), files.get(1).length + 4 + length);
    System.arraycopy(
        first, second, repeated, (int) JournalFormat.aligned(files.get(1).length), length);
    report = readWith(first, repeated).report();
    assertThat(report.records()).isEqualTo(RECORDS);
    assertThat(report.staleRecords()).isEqualTo(2);
  }

  @Test
  void theLossOfTheLastFileIsNoticed() throws Exception {
    Files.write(copy.resolve(JournalFiles.plainName(0)), files.get(0));
    Fixtures.Reading reading = Fixtures.read(copy);
    assertThat(reading.records()).hasSize(RECORDS_PER_FILE);
    assertThat(reading.report().tail()).isEqualTo(ReadReport.Tail.CUT);
    assertThat(reading.report().tailBytes()).isZero();
    assertThat(JournalCheck.check(copy).verdict()).isEqualTo(CheckReport.Verdict.TORN_TAIL);
  }

  /** Writes the files that differ from those of the reading before, and reads. */
  private Fixtures.Reading readWith(byte[] first, byte[] second)
      throws IOException, JournalException {
    byte[][] wanted = {first, second};
    for (int i = 0; i < wanted.length; i++) {
      if (onDisk[i] != wanted[i]) {
        write(copy.resolve(JournalFiles.plainName(i)), wanted[i]);
        onDisk[i] = wanted[i];
      }
    }
    return Fixtures.read(copy);
  }

  /** In place: a file that was emptied first is flushed to the disk by ext4 when it is closed. */
  private static void write(Path path, byte[] content) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
      file.write(content);
      file.setLength(content.length);
    }
  }

  private List<String> expected(Map<Long, Integer> first, Map<Long, Integer> second) {
    List<String> records = new ArrayList<>();
    first.keySet().forEach(sequence -> records.add(String.valueOf(written.get(sequence))));
    second.keySet().forEach(sequence -> records.add(String.valueOf(written.get(sequence))));
    return records;
  }

  /** Written from the format's description: the places of the whole frames, by sequence. */
  private static SortedMap<Long, Integer> wholeIn(byte[] file) {
    SortedMap<Long, Integer> found = new TreeMap<>();
    byte[] magic = "SXJ1".getBytes(StandardCharsets.US_ASCII);
    for (int at = 0; at + 24 < file.length; at += 4) {
      if (Arrays.equals(file, at, at + 4, magic, 0, 4)) {
        long length = number(file, at + 4, 4);
        if (length >= 1 && length <= 8192 && at + 24 + length <= file.length) {
          CRC32C crc = new CRC32C();
          crc.update(saltOfRun());
          crc.update(file, at + 4, 16);
          crc.update(file, at + 24, (int) length);
          if (crc.getValue() == number(file, at + 20, 4)) {
            found.put(number(file, at + 12, 8), at);
          }
        }
      }
    }
    return found;
  }

  private static byte[] saltOfRun() {
    long hash = 0xcbf29ce484222325L;
    for (char c : "run".toCharArray()) {
      hash = (hash ^ c) * 0x100000001b3L;
    }
    byte[] salt = new byte[8];
    for (int i = 0; i < 8; i++) {
      salt[i] = (byte) (hash >>> (8 * i));
    }
    return salt;
  }

  private static long number(byte[] from, int at, int bytes) {
    long value = 0;
    for (int i = bytes - 1; i >= 0; i--) {
      value = value << 8 | (from[at + i] & 0xFF);
    }
    return value;
  }

  private static long endOf(byte[] file, int at) {
    return at + 24 + number(file, at + 4, 4);
  }

  private static long endOfLast(byte[] file, Map<Long, Integer> whole) {
    return whole.isEmpty() ? 0 : endOf(file, Collections.max(whole.values()));
  }
}
