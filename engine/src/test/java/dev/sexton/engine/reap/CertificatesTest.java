package dev.sexton.engine.reap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which certificates stay, and that nothing else is ever removed. */
class CertificatesTest {
  private static final long FIRST_MILLIS = 1_750_000_000_000L;

  @TempDir Path root;
  private Path directory = Path.of("");
  private long uid;

  @BeforeEach
  void ownTheRoot() throws IOException {
    directory = root.resolve("certificates");
    uid = (int) Files.getAttribute(root, "unix:uid");
  }

  private Path keep(String runId, long wallMillis, int max) throws IOException {
    return new Certificates(root, uid, RetirementSteps.NONE).keep(runId, "{}", wallMillis, max);
  }

  private List<Path> listed() throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.sorted().toList();
    }
  }

  /** The names do not sort by age, and a copy may have changed the files' times. */
  @Test
  void theOldestGoFirst() throws IOException {
    List<Path> kept = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      kept.add(keep("run-" + (9 - i), FIRST_MILLIS + i, 3));
    }
    assertThat(listed()).containsExactlyInAnyOrderElementsOf(kept.subList(3, 6));
    assertThat(kept.get(0).getFileName()).asString().startsWith("run-9.20250615-150640-000-");
    assertThat(kept.get(5)).hasContent("{}");
  }

  @Test
  void aClockThatWentBackDoesNotCostTheNewest() throws IOException {
    Path later = keep("run", FIRST_MILLIS, 2);
    keep("run", FIRST_MILLIS + 1, 2);
    Path newest = keep("run", FIRST_MILLIS - 1, 1);
    assertThat(later).doesNotExist();
    assertThat(listed()).containsExactly(newest);
  }

  @Test
  void nothingElseIsRemoved() throws IOException {
    keep("run", FIRST_MILLIS, 1);
    Path target = Files.writeString(root.resolve("target"), "here");
    List<Path> others =
        List.of(
            Files.writeString(directory.resolve("notes.json"), "mine"),
            Files.writeString(directory.resolve(".run.20250615-150640-000-0123.tmp"), "mine"),
            Files.writeString(directory.resolve("-.20200101-000000-000-01234567.json"), "mine"),
            Files.createDirectory(directory.resolve("run.20200101-000000-000-01234567.json")),
            Files.createSymbolicLink(
                directory.resolve("run.20200101-000000-000-76543210.json"), target),
            Files.createSymbolicLink(
                directory.resolve(".run.20200101-000000-000-76543210.tmp"), target));

    Path kept = keep("run", FIRST_MILLIS + 1, 1);

    assertThat(listed()).contains(kept).containsAll(others).hasSize(1 + others.size());
    assertThat(target).hasContent("here");
  }

  @Test
  void whatAKilledWriterLeftIsRemovedByTheNext() throws IOException {
    Path kept = keep("run", FIRST_MILLIS, 5);
    Path left =
        Files.writeString(directory.resolve(".run.20200101-000000-000-01234567.tmp"), "{\"sch");
    Path next = keep("other", FIRST_MILLIS, 5);
    assertThat(left).doesNotExist();
    assertThat(listed()).containsExactlyInAnyOrder(kept, next);
  }

  @Test
  void somebodyElsesDirectoryIsNotWrittenTo() throws IOException {
    Files.createDirectory(directory);
    long somebodyElse = uid + 1;
    if (uid == 0) {
      Files.setAttribute(directory, "unix:uid", 65534);
    }
    Certificates certificates =
        new Certificates(root, uid == 0 ? uid : somebodyElse, RetirementSteps.NONE);
    assertThatThrownBy(() -> certificates.keep("run", "{}", FIRST_MILLIS, 5))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("belongs to user");
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void whatIsNoRunIdNamesNoFile() {
    assertThatThrownBy(() -> keep("../run", FIRST_MILLIS, 5)).isInstanceOf(IOException.class);
    assertThat(directory).doesNotExist();
  }
}
