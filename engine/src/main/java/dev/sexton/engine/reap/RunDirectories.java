package dev.sexton.engine.reap;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** What tells a run's directory from a journal root, and what may be removed after a proof. */
public final class RunDirectories {
  private static final String LOCK = "writer.lock";
  private static final String METADATA = "metadata.cq4t";
  private static final String DATA_SUFFIX = ".cq4";
  private static final String READY_SUFFIX = ".precreated";

  private RunDirectories() {}

  /** Whether a directory holds a journal's files, whole or not. */
  public static boolean isRun(Path directory) {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      for (Path file : files) {
        if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && isJournalFile(file)) {
          return true;
        }
      }
      return false;
    } catch (IOException | UncheckedIOException e) {
      return false;
    }
  }

  static boolean isJournalFile(Path file) {
    String name = String.valueOf(file.getFileName());
    return name.equals(LOCK)
        || name.equals(METADATA)
        || name.endsWith(DATA_SUFFIX)
        || name.endsWith(READY_SUFFIX);
  }
}
