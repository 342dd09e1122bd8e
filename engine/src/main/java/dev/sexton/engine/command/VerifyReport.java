package dev.sexton.engine.command;

import java.util.List;
import java.util.Map;

/**
 * All that one call of {@code verify} found; text and JSON are made of it.
 *
 * @param level how deep it looked
 * @param checks each run, in order
 * @param salvages what came of salvaging the runs, empty if that was not asked for
 * @param seconds how long it took
 */
record VerifyReport(
    CheckLevel level, List<RunCheck> checks, Map<RunCheck, RunSalvage> salvages, double seconds) {

  /** Whether the check, apart from any salvage, found nothing. */
  boolean clean() {
    return worstCheck() == ExitStatus.DONE;
  }

  boolean partial() {
    return checks.stream().anyMatch(RunCheck::partial);
  }

  /** Who asked for a salvage must see at once that there is none. */
  ExitStatus status() {
    for (RunSalvage salvage : salvages.values()) {
      if (salvage.status() != ExitStatus.DONE) {
        return salvage.status();
      }
    }
    return worstCheck();
  }

  /** Damage is worse than not having been able to look. */
  private ExitStatus worstCheck() {
    ExitStatus worst = ExitStatus.DONE;
    for (RunCheck check : checks) {
      if (check.status() == ExitStatus.DAMAGED) {
        return ExitStatus.DAMAGED;
      }
      worst = check.status() == ExitStatus.DONE ? worst : check.status();
    }
    return worst;
  }
}
