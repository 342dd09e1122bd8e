package dev.sexton.journal;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * A child JVM of several writers, each with a thread and a journal of its own, that append commits
 * until the JVM is killed. A line says which writer's append of which sequence has returned, or why
 * one came to no more.
 */
final class WritingChildren {
  /** Every other writer's files are short, so that some are killed in a roll. */
  private static final int SHORT_FILE = 23;

  private static final int SMALL_STEP = 4096;

  private WritingChildren() {}

  /** Root, a name for all, how many, and the store. */
  public static void main(String[] arguments) {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    int writers = Integer.parseInt(arguments[2]);
    JournalStore store = JournalStore.valueOf(arguments[3]);
    for (int writer = 0; writer < writers; writer++) {
      String runId = arguments[1] + "-" + writer;
      JournalOptions defaults = JournalOptions.defaults().withStore(store);
      JournalOptions options =
          writer % 2 == 0 ? defaults : new JournalOptions(SHORT_FILE, SMALL_STEP, store);
      new Thread(() -> write(Path.of(arguments[0]), runId, options, out)).start();
    }
  }

  private static void write(Path root, String runId, JournalOptions options, PrintStream out) {
    try (LineageAppender appender = LineageJournal.create(root, Fixtures.header(runId), options)) {
      while (true) {
        appender.commit().startTicks(appender.records());
        out.println(runId + " " + appender.append());
      }
    } catch (JournalException e) {
      out.println(runId + " " + e.kind() + " " + e.getMessage());
    }
  }
}
