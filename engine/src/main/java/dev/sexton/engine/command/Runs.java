package dev.sexton.engine.command;

import dev.sexton.engine.reap.RunDirectories;
import dev.sexton.journal.JournalDirectories;
import dev.sexton.journal.JournalException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The runs that a path names: all under a root, or the one whose directory it is. */
final class Runs {
  private Runs() {}

  /**
   * Finds them.
   *
   * @throws UsageException if the path is not there, is no directory, or cannot be read
   */
  static List<Path> under(Path rootOrRunDirectory) throws UsageException {
    Path target = rootOrRunDirectory.toAbsolutePath().normalize();
    if (!Files.exists(target)) {
      throw new UsageException(
          target + " does not exist: name a journal root or a run's directory.");
    }
    if (!Files.isDirectory(target)) {
      throw new UsageException(
          target + " is not a directory: name a journal root or a run's directory.");
    }
    JournalDirectories.Listing listing = JournalDirectories.list(target);
    JournalException failure = listing.failure();
    if (failure != null) {
      throw new UsageException(
          target
              + " cannot be read: call this as its owner or as root. ("
              + failure.getMessage()
              + ")");
    }
    return RunDirectories.isRun(target) ? List.of(target) : listing.runs();
  }
}
