package dev.sexton.procfs.linux;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** The C program that has children in the states that tests need. All of them end with it. */
final class Fixture implements AutoCloseable {
  private static final int COMPILE_SECONDS_MAX = 120;

  private final Process process;
  private final Writer commands;
  private final BufferedReader answers;

  private Fixture(Process process) {
    this.process = process;
    commands = process.outputWriter(StandardCharsets.US_ASCII);
    answers = process.inputReader(StandardCharsets.US_ASCII);
  }

  /** Compiles it into a directory and starts it; skips the test where there is no compiler. */
  static Fixture start(Path directory) throws Exception {
    Path source = directory.resolve("fixture.c");
    try (InputStream text = Fixture.class.getResourceAsStream("/fixture.c")) {
      assumeTrue(text != null, "the fixture's source is missing");
      Files.copy(text, source);
    }
    Path program = directory.resolve("fixture");
    Process compiler;
    try {
      compiler =
          new ProcessBuilder("gcc", "-O1", "-pthread", "-o", program.toString(), source.toString())
              .redirectErrorStream(true)
              .start();
    } catch (IOException none) {
      assumeTrue(false, "no gcc on this host");
      throw none;
    }
    String output = new String(compiler.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    boolean ended = compiler.waitFor(COMPILE_SECONDS_MAX, TimeUnit.SECONDS);
    assumeTrue(ended && compiler.exitValue() == 0, "the fixture does not compile: " + output);
    return new Fixture(
        new ProcessBuilder(program.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start());
  }

  int pid() {
    return (int) process.pid();
  }

  /** Gives a command, and returns the number of the process that it is about. */
  int command(String command, int number) throws IOException {
    String answer = ask(command, number);
    if (answer.startsWith("error")) {
      throw new IOException(command + ": " + answer);
    }
    return Integer.parseInt(answer);
  }

  String ask(String command, int number) throws IOException {
    commands.write(command + " " + number + "\n");
    commands.flush();
    String answer = answers.readLine();
    if (answer == null) {
      throw new IOException("the fixture has ended");
    }
    return answer;
  }

  @Override
  public void close() throws IOException {
    process.destroyForcibly().onExit().join();
    commands.close();
    answers.close();
  }
}
