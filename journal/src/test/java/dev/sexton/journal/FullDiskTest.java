package dev.sexton.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A full or read-only disk, on a tmpfs of its own; needs the right to mount. */
@Timeout(120)
@ParameterizedClass
@EnumSource(names = {"CHRONICLE", "PLAIN"})
final class FullDiskTest {
  private static final int DISK_KIB = 2048;

  @Parameter JournalStore store = JournalStore.AUTO;

  @TempDir Path temp;
  private Path disk;
  private boolean mounted;

  @BeforeEach
  void mount() throws Exception {
    disk = Files.createDirectory(temp.resolve("disk"));
    mounted =
        Disks.run("mount", "-t", "tmpfs", "-o", "size=" + DISK_KIB + "k", "tmpfs", disk.toString());
    assumeTrue(mounted, "this test needs the right to mount a tmpfs");
  }

  @AfterEach
  void unmount() throws Exception {
    if (mounted) {
      assertThat(Disks.run("umount", disk.toString())).isTrue();
    }
  }

  @Test
  void aFullDiskIsATypedFailureAndCanBeRetried() throws Exception {
    Path ballast = disk.resolve("ballast");
    Disks.fill(ballast, 512);
    try (LineageAppender appender = Fixtures.create(disk, store)) {
      JournalException full =
          catchThrowableOfType(
              JournalException.class, () -> Fixtures.appendCommits(appender, 1_000_000));
      assertThat(full.kind()).isEqualTo(JournalException.Kind.FULL);
      long written = appender.records();
      ReadReport report = Fixtures.read(appender.directory()).report();
      assertThat(report.records()).isEqualTo(written).isGreaterThan(10_000);
      assertThat(report.damaged()).isFalse();
      assertThatThrownBy(appender::append).isInstanceOf(JournalException.class);

      Files.delete(ballast);
      assertThat(appender.append()).isEqualTo(written);
      Fixtures.appendCommits(appender, 100);
      report = Fixtures.read(appender.directory()).report();
      assertThat(report.records()).isEqualTo(written + 101);
      assertThat(report.damaged()).isFalse();
    }
    if (store == JournalStore.CHRONICLE) {
      assertThat(Fixtures.sequencesByChronicle(disk.resolve("run"))).hasSizeGreaterThan(10_000);
    }
  }

  @Test
  void aDiskFilledByOthersLeavesWhatWasMadeReal() throws Exception {
    try (LineageAppender appender = Fixtures.create(disk, store)) {
      Fixtures.appendCommits(appender, 100);
      Disks.fill(disk.resolve("ballast"), DISK_KIB);
      JournalException full =
          catchThrowableOfType(
              JournalException.class, () -> Fixtures.appendCommits(appender, 1_000_000));
      assertThat(full.kind()).isEqualTo(JournalException.Kind.FULL);
      ReadReport report = Fixtures.read(appender.directory()).report();
      assertThat(report.records()).isEqualTo(appender.records()).isGreaterThan(100);
      assertThat(report.damaged()).isFalse();
    }
  }

  @Test
  void aRollOnAFullDiskCanBeRetried() throws Exception {
    Path ballast = disk.resolve("ballast");
    JournalOptions options = new JournalOptions(100, 4096, store);
    try (LineageAppender appender = LineageJournal.create(disk, Fixtures.header("run"), options)) {
      Fixtures.appendCommits(appender, 99);
      Disks.fill(ballast, DISK_KIB);
      appender.commit();
      assertThatThrownBy(appender::append)
          .isInstanceOfSatisfying(
              JournalException.class,
              e -> assertThat(e.kind()).isEqualTo(JournalException.Kind.FULL));
      assertThat(Fixtures.read(appender.directory()).report().records()).isEqualTo(100);
      Files.delete(ballast);
      assertThat(appender.append()).isEqualTo(101);
      ReadReport report = Fixtures.read(appender.directory()).report();
      assertThat(report.records()).isEqualTo(102);
      assertThat(report.files()).hasSize(2);
      assertThat(report.damaged()).isFalse();
    }
  }

  @Test
  void creatingOnAFullDiskLeavesNothing() throws Exception {
    for (int freeKib = 0; freeKib <= 200; freeKib += 8) {
      Path ballast = disk.resolve("ballast");
      Disks.fill(ballast, DISK_KIB - freeKib);
      try (LineageAppender appender = Fixtures.create(disk, store)) {
        assertThat(freeKib).isGreaterThan(store == JournalStore.PLAIN ? 0 : 100);
        assertThat(Fixtures.read(appender.directory()).report().records()).isEqualTo(1);
      } catch (JournalException e) {
        assertThat(e.kind()).as("with %d KiB free", freeKib).isEqualTo(JournalException.Kind.FULL);
        assertThat(disk.resolve("run")).doesNotExist();
      }
      removeAll();
    }
  }

  @Test
  void aReadOnlyDiskIsReadAsAnyOther() throws Exception {
    try (LineageAppender appender = Fixtures.create(disk, store)) {
      Fixtures.appendCommits(appender, 100);
    }
    assertThat(Disks.run("mount", "-o", "remount,ro", disk.toString())).isTrue();
    assertThat(Fixtures.read(disk.resolve("run")).records()).hasSize(101);
    assertThat(JournalCheck.check(disk.resolve("run")).verdict())
        .isEqualTo(CheckReport.Verdict.CLEAN);
    assertThat(LineageJournal.writerState(disk.resolve("run"))).isEqualTo(WriterState.GONE);
    assertThatThrownBy(
            () ->
                LineageJournal.create(
                    disk, Fixtures.header("other"), JournalOptions.defaults().withStore(store)))
        .isInstanceOf(JournalException.class);
  }

  private void removeAll() throws IOException {
    for (Path entry : JournalFiles.entries(disk)) {
      if (Files.isDirectory(entry)) {
        for (Path file : JournalFiles.entries(entry)) {
          Files.delete(file);
        }
      }
      Files.delete(entry);
    }
  }
}
