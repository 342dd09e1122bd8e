package dev.sexton.journal;

import java.nio.file.Path;

/** A child JVM without flags that says whether a journal's writer lives. */
final class WriterStateProbe {
  private WriterStateProbe() {}

  public static void main(String[] arguments) {
    System.out.println(LineageJournal.writerState(Path.of(arguments[0])));
  }
}
