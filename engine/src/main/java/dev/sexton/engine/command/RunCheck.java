package dev.sexton.engine.command;

import dev.sexton.engine.census.LineageCheck;
import dev.sexton.engine.model.RefusalReason;
import dev.sexton.journal.CheckReport;
import dev.sexton.journal.JournalCheck;
import dev.sexton.journal.JournalException;
import dev.sexton.journal.LineageJournal;
import dev.sexton.journal.WriterState;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What {@code verify} found in one run's journal.
 *
 * @param directory the run's directory
 * @param structure the files and records as such
 * @param findings its defects, and what the levels' counts do not agree on
 * @param lineage what the records tell, or null if that was not looked at
 * @param partial whether a writer was at work, so that only a prefix was checked
 */
record RunCheck(
    Path directory,
    CheckReport structure,
    List<CheckReport.Finding> findings,
    LineageCheck.@Nullable Report lineage,
    boolean partial) {

  static RunCheck of(Path directory, CheckLevel level) throws JournalException {
    // Asked first: a writer that ends while the check runs has been at work all the same.
    boolean writing = LineageJournal.writerState(directory) == WriterState.ALIVE;
    CheckReport structure =
        JournalCheck.check(
            directory,
            level == CheckLevel.STRUCTURE
                ? CheckReport.Level.STRUCTURE
                : CheckReport.Level.RECORDS);
    boolean readable =
        switch (structure.verdict()) {
          case CLEAN, TORN_TAIL -> true;
          case DAMAGED, UNKNOWN_VERSION, NOT_A_JOURNAL, UNREADABLE -> false;
        };
    LineageCheck.Report lineage =
        readable && level == CheckLevel.LINEAGE ? LineageCheck.check(directory) : null;
    List<CheckReport.Finding> findings = new ArrayList<>(structure.findings());
    if (lineage != null && !writing && lineage.records() != structure.records()) {
      findings.add(
          new CheckReport.Finding(
              CheckReport.Finding.Kind.COUNT_MISMATCH,
              "",
              0,
              CheckReport.SEQUENCE_NONE,
              Math.abs(lineage.records() - structure.records()),
              "%d records were checked, and %d told of the lineage"
                  .formatted(structure.records(), lineage.records())));
    }
    return new RunCheck(directory, structure, List.copyOf(findings), lineage, writing);
  }

  /** What the records tell that cannot have happened, one sentence each. */
  List<String> impossible() {
    LineageCheck.Report checked = lineage;
    if (checked == null) {
      return List.of();
    }
    List<String> texts = new ArrayList<>();
    checked.findings().forEach(finding -> texts.add(finding.text()));
    if (checked.furtherFindings() > 0) {
      texts.add("and " + checked.furtherFindings() + " more");
    }
    return texts;
  }

  private boolean countsDiffer() {
    return findings.stream()
        .anyMatch(finding -> finding.kind() == CheckReport.Finding.Kind.COUNT_MISMATCH);
  }

  ExitStatus status() {
    if (countsDiffer() || !impossible().isEmpty()) {
      return ExitStatus.DAMAGED;
    }
    return switch (structure.verdict()) {
      case CLEAN, TORN_TAIL -> ExitStatus.DONE;
      case DAMAGED, NOT_A_JOURNAL -> ExitStatus.DAMAGED;
      case UNKNOWN_VERSION, UNREADABLE -> ExitStatus.HOST_CANNOT;
    };
  }

  /** What all of it means for a reap. */
  String meaning() {
    if (!impossible().isEmpty()) {
      return "the records contradict each other, so do not trust what they say";
    }
    if (countsDiffer()) {
      return "counted twice, its records do not add up: check it again";
    }
    return switch (structure.verdict()) {
      case CLEAN -> "clean" + caveat("");
      case TORN_TAIL ->
          "clean up to a torn end, as a killed writer leaves it" + caveat("; a reap can prove");
      case DAMAGED -> "damaged: a reap ends what whole records name, and refuses";
      case UNKNOWN_VERSION -> "of a later format: a reap by this version refuses";
      case NOT_A_JOURNAL -> "no whole header: a reap refuses";
      case UNREADABLE -> "could not be read, which says nothing about it: a reap refuses";
    };
  }

  /** What is to be said of a journal in which nothing was found, by how deep it was looked at. */
  private String caveat(String otherwise) {
    CheckReport.LastSample last = structure.lastSample();
    if (last == null) {
      return "; its records were not looked at";
    }
    if (last.samples() == 0) {
      return ", but no sample was ever committed: a reap refuses ("
          + RefusalReason.NO_SAMPLE.jsonName()
          + ")";
    }
    return lineage == null ? "; what its records tell was not looked at" : otherwise;
  }

  /** What one finding means for a reap. */
  String meaningOf(CheckReport.Finding finding) {
    return switch (finding.kind()) {
      case HOLE ->
          refused(
              "hole of %s at sequence %d"
                  .formatted(number(finding.count(), "record"), finding.sequence()));
      case STALE_RECORDS ->
          refused(
              "%s again, from sequence %d on"
                  .formatted(number(finding.count(), "record"), finding.sequence()));
      case UNREADABLE_RECORDS ->
          refused(
              "%s without sense, from sequence %d on"
                  .formatted(number(finding.count(), "record"), finding.sequence()));
      case COUNT_MISMATCH ->
          "the files changed while they were checked, or reading is at fault: check again, and do"
              + " not rely on a reap until it agrees";
      case TORN_TAIL -> "the unfinished record is left out; " + lastSample();
      case CUT_TAIL -> "what was cut off is lost; " + lastSample();
      case MISSING_FILE -> refused("a file is missing, and its records with it");
      case LENGTHS_STOP_EARLY ->
          "whether records are lost only the records say: check with --level records";
      case CHRONICLE_STOPS_EARLY -> "harmless: a reap does not read through these headers";
      case FOREIGN_FILE -> "not read; it keeps the journal from being removed after a proof";
      case UNOPENED -> "a reap refuses";
    };
  }

  private static String refused(String why) {
    return "refused (" + RefusalReason.JOURNAL_DAMAGED.jsonName() + "): " + why;
  }

  private static String number(long count, String what) {
    return count + " " + what + (count == 1 ? "" : "s");
  }

  /** How old the last whole sample is, as far as the journal tells. */
  private String lastSample() {
    CheckReport.LastSample last = structure.lastSample();
    if (last == null) {
      return "how old that makes the last sample --level records tells";
    }
    if (last.samples() == 0) {
      return "no whole sample is left: refused (" + RefusalReason.NO_SAMPLE.jsonName() + ")";
    }
    List<String> known = new ArrayList<>();
    if (last.newestRecordAfterNs() != CheckReport.AGE_UNKNOWN) {
      known.add(millis(last.newestRecordAfterNs()) + " ms before what the newest record tells of");
    }
    if (last.modifiedAfterNs() != CheckReport.AGE_UNKNOWN) {
      known.add(millis(last.modifiedAfterNs()) + " ms before the file was last modified");
    }
    return known.isEmpty()
        ? "how much older that makes the last sample cannot be told"
        : "the last whole sample began " + String.join(", ", known);
  }

  /** In milliseconds; what is not known stays so. */
  static long millis(long nanos) {
    return nanos == CheckReport.AGE_UNKNOWN
        ? CheckReport.AGE_UNKNOWN
        : TimeUnit.NANOSECONDS.toMillis(nanos);
  }
}
