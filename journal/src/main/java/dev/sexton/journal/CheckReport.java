package dev.sexton.journal;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a check of a journal's structure found. Whether the lineage in it makes sense is not its
 * question.
 *
 * @param runDirectory the directory's name, which is the run id
 * @param verdict the outcome
 * @param header the header, or null if no whole one was found
 * @param records how many whole records the journal holds
 * @param bytes how many bytes their frames take
 * @param files each file of the journal in order
 * @param findings every defect, in the order of the files and offsets
 */
public record CheckReport(
    String runDirectory,
    Verdict verdict,
    @Nullable JournalHeader header,
    long records,
    long bytes,
    List<FileReport> files,
    List<Finding> findings) {

  /** The file is not one of Chronicle's. */
  public static final long CHRONICLE_RECORDS_NONE = -1;

  /** Copies the lists. */
  public CheckReport {
    files = List.copyOf(files);
    findings = List.copyOf(findings);
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
   * One file.
   *
   * @param name its name
   * @param sizeBytes its apparent size
   * @param records how many whole records of this run it holds, stale ones included
   * @param chronicleRecords how many records Chronicle's own headers lead to, or {@link
   *     #CHRONICLE_RECORDS_NONE}
   */
  public record FileReport(String name, long sizeBytes, long records, long chronicleRecords) {}

  /**
   * One defect.
   *
   * @param kind what it is
   * @param file the file, empty if it is the directory
   * @param offset where, in bytes
   * @param detail the facts, in words
   */
  public record Finding(Kind kind, String file, long offset, String detail) {

    /** What a defect is, and what it means. */
    public enum Kind {
      /** Records are missing between whole ones: evidence is lost, and no proof can be given. */
      HOLE,
      /** Whole records whose sequence was already past: something wrote or copied twice. */
      STALE_RECORDS,
      /** Whole records that make no sense to this version. */
      UNREADABLE_RECORDS,
      /** An unfinished record at the end, as a killed writer leaves it. Harmless. */
      TORN_TAIL,
      /** The end was cut off: the last sample moves back, nothing else changes. */
      CUT_TAIL,
      /** Chronicle's headers lead to fewer records than are there: Chronicle would read less. */
      CHRONICLE_STOPS_EARLY,
      /** A name that is not the journal's; it was not read. */
      FOREIGN_FILE,
      /** The journal could not be opened; the detail says why. */
      UNOPENED
    }
  }
}
