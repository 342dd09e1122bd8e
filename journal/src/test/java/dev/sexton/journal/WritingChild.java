package dev.sexton.journal;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * A child JVM that appends commits until it is killed, and says each sequence once the append has
 * returned. It prints the message of the failure if it cannot create its journal.
 */
final class WritingChild {
  private WritingChild() {}

  public static void main(String[] arguments) throws JournalException {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    JournalOptions options =
        new JournalOptions(
            Integer.parseInt(arguments[2]), 16384, JournalStore.valueOf(arguments[3]));
    try (LineageAppender appender =
        LineageJournal.create(Path.of(arguments[0]), Fixtures.header(arguments[1]), options)) {
      while (true) {
        appender.commit().startTicks(appender.records());
        out.println(appender.append());
      }
    } catch (JournalException e) {
      out.println(e.kind() + " " + e.getMessage());
    }
  }
}
