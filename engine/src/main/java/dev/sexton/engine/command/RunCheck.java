package dev.sexton.engine.command;

import dev.sexton.engine.census.LineageCheck;
import dev.sexton.journal.CheckReport;
import dev.sexton.journal.JournalCheck;
import dev.sexton.journal.JournalException;
import dev.sexton.journal.LineageJournal;
import dev.sexton.journal.WriterState;
import java.nio.file.Path;
import java.util.List;

/**
 * What {@code verify} found in one run's journal.
 *
 * @param directory the run's directory
 * @param structure the records as such
 * @param lineage what the records say that cannot have happened
 * @param partial whether a writer was at work, so that only a prefix was checked
 */
record RunCheck(
    Path directory, CheckReport structure, List<LineageCheck.Finding> lineage, boolean partial) {

  static RunCheck of(Path directory) throws JournalException {
    // Asked first: a writer that ends while the check runs has been at work all the same.
    boolean writing = LineageJournal.writerState(directory) == WriterState.ALIVE;
    CheckReport structure = JournalCheck.check(directory);
    boolean readable =
        switch (structure.verdict()) {
          case CLEAN, TORN_TAIL -> true;
          case DAMAGED, UNKNOWN_VERSION, NOT_A_JOURNAL, UNREADABLE -> false;
        };
    List<LineageCheck.Finding> lineage = readable ? LineageCheck.check(directory) : List.of();
    return new RunCheck(directory, structure, lineage, writing);
  }

  ExitStatus status() {
    if (!lineage.isEmpty()) {
      return ExitStatus.DAMAGED;
    }
    return switch (structure.verdict()) {
      case CLEAN, TORN_TAIL -> ExitStatus.DONE;
      case DAMAGED, NOT_A_JOURNAL -> ExitStatus.DAMAGED;
      case UNKNOWN_VERSION, UNREADABLE -> ExitStatus.HOST_CANNOT;
    };
  }

  /** What the structure's verdict means for a reap. */
  String meaning() {
    if (!lineage.isEmpty()) {
      return "the records contradict each other, so do not trust what they say";
    }
    return switch (structure.verdict()) {
      case CLEAN -> "clean";
      case TORN_TAIL -> "clean up to a torn end, as a killed writer leaves it; a reap can prove";
      case DAMAGED -> "damaged: a reap ends what whole records name, and refuses";
      case UNKNOWN_VERSION -> "of a later format: a reap by this version refuses";
      case NOT_A_JOURNAL -> "no whole header: a reap refuses";
      case UNREADABLE -> "could not be read, which says nothing about it: a reap refuses";
    };
  }

  /** What one finding means for a reap. */
  static String meaningOf(CheckReport.Finding.Kind kind) {
    return switch (kind) {
      case HOLE -> "evidence is lost: a reap refuses with journal_damaged";
      case STALE_RECORDS, UNREADABLE_RECORDS -> "a reap refuses with journal_damaged";
      case TORN_TAIL -> "harmless: the unfinished record is left out";
      case CUT_TAIL -> "the last sample moves back, nothing else changes";
      case CHRONICLE_STOPS_EARLY -> "harmless: a reap does not read through these headers";
      case FOREIGN_FILE -> "not read; it keeps the journal from being removed after a proof";
      case UNOPENED -> "a reap refuses";
    };
  }
}
