package dev.sexton.journal;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Frames one after the other in files of their own, each by one ordinary write: no mapping, so a
 * full disk or a file that is cut is an IOException and never a fault.
 *
 * <p>A frame is filled with zeros up to the next multiple of four, where the next one begins. After
 * a failure the file is cut back, and the next write goes to the same place: a half frame is never
 * followed by a whole one.
 *
 * <p>A file gets its name only when its first frame, a header, is whole in it. So a file of that
 * name without a header was damaged, and was not just being begun. A file that was gone on from
 * ends in a mark, so that the loss of the last file is noticed.
 *
 * <p>Written through a {@link RandomAccessFile}, as {@link RealFile} says. It writes from an array
 * without a buffer on the heap, and its loop over short writes ends in the failure itself.
 */
final class PlainSink implements RecordSink {
  /** "SXJE", where the next frame would begin. */
  static final int END_MARK = 'S' | 'X' << 8 | 'J' << 16 | 'E' << 24;

  static final int END_MARK_LENGTH = Integer.BYTES;

  private final Path directory;
  private final int recordsPerFileMax;
  private final byte[] endMark = new byte[END_MARK_LENGTH];
  private RandomAccessFile file;
  private long end;

  /** Whether the file's own position is its end: then a write needs no seek before it. */
  private boolean atEnd = true;

  private int ordinal;
  private int recordsInFile;

  /** The next record must go to a further file. */
  private boolean fileAtItsLimit;

  /** The file before this one, until its end is marked; and where its end is. */
  private @Nullable RandomAccessFile previous;

  private long previousEnd;
  private boolean closed;

  private PlainSink(Path directory, int recordsPerFileMax, RandomAccessFile file) {
    this.directory = directory;
    this.recordsPerFileMax = recordsPerFileMax;
    this.file = file;
    Bits.putInt(endMark, 0, END_MARK);
  }

  /**
   * Begins the first file.
   *
   * @throws JournalException as {@link IoFailures}; a file may be left for the caller to remove
   */
  static PlainSink create(Path directory, JournalOptions options) throws JournalException {
    try {
      return new PlainSink(directory, options.recordsPerFileMax(), begin(directory, 0));
    } catch (IOException e) {
      throw IoFailures.from("create the journal in " + directory, e);
    }
  }

  private static RandomAccessFile begin(Path directory, int ordinal) throws IOException {
    return RealFile.createEmpty(directory.resolve(JournalFiles.begunName(ordinal)));
  }

  @Override
  public void append(byte[] frame, int length) throws JournalException {
    if (closed) {
      throw new JournalException(
          JournalException.Kind.APPENDER_FAILED, "The journal is closed; start a new journal.");
    }
    int paddedLength = (int) JournalFormat.aligned(length);
    Arrays.fill(frame, length, paddedLength, (byte) 0);
    try {
      if (!atEnd) {
        file.seek(end);
      }
      atEnd = false;
      file.write(frame, 0, paddedLength);
      if (recordsInFile == 0) {
        publish();
      }
    } catch (IOException e) {
      cutBack();
      fileAtItsLimit = IoFailures.isFileAtItsLimit(e);
      throw IoFailures.from("write to the journal in " + directory, e);
    }
    atEnd = true;
    end += paddedLength;
    recordsInFile++;
    if (recordsInFile == 1) {
      markPrevious();
    }
  }

  /** Gives the file its name, now that its header is in it. */
  private void publish() throws IOException {
    Files.move(
        directory.resolve(JournalFiles.begunName(ordinal)),
        directory.resolve(JournalFiles.plainName(ordinal)),
        StandardCopyOption.ATOMIC_MOVE);
  }

  private void cutBack() {
    try {
      file.setLength(end);
    } catch (IOException e) {
      // Then the half frame stays until the next write, which goes to the same place.
      return;
    }
  }

  /** After the next file has its name, so that a reader never finds the mark without it. */
  private void markPrevious() {
    RandomAccessFile before = previous;
    if (before == null) {
      return;
    }
    previous = null;
    try (before) {
      before.seek(previousEnd);
      before.write(endMark, 0, END_MARK_LENGTH);
    } catch (IOException e) {
      // The records are all there; only the loss of all later files would not be noticed.
      return;
    }
  }

  @Override
  public boolean isFileFull() {
    return (fileAtItsLimit && recordsInFile > 1) || recordsInFile >= recordsPerFileMax;
  }

  @Override
  public void roll() throws JournalException {
    RandomAccessFile next;
    try {
      next = begin(directory, ordinal + 1);
    } catch (IOException e) {
      throw IoFailures.from("begin a further file of the journal in " + directory, e);
    }
    previous = file;
    previousEnd = end;
    file = next;
    ordinal++;
    end = 0;
    atEnd = true;
    recordsInFile = 0;
    fileAtItsLimit = false;
  }

  /** A failed write leaves the store as it was, whatever failed. */
  @Override
  public boolean isFailed() {
    return false;
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    closeQuietly(file);
    closeQuietly(previous);
  }

  private static void closeQuietly(@Nullable RandomAccessFile open) {
    if (open == null) {
      return;
    }
    try {
      open.close();
    } catch (IOException e) {
      // The descriptor is gone whatever close(2) reports on Linux, and every record is written.
      return;
    }
  }
}
