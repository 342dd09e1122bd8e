package dev.sexton.journal;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * A child JVM that does what it is told, a line each, and answers each with a line: {@code create},
 * {@code append N} and {@code close}. What fails is answered with its kind and message.
 */
final class ToldWriter {
  private ToldWriter() {}

  /** Root, records a file, and the store. */
  public static void main(String[] arguments) throws IOException {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    JournalOptions options =
        new JournalOptions(
            Integer.parseInt(arguments[1]), 4096, JournalStore.valueOf(arguments[2]));
    LineageAppender appender = null;
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String[] words = line.split(" ", 2);
      try {
        switch (words[0]) {
          case "create" ->
              appender =
                  LineageJournal.create(Path.of(arguments[0]), Fixtures.header("run"), options);
          case "append" -> {
            if (appender != null) {
              Fixtures.appendCommits(appender, Integer.parseInt(words[1]));
            }
          }
          default -> {
            if (appender != null) {
              appender.close();
            }
          }
        }
        out.println("DONE " + (appender == null ? 0 : appender.records()));
      } catch (JournalException e) {
        out.println(
            e.kind() + " " + (appender == null ? 0 : appender.records()) + " " + e.getMessage());
      }
    }
  }
}
