package dev.sexton.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What a journal takes on the disk, and how it goes on in further files. */
@ParameterizedClass
@EnumSource(names = {"CHRONICLE", "PLAIN"})
final class JournalSizeTest {
  private static final int KIB = 1024;
  private static final int MIB = 1024 * KIB;

  @Parameter JournalStore store = JournalStore.AUTO;

  @TempDir Path temp;

  @Test
  void anIdleJournalIsSmall() throws Exception {
    try (LineageAppender appender = Fixtures.create(temp, store)) {
      assertThat(Fixtures.allocatedBytes(appender.directory()))
          .isLessThan((store == JournalStore.PLAIN ? 16L : 300L) * KIB);
      for (Path file : JournalFiles.entries(appender.directory())) {
        assertThat(Files.size(file)).as(file.toString()).isLessThan(MIB);
      }
    }
  }

  @Test
  void aQuietHourTakesLessThanTwoMebibytes() throws Exception {
    try (LineageAppender appender = Fixtures.create(temp, store)) {
      Fixtures.appendCommits(appender, 3_600);
      assertThat(Fixtures.allocatedBytes(appender.directory())).isLessThan(2 * MIB);
    }
  }

  @Test
  void aBusyHourTakesLessThanThirtyTwoMebibytes() throws Exception {
    byte[] comm = "fifteen letters".getBytes(StandardCharsets.US_ASCII);
    try (LineageAppender appender = Fixtures.create(temp, store)) {
      for (int i = 0; i < 50 * 3_600; i++) {
        appender
            .birth()
            .pid(i)
            .parentPid(1)
            .processGroup(i)
            .session(i)
            .startTicks(i)
            .state((byte) 'S')
            .comm(comm, 0, comm.length);
        appender.append();
        Fixtures.appendCommits(appender, 1);
      }
      long allocated = Fixtures.allocatedBytes(appender.directory());
      System.err.println("JournalSizeTest busy hour, bytes on disk: " + allocated);
      assertThat(allocated).isLessThan(32 * MIB);
    }
  }

  @Test
  void aFullFileIsFollowedByAnother() throws Exception {
    JournalOptions options = new JournalOptions(100, 4096, store);
    try (LineageAppender appender = LineageJournal.create(temp, Fixtures.header("run"), options)) {
      Fixtures.appendCommits(appender, 1_000);
      Fixtures.Reading reading = Fixtures.read(appender.directory());
      // Each file but the last holds its header and 99 commits.
      assertThat(reading.report().files()).hasSize(11);
      assertThat(reading.records()).hasSize(1_011);
      assertThat(reading.report().damaged()).isFalse();
      assertThat(reading.report().tail()).isEqualTo(ReadReport.Tail.UNWRITTEN);
      assertThat(reading.records().stream().filter(r -> r.contains(" HEADER "))).hasSize(11);
    }
    Path directory = temp.resolve("run");
    if (store == JournalStore.CHRONICLE) {
      assertThat(Fixtures.sequencesByChronicle(directory))
          .isEqualTo(LongStream.range(0, 1_011).boxed().toList());
    }
    CheckReport check = JournalCheck.check(directory);
    assertThat(check.verdict()).as(check.toString()).isEqualTo(CheckReport.Verdict.CLEAN);
    assertThat(check.files().stream().mapToLong(CheckReport.FileReport::records).sum())
        .isEqualTo(1_011);
  }

  @Test
  void aMissingFileIsAHoleAndAMissingLastOneACutTail() throws Exception {
    JournalOptions options = new JournalOptions(100, 4096, store);
    try (LineageAppender appender = LineageJournal.create(temp, Fixtures.header("run"), options)) {
      Fixtures.appendCommits(appender, 450);
    }
    Path directory = temp.resolve("run");
    List<String> files = Fixtures.read(directory).report().files();
    Path middle = Fixtures.copy(directory, temp.resolve("middle"));
    Files.delete(middle.resolve(files.get(2)));
    ReadReport report = Fixtures.read(middle).report();
    assertThat(report.holes())
        .singleElement()
        .satisfies(
            hole -> {
              assertThat(hole.firstMissing()).isEqualTo(200);
              assertThat(hole.lastMissing()).isEqualTo(299);
            });
    assertThat(report.records()).isEqualTo(455 - 100);

    Path first = Fixtures.copy(directory, temp.resolve("first"));
    Files.delete(first.resolve(files.get(0)));
    assertThat(Fixtures.read(first).report().holes().get(0).firstMissing()).isZero();

    Path last = Fixtures.copy(directory, temp.resolve("last"));
    Files.delete(last.resolve(files.get(4)));
    ReadReport cut = Fixtures.read(last).report();
    assertThat(cut.damaged()).isFalse();
    assertThat(cut.tail()).isEqualTo(ReadReport.Tail.CUT);
  }

  @Test
  void theDefaultFileLimitStaysBelowWhatTheIndexHolds() throws Exception {
    try (LineageAppender appender = Fixtures.create(temp, store)) {
      int count = JournalOptions.RECORDS_PER_FILE_LIMIT + 10_000;
      for (int i = 0; i < count; i++) {
        appender.deaths();
        appender.append();
      }
      try (LineageReader reader = LineageReader.open(appender.directory())) {
        reader.forEach(record -> {});
        assertThat(reader.report().records()).isEqualTo(count + 2L);
        assertThat(reader.report().files()).hasSize(2);
        assertThat(reader.report().damaged()).isFalse();
      }
    }
  }
}
