package dev.sexton.engine.reap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sexton.procfs.linux.OpenedPath;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Everybody who could have written a journal, or put another in its place. */
class JournalTrustTest {
  @TempDir private Path folder;
  private Path runs = Path.of("");
  private Path run = Path.of("");
  private long owner;

  @BeforeEach
  void makeARun() throws Exception {
    folder = folder.toRealPath();
    owner = (int) Files.getAttribute(folder, "unix:uid");
    runs = folder.resolve("runs");
    run = runs.resolve("run");
    Files.createDirectories(run);
    mode(runs, "rwx------");
    mode(run, "rwx------");
    Files.writeString(run.resolve("journal"), "records");
    mode(run.resolve("journal"), "rw-------");
  }

  private static void mode(Path path, String permissions) throws Exception {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
  }

  private @Nullable String complaint() {
    return new JournalTrust(owner).complaint(run);
  }

  @Test
  void onesOwnFolderIsTrusted() {
    assertThat(complaint()).isNull();
  }

  @Test
  void aFolderThatOthersCanWriteTo() throws Exception {
    mode(run, "rwxrwx---");
    assertThat(complaint()).contains("run can be written to");
    mode(run, "rwx----w-");
    assertThat(complaint()).contains("run can be written to");
    mode(run, "rwxr-xr-x");
    assertThat(complaint()).isNull();
    mode(runs, "rwx---rwx");
    assertThat(complaint()).contains("runs can be written to");
  }

  @Test
  void aStickyFolderIsGoodAboveTheJournalOnly() throws Exception {
    Files.setAttribute(runs, "unix:mode", 01777);
    assertThat(complaint()).isNull();
    Files.setAttribute(run, "unix:mode", 01777);
    assertThat(complaint()).contains("run can be written to");
  }

  @Test
  void aFileThatOthersCanWriteTo() throws Exception {
    mode(run.resolve("journal"), "rw-rw----");
    assertThat(complaint()).contains("journal can be written to");
  }

  @Test
  void aLinkOnThePathOrInTheFolder() throws Exception {
    Path link = Files.createSymbolicLink(folder.resolve("link"), runs);
    assertThat(new JournalTrust(owner).complaint(link.resolve("run"))).contains("symbolic link");
    Path elsewhere = Files.writeString(folder.resolve("elsewhere"), "records");
    mode(elsewhere, "rw-------");
    Files.createSymbolicLink(run.resolve("other"), elsewhere);
    assertThat(complaint()).contains("symbolic link");
  }

  @Test
  void aFolderOfAnotherUser() throws Exception {
    long stranger = owner + 1;
    if (owner == 0) {
      Files.setAttribute(run, "unix:uid", (int) stranger);
      assertThat(complaint()).contains("belongs to user " + stranger);
    } else {
      assertThat(new JournalTrust(stranger).complaint(run)).contains("belongs to user " + owner);
    }
  }

  @Test
  void aFileWithAnotherName() throws Exception {
    Files.createLink(folder.resolve("another"), run.resolve("journal"));
    assertThat(complaint()).contains("hard link");
  }

  @Test
  void aFolderThatTookItsNameIsNeitherReadNorEmptied() throws Exception {
    Path planted = run.resolve("lineage-00000000.sxj");
    try (OpenedPath opened = OpenedPath.open(run)) {
      assertThat(new JournalTrust(owner).complaint(opened, run)).isNull();
      assertThat(opened.isNamedBy(run)).isTrue();
      Object judged = Graves.key(run);
      Files.move(run, runs.resolve("moved"));
      Files.createDirectory(run);
      Files.writeString(planted, "planted");

      assertThat(opened.isNamedBy(run)).isFalse();
      assertThat(opened.entrance().resolve("journal")).hasContent("records");
      assertThat(opened.entrance().resolve(planted.getFileName())).doesNotExist();
      assertThat(Graves.bury(run, judged, RetirementSteps.NONE).failure())
          .contains("another directory");
    }
    assertThat(planted).hasContent("planted");
    assertThat(runs.resolve("moved").resolve("journal")).hasContent("records");
  }

  @Test
  void aFolderThatIsNotThereIsNotTrusted() {
    assertThat(new JournalTrust(owner).complaint(run.resolve("missing"))).isNotNull();
  }
}
