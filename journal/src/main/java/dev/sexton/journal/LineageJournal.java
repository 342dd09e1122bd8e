package dev.sexton.journal;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Creates journals, one directory a run: {@code <root>/<run id>/}. A journal is written by the one
 * appender that created it; nothing opens it for writing again.
 */
public final class LineageJournal {
  private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  private LineageJournal() {}

  /**
   * Why no journal at all could be written under a root, not even a plain one, or null if nothing
   * speaks against it. Writes nothing.
   */
  public static @Nullable String whyNotAt(Path root) {
    Path existing = FileSystemGate.nearestExisting(root);
    if (!Files.isDirectory(existing)) {
      return existing + " is not a directory; choose another journal root.";
    }
    if (!Files.isWritable(existing)) {
      return existing + " cannot be written by this user; choose another journal root.";
    }
    return null;
  }

  /**
   * Why a journal under a root would not be kept in Chronicle Queue, by this JVM's flags and the
   * file system, or null if nothing speaks against it. Writes nothing.
   */
  public static @Nullable String whyNotChronicleAt(Path root) {
    try {
      StoreChoice.requireChronicle(root);
      return null;
    } catch (JournalException e) {
      return e.getMessage();
    }
  }

  /** Whether a file of this name in a run directory is the journal's, whichever its store. */
  public static boolean isJournalFile(String fileName) {
    return JournalFiles.isOurs(fileName);
  }

  /**
   * Whether a file of this name is the writer's lock. While a writer in this JVM lives nobody else
   * in it may open that file: closing it would drop the lock.
   */
  public static boolean isLockFile(String fileName) {
    return fileName.equals(JournalFiles.LOCK);
  }

  /** As {@link #create(Path, JournalHeader, JournalOptions)}, with the default options. */
  public static LineageAppender create(Path root, JournalHeader header) throws JournalException {
    return create(root, header, JournalOptions.defaults());
  }

  /**
   * Creates the run's directory (mode 700; the root too if it is missing), takes the writer's lock
   * and writes the header. If this fails, nothing is left of the run's directory; if the process
   * dies on the way, what is left has no whole header: to a reader it is {@link
   * JournalException.Kind#NOT_A_JOURNAL}, or {@link JournalException.Kind#HEADER_DAMAGED} if part
   * of one was written.
   *
   * @param root the directory of all runs
   * @param header what the run is; its run id names the directory
   * @throws JournalException EXISTS, NOT_PERMITTED, FULL, LOCKED, or IO; where Chronicle's store
   *     was asked for, also UNAVAILABLE_FLAGS or UNSUPPORTED_FILE_SYSTEM
   */
  public static LineageAppender create(Path root, JournalHeader header, JournalOptions options)
      throws JournalException {
    StoreChoice choice = StoreChoice.of(root, options.store());
    Path absoluteRoot = root.toAbsolutePath().normalize();
    Path directory = absoluteRoot.resolve(header.runId());
    try {
      createRoot(absoluteRoot);
      Files.createDirectory(directory, OWNER_ONLY);
    } catch (IOException e) {
      throw IoFailures.from("create the run directory " + directory, e);
    }
    LineageAppender appender = null;
    WriterLock lock = null;
    boolean whole = false;
    try {
      lock = WriterLock.acquire(directory);
      RecordSink sink =
          choice.store() == JournalStore.PLAIN
              ? PlainSink.create(directory, options)
              : ChronicleSink.create(directory, options);
      appender = new LineageAppender(header.with(choice), directory, options, sink, lock);
      appender.appendHeader();
      whole = true;
      return appender;
    } finally {
      if (!whole) {
        if (appender != null) {
          appender.close();
        } else if (lock != null) {
          lock.close();
        }
        JournalFiles.removeUnfinished(directory);
      }
    }
  }

  private static void createRoot(Path root) throws IOException, JournalException {
    if (Files.isDirectory(root)) {
      return;
    }
    try {
      Files.createDirectories(root, OWNER_ONLY);
    } catch (FileAlreadyExistsException e) {
      throw new JournalException(
          JournalException.Kind.IO,
          e.getFile() + " is not a directory; choose another journal root.",
          e);
    }
  }

  /**
   * Whether the journal's writer lives, as its lock tells. Does not disturb a writer, not even one
   * in this JVM. Safe for use by several threads.
   */
  public static WriterState writerState(Path runDirectory) {
    return WriterLock.state(runDirectory);
  }
}
