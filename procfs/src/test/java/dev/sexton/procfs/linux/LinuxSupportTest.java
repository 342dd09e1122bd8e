package dev.sexton.procfs.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sexton.procfs.Errno;
import dev.sexton.procfs.ProcfsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Locks, paths, limits, subreaper, and what a host supports. */
class LinuxSupportTest {
  @TempDir private Path directory = Path.of("");

  @Test
  void thisHostIsSupported() {
    assertThat(KernelSupport.whyNotFollowed()).isNull();
    assertThat(KernelSupport.whyNotSignalled()).isNull();
  }

  @Test
  void otherMachinesHaveNoNumbers() {
    assertThat(SyscallNumbers.of("amd64")).isNotNull();
    assertThat(SyscallNumbers.of("aarch64")).isNotNull();
    assertThat(SyscallNumbers.of("riscv64")).isNull();
  }

  @Test
  void aLockExcludesOthersUntilItIsGivenBack() throws Exception {
    try (DirectoryLock lock = DirectoryLock.tryLock(directory)) {
      assertThat(lock).isNotNull().matches(DirectoryLock::isHeld);
      assertThat(DirectoryLock.tryLock(directory)).isNull();
    }
    assertThat(isFree()).isTrue();
  }

  @Test
  void aChildDoesNotKeepTheLock() throws Exception {
    ShellChild child;
    try (DirectoryLock lock = DirectoryLock.tryLock(directory)) {
      assertThat(lock).isNotNull();
      child = new ShellChild("echo ready; read x");
    }
    try (child) {
      assertThat(child.process().isAlive()).isTrue();
      assertThat(isFree()).isTrue();
    }
  }

  private boolean isFree() throws Exception {
    try (DirectoryLock lock = DirectoryLock.tryLock(directory)) {
      return lock != null;
    }
  }

  @Test
  void onlyADirectoryItselfIsLocked() throws Exception {
    Path file = Files.createFile(directory.resolve("file"));
    Path link = Files.createSymbolicLink(directory.resolve("link"), directory);
    assertThatThrownBy(() -> DirectoryLock.tryLock(file)).isInstanceOf(ProcfsException.class);
    assertThatThrownBy(() -> DirectoryLock.tryLock(link)).isInstanceOf(ProcfsException.class);
    assertThatThrownBy(() -> DirectoryLock.tryLock(directory.resolve("none")))
        .isInstanceOfSatisfying(
            ProcfsException.class, e -> assertThat(e.errno()).isEqualTo(Errno.ENOENT));
  }

  @Test
  void eachComponentOfAPathIsSeen() throws Exception {
    Path inner = Files.createDirectory(directory.resolve("inner"));
    Files.setPosixFilePermissions(inner, PosixFilePermissions.fromString("rwxrwx-wx"));
    List<OpenedPath.PathComponent> components = OpenedPath.components(inner);
    assertThat(components).hasSize(inner.getNameCount() + 1);
    assertThat(components.get(0).name()).isEqualTo("/");
    OpenedPath.PathComponent last = components.get(components.size() - 1);
    assertThat(last.name()).isEqualTo("inner");
    assertThat(last.mode() & 07777).isEqualTo(0773);
    assertThat(last.isSymlink()).isFalse();
    assertThat(last.uid()).isEqualTo(((Number) Files.getAttribute(inner, "unix:uid")).longValue());
    assertThat(OpenedPath.components(Path.of("/"))).hasSize(1);
  }

  @Test
  void aLinkIsNotFollowed() throws Exception {
    Files.createDirectory(directory.resolve("real"));
    Path link = Files.createSymbolicLink(directory.resolve("link"), directory.resolve("real"));
    List<OpenedPath.PathComponent> components = OpenedPath.components(link.resolve("below"));
    assertThat(components.get(components.size() - 1))
        .matches(component -> component.isSymlink() && component.name().equals("link"));
    assertThatThrownBy(() -> OpenedPath.components(directory.resolve("none")))
        .isInstanceOfSatisfying(
            ProcfsException.class, e -> assertThat(e.errno()).isEqualTo(Errno.ENOENT));
    assertThatThrownBy(() -> OpenedPath.components(Path.of("relative")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void theSubreaperIsSetAndRead() throws Exception {
    boolean before = Subreaper.isSet();
    try {
      Subreaper.set(true);
      assertThat(Subreaper.isSet()).isTrue();
      Subreaper.set(false);
      assertThat(Subreaper.isSet()).isFalse();
    } finally {
      Subreaper.set(before);
    }
  }

  @Test
  void theLimitLeavesRoomForOthers() throws Exception {
    ResourceLimits limits = ResourceLimits.read();
    assertThat(limits.descriptorsSoft()).isBetween(1L, limits.descriptorsHard());
    assertThat((long) limits.keptDescriptorsMax()).isLessThan(limits.descriptorsSoft());
    assertThat(new ResourceLimits(1024, 4096).keptDescriptorsMax()).isEqualTo(448);
    assertThat(new ResourceLimits(64, 64).keptDescriptorsMax()).isZero();
    assertThat(new ResourceLimits(Long.MAX_VALUE, Long.MAX_VALUE).keptDescriptorsMax())
        .isEqualTo(16_384);
  }

  @Test
  void theNativeLibraryLeavesNoFile() throws Exception {
    LinuxLibC.get();
    assertThat(System.getProperty("jffi.boot.library.path")).isNull();
    List<String> mapped =
        Files.readAllLines(Path.of("/proc/self/maps")).stream()
            .filter(line -> line.contains("libjffi"))
            .toList();
    assertThat(mapped).isNotEmpty().allMatch(line -> line.endsWith("(deleted)"));
  }
}
