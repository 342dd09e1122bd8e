package dev.sexton.journal;

import java.util.ArrayList;
import java.util.List;

/**
 * Counts a journal's records a second time, file by file and without a {@link LineageReader}: what
 * that says it delivered, left out and missed must add up to what is there.
 */
final class RecordCount {
  private final JournalHeader header;
  private final RecordScan scan;
  private final List<CheckReport.Finding> findings = new ArrayList<>();
  private long expected = JournalFormat.SEQUENCE_FIRST;
  private int epoch;
  private long whole;
  private long delivered;
  private long deliveredBytes;
  private long stale;
  private long unreadable;
  private long missing;

  RecordCount(JournalHeader header) {
    this.header = header;
    scan = new RecordScan(JournalFormat.salt(header.runId()));
  }

  /** Counts a file's records; the files come in their order. */
  long countFile(String name, FileWindow window) throws JournalException {
    Odd staleHere = new Odd();
    Odd unreadableHere = new Odd();
    long wholeHere = 0;
    for (long at = 0; scan.find(window, at); at = scan.end()) {
      wholeHere++;
      byte[] bytes = window.bytes();
      int frame = window.index(scan.offset());
      long sequence = Bits.getLong(bytes, frame + JournalFormat.SEQUENCE_AT);
      int recordEpoch = Bits.getInt(bytes, frame + JournalFormat.EPOCH_AT);
      if (sequence < expected || recordEpoch < epoch) {
        staleHere.add(scan.offset(), sequence);
      } else if (!isReadable(bytes, frame + JournalFormat.PAYLOAD_AT)) {
        unreadableHere.add(scan.offset(), sequence);
      } else {
        missing += sequence - expected;
        expected = sequence + 1;
        epoch = recordEpoch;
        delivered++;
        deliveredBytes += JournalFormat.PAYLOAD_AT + scan.payloadLength();
      }
    }
    whole += wholeHere;
    stale += staleHere.count;
    unreadable += unreadableHere.count;
    staleHere.addTo(findings, CheckReport.Finding.Kind.STALE_RECORDS, name);
    unreadableHere.addTo(findings, CheckReport.Finding.Kind.UNREADABLE_RECORDS, name);
    return wholeHere;
  }

  private boolean isReadable(byte[] bytes, int payloadAt) {
    EventType type = EventType.ofCode(Bits.getByte(bytes, payloadAt));
    int length = scan.payloadLength();
    return type != null
        && PayloadShape.isWhole(type, bytes, payloadAt, length)
        && (type != EventType.HEADER
            || header.equals(HeaderCodec.decode(bytes, payloadAt, length)));
  }

  /** Records of a file that are not as they must be. */
  private static final class Odd {
    private long firstOffset;
    private long firstSequence;
    private long count;

    void add(long offset, long sequence) {
      if (count++ == 0) {
        firstOffset = offset;
        firstSequence = sequence;
      }
    }

    void addTo(List<CheckReport.Finding> to, CheckReport.Finding.Kind kind, String file) {
      if (count > 0) {
        String detail = count + " records, the first of sequence " + firstSequence;
        to.add(new CheckReport.Finding(kind, file, firstOffset, firstSequence, count, detail));
      }
    }
  }

  /** Stale and unreadable records, file by file. */
  List<CheckReport.Finding> findings() {
    return findings;
  }

  /** Each total that differs from what the reader says. */
  List<CheckReport.Finding> compare(ReadReport read) {
    List<CheckReport.Finding> mismatches = new ArrayList<>();
    long readMissing = missing(read);
    compare(mismatches, "records delivered", read.records(), delivered);
    compare(mismatches, "bytes of these", read.bytes(), deliveredBytes);
    compare(mismatches, "stale records", read.staleRecords(), stale);
    compare(mismatches, "unreadable records", read.unreadableRecords(), unreadable);
    compare(mismatches, "records in holes", readMissing, missing);
    compare(
        mismatches,
        "whole records in all files",
        read.records() + read.staleRecords() + read.unreadableRecords(),
        whole);
    if (read.records() > 0) {
      compare(
          mismatches,
          "sequences up to the last",
          read.records() + readMissing,
          read.lastSequence() + 1 - JournalFormat.SEQUENCE_FIRST);
    }
    return mismatches;
  }

  /** How many records the holes took. */
  static long missing(ReadReport read) {
    long missing = 0;
    for (ReadReport.Hole hole : read.holes()) {
      missing += hole.lastMissing() - hole.firstMissing() + 1;
    }
    return missing;
  }

  private static void compare(
      List<CheckReport.Finding> mismatches, String what, long read, long counted) {
    if (read != counted) {
      mismatches.add(
          new CheckReport.Finding(
              CheckReport.Finding.Kind.COUNT_MISMATCH,
              "",
              0,
              CheckReport.SEQUENCE_NONE,
              Math.abs(read - counted),
              what + ": the reader met " + read + ", counting again gave " + counted));
    }
  }
}
