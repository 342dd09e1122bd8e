package dev.sexton.example;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Runs a {@link JobRunner} until standard input ends; prints its port. */
public final class JobRunnerMain {
  private JobRunnerMain() {}

  /** Takes the journal root. */
  public static void main(String[] args) throws Exception {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    try (JobRunner runner = new JobRunner(Path.of(args[0]))) {
      out.println("port " + runner.port());
      while (System.in.read() >= 0) {
        // Whoever started it holds the other end.
      }
    }
  }
}
