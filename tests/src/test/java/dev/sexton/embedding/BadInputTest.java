package dev.sexton.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.sexton.engine.JobNotRecordedException;
import dev.sexton.engine.RunRegister;
import dev.sexton.engine.Scope;
import dev.sexton.engine.reap.ReapTargetException;
import dev.sexton.journal.JournalException;
import dev.sexton.testing.MayOrphan;
import dev.sexton.testing.NoForeignOrphans;
import dev.sexton.testing.NoSurvivors;
import dev.sexton.testing.PidNamespace;
import dev.sexton.testing.ProcStat;
import dev.sexton.testing.ProcessWorld;
import dev.sexton.testing.Requirements;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A service that is given what it cannot work with: one sentence that says what to do. */
@ExtendWith(NoSurvivors.class)
@Timeout(180)
@NoForeignOrphans
class BadInputTest {

  /** With fewer, start ticks do not tell an ancestor that started in the runner's own tick. */
  private static final int MANY_NUMBERS = 32_768;

  private static final int DISK_KIB = 4096;
  private static final int BLOCK = 1024;

  @TempDir private Path temp;
  private final Sleepers sleepers = new Sleepers();
  private final PatientEnd patient = new PatientEnd(sleepers);

  @AfterEach
  void endAll() {
    sleepers.endAll();
  }

  private Path root() {
    return temp.resolve("journals");
  }

  @Test
  @MayOrphan
  void aJvmWithoutItsFlagsWritesAPlainJournalAndReapsAll() {
    try (PidNamespace world = PidNamespace.open(MANY_NUMBERS)) {
      Service former = Service.start(world.launcher(), "former").open(root());
      former.record();
      ProcStat daemon = former.startDaemon("job", sleepers);
      former.program().kill9();
      List<String> withoutFlags = new ArrayList<>(Service.command());
      withoutFlags.removeIf(word -> word.startsWith("--add-"));
      Service service = Service.start(world.warden(), "service", withoutFlags).open(root());

      Told told = service.reapPredecessors();
      assertThat(told.verified()).as(told.toString()).isTrue();
      assertThat(told.runs()).hasSize(2);
      assertThat(service.isAlive(daemon)).isFalse();

      service.record();
      service.startJob("job", sleepers.sleeping());
      assertThat(root()).isDirectoryRecursivelyContaining("glob:**.sxj");
    }
  }

  @Test
  void aFullDiskIsSaidAndTheJobRunsOn() throws Exception {
    mountDisk();
    Path disk = root();
    try (RunRegister register = RunRegister.at(disk).open()) {
      Path ballast = disk.resolve("ballast");
      fill(ballast, DISK_KIB);

      JournalException full = catchThrowableOfType(JournalException.class, register::recordSelf);
      assertThat(full.kind()).isEqualTo(JournalException.Kind.FULL);
      JobNotRecordedException notRecorded =
          catchThrowableOfType(
              JobNotRecordedException.class,
              () -> register.start(Job.builder(sleepers.sleeping())));
      assertThat(notRecorded.getCause())
          .isInstanceOfSatisfying(
              JournalException.class,
              e -> assertThat(e.kind()).isEqualTo(JournalException.Kind.FULL));
      Process job = notRecorded.process();
      assertThat(notRecorded).hasMessageContaining(Long.toString(job.pid()));
      assertThat(job.isAlive()).isTrue();
      assertThat(names(disk)).containsExactly("ballast");

      Files.delete(ballast);
      Scope scope = register.scope(job);
      assertThat(scope.isRecorded()).isTrue();
      patient.prove(scope);
      assertThat(Liveness.isAlive(job)).isFalse();
      assertThat(names(disk)).isEmpty();
    } finally {
      sleepers.endAll();
      unmountDisk();
    }
  }

  /** However little is left: a journal that has its census, or none. */
  @Test
  void anAlmostFullDiskHoldsAWholeJournalOrNone() throws Exception {
    mountDisk();
    Path disk = root();
    Process job = Job.builder(sleepers.sleeping()).start();
    int recorded = 0;
    int refused = 0;
    try (RunRegister register = RunRegister.at(disk).open()) {
      for (int freeKib = 0; freeKib <= 320; freeKib += 16) {
        Path ballast = disk.resolve("ballast");
        fill(ballast, DISK_KIB - freeKib);
        try {
          register.recordSelf();
          recorded++;
        } catch (JournalException e) {
          refused++;
          assertThat(e.kind()).as("%d KiB", freeKib).isEqualTo(JournalException.Kind.FULL);
          assertThat(names(disk)).as("%d KiB", freeKib).containsExactly("ballast");
        }
        Files.delete(ballast);
        if (recorded > 0) {
          break;
        }
      }
    } finally {
      job.destroyForcibly().waitFor();
      unmountDisk();
    }
    assertThat(refused).isPositive();
    assertThat(recorded).isPositive();
  }

  @Test
  void aReadOnlyDiskIsSaid() throws Exception {
    mountDisk();
    try (RunRegister register = RunRegister.at(root()).open()) {
      assertThat(run("mount", "-o", "remount,ro", root().toString())).isTrue();
      assertThatThrownBy(register::recordSelf)
          .isInstanceOf(JournalException.class)
          .hasMessageContaining("Read-only file system")
          .hasMessageContaining(root().toString());
      assertThat(register.reapPredecessors().verified()).isTrue();
    } finally {
      unmountDisk();
    }
  }

  @Test
  void aFileIsNoRoot() throws Exception {
    Files.writeString(root(), "not a directory");
    try (RunRegister register = RunRegister.at(root()).open()) {
      assertThatThrownBy(register::reapPredecessors)
          .isInstanceOf(ReapTargetException.class)
          .hasMessageContaining("is not a directory");
      assertThatThrownBy(register::recordSelf)
          .isInstanceOf(JournalException.class)
          .hasMessageContaining(root().toString())
          .hasMessageNotContaining("another run id");
    }
  }

  @Test
  void whoMayNotWriteTheRootIsToldSo() throws Exception {
    Path closed = Files.createDirectory(root());
    try (ProcessWorld world = ProcessWorld.open()) {
      Service nobody = Nobody.start(world, temp).open(closed);
      mode(closed, 0755);
      assertThatThrownBy(nobody::record)
          .isInstanceOf(Service.Failure.class)
          .hasMessageStartingWith("JournalException NOT_PERMITTED: ")
          .hasMessageContaining(closed.toString());
      assertThatThrownBy(() -> nobody.startJob("job", sleepers.sleeping()))
          .isInstanceOf(Service.Failure.class)
          .hasMessageStartingWith("JobNotRecordedException NOT_PERMITTED job ");
      assertThat(names(closed)).isEmpty();
      sleepers.endAll();
    }
  }

  /** What cannot be looked at is not a place where nothing is. */
  @Test
  void aRootThatCannotBeReadIsNotTakenForAnEmptyOne() throws Exception {
    Path closed = Files.createDirectory(root());
    Path inside = Files.createDirectory(closed.resolve("inside"));
    try (ProcessWorld world = ProcessWorld.open()) {
      Service nobody = Nobody.start(world, temp);
      mode(closed, 0711);
      nobody.open(closed);
      assertThatThrownBy(nobody::reapPredecessors)
          .isInstanceOf(Service.Failure.class)
          .hasMessageStartingWith("ReapTargetException: " + closed)
          .hasMessageContaining("reap as its owner or as root");
      mode(closed, 0700);
      nobody.open(inside);
      assertThatThrownBy(nobody::reapPredecessors)
          .isInstanceOf(Service.Failure.class)
          .hasMessageStartingWith("ReapTargetException: " + inside)
          .hasMessageContaining("reap as its owner or as root");
    }
  }

  private static void mode(Path path, int mode) throws IOException {
    Files.setAttribute(path, "unix:mode", mode, LinkOption.NOFOLLOW_LINKS);
  }

  private void mountDisk() throws Exception {
    Requirements.assumeRoot();
    Files.createDirectory(root());
    boolean mounted =
        run("mount", "-t", "tmpfs", "-o", "size=" + DISK_KIB + "k", "tmpfs", root().toString());
    assumeThat(mounted).as("needs the right to mount a tmpfs").isTrue();
  }

  private void unmountDisk() throws Exception {
    assertThat(run("umount", root().toString())).isTrue();
  }

  /** Writes a file of this size, or up to the end of the disk. */
  private static void fill(Path ballast, int kib) throws IOException {
    byte[] block = new byte[BLOCK];
    try (OutputStream out = Files.newOutputStream(ballast)) {
      for (int i = 0; i < kib; i++) {
        out.write(block);
      }
    } catch (IOException full) {
      assertThat(full).hasMessageContaining("No space left");
    }
  }

  private static List<String> names(Path directory) throws IOException {
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      entries.forEach(entry -> names.add(String.valueOf(entry.getFileName())));
    }
    return names;
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
