package dev.sexton.journal;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Finds the header of a journal, or says what is there in its place. Each file begins with one, so
 * a journal whose first file is damaged still says what run it is of.
 *
 * <p>A directory without a header is one of three things that must not be mixed up: a creation that
 * never came to its first record (nothing was started under it), a journal whose header is damaged
 * (something may have been), and a journal that was moved under another name.
 */
final class HeaderSearch {
  private final Path directory;
  private final Path entrance;
  private final RecordScan scan;
  private boolean sawRecord;
  private boolean sawRemains;
  private @Nullable String otherRunId;

  private HeaderSearch(Path directory, Path entrance) {
    this.directory = directory;
    this.entrance = entrance;
    scan = new RecordScan(JournalFormat.salt(String.valueOf(directory.getFileName())));
  }

  /**
   * A header, and the files among which it was found.
   *
   * @param header the first whole one in the order of the files
   * @param files the directory's names, as they were before the search
   */
  record Found(JournalHeader header, JournalFiles.Listing files) {}

  /**
   * Searches the files in their order.
   *
   * @param directory the run directory, which gives the run id and is named in failures
   * @param entrance the path by which it is entered
   * @throws JournalException NOT_A_JOURNAL, HEADER_DAMAGED, UNKNOWN_VERSION, UNTRUSTED, or a
   *     failure to read
   */
  static Found search(Path directory, Path entrance) throws JournalException {
    return new HeaderSearch(directory, entrance).search();
  }

  private Found search() throws JournalException {
    JournalFiles.Listing listing;
    try {
      listing = JournalFiles.list(entrance);
    } catch (IOException e) {
      throw IoFailures.from("list " + directory, e);
    }
    for (String name : listing.records()) {
      try (FileWindow window = FileWindow.open(entrance.resolve(name), directory.resolve(name))) {
        JournalHeader header = searchFile(window);
        if (header != null) {
          return new Found(header, listing);
        }
        lookForRemains(name, window);
      }
    }
    throw withoutHeader();
  }

  private @Nullable JournalHeader searchFile(FileWindow window) throws JournalException {
    for (long at = 0; scan.find(window, at); at = scan.end()) {
      sawRecord = true;
      byte[] bytes = window.bytes();
      int payloadAt = window.index(scan.offset()) + JournalFormat.PAYLOAD_AT;
      if (Bits.getByte(bytes, payloadAt) == EventType.HEADER.code()) {
        int version = HeaderCodec.version(bytes, payloadAt, scan.payloadLength());
        if (version < JournalFormat.VERSION_FIRST || version > JournalFormat.VERSION) {
          throw new JournalException(
              JournalException.Kind.UNKNOWN_VERSION,
              directory
                  + " has format version "
                  + version
                  + ", this code reads versions "
                  + JournalFormat.VERSION_FIRST
                  + " to "
                  + JournalFormat.VERSION
                  + "; read it with the version that wrote it.");
        }
        JournalHeader header = HeaderCodec.decode(bytes, payloadAt, scan.payloadLength());
        if (header != null) {
          return requireSameRun(header);
        }
      }
    }
    return null;
  }

  private JournalHeader requireSameRun(JournalHeader header) throws JournalException {
    if (!header.runId().equals(String.valueOf(directory.getFileName()))) {
      throw otherRun(header.runId());
    }
    return header;
  }

  /**
   * What stands where the first record should. A file of Chronicle's gets its final name only after
   * its beginning was made real, so one that is shorter was cut; a plain file gets its own only
   * with its header in it.
   */
  private void lookForRemains(String name, FileWindow window) throws JournalException {
    sawRemains |= JournalFiles.isPlain(name) || hasChronicleRemains(window);
    otherRunId = otherRunId == null ? runIdOfOtherName(window) : otherRunId;
  }

  private static boolean hasChronicleRemains(FileWindow window) throws JournalException {
    ChronicleWalk walk = new ChronicleWalk();
    TailProbe probe = new TailProbe();
    walk.walk(window, 0);
    probe.probe(window, 0, 0, false);
    return probe.bytes() > 0
        || walk.dataRecords() > 0
        || probe.tail() == ReadReport.Tail.CUT
        || window.size() < ChronicleSink.REAL_FROM_START_BYTES;
  }

  /** The run id in the file's first header, if that header is whole under its own salt. */
  private @Nullable String runIdOfOtherName(FileWindow window) throws JournalException {
    for (long at = 0; window.has(at, JournalFormat.PAYLOAD_AT); at += JournalFormat.ALIGNMENT) {
      int index = window.index(at);
      if (Bits.getInt(window.bytes(), index) == JournalFormat.MAGIC) {
        int length = Bits.getInt(window.bytes(), index + JournalFormat.LENGTH_AT);
        if (length < 1
            || length > JournalFormat.PAYLOAD_LENGTH_MAX
            || !window.has(at, JournalFormat.PAYLOAD_AT + length)) {
          return null;
        }
        JournalHeader header =
            HeaderCodec.decode(window.bytes(), window.index(at) + JournalFormat.PAYLOAD_AT, length);
        if (header == null) {
          return null;
        }
        RecordScan own = new RecordScan(JournalFormat.salt(header.runId()));
        return own.find(window, at) && own.offset() == at ? header.runId() : null;
      }
    }
    return null;
  }

  private JournalException withoutHeader() {
    if (otherRunId != null) {
      return otherRun(otherRunId);
    }
    if (sawRecord || sawRemains) {
      return new JournalException(
          JournalException.Kind.HEADER_DAMAGED,
          directory
              + " holds records of a journal but no whole header; nothing in it can be used.");
    }
    return new JournalException(
        JournalException.Kind.NOT_A_JOURNAL,
        directory
            + " holds no journal, or one whose creation never came to its first record; check the"
            + " path.");
  }

  private JournalException otherRun(String runId) {
    return new JournalException(
        JournalException.Kind.UNTRUSTED,
        directory + " holds the journal of run " + runId + "; give it its own name back.");
  }
}
