package dev.sexton.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Which store a journal gets, what the header says of it, and the plain store's own failures. */
@Timeout(120)
final class PlainStoreTest {
  @TempDir Path temp;

  @Test
  void theStoreIsChronicleWhereNothingSpeaksAgainstIt() throws Exception {
    try (LineageAppender appender = LineageJournal.create(temp, Fixtures.header("run"))) {
      assertThat(appender.store()).isEqualTo(JournalStore.CHRONICLE);
      assertThat(appender.storeReason()).contains(Files.getFileStore(temp).type());
      assertThat(LineageJournal.whyNotChronicleAt(temp)).isNull();
      try (LineageReader reader = LineageReader.open(appender.directory())) {
        assertThat(reader.header()).isEqualTo(appender.header());
      }
      for (Path file : JournalFiles.entries(appender.directory())) {
        assertThat(LineageJournal.isJournalFile(String.valueOf(file.getFileName())))
            .as(file.toString())
            .isTrue();
      }
    }
  }

  @Test
  void anotherFileSystemGetsAPlainJournalAndTheHeaderSaysWhy() throws Exception {
    Path disk = Files.createDirectory(temp.resolve("disk"));
    assumeTrue(
        run("mount", "-t", "ramfs", "ramfs", disk.toString()), "needs the right to mount a ramfs");
    try {
      assertThat(LineageJournal.whyNotChronicleAt(disk)).contains("ramfs");
      assertThat(LineageJournal.whyNotAt(disk)).isNull();
      try (LineageAppender appender = LineageJournal.create(disk, Fixtures.header("run"))) {
        assertThat(appender.store()).isEqualTo(JournalStore.PLAIN);
        Fixtures.appendCommits(appender, 100);
        CheckReport check = JournalCheck.check(appender.directory());
        assertThat(check.verdict()).isEqualTo(CheckReport.Verdict.CLEAN);
        assertThat(check.findings()).isEmpty();
        assertThat(check.records()).isEqualTo(101);
        JournalHeader header = Objects.requireNonNull(check.header());
        assertThat(header.store()).isEqualTo(JournalStore.PLAIN);
        assertThat(header.storeReason()).contains("ramfs");
        assertThat(check.files())
            .singleElement()
            .satisfies(
                file ->
                    assertThat(file.chronicleRecords())
                        .isEqualTo(CheckReport.CHRONICLE_RECORDS_NONE));
        for (Path file : JournalFiles.entries(appender.directory())) {
          assertThat(LineageJournal.isJournalFile(String.valueOf(file.getFileName())))
              .as(file.toString())
              .isTrue();
        }
      }
      assertThatThrownBy(
              () ->
                  LineageJournal.create(
                      disk,
                      Fixtures.header("other"),
                      JournalOptions.defaults().withStore(JournalStore.CHRONICLE)))
          .isInstanceOfSatisfying(
              JournalException.class,
              e -> assertThat(e.kind()).isEqualTo(JournalException.Kind.UNSUPPORTED_FILE_SYSTEM));
      assertThat(disk.resolve("other")).doesNotExist();
    } finally {
      assertThat(run("umount", disk.toString())).isTrue();
    }
  }

  @Test
  void whereNoJournalAtAllIsPossibleThatIsSaid() throws Exception {
    Path file = Files.createFile(temp.resolve("file"));
    assertThat(LineageJournal.whyNotAt(file)).contains("not a directory");
    assertThat(LineageJournal.whyNotAt(file.resolve("below"))).contains("not a directory");
    assertThat(LineageJournal.whyNotAt(temp.resolve("missing"))).isNull();
    assertThat(temp.resolve("missing")).doesNotExist();
  }

  @Test
  void theNamesOfTheFilesAreInTheirOrderAndNeverChronicles() {
    for (int i = 0; i < 2_000; i++) {
      String name = JournalFiles.plainName(i);
      assertThat(name).isLessThan(JournalFiles.plainName(i + 1)).doesNotContain("cq4");
      assertThat(JournalFiles.isPlain(name)).isTrue();
      assertThat(JournalFiles.isPlain(JournalFiles.begunName(i))).isFalse();
      assertThat(JournalFiles.isPlain(JournalFiles.cycleName(i))).isFalse();
    }
  }

  @Test
  void whatStandsInTheWayOfAWriteIsTyped() {
    assertThat(kindOf("No space left on device")).isEqualTo(JournalException.Kind.FULL);
    assertThat(kindOf("Disk quota exceeded")).isEqualTo(JournalException.Kind.FULL);
    assertThat(kindOf("File too large")).isEqualTo(JournalException.Kind.FULL);
    assertThat(kindOf("Read-only file system")).isEqualTo(JournalException.Kind.IO);
  }

  private static JournalException.Kind kindOf(String message) {
    return IoFailures.from("write", new IOException(message)).kind();
  }

  @Test
  void aFailedRollChangesNothingAndCanBeRepeated() throws Exception {
    Path inTheWay = temp.resolve("run").resolve(JournalFiles.plainName(1));
    JournalOptions options = new JournalOptions(10, 4096, JournalStore.PLAIN);
    try (LineageAppender appender = LineageJournal.create(temp, Fixtures.header("run"), options)) {
      Fixtures.appendCommits(appender, 9);
      Files.createDirectory(inTheWay);
      appender.commit();
      for (int attempt = 0; attempt < 2; attempt++) {
        assertThatThrownBy(appender::append)
            .isInstanceOfSatisfying(
                JournalException.class,
                e -> assertThat(e.kind()).isEqualTo(JournalException.Kind.IO));
      }
      Files.delete(inTheWay);
      ReadReport report = Fixtures.read(appender.directory()).report();
      assertThat(report.records()).isEqualTo(10);
      assertThat(report.tail()).isEqualTo(ReadReport.Tail.UNWRITTEN);
      assertThat(appender.append()).isEqualTo(11);
      report = Fixtures.read(appender.directory()).report();
      assertThat(report.records()).isEqualTo(12);
      assertThat(report.damaged()).isFalse();
      assertThat(report.foreignFiles()).isEmpty();
    }
  }

  @Test
  void aLimitOnTheSizeOfFilesIsATypedFailureAndLeavesTheJournalWhole() throws Exception {
    // The soft limit alone, in blocks of 512 bytes: SIGXFSZ is ignored by the JVM.
    String limited = "ulimit -S -f 4; exec \"$@\"";
    List<String> java =
        Fixtures.javaCommand(
            WritingChild.class,
            List.of("-XX:-UsePerfData"),
            temp.toString(),
            "run",
            "1000000",
            JournalStore.PLAIN.name());
    List<String> command = new ArrayList<>(List.of("sh", "-c", limited, "sh"));
    command.addAll(java);
    Process child =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String last = "";
    long acknowledged = 0;
    try (BufferedReader out =
        new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        acknowledged += Character.isDigit(line.charAt(0)) ? 1 : 0;
        last = line;
      }
      assertThat(child.waitFor()).isZero();
    } finally {
      child.destroyForcibly().waitFor();
    }
    assertThat(last).startsWith("FULL ");
    ReadReport report = Fixtures.read(temp.resolve("run")).report();
    assertThat(report.records()).isEqualTo(acknowledged + 1).isGreaterThan(10);
    assertThat(report.tail()).isEqualTo(ReadReport.Tail.UNWRITTEN);
    assertThat(report.damaged()).isFalse();
  }

  @Test
  void aHeaderOfTheFirstVersionIsReadAsChronicles() throws Exception {
    Path file;
    try (LineageAppender appender = Fixtures.create(temp, JournalStore.CHRONICLE)) {
      Fixtures.appendCommits(appender, 10);
      file = appender.directory().resolve(JournalFiles.cycleName(0));
    }
    long headerAt;
    List<String> records = Fixtures.read(temp.resolve("run")).records();
    try (LineageReader reader = LineageReader.open(temp.resolve("run"))) {
      LineageEventDecoder header = new LineageEventDecoder();
      assertThat(reader.next(header)).isTrue();
      headerAt = header.offset();
    }
    byte[] content = Files.readAllBytes(file);
    turnIntoFirstVersion(content, (int) headerAt);
    Files.write(file, content);
    try (LineageReader reader = LineageReader.open(temp.resolve("run"))) {
      assertThat(reader.header().store()).isEqualTo(JournalStore.CHRONICLE);
      assertThat(reader.header().storeReason()).isEmpty();
      assertThat(reader.header().runnerPid()).isEqualTo(4711);
    }
    List<String> read = Fixtures.read(temp.resolve("run")).records();
    assertThat(read.subList(1, read.size())).isEqualTo(records.subList(1, records.size()));
  }

  /** Version 1 had neither the byte at 138 nor the fourth text. */
  private static void turnIntoFirstVersion(byte[] file, int at) {
    int payload = at + JournalFormat.PAYLOAD_AT;
    int length = Bits.getInt(file, at + JournalFormat.LENGTH_AT);
    int end = payload + 139;
    for (int text = 0; text < 3; text++) {
      end += 2 + Bits.getShort(file, end);
    }
    System.arraycopy(file, payload + 139, file, payload + 138, end - payload - 139);
    Arrays.fill(file, end - 1, payload + length, (byte) 0);
    int shorter = end - 1 - payload;
    Bits.putShort(file, payload + 1, 1);
    Bits.putInt(file, at + JournalFormat.LENGTH_AT, shorter);
    Bits.putInt(
        file,
        at + JournalFormat.CRC_AT,
        JournalFormat.checksum(new CRC32C(), JournalFormat.salt("run"), file, at, shorter));
  }

  private static boolean run(String... command) throws Exception {
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    return process.waitFor() == 0;
  }
}
