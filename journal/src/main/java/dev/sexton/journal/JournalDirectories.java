package dev.sexton.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the runs under a root. Opens none of them. */
public final class JournalDirectories {
  private JournalDirectories() {}

  /**
   * What stands under a root.
   *
   * @param runs directories whose names are run ids, in the order of the names; a directory {@link
   *     RunId#CERTIFICATES} as well, if a journal's files are in it
   * @param ignored other names and links, hidden ones left out, in the order of the names
   * @param failure why the root could not be read whole, or null if it was: with a failure, runs
   *     may be missing
   */
  public record Listing(List<Path> runs, List<Path> ignored, @Nullable JournalException failure) {
    /** Copies the lists. */
    public Listing {
      runs = List.copyOf(runs);
      ignored = List.copyOf(ignored);
    }
  }

  /** A journal under a name that is not for journals is shown, so that a reap refuses it. */
  private static boolean mayBeRun(Path entry, String name) throws IOException {
    if (!Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    if (!name.equals(RunId.CERTIFICATES)) {
      return RunId.isValid(name);
    }
    for (Path file : JournalFiles.entries(entry)) {
      if (JournalFiles.isOurs(String.valueOf(file.getFileName()))) {
        return true;
      }
    }
    return false;
  }

  /** Lists a root. A root that is not there is a failure of kind NOT_FOUND, not an empty list. */
  public static Listing list(Path root) {
    List<Path> runs = new ArrayList<>();
    List<Path> ignored = new ArrayList<>();
    JournalException failure = null;
    try {
      for (Path entry : JournalFiles.entries(root)) {
        String name = String.valueOf(entry.getFileName());
        if (mayBeRun(entry, name)) {
          runs.add(entry);
        } else if (!name.startsWith(".")) {
          ignored.add(entry);
        }
      }
    } catch (IOException e) {
      failure = IoFailures.from("list " + root, e);
    }
    return new Listing(runs, ignored, failure);
  }
}
