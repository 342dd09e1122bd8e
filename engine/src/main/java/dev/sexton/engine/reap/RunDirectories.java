package dev.sexton.engine.reap;

import dev.sexton.journal.LineageJournal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** What tells a run's directory from a journal root, and what may be removed after a proof. */
public final class RunDirectories {
  private static final String CHRONICLE_SUFFIX = ".cq4";
  private static final String PLAIN_SUFFIX = ".sxj";

  private RunDirectories() {}

  /** Whether a directory holds a journal's files, whole or not. */
  public static boolean isRun(Path directory) {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      for (Path file : files) {
        if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && looksLikeAJournals(file)) {
          return true;
        }
      }
      return false;
    } catch (IOException | UncheckedIOException e) {
      return false;
    }
  }

  /**
   * Broader than the names that a journal gives: a directory whose data files were renamed must be
   * refused, and not be read as an empty root.
   */
  private static boolean looksLikeAJournals(Path file) {
    String name = String.valueOf(file.getFileName());
    return LineageJournal.isJournalFile(name)
        || name.endsWith(CHRONICLE_SUFFIX)
        || name.endsWith(PLAIN_SUFFIX);
  }

  /** Whether it is a file that a journal's writer made, by its exact name. */
  static boolean isJournalFile(Path file) {
    return LineageJournal.isJournalFile(String.valueOf(file.getFileName()));
  }
}
