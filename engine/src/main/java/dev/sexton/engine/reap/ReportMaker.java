package dev.sexton.engine.reap;

import dev.sexton.engine.attribution.Attributor;
import dev.sexton.engine.attribution.KnownProcess;
import dev.sexton.engine.attribution.Pass;
import dev.sexton.engine.census.Host;
import dev.sexton.engine.census.LineageReplay;
import dev.sexton.engine.model.Comm;
import dev.sexton.engine.model.Fate;
import dev.sexton.engine.model.ProcessIdentity;
import dev.sexton.engine.model.ProcessReport;
import dev.sexton.engine.model.RunReport;
import dev.sexton.engine.model.Settlement;
import dev.sexton.engine.model.SignalReport;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes the report of a run from its case. */
final class ReportMaker {
  private static final ProcessIdentity NOBODY = new ProcessIdentity(0, 0, 0);
  private static final long MILLIS_PER_SECOND = 1_000;
  private static final long NONE = -1;

  private final ReapOptions options;
  private final Host host;
  private final ReaperSelf self;
  private final long startTicks;
  private final long firstScanTicks;

  ReportMaker(
      ReapOptions options, Host host, ReaperSelf self, long startTicks, long firstScanTicks) {
    this.options = options;
    this.host = host;
    this.self = self;
    this.startTicks = startTicks;
    this.firstScanTicks = firstScanTicks;
  }

  /** The report as it is before anything is done with the journal. */
  RunReport make(RunCase run) {
    LineageReplay.Replayed journal = run.replayed();
    Pass last = journal == null ? null : journal.lastSample();
    boolean observed = run.observer() != null;
    boolean sameBoot = observed || run.stage() == RunCase.Stage.ACTIVE;
    return new RunReport(
        run.runId(),
        run.directory().toString(),
        journal == null ? NOBODY : run.runner(),
        journal == null ? "" : journal.header().bootId().toString(),
        new ArrayList<>(run.reasons()),
        sameBoot ? millisSince(last, startTicks) : NONE,
        sameBoot ? millisSince(last, Math.max(startTicks, firstScanTicks)) : NONE,
        run.scans(),
        run.strength(),
        run.evidence(),
        run.assumptions(),
        observed ? processes(run) : List.of(),
        observed ? run.uncollected() : 0,
        Settlement.NONE);
  }

  private long millisSince(@Nullable Pass last, long ticks) {
    if (last == null) {
      return NONE;
    }
    long perSecond = host.facts().numbers().ticksPerSecond();
    return Math.max(0, ticks - last.startTicks()) * MILLIS_PER_SECOND / perSecond;
  }

  private List<ProcessReport> processes(RunCase run) {
    Attributor attributor = run.attributor();
    Set<KnownProcess> shown = new LinkedHashSet<>(run.targets().keySet());
    if (run.isActive()) {
      shown.addAll(run.livingMembers());
      for (KnownProcess p : attributor.owned()) {
        shown.add(p);
      }
      if (!run.isConcluded()) {
        shown.addAll(run.doubtful(options.allUsers(), self.pid()));
      }
    }
    List<ProcessReport> reports = new ArrayList<>();
    for (KnownProcess p : shown) {
      reports.add(report(run, p));
    }
    reports.sort(
        Comparator.comparingLong((ProcessReport r) -> r.identity().startTicks())
            .thenComparingInt(r -> r.identity().pid()));
    return reports;
  }

  private ProcessReport report(RunCase run, KnownProcess p) {
    Target target = run.targets().get(p);
    Fate fate = target == null ? null : target.fate();
    List<SignalReport> signals = target == null ? List.of() : target.signals();
    String note = target == null ? "" : target.note();
    if (target != null && target.wasSignalled()) {
      run.restedOn(target.strength());
    }
    if (fate == null) {
      fate = p.isDead() ? Fate.ALREADY_DEAD : Fate.NOT_TOUCHED;
    }
    if (note.isEmpty() && p.isDead() && !p.isGone()) {
      note = "waits to be collected by its parent " + p.parentPid();
    }
    return new ProcessReport(
        p.identity(),
        Comm.printable(p.comm()),
        p.realUid(),
        p.parentPid(),
        p.session(),
        run.attributor().explain(p),
        fate,
        signals,
        note);
  }
}
