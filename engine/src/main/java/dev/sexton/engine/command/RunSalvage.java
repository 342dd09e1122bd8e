package dev.sexton.engine.command;

import dev.sexton.engine.model.RefusalReason;
import dev.sexton.engine.reap.SalvageTrust;
import dev.sexton.journal.JournalException;
import dev.sexton.journal.JournalSalvage;
import dev.sexton.journal.SalvageReport;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What came of salvaging one run.
 *
 * @param report what was written, or null if nothing was
 * @param refused why nothing was, or null
 * @param status what that means for the command's own
 */
record RunSalvage(@Nullable SalvageReport report, @Nullable String refused, ExitStatus status) {

  static RunSalvage of(JournalSalvage into, RunCheck check) {
    Path directory = check.directory();
    String complaint = SalvageTrust.complaint(directory);
    if (complaint != null) {
      return new RunSalvage(
          null, RefusalReason.JOURNAL_UNTRUSTED.jsonName() + ": " + complaint, ExitStatus.REFUSED);
    }
    try {
      return new RunSalvage(into.salvage(directory), null, ExitStatus.DONE);
    } catch (JournalException e) {
      boolean known = check.status() != ExitStatus.DONE && e.kind() != JournalException.Kind.LOCKED;
      return new RunSalvage(
          null, String.valueOf(e.getMessage()), known ? check.status() : Failure.of(e).status());
    }
  }
}
