package dev.sexton.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads one journal, whole records in the order of their sequence. Never writes, maps nothing,
 * needs no JVM flag, and may read while the writer lives: it then sees a prefix.
 *
 * <p>Records are found by magic and checksum. A gap in the sequence is reported as a hole, and what
 * follows it is still delivered. Before a gap or the end is believed, the bytes behind the last
 * whole record are read again: a read is not atomic, and beside a living writer it may hold the old
 * bytes of one record and the new ones of the next.
 *
 * <p>Not thread-safe.
 */
public final class LineageReader implements AutoCloseable {
  private static final int REREADS_MAX = 10_000;

  private final Path directory;
  private final Path entrance;
  private final JournalHeader header;
  private final RecordScan scan;
  private final TailProbe tailProbe = new TailProbe();
  private final List<ReadReport.Hole> holes = new ArrayList<>();
  private List<String> files = List.of();
  private List<String> foreignFiles = List.of();
  private @Nullable FileWindow window;

  private int fileIndex = -1;
  private long at;
  private long rereadAt = -1;
  private long gapRereadAt = -1;
  private int rereads;
  private long wholeEnd;
  private long wholeOffset;
  private boolean cleanClose;

  private long expected = JournalFormat.SEQUENCE_FIRST;
  private int epoch;
  private long firstSequence = ReadReport.SEQUENCE_NONE;
  private long lastSequence = ReadReport.SEQUENCE_NONE;
  private long records;
  private long bytes;
  private long stale;
  private long unreadable;
  private boolean ended;

  private LineageReader(Path directory, Path entrance, JournalHeader header) {
    this.directory = directory;
    this.entrance = entrance;
    this.header = header;
    scan = new RecordScan(JournalFormat.salt(header.runId()));
  }

  /**
   * Opens the journal in a run directory, whose name is the run id.
   *
   * @throws JournalException NOT_FOUND, NOT_PERMITTED or IO if it could not be looked at; UNTRUSTED
   *     if the directory or a file is a link, or the journal is another run's; NOT_A_JOURNAL if no
   *     record was ever written; HEADER_DAMAGED; UNKNOWN_VERSION
   */
  public static LineageReader open(Path runDirectory) throws JournalException {
    Path directory = runDirectory.toAbsolutePath().normalize();
    requireDirectory(directory);
    return open(directory, directory);
  }

  /**
   * As {@link #open(Path)}, in a directory that the caller has opened already: it is entered by a
   * path of the caller's, such as one through a descriptor, and its own name is not looked up.
   *
   * @param runDirectory whose name is the run id, and which failures name
   * @param entrance leads into the directory until the reader is closed
   */
  public static LineageReader open(Path runDirectory, Path entrance) throws JournalException {
    Path directory = runDirectory.toAbsolutePath().normalize();
    requireRunId(directory);
    HeaderSearch.Found found = HeaderSearch.search(directory, entrance);
    LineageReader reader = new LineageReader(directory, entrance, found.header());
    try {
      reader.use(found.files());
      reader.openFile(0);
      return reader;
    } catch (JournalException e) {
      reader.close();
      throw e;
    }
  }

  /**
   * Refuses what is not the directory of a run by its name and kind.
   *
   * @throws JournalException UNTRUSTED, NOT_FOUND or NOT_A_JOURNAL
   */
  static void requireDirectory(Path directory) throws JournalException {
    if (Files.isSymbolicLink(directory)) {
      throw new JournalException(
          JournalException.Kind.UNTRUSTED,
          directory + " is a link; name the run directory itself.");
    }
    if (Files.notExists(directory, LinkOption.NOFOLLOW_LINKS)) {
      throw new JournalException(
          JournalException.Kind.NOT_FOUND,
          "There is no directory " + directory + "; check the path.");
    }
    if (Files.isRegularFile(directory, LinkOption.NOFOLLOW_LINKS)) {
      throw notARun(directory);
    }
  }

  private static void requireRunId(Path directory) throws JournalException {
    if (!RunId.isValid(String.valueOf(directory.getFileName()))) {
      throw notARun(directory);
    }
  }

  private static JournalException notARun(Path directory) {
    return new JournalException(
        JournalException.Kind.NOT_A_JOURNAL,
        directory + " is not a directory named by a run id; name the directory of one run.");
  }

  /** The journal's header. */
  public JournalHeader header() {
    return header;
  }

  /**
   * Reads the next record.
   *
   * @return false at the end, which stays the end
   * @throws JournalException IO or NOT_PERMITTED if reading failed: what was read before stands,
   *     what follows is unknown
   */
  public boolean next(LineageEventDecoder into) throws JournalException {
    while (!ended) {
      FileWindow from = window;
      if (from == null) {
        throw new IllegalStateException("the reader is closed");
      }
      if (scan.find(from, at)) {
        if (accept(from, into)) {
          return true;
        }
      } else {
        endOfFile(from);
      }
    }
    return false;
  }

  /** Judges the record that the scan found; true if it is now in the decoder. */
  private boolean accept(FileWindow from, LineageEventDecoder into) throws JournalException {
    byte[] source = from.bytes();
    int index = from.index(scan.offset());
    long sequence = Bits.getLong(source, index + JournalFormat.SEQUENCE_AT);
    int recordEpoch = Bits.getInt(source, index + JournalFormat.EPOCH_AT);
    if (sequence > expected && gapRereadAt != wholeEnd) {
      // A reading of its own: one made because the file seemed to end may itself have met the old
      // bytes here and the new ones further on. What stands before a record that was seen is there
      // by now.
      gapRereadAt = wholeEnd;
      reread(from);
      return false;
    }
    wholeOffset = scan.offset();
    wholeEnd = scan.end();
    at = wholeEnd;
    if (sequence < expected || recordEpoch < epoch) {
      stale++;
      return false;
    }
    EventType type = readableType(source, index + JournalFormat.PAYLOAD_AT);
    if (type == null) {
      unreadable++;
      return false;
    }
    if (sequence > expected) {
      holes.add(new ReadReport.Hole(files.get(fileIndex), rereadAt, expected, sequence - 1));
    }
    into.fill(source, index + JournalFormat.PAYLOAD_AT, scan.payloadLength(), type);
    into.place(recordEpoch, sequence, scan.offset());
    cleanClose = type == EventType.EVENT && into.eventKind() == EventKind.CLEAN_CLOSE;
    count(sequence, recordEpoch);
    return true;
  }

  private void count(long sequence, int recordEpoch) {
    if (records++ == 0) {
      firstSequence = sequence;
    }
    lastSequence = sequence;
    expected = sequence + 1;
    epoch = recordEpoch;
    bytes += JournalFormat.PAYLOAD_AT + scan.payloadLength();
  }

  /** The record's type, or null if the payload makes no sense here. */
  private @Nullable EventType readableType(byte[] source, int payloadAt) {
    EventType type = EventType.ofCode(Bits.getByte(source, payloadAt));
    int length = scan.payloadLength();
    if (type == null || !PayloadShape.isWhole(type, source, payloadAt, length)) {
      return null;
    }
    if (type == EventType.HEADER && !header.equals(HeaderCodec.decode(source, payloadAt, length))) {
      return null;
    }
    return type;
  }

  private void reread(FileWindow from) throws JournalException {
    from.refresh();
    rereadAt = wholeEnd;
    at = wholeEnd;
  }

  /** Nothing more is in this file: look again, then for a further file, then it is the end. */
  private void endOfFile(FileWindow from) throws JournalException {
    boolean unsure = rereadAt != wholeEnd && rereads < REREADS_MAX;
    if (unsure) {
      // The list first: what a writer adds to this file it adds before it begins the next.
      listFiles();
      rereads++;
      reread(from);
    } else if (fileIndex + 1 < files.size()) {
      openFile(fileIndex + 1);
    } else {
      probeTail(from);
      listFiles();
      if (fileIndex + 1 < files.size()) {
        // A living writer went on in a further file meanwhile, perhaps after more records here.
        reread(from);
      } else {
        ended = true;
      }
    }
  }

  private void probeTail(FileWindow from) throws JournalException {
    if (JournalFiles.isPlain(files.get(fileIndex))) {
      tailProbe.probePlain(from, wholeEnd, cleanClose);
    } else {
      tailProbe.probe(from, wholeEnd, wholeOffset, cleanClose);
    }
  }

  private void listFiles() throws JournalException {
    try {
      use(JournalFiles.list(entrance));
    } catch (IOException e) {
      throw IoFailures.from("list " + directory, e);
    }
  }

  private void use(JournalFiles.Listing listing) {
    files = listing.records();
    foreignFiles = listing.foreign();
  }

  private void openFile(int index) throws JournalException {
    close();
    String name = files.get(index);
    window = FileWindow.open(entrance.resolve(name), directory.resolve(name));
    fileIndex = index;
    at = 0;
    wholeEnd = 0;
    wholeOffset = 0;
    rereadAt = -1;
    gapRereadAt = -1;
  }

  /** Hands every record not yet read to the visitor; the decoder is the same each time. */
  public void forEach(Consumer<? super LineageEventDecoder> visitor) throws JournalException {
    LineageEventDecoder decoder = new LineageEventDecoder();
    while (next(decoder)) {
      visitor.accept(decoder);
    }
  }

  /**
   * What the reading met.
   *
   * @throws IllegalStateException unless {@link #next} has returned false
   */
  public ReadReport report() {
    if (!ended) {
      throw new IllegalStateException("the report is complete only at the end of the journal");
    }
    return new ReadReport(
        records,
        bytes,
        firstSequence,
        lastSequence,
        holes,
        stale,
        unreadable,
        tailProbe.tail(),
        wholeEnd,
        tailProbe.bytes(),
        files,
        foreignFiles);
  }

  /** Releases the file. Idempotent; {@link #report()} stays available. */
  @Override
  public void close() {
    FileWindow open = window;
    window = null;
    if (open != null) {
      open.close();
    }
  }
}
