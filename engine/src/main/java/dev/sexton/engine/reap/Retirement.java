package dev.sexton.engine.reap;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Removes a run's journal after its proof.
 *
 * <p>Only the journal's own files are deleted, by name. A retirement that is cut short leaves a
 * directory without a header, which is refused and not taken for a proof.
 */
final class Retirement {
  private Retirement() {}

  /**
   * Removes it.
   *
   * @return why it is still there, or null if it is gone
   */
  static @Nullable String retire(Path directory) {
    List<Path> others = new ArrayList<>();
    try {
      List<Path> own = new ArrayList<>();
      try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
        for (Path file : files) {
          (RunDirectories.isJournalFile(file) ? own : others).add(file);
        }
      }
      if (!others.isEmpty()) {
        return "files that are not the journal's are in it: " + others.get(0).getFileName();
      }
      own.sort(null);
      for (Path file : own) {
        Files.deleteIfExists(file);
      }
      Files.deleteIfExists(directory);
      return null;
    } catch (IOException e) {
      return e.toString();
    }
  }
}
