package dev.sexton.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Run ids, what stands under a root, and the bounds of headers and options. */
final class NamesTest {
  @TempDir Path temp;

  @Test
  void aRunIdCannotBeAPathOrHidden() {
    for (String bad :
        new String[] {"", ".", "..", ".a", "-a", "_a", "a/b", "a b", "a\n", "\u00e9"}) {
      assertThat(RunId.isValid(bad)).as(bad).isFalse();
    }
    assertThat(RunId.isValid("a".repeat(RunId.LENGTH_MAX))).isTrue();
    assertThat(RunId.isValid("a".repeat(RunId.LENGTH_MAX + 1))).isFalse();
    assertThatThrownBy(() -> RunId.requireValid("../x"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Fixtures.header("../x")).isInstanceOf(IllegalArgumentException.class);
  }

  /** What is kept beside the runs is no run; a journal put there is not passed over for that. */
  @Test
  void certificatesAreNoRunUnlessAJournalIsThere() throws Exception {
    assertThat(RunId.isValid("certificates")).isFalse();
    assertThat(RunId.isValid("certificates2")).isTrue();
    assertThatThrownBy(() -> Fixtures.header("certificates"))
        .isInstanceOf(IllegalArgumentException.class);

    Path directory = Files.createDirectory(temp.resolve("certificates"));
    Files.createFile(directory.resolve("run.20250615-150640-000-01234567.json"));
    assertThat(JournalDirectories.list(temp).runs()).isEmpty();
    assertThat(JournalDirectories.list(temp).ignored()).containsExactly(directory);

    Files.createFile(directory.resolve(JournalFiles.cycleName(0)));
    assertThat(JournalDirectories.list(temp).runs()).containsExactly(directory);
  }

  @Test
  void theLockIsTheOneFileThatNobodyElseMayOpen() {
    assertThat(LineageJournal.isLockFile(JournalFiles.LOCK)).isTrue();
    assertThat(LineageJournal.isLockFile(JournalFiles.METADATA)).isFalse();
  }

  @Test
  void freshRunIdsSortByTimeAndDiffer() {
    Random random = new Random(1);
    String early = RunId.fresh(1_750_000_000_000L, random);
    String late = RunId.fresh(1_750_000_001_000L, random);
    assertThat(early).matches("20250615-150640-[0-9a-f]{12}").isLessThan(late);
    assertThat(RunId.fresh(0)).isNotEqualTo(RunId.fresh(0));
  }

  @Test
  void aRootListsRunsInOrderAndSaysWhatItPassedOver() throws Exception {
    Files.createDirectory(temp.resolve("b"));
    Files.createDirectory(temp.resolve("a"));
    Files.createDirectory(temp.resolve(".hidden"));
    Files.createFile(temp.resolve("file"));
    Files.createSymbolicLink(temp.resolve("link"), temp.resolve("a"));
    JournalDirectories.Listing listing = JournalDirectories.list(temp);
    assertThat(listing.runs()).containsExactly(temp.resolve("a"), temp.resolve("b"));
    assertThat(listing.ignored()).containsExactly(temp.resolve("file"), temp.resolve("link"));
    assertThat(listing.failure()).isNull();
  }

  @Test
  void aMissingRootIsAFailureAndNotAnEmptyList() {
    JournalDirectories.Listing listing = JournalDirectories.list(temp.resolve("missing"));
    assertThat(listing.runs()).isEmpty();
    assertThat(listing.failure())
        .isNotNull()
        .satisfies(e -> assertThat(e.kind()).isEqualTo(JournalException.Kind.NOT_FOUND));
  }

  @Test
  void unknownFileSystemsAreRefused() throws Exception {
    for (String type : new String[] {"btrfs", "nfs", "nfs4", "zfs", "fuse", "overlayfs", ""}) {
      assertThatThrownBy(() -> FileSystemGate.requireType(type))
          .isInstanceOfSatisfying(
              JournalException.class,
              e -> assertThat(e.kind()).isEqualTo(JournalException.Kind.UNSUPPORTED_FILE_SYSTEM));
    }
    FileSystemGate.requireType("ext4");
    FileSystemGate.requireType("tmpfs");
    assertThatThrownBy(() -> LineageJournal.create(Path.of("/proc/sexton"), Fixtures.header("run")))
        .isInstanceOf(JournalException.class);
  }

  @Test
  void longTextsInAHeaderAreRefusedNotCut() {
    JournalHeader.Builder builder = JournalHeader.builder("run", Fixtures.BOOT_ID);
    assertThatThrownBy(() -> builder.ownCgroup("/".repeat(4097)).build())
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> builder.ownCgroup("").samplerVersion("v".repeat(65)).build())
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aDecoderRefusesTheGettersOfOtherTypes() throws Exception {
    LineageEventDecoder decoder = new LineageEventDecoder();
    assertThatThrownBy(decoder::type).isInstanceOf(IllegalStateException.class);
    try (LineageAppender appender = LineageJournal.create(temp, Fixtures.header("run"));
        LineageReader reader = LineageReader.open(appender.directory())) {
      assertThat(reader.next(decoder)).isTrue();
      assertThat(decoder.type()).isEqualTo(EventType.HEADER);
      assertThatThrownBy(decoder::pid).isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(decoder::flags).isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(reader::report).isInstanceOf(IllegalStateException.class);
      assertThat(reader.next(decoder)).isFalse();
      assertThat(reader.report().records()).isEqualTo(1);
    }
  }
}
