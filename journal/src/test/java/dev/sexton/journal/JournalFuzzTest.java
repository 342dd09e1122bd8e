package dev.sexton.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Journals whose bytes were changed at random: whatever they hold, a reader says what it finds or
 * why it does not, in no other way than it documents.
 *
 * <p>{@code -Dsexton.fuzz.seconds=N} goes on for so long with each store and kind, {@code
 * -Dsexton.seed=N} repeats a run.
 */
@Timeout(7_200)
@ParameterizedClass
@EnumSource(names = {"CHRONICLE", "PLAIN"})
final class JournalFuzzTest {
  private static final double SECONDS =
      Double.parseDouble(System.getProperty("sexton.fuzz.seconds", "3"));
  private static final int RECORDS = 24;
  private static final int CHANGES_MAX = 8;
  private static final int RUN_MAX = 64;
  private static final double NANOS_PER_SECOND = 1e9;

  @Parameter JournalStore store = JournalStore.AUTO;

  @TempDir Path temp;

  private final long seed = Long.getLong("sexton.seed", System.nanoTime());
  private final Random random = new Random(seed);
  private final Map<Long, String> written = new HashMap<>();
  private final List<Integer> frames = new ArrayList<>();
  private byte[] original = {};

  /** Changes without the checksum: nothing is delivered that was not written. */
  @Test
  void damageShowsNothingThatWasNotWritten(TestReporter reporter) throws Exception {
    write();
    long executions = 0;
    for (long endNs = endNs(); System.nanoTime() < endNs; executions++) {
      byte[] bytes = original.clone();
      int length = bytes.length;
      for (int i = random.nextInt(CHANGES_MAX); i >= 0; i--) {
        change(bytes);
      }
      if (random.nextInt(4) == 0) {
        length = random.nextInt(length);
      }
      for (String record : readOrRefuse(bytes, length)) {
        long sequence = Long.parseLong(record.substring(0, record.indexOf(' ')));
        assertThat(record).as(repeat(executions)).isEqualTo(written.get(sequence));
      }
    }
    reporter.publishEntry(store + ", seed " + seed + ": " + executions + " damaged journals");
  }

  /** Changes under a right checksum, as a forger makes them. */
  @Test
  void aForgedRecordIsReadOrRefused(TestReporter reporter) throws Exception {
    write();
    long executions = 0;
    long delivered = 0;
    for (long endNs = endNs(); System.nanoTime() < endNs; executions++) {
      byte[] bytes = original.clone();
      for (int i = random.nextInt(CHANGES_MAX); i >= 0; i--) {
        forge(bytes, frames.get(random.nextInt(frames.size())));
      }
      delivered += readOrRefuse(bytes, bytes.length).size();
    }
    assertThat(delivered).isPositive();
    reporter.publishEntry(store + ", seed " + seed + ": " + executions + " forged journals");
  }

  private static long endNs() {
    return System.nanoTime() + (long) (SECONDS * NANOS_PER_SECOND);
  }

  private String repeat(long execution) {
    return "-Dsexton.seed=" + seed + ", execution " + execution + ", " + store;
  }

  private void write() throws Exception {
    random.setSeed(seed);
    Path directory;
    try (LineageAppender appender = Fixtures.create(temp.resolve("root"), store)) {
      directory = appender.directory();
      byte[] comm = "a name".getBytes(StandardCharsets.US_ASCII);
      while (appender.records() < RECORDS) {
        int number = (int) appender.records();
        appender.birth().pid(number).startTicks(number).comm(comm, 0, number % comm.length);
        appender.append();
        appender.change().pid(number).realUid(1).pidfdInode(number);
        appender.append();
        appender.deaths().add(number, number).add(number + 1, number);
        appender.append();
        appender.ancestor().pid(number).comm(comm, 0, comm.length);
        appender.append();
        appender.event(EventKind.NOTE).text("x".repeat(number));
        appender.append();
        appender.commit().startTicks(number).births(1).changes(1).deaths(2);
        appender.append();
      }
    }
    try (LineageReader reader = LineageReader.open(directory)) {
      reader.forEach(record -> written.put(record.sequence(), Fixtures.describe(record)));
    }
    original = Files.readAllBytes(directory.resolve(Fixtures.firstFile(store)));
    int used = 0;
    for (int at = 0; at + JournalFormat.PAYLOAD_AT < original.length; at += 4) {
      if (Bits.getInt(original, at) == JournalFormat.MAGIC) {
        frames.add(at);
        used = at + JournalFormat.PAYLOAD_AT + Bits.getInt(original, at + 4);
      }
    }
    // Of the room that was made real for more, a little.
    original = Arrays.copyOf(original, Math.min(original.length, used + 4 * RUN_MAX));
  }

  private void change(byte[] bytes) {
    int at = random.nextInt(bytes.length);
    int length = Math.min(1 + random.nextInt(RUN_MAX), bytes.length - at);
    switch (random.nextInt(6)) {
      case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(Byte.SIZE));
      case 1 -> Arrays.fill(bytes, at, at + length, (byte) 0);
      case 2 ->
          System.arraycopy(original, random.nextInt(bytes.length - length), bytes, at, length);
      case 3 -> {
        byte[] noise = new byte[length];
        random.nextBytes(noise);
        System.arraycopy(noise, 0, bytes, at, length);
      }
      case 4 -> {
        // A length, a sequence or an epoch of a frame.
        int frame = frames.get(random.nextInt(frames.size()));
        Bits.putInt(bytes, frame + 4 * (1 + random.nextInt(4)), interestingInt());
      }
      default -> Bits.putInt(bytes, Math.min(at, bytes.length - 4) & ~3, interestingInt());
    }
  }

  private int interestingInt() {
    int[] values = {0, 1, -1, Integer.MAX_VALUE, Integer.MIN_VALUE, 8_192, 8_193, 0x40000000};
    return values[random.nextInt(values.length)];
  }

  /** Changes a record's payload, its length or its sequence, and seals it anew. */
  private void forge(byte[] bytes, int frame) {
    int length = Bits.getInt(bytes, frame + JournalFormat.LENGTH_AT);
    switch (random.nextInt(8)) {
      case 0 -> {
        length = Math.max(1, length - random.nextInt(length));
        Bits.putInt(bytes, frame + JournalFormat.LENGTH_AT, length);
      }
      case 1 -> bytes[frame + JournalFormat.PAYLOAD_AT] = (byte) random.nextInt(10);
      case 2 ->
          Bits.putLong(
              bytes,
              frame + JournalFormat.SEQUENCE_AT,
              random.nextBoolean() ? random.nextInt(2 * RECORDS) : random.nextLong());
      default -> {
        int at = frame + JournalFormat.PAYLOAD_AT + random.nextInt(length);
        bytes[at] = (byte) (random.nextBoolean() ? random.nextInt() : interestingInt());
      }
    }
    int crc = JournalFormat.checksum(new CRC32C(), JournalFormat.salt("run"), bytes, frame, length);
    Bits.putInt(bytes, frame + JournalFormat.CRC_AT, crc);
  }

  /** What is delivered; nothing where the journal is refused. Checks both ways of reading. */
  private List<String> readOrRefuse(byte[] bytes, int length) throws Exception {
    Path copy = Files.createDirectories(temp.resolve("copy").resolve("run"));
    try (RandomAccessFile to =
        new RandomAccessFile(copy.resolve(Fixtures.firstFile(store)).toFile(), "rw")) {
      to.setLength(length);
      to.write(bytes, 0, length);
    }
    CheckReport check = JournalCheck.check(copy);
    try {
      Fixtures.Reading reading = Fixtures.read(copy);
      assertThat(check.records()).isEqualTo(reading.report().records());
      boolean damaged = check.verdict() == CheckReport.Verdict.DAMAGED;
      assertThat(damaged).isEqualTo(reading.report().damaged());
      return reading.records();
    } catch (JournalException e) {
      assertThat(check.verdict()).isNotIn(CheckReport.Verdict.CLEAN, CheckReport.Verdict.TORN_TAIL);
      return List.of();
    }
  }
}
