package dev.sexton.journal;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a check of a journal found. Whether the lineage in it makes sense is not its question.
 *
 * @param runDirectory the directory's name, which is the run id
 * @param level how deep the check went
 * @param verdict the outcome, as far as that level can tell
 * @param header the header, or null if no whole one was found
 * @param counts how many records the reader met; {@link Counts#NONE} where it did not read
 * @param tail how the last file ends, or null if that was not come to
 * @param lastSample the last whole sample, or null if the records were not read
 * @param files each file of the journal in order
 * @param findings every defect: those of the sequence, of the counts, of the end, of the names
 */
public record CheckReport(
    String runDirectory,
    Level level,
    Verdict verdict,
    @Nullable JournalHeader header,
    Counts counts,
    ReadReport.@Nullable Tail tail,
    @Nullable LastSample lastSample,
    List<FileReport> files,
    List<Finding> findings) {

  /** The file is not one of Chronicle's. */
  public static final long CHRONICLE_RECORDS_NONE = -1;

  /** It was not counted at this level. */
  public static final long NOT_COUNTED = -1;

  /** It cannot be told. */
  public static final long AGE_UNKNOWN = -1;

  /** The defect is not of a record whose sequence is known. */
  public static final long SEQUENCE_NONE = ReadReport.SEQUENCE_NONE;

  /** Copies the lists. */
  public CheckReport {
    files = List.copyOf(files);
    findings = List.copyOf(findings);
  }

  /** How many whole records the journal delivers, or {@link #NOT_COUNTED}. */
  public long records() {
    return counts.records();
  }

  /** How many bytes their frames take, or {@link #NOT_COUNTED}. */
  public long bytes() {
    return counts.bytes();
  }

  /** How deep a check goes; each level includes the one before. */
  public enum Level {
    /** The files, a header, and where the files' own lengths lead and end. No checksum but its. */
    STRUCTURE,
    /** Every record: checksum, sequence, shape; all of them counted twice, in different ways. */
    RECORDS
  }

  /** The outcome of a check, from best to worst. */
  public enum Verdict {
    /** Every record is there, up to an end at which nothing is left over. */
    CLEAN,
    /** Every record up to the last whole one is there; the end was torn or cut off. */
    TORN_TAIL,
    /** Records are missing or damaged before the last whole one, or the header is. */
    DAMAGED,
    /** A later version of the format; nothing else was checked. */
    UNKNOWN_VERSION,
    /** There is no journal, or one whose creation never came to its first record. */
    NOT_A_JOURNAL,
    /** The journal could not be read: this says nothing about it. */
    UNREADABLE
  }

  /**
   * What a reader met, {@link #NOT_COUNTED} throughout if none read.
   *
   * @param records whole records that it delivered
   * @param bytes how many bytes their frames take
   * @param stale whole records whose sequence was already past
   * @param unreadable whole records that make no sense
   * @param missing records that the holes between whole ones took
   */
  public record Counts(long records, long bytes, long stale, long unreadable, long missing) {
    /** Nothing was counted. */
    public static final Counts NONE =
        new Counts(NOT_COUNTED, NOT_COUNTED, NOT_COUNTED, NOT_COUNTED, NOT_COUNTED);
  }

  /**
   * The last whole sample, and how much later the journal is known to have been written to. That is
   * what a torn or cut end has cost, as far as it can be told.
   *
   * @param samples how many commits there are
   * @param startTicks when the last one's pass began, in clock ticks since boot; 0 without one
   * @param recordsAfter how many whole records follow it
   * @param newestRecordAfterNs how much later than that begin something happened that one of these
   *     records tells of, in nanoseconds, or {@link #AGE_UNKNOWN}
   * @param modifiedAfterNs how much later the last file was modified, by its own time and the
   *     header's clocks, in nanoseconds, or {@link #AGE_UNKNOWN}; a copy or an edit moves that time
   */
  public record LastSample(
      long samples,
      long startTicks,
      long recordsAfter,
      long newestRecordAfterNs,
      long modifiedAfterNs) {}

  /** How a file ends, by its own lengths. */
  public enum FileEnd {
    /** In the mark that another file follows. */
    MARKED,
    /** In zeros, or where it ends. */
    UNWRITTEN,
    /** In something that is no whole record. */
    UNFINISHED,
    /** In a length that leads past its end. */
    PAST_END
  }

  /**
   * One file.
   *
   * @param name its name
   * @param sizeBytes its apparent size
   * @param records how many whole records of this run it holds, stale and unreadable ones included;
   *     {@link #NOT_COUNTED} if their checksums were not looked at
   * @param framedRecords how many records the file's own lengths lead to: Chronicle's headers, or
   *     the frames of a plain file
   * @param end what stands where these lengths lead no further
   */
  public record FileReport(
      String name, long sizeBytes, long records, long framedRecords, FileEnd end) {

    /**
     * How many records Chronicle's own headers lead to, or {@link #CHRONICLE_RECORDS_NONE}.
     *
     * @see #framedRecords()
     */
    public long chronicleRecords() {
      return JournalFiles.isPlain(name) ? CHRONICLE_RECORDS_NONE : framedRecords;
    }
  }

  /**
   * One defect.
   *
   * @param kind what it is
   * @param file the file, empty if it is the directory
   * @param offset where, in bytes
   * @param sequence the first record concerned, or {@link #SEQUENCE_NONE}
   * @param count how many records are concerned, or, of an end, bytes
   * @param detail the facts, in words
   */
  public record Finding(
      Kind kind, String file, long offset, long sequence, long count, String detail) {

    /** What a defect is, and what it means. */
    public enum Kind {
      /** Records are missing between whole ones: evidence is lost, and no proof can be given. */
      HOLE,
      /** Whole records whose sequence was already past: something wrote or copied twice. */
      STALE_RECORDS,
      /** Whole records that make no sense to this version. */
      UNREADABLE_RECORDS,
      /** Two countings of the same records differ: the files changed, or reading is at fault. */
      COUNT_MISMATCH,
      /** An unfinished record at the end, as a killed writer leaves it. Harmless. */
      TORN_TAIL,
      /** The end was cut off: the last sample moves back, nothing else changes. */
      CUT_TAIL,
      /** A file between others, or before them, is not there. */
      MISSING_FILE,
      /** The lengths in a file that is not the last lead to no end. Only of a structure check. */
      LENGTHS_STOP_EARLY,
      /** Chronicle's headers lead to fewer records than are there: Chronicle would read less. */
      CHRONICLE_STOPS_EARLY,
      /** A name that is not the journal's; it was not read. */
      FOREIGN_FILE,
      /** The journal could not be opened; the detail says why. */
      UNOPENED
    }
  }
}
