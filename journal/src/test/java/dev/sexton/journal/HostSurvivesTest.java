package dev.sexton.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Nothing that happens to the disk under a journal ends the JVM that writes it: children that are
 * interpreted and compiled, of each JDK that is installed, on a tmpfs and on an ext4 of the test's
 * own. Needs the right to mount.
 */
@Timeout(600)
@ParameterizedClass
@CsvSource({"CHRONICLE, tmpfs", "CHRONICLE, ext4", "PLAIN, tmpfs", "PLAIN, ext4"})
final class HostSurvivesTest {
  private static final int DISK_KIB = 4096;
  private static final int MANY = 1_000_000;

  @Parameter(0)
  JournalStore store = JournalStore.AUTO;

  @Parameter(1)
  String fileSystem = "";

  @TempDir Path temp;
  private Path disk = Path.of("");
  private boolean mounted;

  /** A child that does what it is told. */
  private static final class Child implements AutoCloseable {
    private final Process process;
    private final OutputStream to;
    private final BufferedReader from;

    Child(List<String> command, Path folder) throws IOException {
      process =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      to = process.getOutputStream();
      from =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** The answer's first word, and how many records there are. */
    Answer tell(String what) throws IOException {
      to.write((what + "\n").getBytes(StandardCharsets.UTF_8));
      to.flush();
      String answer = from.readLine();
      assertThat(answer).as("the answer of a living JVM to " + what).isNotNull();
      String[] words = answer.split(" ", 3);
      return new Answer(words[0], Long.parseLong(words[1]));
    }

    int end() throws Exception {
      to.close();
      return process.waitFor();
    }

    @Override
    public void close() {
      process.destroyForcibly();
      process.onExit().join();
    }
  }

  private record Answer(String kind, long records) {}

  @BeforeEach
  void mount() throws Exception {
    disk = Files.createDirectory(temp.resolve("disk"));
    if (fileSystem.equals("tmpfs")) {
      mounted =
          Disks.run("mount", "-t", "tmpfs", "-o", "size=" + DISK_KIB + "k", "tmpfs", "" + disk);
    } else {
      Path image = temp.resolve("image");
      try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
        file.setLength(2L * DISK_KIB * 1024);
      }
      mounted =
          Disks.run("mkfs.ext4", "-q", "-m", "0", image.toString())
              && Disks.run("mount", "-o", "loop", image.toString(), disk.toString());
    }
    assumeTrue(mounted, "this test needs the right to mount, and mkfs.ext4");
  }

  @AfterEach
  void unmount() throws Exception {
    if (mounted) {
      assertThat(Disks.run("umount", disk.toString())).isTrue();
    }
  }

  private List<List<String>> javas() throws IOException {
    List<List<String>> all = new ArrayList<>();
    for (Path java : Jdks.javas()) {
      all.add(List.of(java.toString()));
      all.add(List.of(java.toString(), "-Xint"));
    }
    return all;
  }

  private List<String> command(List<String> java, Path root, int recordsPerFile) {
    List<String> command = new ArrayList<>(java);
    List<String> rest =
        Fixtures.javaCommand(
            ToldWriter.class,
            List.of(JvmFlags.OPEN_REFLECT, JvmFlags.EXPORT_NIO),
            root.toString(),
            Integer.toString(recordsPerFile),
            store.name());
    command.addAll(rest.subList(1, rest.size()));
    return command;
  }

  /** At its start, in the middle of a file or at a roll, and when space returns. */
  @Test
  void aFullDisk() throws Exception {
    int round = 0;
    for (List<String> java : javas()) {
      for (int recordsPerFile : new int[] {MANY, 50}) {
        Path root = Files.createDirectory(disk.resolve("root-" + round++));
        Path ballast = disk.resolve("ballast");
        try (Child child = new Child(command(java, root, recordsPerFile), temp)) {
          Disks.fill(ballast, Disks.ALL_KIB);
          Answer answer = child.tell("create");
          assertThat(answer.kind()).as("%s", java).isEqualTo("FULL");
          Files.delete(ballast);
          assertThat(child.tell("create").kind()).isEqualTo("DONE");
          assertThat(child.tell("append 120").kind()).isEqualTo("DONE");
          Disks.fill(ballast, Disks.ALL_KIB);
          answer = child.tell("append " + MANY);
          assertThat(answer.kind()).as("%s", java).isEqualTo("FULL");
          long written = answer.records();
          assertThat(child.tell("append 1").kind()).isEqualTo("FULL");
          assertThat(Fixtures.read(root.resolve("run")).records()).hasSize((int) written);
          Files.delete(ballast);
          answer = child.tell("append 60");
          assertThat(answer.kind()).as("%s", java).isEqualTo("DONE");
          assertThat(child.tell("close").kind()).isEqualTo("DONE");
          assertThat(child.end()).as("%s", java).isZero();
          Fixtures.Reading reading = Fixtures.read(root.resolve("run"));
          assertThat(reading.report().damaged()).isFalse();
          assertThat(reading.records()).hasSize((int) answer.records());
        }
        assertNoCrashReports();
        removeRecursively(root);
      }
    }
  }

  /** A limit on the size of files, as a supervisor sets it. */
  @Test
  void aLimitOnTheSizeOfFiles() throws Exception {
    int round = 0;
    for (List<String> java : javas()) {
      Path root = Files.createDirectory(disk.resolve("root-" + round++));
      List<String> command =
          new ArrayList<>(List.of("sh", "-c", "ulimit -f 1000; exec \"$@\"", "sh"));
      command.addAll(command(java, root, MANY));
      try (Child child = new Child(command, temp)) {
        assertThat(child.tell("create").kind()).as("%s", java).isEqualTo("DONE");
        Answer answer = child.tell("append " + MANY);
        assertThat(answer.kind()).as("%s", java).isEqualTo("FULL");
        assertThat(child.end()).as("%s", java).isZero();
        Fixtures.Reading reading = Fixtures.read(root.resolve("run"));
        assertThat(reading.report().damaged()).isFalse();
        assertThat(reading.records()).hasSize((int) answer.records());
      }
      assertNoCrashReports();
      removeRecursively(root);
    }
  }

  /** Nobody can find the journal any more, but whoever writes it lives, and is told or not. */
  @Test
  void aDirectoryThatIsDeletedUnderneath() throws Exception {
    int round = 0;
    for (List<String> java : javas()) {
      for (int recordsPerFile : new int[] {MANY, 50}) {
        Path root = Files.createDirectory(disk.resolve("root-" + round++));
        try (Child child = new Child(command(java, root, recordsPerFile), temp)) {
          assertThat(child.tell("create").kind()).isEqualTo("DONE");
          assertThat(child.tell("append 20").kind()).isEqualTo("DONE");
          removeRecursively(root);
          String kind = child.tell("append 2000").kind();
          assertThat(kind).as("%s", java).isIn("DONE", "IO", "NOT_FOUND", "APPENDER_FAILED");
          // A further file cannot be begun where there is no directory, and that is told.
          assertThat(kind.equals("DONE")).as("%s", java).isEqualTo(recordsPerFile == MANY);
          assertThat(child.end()).as("%s", java).isZero();
        }
        assertNoCrashReports();
      }
    }
  }

  @Test
  void aDiskThatIsMadeReadOnly() throws Exception {
    assumeTrue(fileSystem.equals("tmpfs"), "an ext4 with an open writer is not made read-only");
    List<String> java = javas().get(0);
    try (Child child = new Child(command(java, disk, 50), temp)) {
      assertThat(child.tell("create").kind()).isEqualTo("DONE");
      assertThat(child.tell("append 20").kind()).isEqualTo("DONE");
      // Refused while somebody writes, also by the kernel: then nothing has happened.
      boolean readOnly = Disks.run("mount", "-o", "remount,ro", disk.toString());
      assertThat(child.tell("append 200").kind().equals("DONE")).isEqualTo(!readOnly);
      assertThat(child.end()).isZero();
    }
    assertNoCrashReports();
  }

  private void assertNoCrashReports() throws IOException {
    try (DirectoryStream<Path> reports = Files.newDirectoryStream(temp, "hs_err*")) {
      assertThat(reports).isEmpty();
    }
  }

  private static void removeRecursively(Path folder) throws IOException {
    for (Path entry : JournalFiles.entries(folder)) {
      if (Files.isDirectory(entry)) {
        removeRecursively(entry);
      } else {
        Files.delete(entry);
      }
    }
    Files.delete(folder);
  }
}
