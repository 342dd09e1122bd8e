package dev.sexton.journal;

import java.util.List;

/**
 * What a complete reading of a journal met. Counts are of whole records.
 *
 * @param records how many records were delivered
 * @param bytes how many bytes their frames take
 * @param firstSequence the sequence of the first one delivered, {@link #SEQUENCE_NONE} without one
 * @param lastSequence the sequence of the last one delivered, {@link #SEQUENCE_NONE} without one
 * @param holes records that are missing between whole ones
 * @param staleRecords whole records that were not delivered, since their sequence was already past
 * @param unreadableRecords whole records not delivered for want of sense: an unknown type, lengths
 *     that do not fit, or another header than the first; each is also a hole
 * @param tail how the last file ends
 * @param tailOffset where the last whole record of the last file ends, in bytes; 0 if it has none
 * @param tailBytes how many bytes of the last file, after its last whole record, hold something
 *     other than zeros, index blocks and end marks
 * @param files the journal's files in order
 * @param foreignFiles names in the directory that are not the journal's
 */
public record ReadReport(
    long records,
    long bytes,
    long firstSequence,
    long lastSequence,
    List<Hole> holes,
    long staleRecords,
    long unreadableRecords,
    Tail tail,
    long tailOffset,
    long tailBytes,
    List<String> files,
    List<String> foreignFiles) {

  /** There is no record. */
  public static final long SEQUENCE_NONE = -1;

  /** Copies the lists. */
  public ReadReport {
    holes = List.copyOf(holes);
    files = List.copyOf(files);
    foreignFiles = List.copyOf(foreignFiles);
  }

  /**
   * Whether records are missing before the last whole one, or stand where none should. A tail that
   * was torn or cut off is not damage: it only moves the last sample back.
   */
  public boolean damaged() {
    return !holes.isEmpty() || staleRecords > 0 || unreadableRecords > 0;
  }

  /**
   * Records missing between two whole ones.
   *
   * @param file the file that holds the next whole record
   * @param offset where in it the search for the missing ones began, in bytes
   * @param firstMissing the sequence of the first one missing
   * @param lastMissing the sequence of the last one missing
   */
  public record Hole(String file, long offset, long firstMissing, long lastMissing) {}

  /** How a journal ends. */
  public enum Tail {
    /** The last record is a {@link EventKind#CLEAN_CLOSE} event, and nothing follows it. */
    CLEAN,
    /** Nothing follows the last record: the writer lives, or died between two records. */
    UNWRITTEN,
    /** Something follows the last record that is not a whole one, as when a writer was killed. */
    TORN,
    /**
     * The file says of itself that it held records past the last whole one, or that another file
     * was begun which is not there: it was cut off. A writer killed while it began a further file
     * leaves the same.
     */
    CUT
  }
}
