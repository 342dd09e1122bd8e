package dev.sexton.journal;

import java.nio.file.Path;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The writer of one journal. Each of {@link #birth()}, {@link #change()}, {@link #deaths()}, {@link
 * #ancestor()}, {@link #commit()} and {@link #event(EventKind)} hands out an encoder that is
 * reused; {@link #append()} writes what was put into the encoder handed out last:
 *
 * <pre>{@code
 * appender.birth().pid(pid).parentPid(parentPid).startTicks(startTicks);
 * appender.append();
 * }</pre>
 *
 * <p>When {@code append()} returns, the record is in the page cache and outlives this process. A
 * record that could not be written leaves the journal whole up to there, and may be retried by
 * calling {@code append()} again. Appending allocates nothing in the steady state. Not thread-safe,
 * but any one thread at a time may use it.
 */
public final class LineageAppender implements AutoCloseable {
  private final Path directory;
  private final JournalHeader header;
  private final JournalOptions options;
  private RecordSink sink;
  private final WriterLock lock;
  private final byte[] salt;
  private final byte[] frame = new byte[JournalFormat.FRAME_LENGTH_MAX];
  private final CRC32C crc = new CRC32C();

  private final LineageEventEncoder process = new LineageEventEncoder();
  private final DeathsEncoder deaths = new DeathsEncoder();
  private final AncestorEncoder ancestor = new AncestorEncoder();
  private final CommitEncoder commit = new CommitEncoder();
  private final EventEncoder event = new EventEncoder();
  private final HeaderCodec headerEncoder;

  /** Of its own, since the caller's may be what is pending. */
  private final EventEncoder note = new EventEncoder();

  private @Nullable String chronicleFailure;
  private @Nullable RecordEncoder pending;

  private long nextSequence = JournalFormat.SEQUENCE_FIRST;
  private long bytes;
  private boolean headerDue = true;
  private boolean noteDue;
  private boolean closed;

  LineageAppender(
      JournalHeader header,
      Path directory,
      JournalOptions options,
      RecordSink sink,
      WriterLock lock) {
    this.directory = directory;
    this.options = options;
    this.header = header;
    this.sink = sink;
    this.lock = lock;
    salt = JournalFormat.salt(header.runId());
    headerEncoder = new HeaderCodec(header);
  }

  /** The run directory. */
  public Path directory() {
    return directory;
  }

  /** The header, as it was given at creation, with the store that was chosen. */
  public JournalHeader header() {
    return header;
  }

  /** What the records are kept in; never {@link JournalStore#AUTO}. */
  public JournalStore store() {
    return header.store();
  }

  /** Why in that; one sentence for people. */
  public String storeReason() {
    return header.storeReason();
  }

  /** A fresh process, every field at its default. */
  public LineageEventEncoder birth() {
    pending = process;
    return process.reset(EventType.BIRTH);
  }

  /** A known process anew, every field at its default. */
  public LineageEventEncoder change() {
    pending = process;
    return process.reset(EventType.CHANGE);
  }

  /** An empty list of deaths. */
  public DeathsEncoder deaths() {
    pending = deaths;
    return deaths.reset();
  }

  /** An ancestor of the runner, every field at its default. */
  public AncestorEncoder ancestor() {
    pending = ancestor;
    return ancestor.reset();
  }

  /** The end of a sample, every field at its default. */
  public CommitEncoder commit() {
    pending = commit;
    return commit.reset();
  }

  /** An event of this kind, every other field at its default. */
  public EventEncoder event(EventKind kind) {
    pending = event;
    return event.reset(kind);
  }

  /**
   * Writes the record whose encoder was handed out last.
   *
   * <p>Where Chronicle Queue fails in a way of its own, the record and all later ones go to plain
   * files in the same directory; {@link #chronicleFailure} says so then.
   *
   * @return its sequence
   * @throws JournalException if it was not written; the call may be repeated
   * @throws IllegalStateException if there is nothing to write, or the appender is closed
   */
  public long append() throws JournalException {
    RecordEncoder record = pending;
    if (record == null || closed) {
      throw new IllegalStateException(closed ? "the appender is closed" : "nothing to append");
    }
    long sequence;
    try {
      sequence = appendToSink(record);
    } catch (JournalException e) {
      if (!sink.isFailed() || chronicleFailure != null) {
        throw e;
      }
      chronicleFailure = String.valueOf(e.getMessage());
      sequence = appendToSink(record);
    }
    pending = null;
    return sequence;
  }

  private long appendToSink(RecordEncoder record) throws JournalException {
    if (sink.isFailed()) {
      goOnInPlainFiles();
    } else if (sink.isFileFull()) {
      sink.roll();
      headerDue = true;
    }
    if (headerDue) {
      appendHeader();
    }
    if (noteDue) {
      String why = "Chronicle Queue failed; the records go on in plain files: " + chronicleFailure;
      write(note.reset(EventKind.NOTE).text(why));
      noteDue = false;
    }
    return write(record);
  }

  /**
   * Chronicle Queue failed in a way of its own. What it stored stands, and the same records go on
   * in plain files beside its own, which are read after them.
   */
  private void goOnInPlainFiles() throws JournalException {
    sink.close();
    sink = PlainSink.create(directory, options);
    headerDue = true;
    noteDue = true;
  }

  /**
   * Why the records go on in plain files although the journal was begun in Chronicle Queue, or null
   * if they do not.
   */
  public @Nullable String chronicleFailure() {
    return chronicleFailure;
  }

  /** Writes the header where one is due: at the start of each file. */
  void appendHeader() throws JournalException {
    write(headerEncoder);
    headerDue = false;
  }

  private long write(RecordEncoder record) throws JournalException {
    int length = record.encode(frame, JournalFormat.PAYLOAD_AT);
    Bits.putInt(frame, JournalFormat.MAGIC_AT, JournalFormat.MAGIC);
    Bits.putInt(frame, JournalFormat.LENGTH_AT, length);
    Bits.putInt(frame, JournalFormat.EPOCH_AT, JournalFormat.EPOCH_FIRST);
    Bits.putLong(frame, JournalFormat.SEQUENCE_AT, nextSequence);
    Bits.putInt(frame, JournalFormat.CRC_AT, JournalFormat.checksum(crc, salt, frame, 0, length));
    int frameLength = JournalFormat.PAYLOAD_AT + length;
    sink.append(frame, frameLength);
    bytes += frameLength;
    return nextSequence++;
  }

  /** How many records were written, headers included. */
  public long records() {
    return nextSequence - JournalFormat.SEQUENCE_FIRST;
  }

  /** How many bytes the frames of these records take. */
  public long bytes() {
    return bytes;
  }

  /** Closes, and removes the journal: for one that never came to hold anything of use. */
  public void discard() {
    close();
    JournalFiles.removeUnfinished(directory);
  }

  /** Releases the files, then the lock. Writes nothing. Idempotent. */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      sink.close();
      lock.close();
    }
  }
}
