package dev.sexton.engine.reap;

import dev.sexton.engine.model.Settlement;
import dev.sexton.journal.LineageJournal;
import dev.sexton.journal.RunId;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Removes run directories so that a kill at any moment leaves either the whole run or none.
 *
 * <p>A directory cannot be deleted with its files at once. So it is renamed first, within its root,
 * to a name that no run can have: a <em>grave</em>. That is the moment at which the run is gone.
 * What is then left to delete, whoever reaps there next deletes. A directory that was emptied
 * halfway under its own name would be refused for ever.
 *
 * <p>Only the journal's own files are deleted: by exact name, and only regular files, so that no
 * link is followed or lost. Where anything else is in the directory nothing at all is deleted.
 */
final class Graves {
  /** Where it is not known which directory was proved. */
  static final @Nullable Object KEY_UNKNOWN = null;

  private static final String PREFIX = ".retired-";
  private static final Pattern GRAVE = Pattern.compile("\\.retired-(.+)-[0-9a-f]{16}");

  private Graves() {}

  /**
   * What is in a run's directory, each in the order of the names.
   *
   * @param own the journal's files
   * @param others everything else
   */
  record Contents(List<Path> own, List<Path> others) {}

  static Contents contents(Path directory) throws IOException {
    List<Path> own = new ArrayList<>();
    List<Path> others = new ArrayList<>();
    for (Path file : entries(directory)) {
      boolean isOwn =
          LineageJournal.isJournalFile(String.valueOf(file.getFileName()))
              && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
      (isOwn ? own : others).add(file);
    }
    return new Contents(own, others);
  }

  /** Everything in a directory, in the order of the names. */
  static List<Path> entries(Path directory) throws IOException {
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      entries.forEach(found::add);
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    found.sort(null);
    return found;
  }

  /** The graves under a root, of whomever; none where the root cannot be listed. */
  static List<Path> under(Path root) {
    List<Path> graves = new ArrayList<>();
    try {
      for (Path entry : entries(root)) {
        Matcher name = GRAVE.matcher(String.valueOf(entry.getFileName()));
        if (name.matches()
            && RunId.isValid(name.group(1))
            && Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
          graves.add(entry);
        }
      }
    } catch (IOException e) {
      // Whoever wants the runs under this root is told why it cannot be read.
      return List.of();
    }
    return graves;
  }

  /**
   * Removes a run's directory.
   *
   * @param key the directory that was proved, as {@link #key} gave it, or {@link #KEY_UNKNOWN}
   */
  static Settlement bury(Path directory, @Nullable Object key, RetirementSteps steps) {
    Path grave = grave(directory);
    try {
      List<Path> others = contents(directory).others();
      if (!others.isEmpty()) {
        return kept("files that are not the journal's are in it: " + others.get(0).getFileName());
      }
      if (!isStill(directory, key)) {
        return kept("another directory has taken its place");
      }
      Files.move(directory, grave, StandardCopyOption.ATOMIC_MOVE);
    } catch (NoSuchFileException | NotDirectoryException e) {
      return isGone(directory) ? goneMeanwhile() : kept(e.toString());
    } catch (IOException e) {
      return kept(e.toString());
    }
    steps.made(RetirementSteps.Step.JOURNAL_BURIED);
    String why = empty(grave, steps);
    return new Settlement(
        true, "", why == null ? "" : "the journal is buried at " + grave + " and not gone: " + why);
  }

  static Settlement kept(String why) {
    return new Settlement(false, "", "the journal could not be retired: " + why);
  }

  /** Somebody else proved the same and was faster. */
  static Settlement goneMeanwhile() {
    return new Settlement(true, "", "somebody else has removed the journal meanwhile");
  }

  /** Whether there is surely nothing of that name: what cannot be looked at is not gone. */
  static boolean isGone(Path directory) {
    return Files.notExists(directory, LinkOption.NOFOLLOW_LINKS);
  }

  /**
   * Deletes a grave; does nothing if it is gone already.
   *
   * @return why it is still there, or null if it is gone
   */
  static @Nullable String empty(Path grave, RetirementSteps steps) {
    try {
      Contents contents = contents(grave);
      if (!contents.others().isEmpty()) {
        return "files that are not the journal's are in it: "
            + contents.others().get(0).getFileName();
      }
      for (Path file : contents.own()) {
        Files.deleteIfExists(file);
        steps.made(RetirementSteps.Step.FILE_DELETED);
      }
      Files.deleteIfExists(grave);
      steps.made(RetirementSteps.Step.JOURNAL_DELETED);
      return null;
    } catch (NoSuchFileException e) {
      return null;
    } catch (IOException e) {
      return e.toString();
    }
  }

  /** Whether a directory is the one that had this key. */
  static boolean isStill(Path directory, @Nullable Object key) {
    return key == KEY_UNKNOWN || Objects.equals(key, key(directory));
  }

  /** Device and inode of a directory, or {@link #KEY_UNKNOWN} if it cannot be looked at. */
  static @Nullable Object key(Path directory) {
    try {
      return Files.readAttributes(directory, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
          .fileKey();
    } catch (IOException e) {
      return KEY_UNKNOWN;
    }
  }

  private static Path grave(Path directory) {
    return directory.resolveSibling(
        PREFIX
            + directory.getFileName()
            + String.format(Locale.ROOT, "-%016x", new SecureRandom().nextLong()));
  }
}
