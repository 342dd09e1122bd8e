package dev.sexton.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.core.io.BackgroundResourceReleaser;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.RollCycles;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.wire.DocumentContext;
import org.jspecify.annotations.Nullable;

/**
 * Frames as the records of a Chronicle queue, whose space is made real ahead of Chronicle.
 *
 * <p>Chronicle maps its files sparse. On a full disk a store into such a mapping is a SIGBUS, which
 * the JVM turns into an InternalError at best (JDK 17 and 25, interpreted code and compare-and-set:
 * the JVM dies). So both files are filled with zeros before Chronicle opens them, and before each
 * append zeros are written ahead of the used end. Chronicle takes zeros for unwritten and keeps
 * what is there. A full disk is then an IOException from a write of our own, before anything was
 * begun.
 *
 * <p>Chronicle would create a file of its own, unprotected, when its clock passes midnight; so its
 * clock is ours and stands still, but for the moment after the next file was made real.
 */
final class ChronicleSink implements RecordSink {
  /**
   * How much Chronicle maps at a time, sparse beyond what is real. It allocates some 760 bytes for
   * each mapping: with blocks of 64 KiB that is one byte a record, with these a quarter of it.
   */
  private static final int BLOCK_BYTES = 256 << 10;

  private static final int INDEX_COUNT = 128;
  private static final int INDEX_SPACING = 64;
  private static final int PAGE_BYTES = 4096;

  /** Chronicle maps one block and an overlap of 64 KiB of its table of settings. */
  private static final int METADATA_BYTES = 128 << 10;

  private static final int INDEX_BLOCK_BYTES = INDEX_COUNT * Long.BYTES;

  /**
   * What may be touched beyond the end of a record: three index blocks with their headers, the next
   * record, the end mark, and the page after it, which on tmpfs even a read allocates.
   */
  private static final int SLACK_BYTES =
      3 * (INDEX_BLOCK_BYTES + 256) + JournalFormat.FRAME_LENGTH_MAX + 2 * PAGE_BYTES;

  /** Above the end of the index blocks of an empty file. */
  private static final int EMPTY_END = 3 * INDEX_BLOCK_BYTES;

  /** How much of a file is real before it gets its final name. */
  static final int REAL_FROM_START_BYTES = EMPTY_END + JournalFormat.FRAME_LENGTH_MAX + SLACK_BYTES;

  private final Path directory;
  private final JournalOptions options;
  private final byte[] zeros;
  private RealFile file;
  private @Nullable ChronicleQueue queue;
  private @Nullable ExcerptAppender appender;
  private volatile long clockMillis;
  private int ordinal;
  private long end = EMPTY_END;
  private int recordsInFile;

  /** The next record must go to a further file. */
  private boolean fileAtItsLimit;

  private boolean failed;
  private boolean closed;

  private ChronicleSink(Path directory, JournalOptions options, byte[] zeros, RealFile file) {
    this.directory = directory;
    this.options = options;
    this.zeros = zeros;
    this.file = file;
    clockMillis = JournalFiles.clockMillis(0);
  }

  /**
   * Makes both files real, then opens Chronicle on them.
   *
   * @throws JournalException FULL or IO; files may be left for the caller to remove
   */
  static ChronicleSink create(Path directory, JournalOptions options) throws JournalException {
    byte[] zeros = new byte[options.aheadStepBytes()];
    RealFile first;
    try {
      RealFile.create(directory.resolve(JournalFiles.METADATA), METADATA_BYTES, zeros).close();
      first = createFile(directory, 0, zeros);
    } catch (IOException e) {
      throw IoFailures.from("create the journal in " + directory, e);
    }
    ChronicleSink sink = new ChronicleSink(directory, options, zeros, first);
    sink.open();
    return sink;
  }

  private static RealFile createFile(Path directory, int ordinal, byte[] zeros) throws IOException {
    return RealFile.create(
        directory.resolve(JournalFiles.precreatedName(ordinal)), REAL_FROM_START_BYTES, zeros);
  }

  private void open() throws JournalException {
    try {
      queue =
          SingleChronicleQueueBuilder.single(directory.toFile())
              .rollCycle(RollCycles.FAST_DAILY)
              .epoch(0)
              .blockSize(BLOCK_BYTES)
              .indexCount(INDEX_COUNT)
              .indexSpacing(INDEX_SPACING)
              .checkInterrupts(false)
              .timeProvider(() -> clockMillis)
              .build();
      appender = queue.createAppender();
      // The journal is created by one thread and written by another, never by two at a time.
      appender.singleThreadedCheckDisabled(true);
    } catch (Throwable t) {
      // Also InternalError and AssertionError: Chronicle reports what it meets as it comes.
      failed = true;
      close();
      throw new JournalException(
          JournalException.Kind.IO,
          "Chronicle Queue could not open " + directory + " (" + t + "); check the disk.",
          t);
    }
  }

  @Override
  public void append(byte[] frame, int length) throws JournalException {
    ExcerptAppender to = appender;
    if (failed || closed || to == null) {
      throw new JournalException(
          JournalException.Kind.APPENDER_FAILED,
          "The journal's writer failed before and stays closed; start a new journal.");
    }
    makeReal(length);
    store(to, frame, length);
    if (recordsInFile++ == 0) {
      requireFileTaken();
    }
  }

  private void makeReal(int length) throws JournalException {
    long wanted = end + length + SLACK_BYTES;
    if (wanted > file.realBytes()) {
      try {
        file.extendTo(wanted);
      } catch (IOException e) {
        fileAtItsLimit = IoFailures.isFileAtItsLimit(e);
        throw IoFailures.from("extend the journal in " + directory, e);
      }
    }
  }

  private void store(ExcerptAppender to, byte[] frame, int length) throws JournalException {
    try (DocumentContext document = to.writingDocument()) {
      boolean whole = false;
      try {
        Bytes<?> bytes = document.wire().bytes();
        bytes.write(frame, 0, length);
        end = bytes.writePosition();
        whole = true;
      } finally {
        // Closing commits, also after an exception.
        if (!whole) {
          document.rollbackOnClose();
        }
      }
    } catch (Throwable t) {
      failed = true;
      throw new JournalException(
          JournalException.Kind.APPENDER_FAILED,
          "Chronicle Queue failed while appending (" + t + "); start a new journal.",
          t);
    }
  }

  /** Chronicle renames the prepared file at the first append; else it is writing to another. */
  private void requireFileTaken() throws JournalException {
    Path prepared = directory.resolve(JournalFiles.precreatedName(ordinal));
    Path taken = directory.resolve(JournalFiles.cycleName(ordinal));
    if (Files.exists(prepared, LinkOption.NOFOLLOW_LINKS)
        || !Files.exists(taken, LinkOption.NOFOLLOW_LINKS)) {
      failed = true;
      throw new JournalException(
          JournalException.Kind.APPENDER_FAILED,
          "Chronicle Queue did not take the file prepared for it in "
              + directory
              + "; use the version of Chronicle Queue that this was built with.");
    }
  }

  @Override
  public boolean isFileFull() {
    return (fileAtItsLimit && recordsInFile > 1) || recordsInFile >= options.recordsPerFileMax();
  }

  @Override
  public void roll() throws JournalException {
    RealFile next;
    try {
      next = createFile(directory, ordinal + 1, zeros);
    } catch (IOException e) {
      throw IoFailures.from("begin a further file of the journal in " + directory, e);
    }
    closeQuietly(file);
    file = next;
    ordinal++;
    end = EMPTY_END;
    recordsInFile = 0;
    fileAtItsLimit = false;
    // From here on Chronicle ends the old file, within its slack, and takes the prepared one.
    clockMillis = JournalFiles.clockMillis(ordinal);
  }

  @Override
  public boolean isFailed() {
    return failed;
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    closeQuietly(appender);
    closeQuietly(queue);
    closeQuietly(file);
    // Chronicle unmaps in a thread of its own; closed shall mean released.
    closeQuietly(BackgroundResourceReleaser::releasePendingResources);
  }

  /** Every record is stored already; what fails here takes nothing with it. */
  private static void closeQuietly(@Nullable AutoCloseable resource) {
    if (resource == null) {
      return;
    }
    try {
      resource.close();
    } catch (Throwable t) {
      // Also Chronicle's errors: a failure to release must not hide what the caller is about.
      return;
    }
  }
}
