package dev.sexton.engine.reap;

import dev.sexton.engine.attribution.ConclusiveScan;
import dev.sexton.engine.attribution.KnownProcess;
import dev.sexton.engine.model.Fate;
import dev.sexton.engine.model.RefusalReason;
import java.util.List;

/**
 * Whether the scan just made leaves anything to doubt for one run, and at the end, what.
 *
 * <p>Holds condition (b) of {@link ConclusiveScan}; (a) and (c) are that class'.
 */
final class Conclusion {
  private static final int DOUBTS_NAMED_MAX = 5;

  private final RunCase run;
  private final ReapOptions options;
  private final ReaperSelf self;

  Conclusion(RunCase run, ReapOptions options, ReaperSelf self) {
    this.run = run;
    this.options = options;
    this.self = self;
  }

  /** Whether the scan shows that nothing of the run is alive. */
  boolean nothingLeft() {
    return run.livingMembers().isEmpty()
        && doubtful().isEmpty()
        && !anyUnreadable()
        && run.conclusive().doubts().isEmpty();
  }

  private List<KnownProcess> doubtful() {
    return run.doubtful(options.allUsers(), self.pid());
  }

  private boolean anyUnreadable() {
    for (KnownProcess p : run.attributor().owned()) {
      if (p.isUnreadable()) {
        return true;
      }
    }
    for (KnownProcess p : run.attributor().undecided()) {
      if (p.isUnreadable()) {
        return true;
      }
    }
    return false;
  }

  /** Adds a reason for everything that is in the way of a proof. */
  void refuseForWhatIsLeft(boolean interrupted) {
    if (run.isConcluded()) {
      return;
    }
    if (interrupted) {
      run.refuse(RefusalReason.INTERRUPTED, "the reap was interrupted");
    }
    for (KnownProcess p : run.livingMembers()) {
      Target target = run.target(p);
      if (options.dryRun() && target.fate() == null) {
        target.fate(Fate.PLANNED);
      } else if (!target.isOver()) {
        run.reasons().add(reasonFor(target));
      }
    }
    if (anyUnreadable()) {
      run.refuse(RefusalReason.IDENTITY_UNKNOWN, "a process that may be a member is unreadable");
    }
    List<KnownProcess> doubtful = doubtful();
    if (!doubtful.isEmpty()) {
      run.reasons().add(RefusalReason.UNATTRIBUTED_ORPHAN);
    }
    boolean planned = options.dryRun() && !run.livingMembers().isEmpty();
    if (run.reasons().isEmpty() && !run.isConcluded() && !planned) {
      run.reasons().add(RefusalReason.SCAN_INCONCLUSIVE);
      nameDoubts();
    }
  }

  private void nameDoubts() {
    List<ConclusiveScan.Doubt> doubts = run.conclusive().doubts();
    int named = Math.min(doubts.size(), DOUBTS_NAMED_MAX);
    for (ConclusiveScan.Doubt doubt : doubts.subList(0, named)) {
      run.addEvidence("last scan: " + doubt);
    }
    if (doubts.isEmpty()) {
      run.addEvidence("the deadline passed before two scans agreed");
    }
  }

  private RefusalReason reasonFor(Target target) {
    Fate fate = target.fate();
    if (fate == null) {
      target.fate(Fate.SURVIVED);
      return RefusalReason.SURVIVORS;
    }
    return switch (fate) {
      case NOT_PERMITTED -> RefusalReason.NOT_PERMITTED;
      case NOT_IDENTIFIED -> RefusalReason.IDENTITY_UNKNOWN;
      case SPARED -> RefusalReason.REAPER_IN_LINEAGE;
      case NOT_TOUCHED -> RefusalReason.UNATTRIBUTED_ORPHAN;
      case ENDED, EXITED, ALREADY_DEAD, PLANNED, SURVIVED -> RefusalReason.SURVIVORS;
    };
  }
}
