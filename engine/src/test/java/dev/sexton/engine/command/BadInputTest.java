package dev.sexton.engine.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is wrong with what was asked for: a sentence, the right status, no stack trace. */
class BadInputTest {
  @TempDir Path directory;

  private static void isOneSentence(Called called, ExitStatus status, String part) {
    assertThat(called.status()).as(called.err()).isEqualTo(status.code());
    assertThat(called.out()).isEmpty();
    assertThat(called.err()).startsWith("sexton: ").contains(part).doesNotContain("\tat ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"reap", "show", "verify"})
  void aRootThatDoesNotExist(String subcommand) {
    Called called = Called.with(subcommand, directory.resolve("none"));
    isOneSentence(called, ExitStatus.USAGE, "does not exist");
  }

  @ParameterizedTest
  @ValueSource(strings = {"reap", "show", "verify"})
  void aRootThatIsAFile(String subcommand) throws IOException {
    Path file = Files.createFile(directory.resolve("file"));
    isOneSentence(Called.with(subcommand, file), ExitStatus.USAGE, "is not a directory");
  }

  @ParameterizedTest
  @CsvSource({
    "1, is the init",
    "0, is not a process number",
    "-7, is not a process number",
    "2147483647, There is no process"
  })
  void aRunnerThatCannotBeOne(int pid, String part) {
    Called called = Called.with("watch", "--pid", pid, "--journal", directory.resolve("root"));
    isOneSentence(called, ExitStatus.USAGE, part);
    assertThat(directory.resolve("root")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({
    "--interval, 0",
    "--interval, 20",
    "--interval, 61s",
    "--interval, -1ms",
    "--run-id, ../up",
    "--grace, 25h",
    "--deadline, soon",
    "--known, 4711",
    "--known, 1@5"
  })
  void anOptionThatMakesNoSense(String option, String value) {
    long self = ProcessHandle.current().pid();
    Path root = directory.resolve("root");
    Called called = Called.with("watch", "--pid", self, "--journal", root, option + "=" + value);
    isOneSentence(called, ExitStatus.USAGE, "");
    assertThat(root).doesNotExist();
  }

  @Test
  void anEmptyPathIsNotTheCurrentDirectory() {
    for (String subcommand : new String[] {"reap", "show", "verify"}) {
      Called called = Called.with(subcommand, "");
      assertThat(called.status()).as(called.err()).isEqualTo(ExitStatus.USAGE.code());
      assertThat(called.err()).contains("the path is empty");
    }
  }

  @Test
  void anUnknownSubcommandOrOption() {
    isOneSentence(Called.with("repa"), ExitStatus.USAGE, "repa");
    isOneSentence(Called.with("reap", directory, "--frobnicate"), ExitStatus.USAGE, "frobnicate");
    isOneSentence(Called.with(), ExitStatus.USAGE, "subcommand");
    isOneSentence(Called.with("reap"), ExitStatus.USAGE, "ROOT|RUNDIR");
  }

  @Test
  void runDirectoriesWithoutAWholeHeaderAreRefusedAndLeftAlone() throws IOException {
    Files.createDirectory(directory.resolve("empty-run"));
    Path garbage = Files.createDirectory(directory.resolve("garbage"));
    Files.write(garbage.resolve("20000101F.cq4"), new byte[] {1, 2, 3, 4, 5});
    Path foreign = Files.createFile(directory.resolve("notes.txt"));

    Called reap = Called.with("reap", directory, "--json", "--deadline", "1s");
    assertThat(reap.status()).isEqualTo(ExitStatus.REFUSED.code());
    assertThat(reap.out()).contains("\"verified\":false", "\"journals\":2", "no_sample");
    assertThat(Called.with("verify", directory).status()).isEqualTo(ExitStatus.DAMAGED.code());
    assertThat(Called.with("show", directory).status()).isEqualTo(ExitStatus.DAMAGED.code());
    assertThat(foreign).exists();
    assertThat(garbage.resolve("20000101F.cq4")).exists();
  }
}
