package dev.sexton.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What is appended is what is read, by our reader and by Chronicle's. */
@ParameterizedClass
@EnumSource(names = {"CHRONICLE", "PLAIN"})
final class RoundTripTest {
  @Parameter JournalStore store = JournalStore.AUTO;

  @TempDir Path temp;

  @Test
  void everyRecordComesBackAsItWasAppended() throws Exception {
    long seed = System.nanoTime();
    System.err.println("RoundTripTest seed " + seed);
    RandomRecords random = new RandomRecords(seed);
    JournalHeader header = random.header("run-1");
    List<String> expected = new ArrayList<>();
    Path directory;
    try (LineageAppender appender =
        LineageJournal.create(
            temp.resolve("root"), header, JournalOptions.defaults().withStore(store))) {
      directory = appender.directory();
      assertThat(appender.store()).isEqualTo(store);
      assertThat(appender.storeReason()).isEqualTo(StoreChoice.ASKED_FOR);
      header = appender.header();
      expected.add("0 HEADER " + header);
      for (int i = 0; i < 5_000; i++) {
        expected.add(random.append(appender));
      }
      assertThat(appender.records()).isEqualTo(5_001);
      Fixtures.Reading live = Fixtures.read(directory);
      assertThat(live.records()).isEqualTo(expected);
      assertThat(live.report().bytes()).isEqualTo(appender.bytes());
      appender.event(EventKind.CLEAN_CLOSE);
      appender.append();
    }
    Fixtures.Reading closed = Fixtures.read(directory);
    assertThat(closed.records()).startsWith(expected.toArray(new String[0])).hasSize(5_002);
    assertThat(closed.report().tail()).isEqualTo(ReadReport.Tail.CLEAN);
    assertThat(closed.report().damaged()).isFalse();
    assertThat(closed.report().firstSequence()).isZero();
    assertThat(closed.report().lastSequence()).isEqualTo(5_001);
    if (store == JournalStore.CHRONICLE) {
      assertThat(Fixtures.sequencesByChronicle(directory))
          .isEqualTo(LongStream.rangeClosed(0, 5_001).boxed().toList());
    }
    CheckReport check = JournalCheck.check(directory);
    assertThat(check.verdict()).as(check.toString()).isEqualTo(CheckReport.Verdict.CLEAN);
    assertThat(check.findings()).isEmpty();
    assertThat(check.header()).isEqualTo(header);
  }

  @Test
  void theTailIsUnwrittenAfterAnyNumberOfRecords() throws Exception {
    try (LineageAppender appender = Fixtures.create(temp, store)) {
      // Past several index blocks (one for 8,192 records), which stand among the records.
      for (int i = 1; i <= 20_000; i++) {
        Fixtures.appendCommits(appender, 1);
        boolean nearAnIndexBlock = i > 16_300 && i < 16_500;
        if (i % 97 == 0 || nearAnIndexBlock) {
          ReadReport report = Fixtures.read(appender.directory()).report();
          assertThat(report.records()).isEqualTo(i + 1L);
          assertThat(report.tail()).as("after %d", i).isEqualTo(ReadReport.Tail.UNWRITTEN);
          assertThat(report.tailBytes()).isZero();
        }
      }
    }
  }

  @Test
  void appendingAllocatesNothing() throws Exception {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    byte[] comm = "a process name".getBytes(StandardCharsets.US_ASCII);
    try (LineageAppender appender = Fixtures.create(temp, store)) {
      appendSamples(appender, comm, 20_000);
      long thread = Thread.currentThread().getId();
      int samples = 10_000;
      long before = threads.getThreadAllocatedBytes(thread);
      appendSamples(appender, comm, samples);
      long allocated = threads.getThreadAllocatedBytes(thread) - before;
      assertThat(allocated).as("bytes for %d records", 3 * samples).isLessThan(3L * samples);
    }
  }

  private static void appendSamples(LineageAppender appender, byte[] comm, int samples)
      throws JournalException {
    for (int i = 0; i < samples; i++) {
      appender.birth().pid(i).parentPid(1).startTicks(i).realUid(1000).comm(comm, 0, comm.length);
      appender.append();
      appender.deaths().add(i, i);
      appender.append();
      appender.commit().virtualBefore(i).virtualAfter(i);
      appender.append();
    }
  }

  @Test
  void filesAndDirectoriesAreTheOwnersAlone() throws Exception {
    Path root = temp.resolve("a/b");
    try (LineageAppender appender = Fixtures.create(root, store)) {
      for (Path directory : List.of(root, appender.directory())) {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory)))
            .isEqualTo("rwx------");
      }
      for (Path file : JournalFiles.entries(appender.directory())) {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
            .as(file.toString())
            .isEqualTo("rw-------");
      }
    }
  }

  @Test
  void anInterruptedThreadCanAppendAndStaysInterrupted() throws Exception {
    try (LineageAppender appender = Fixtures.create(temp, store)) {
      Thread.currentThread().interrupt();
      Fixtures.appendCommits(appender, 5_000);
      assertThat(Thread.interrupted()).isTrue();
      assertThat(Fixtures.read(appender.directory()).records()).hasSize(5_001);
    }
  }

  @Test
  void aRunIdIsUsedOnce() throws Exception {
    Fixtures.create(temp, store).close();
    assertThatThrownBy(() -> Fixtures.create(temp, store))
        .isInstanceOfSatisfying(
            JournalException.class,
            e -> assertThat(e.kind()).isEqualTo(JournalException.Kind.EXISTS));
    assertThat(Fixtures.read(temp.resolve("run")).records()).hasSize(1);
  }

  @Test
  void closingTwiceIsFineAndAppendingAfterwardsIsABug() throws Exception {
    LineageAppender appender = Fixtures.create(temp, store);
    appender.commit();
    appender.close();
    appender.close();
    assertThatThrownBy(appender::append).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void closingReleasesEveryDescriptorAndMapping() throws Exception {
    Path directory;
    try (LineageAppender appender =
        LineageJournal.create(temp, Fixtures.header("run"), new JournalOptions(100, 4096, store))) {
      directory = appender.directory();
      Fixtures.appendCommits(appender, 1_000);
      assertThat(heldFiles(directory)).isNotEmpty();
    }
    Fixtures.read(directory);
    JournalCheck.check(directory);
    LineageJournal.writerState(directory);
    assertThat(heldFiles(directory)).isEmpty();
  }

  /** The files under a directory that this process has open or mapped. */
  private static List<String> heldFiles(Path directory) throws Exception {
    List<String> held = new ArrayList<>();
    try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
      for (Path descriptor : descriptors) {
        if (Files.isSymbolicLink(descriptor)) {
          held.add(Files.readSymbolicLink(descriptor).toString());
        }
      }
    }
    held.addAll(Files.readAllLines(Path.of("/proc/self/maps")));
    held.removeIf(line -> !line.contains(directory.toString()));
    return held;
  }

  @Test
  void whereChronicleFailsTheRecordsGoOnInPlainFiles() throws Exception {
    assumeTrue(store == JournalStore.CHRONICLE, "of Chronicle only");
    Path inTheWay = temp.resolve("run").resolve(JournalFiles.cycleName(1));
    try (LineageAppender appender =
        LineageJournal.create(temp, Fixtures.header("run"), new JournalOptions(10, 4096, store))) {
      Fixtures.appendCommits(appender, 9);
      assertThat(appender.chronicleFailure()).isNull();
      Files.createDirectory(inTheWay);
      Fixtures.appendCommits(appender, 20);
      assertThat(appender.chronicleFailure()).contains("Chronicle Queue failed");
      Files.delete(inTheWay);
      Fixtures.Reading reading = Fixtures.read(appender.directory());
      assertThat(reading.report().damaged()).isFalse();
      assertThat(reading.records()).hasSize((int) appender.records());
      assertThat(reading.records().stream().filter(r -> r.contains(" COMMIT "))).hasSize(29);
      assertThat(reading.records().stream().filter(r -> r.contains("the records go on in plain")))
          .hasSize(1);
      assertThat(JournalCheck.check(appender.directory()).verdict())
          .isEqualTo(CheckReport.Verdict.CLEAN);
    }
  }

  @Test
  void aForeignBirthIsSmall() {
    byte[] payload = new byte[JournalFormat.PAYLOAD_LENGTH_MAX];
    byte[] comm = new byte[LineageEventEncoder.COMM_LENGTH_MAX];
    int length =
        new LineageEventEncoder()
            .reset(EventType.BIRTH)
            .comm(comm, 0, comm.length)
            .encode(payload, 0);
    assertThat(length).isLessThanOrEqualTo(50);
    assertThat(new CommitEncoder().reset().encode(payload, 0)).isLessThanOrEqualTo(48);
  }

  @Test
  void aDifferenceTooLargeForACommitIsWrittenAsTheLargestThatFits() throws Exception {
    LineageEventDecoder decoder = new LineageEventDecoder();
    try (LineageAppender appender = Fixtures.create(temp, store)) {
      appender.commit().virtualBefore(1L << 40).virtualAfter(1L << 41).startTicks(1L << 40);
      appender.append();
      try (LineageReader reader = LineageReader.open(appender.directory())) {
        assertThat(reader.next(decoder)).isTrue();
        assertThat(reader.next(decoder)).isTrue();
      }
    }
    long largest = Integer.MAX_VALUE;
    assertThat(decoder.virtualAfter()).isEqualTo((1L << 40) + largest);
    assertThat(decoder.previousVirtualBefore()).isEqualTo((1L << 40) - largest);
    assertThat(decoder.previousStartTicks()).isEqualTo((1L << 40) - largest);
  }

  @Test
  void aLongTextIsCutAtACharacter() throws Exception {
    try (LineageAppender appender = Fixtures.create(temp, store)) {
      appender.event(EventKind.NOTE).text("x" + "\u20ac".repeat(100));
      appender.append();
      assertThat(Fixtures.read(appender.directory()).records().get(1))
          .endsWith("x" + "\u20ac".repeat(66) + "]");
    }
  }
}
