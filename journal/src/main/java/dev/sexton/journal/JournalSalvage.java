package dev.sexton.journal;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Writes the whole records of journals to new ones under a new root, in the plain store. Never
 * changes what it reads.
 *
 * <p>A salvage must not make a journal look better than it is, since a reap may sign for one
 * without damage. So every whole record is copied bit by bit, with its sequence, in its place: a
 * hole stays a hole, and records that are stale or make no sense are copied too and stay damage. A
 * cut end stays a cut end. What is left out is what no reader would take for a record.
 *
 * <p>A journal is read under the run id it was written under, so the copy has the same name under
 * another root. It gets that name when all of it is written; what is left of one that a dying
 * process began has a name with a dot in front, which is never taken for a run. Whether a journal
 * is to be trusted is for the caller to ask before: the copy belongs to whoever makes it.
 *
 * <p>Not thread-safe.
 */
public final class JournalSalvage implements AutoCloseable {
  private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  /** What begins with a dot is never taken for a run. */
  private static final String UNFINISHED_PREFIX = ".salvage-";

  private final Path root;

  private JournalSalvage(Path root) {
    this.root = root;
  }

  /**
   * Creates the new root, mode 700; the directory above it must be there.
   *
   * @throws JournalException EXISTS if there is anything of that name, NOT_FOUND, NOT_PERMITTED,
   *     FULL or IO
   */
  public static JournalSalvage into(Path newRoot) throws JournalException {
    Path root = newRoot.toAbsolutePath().normalize();
    if (Files.exists(root, LinkOption.NOFOLLOW_LINKS)) {
      throw new JournalException(
          JournalException.Kind.EXISTS, root + " is there already; name a directory that is not.");
    }
    try {
      Files.createDirectory(root, OWNER_ONLY);
    } catch (IOException e) {
      throw IoFailures.from("create the directory " + root, e);
    }
    return new JournalSalvage(root);
  }

  /**
   * Whether a new root at this place would change what is salvaged: inside the run's directory, or
   * beside it, where it would be taken for a run.
   *
   * @throws JournalException NOT_FOUND, NOT_PERMITTED or IO if one of the two cannot be looked at
   */
  public static boolean wouldTouch(Path newRoot, Path runDirectory) throws JournalException {
    Path above = newRoot.toAbsolutePath().normalize().getParent();
    if (above == null) {
      return true;
    }
    try {
      Path run = runDirectory.toRealPath();
      Path place = above.toRealPath();
      return place.startsWith(run) || place.equals(run.getParent());
    } catch (IOException e) {
      throw IoFailures.from("look at " + above + " and " + runDirectory, e);
    }
  }

  /**
   * Salvages one run.
   *
   * @throws JournalException LOCKED beside a living writer; as {@link LineageReader#open} where no
   *     header can be had; EXISTS if a run of that name was salvaged before; FULL or IO if the copy
   *     could not be written, or reads otherwise than it was written
   */
  public SalvageReport salvage(Path runDirectory) throws JournalException {
    Path source = runDirectory.toAbsolutePath().normalize();
    LineageReader.requireDirectory(source);
    if (LineageJournal.writerState(source) == WriterState.ALIVE) {
      throw new JournalException(
          JournalException.Kind.LOCKED,
          "The writer of " + source + " lives; salvage its journal when it is gone.");
    }
    // The end is told by a complete reading; the copy itself needs no reader.
    ReadReport read = readWhole(source);
    String name = String.valueOf(source.getFileName());
    Path unfinished = root.resolve(UNFINISHED_PREFIX + name);
    Path finished = root.resolve(name);
    try {
      if (Files.exists(finished, LinkOption.NOFOLLOW_LINKS)) {
        throw new JournalException(
            JournalException.Kind.EXISTS, finished + " is there already; salvage each run once.");
      }
      Files.createDirectory(unfinished, OWNER_ONLY);
      SalvageReport report = copyOrNothing(source, read, unfinished, finished);
      requireSame(read, readWhole(finished), finished);
      return report;
    } catch (IOException e) {
      throw IoFailures.from("write " + finished, e);
    }
  }

  private static SalvageReport copyOrNothing(
      Path source, ReadReport read, Path unfinished, Path finished)
      throws IOException, JournalException {
    boolean whole = false;
    try {
      SalvageReport report = copy(source, read, unfinished, finished);
      Files.move(unfinished, finished, StandardCopyOption.ATOMIC_MOVE);
      whole = true;
      return report;
    } finally {
      if (!whole) {
        JournalFiles.removeUnfinished(unfinished);
      }
    }
  }

  private static ReadReport readWhole(Path directory) throws JournalException {
    try (LineageReader reader = LineageReader.open(directory)) {
      reader.forEach(record -> {});
      return reader.report();
    }
  }

  private static SalvageReport copy(Path source, ReadReport read, Path into, Path finished)
      throws IOException, JournalException {
    byte[] salt = JournalFormat.salt(String.valueOf(source.getFileName()));
    RecordScan scan = new RecordScan(salt);
    try (PlainCopy copy = new PlainCopy(into, salt)) {
      for (String file : read.files()) {
        copyFile(source.resolve(file), scan, copy);
      }
      copy.endFile(read.tail() == ReadReport.Tail.CUT);
      return new SalvageReport(
          finished, copy.records(), copy.bytes(), copy.files(), leftOut(source, read));
    }
  }

  private static void copyFile(Path file, RecordScan scan, PlainCopy copy)
      throws IOException, JournalException {
    try (FileWindow window = FileWindow.open(file)) {
      boolean begun = false;
      for (long at = 0; scan.find(window, at); at = scan.end()) {
        if (!begun) {
          copy.beginFile();
          begun = true;
        }
        copy.append(window.bytes(), window.index(scan.offset()), scan.payloadLength());
      }
    }
  }

  private static List<String> leftOut(Path source, ReadReport read) throws IOException {
    List<String> leftOut = new ArrayList<>();
    for (ReadReport.Hole hole : read.holes()) {
      leftOut.add(
          "records %d to %d, which are not whole: still missing in the copy"
              .formatted(hole.firstMissing(), hole.lastMissing()));
    }
    if (read.tailBytes() > 0) {
      leftOut.add(
          "%d bytes after the last whole record, at byte %d of %s"
              .formatted(
                  read.tailBytes(), read.tailOffset(), read.files().get(read.files().size() - 1)));
    }
    for (Path entry : JournalFiles.entries(source)) {
      String name = String.valueOf(entry.getFileName());
      if (!read.files().contains(name)) {
        leftOut.add("the file " + name);
      }
    }
    return leftOut;
  }

  /** What a reap would see must be the same, the journal's end and the strangers' files aside. */
  private static void requireSame(ReadReport before, ReadReport after, Path copy)
      throws JournalException {
    boolean same =
        before.records() == after.records()
            && before.bytes() == after.bytes()
            && before.firstSequence() == after.firstSequence()
            && before.lastSequence() == after.lastSequence()
            && before.staleRecords() == after.staleRecords()
            && before.unreadableRecords() == after.unreadableRecords()
            && RecordCount.missing(before) == RecordCount.missing(after)
            && before.damaged() == after.damaged();
    if (!same) {
      throw new JournalException(
          JournalException.Kind.IO,
          copy
              + " reads otherwise than the journal that it was made of; remove it and try again,"
              + " the journal may have changed meanwhile.");
    }
  }

  /** Removes the new root if nothing is in it, so that the same name can be tried again. */
  @Override
  public void close() throws JournalException {
    try {
      Files.deleteIfExists(root);
    } catch (DirectoryNotEmptyException e) {
      // It holds what was salvaged.
      return;
    } catch (IOException e) {
      throw IoFailures.from("remove the empty directory " + root, e);
    }
  }
}
