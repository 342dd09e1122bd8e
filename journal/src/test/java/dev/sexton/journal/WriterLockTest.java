package dev.sexton.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The writer's lock tells a living writer from a dead one, and a look at it does not break it. */
@Timeout(120)
final class WriterLockTest {
  @TempDir Path temp;

  @Test
  void aWriterInThisJvmIsAliveUntilItCloses() throws Exception {
    try (LineageAppender appender = LineageJournal.create(temp, Fixtures.header("run"))) {
      assertThat(LineageJournal.writerState(appender.directory())).isEqualTo(WriterState.ALIVE);
    }
    assertThat(LineageJournal.writerState(temp.resolve("run"))).isEqualTo(WriterState.GONE);
  }

  @Test
  void lookingAndReadingHereDoNotDropTheLockForOthers() throws Exception {
    try (LineageAppender appender = LineageJournal.create(temp, Fixtures.header("run"))) {
      LineageJournal.writerState(appender.directory());
      Fixtures.read(appender.directory());
      JournalCheck.check(appender.directory());
      assertThat(askAnotherJvm(appender.directory())).isEqualTo("ALIVE");
    }
    assertThat(askAnotherJvm(temp.resolve("run"))).isEqualTo("GONE");
  }

  @Test
  void whatCannotBeLookedAtIsUnknown() throws Exception {
    assertThat(LineageJournal.writerState(temp.resolve("missing"))).isEqualTo(WriterState.UNKNOWN);
    Path linked = Files.createDirectory(temp.resolve("linked"));
    Path other = Files.createFile(temp.resolve("other"));
    Files.createSymbolicLink(linked.resolve(JournalFiles.LOCK), other);
    assertThat(LineageJournal.writerState(linked)).isEqualTo(WriterState.UNKNOWN);
  }

  private static String askAnotherJvm(Path directory) throws Exception {
    Process child =
        new ProcessBuilder(
                Fixtures.javaCommand(WriterStateProbe.class, List.of(), directory.toString()))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader out =
        new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8))) {
      String answer = out.readLine();
      child.waitFor();
      return String.valueOf(answer);
    } finally {
      child.destroyForcibly().waitFor();
    }
  }
}
