package dev.sexton.testing.sexton;

import dev.sexton.engine.model.Attribution;
import dev.sexton.engine.model.Fate;
import dev.sexton.engine.model.ReapReport;
import dev.sexton.engine.model.RefusalReason;
import dev.sexton.engine.model.Rule;
import dev.sexton.engine.model.RunReport;
import dev.sexton.testing.Actor;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What came of a reap, and the checks on it. Each failure prints all that the reap said. Immutable.
 */
public final class ReapCheck {

  private final List<RefusalReason> reasons;
  private final List<ProcessFacts> processes;
  private final List<String> evidence;
  private final int scans;
  private final int uncollected;
  private final @Nullable ReapReport report;

  ReapCheck(
      List<RefusalReason> reasons,
      List<ProcessFacts> processes,
      List<String> evidence,
      int scans,
      int uncollected,
      @Nullable ReapReport report) {
    this.reasons = List.copyOf(reasons);
    this.processes = List.copyOf(processes);
    this.evidence = List.copyOf(evidence);
    this.scans = scans;
    this.uncollected = uncollected;
    this.report = report;
  }

  static ReapCheck of(ReapReport report) {
    List<ProcessFacts> processes = new ArrayList<>();
    List<String> evidence = new ArrayList<>();
    int scans = 0;
    int uncollected = 0;
    for (RunReport run : report.runs()) {
      run.processes().forEach(process -> processes.add(ProcessFacts.of(process)));
      evidence.addAll(run.evidence());
      scans += run.scans();
      uncollected += run.uncollected();
    }
    return new ReapCheck(report.reasons(), processes, evidence, scans, uncollected, report);
  }

  /** This one's result, with what an earlier attempt said of processes that it no longer found. */
  ReapCheck after(ReapCheck earlier) {
    List<ProcessFacts> merged = new ArrayList<>(processes);
    for (ProcessFacts before : earlier.processes) {
      boolean settled = before.attribution() == Attribution.OWNED;
      ProcessFacts now = find(before.pid(), before.startTicks());
      if (settled && now != null && now.signals().isEmpty()) {
        merged.remove(now);
        now = null;
      }
      if (settled && now == null) {
        merged.add(before);
      }
    }
    return new ReapCheck(reasons, merged, evidence, scans, uncollected, report);
  }

  public boolean isVerified() {
    return reasons.isEmpty();
  }

  public List<RefusalReason> reasons() {
    return reasons;
  }

  public List<ProcessFacts> processes() {
    return processes;
  }

  /** The reap's own sentences. */
  public List<String> evidence() {
    return evidence;
  }

  public int scans() {
    return scans;
  }

  /** Dead members that wait for their parents. */
  public int uncollected() {
    return uncollected;
  }

  /**
   * The whole report of the last attempt.
   *
   * @throws IllegalStateException if it was made in another JVM
   */
  public ReapReport report() {
    ReapReport whole = report;
    if (whole == null) {
      throw new IllegalStateException("the report is in another JVM");
    }
    return whole;
  }

  /** Fails unless it was a proof. */
  public ReapCheck verified() {
    return require(reasons.isEmpty(), "a proof");
  }

  /** Fails unless it was a refusal with this as its first reason. */
  public ReapCheck refused(RefusalReason first) {
    return require(!reasons.isEmpty() && reasons.get(0) == first, "a refusal for " + first);
  }

  /** Fails unless this is one of the reasons. */
  public ReapCheck refusedAlso(RefusalReason reason) {
    return require(reasons.contains(reason), "a refusal also for " + reason);
  }

  /** Fails unless each of these was attributed to the run, signalled, and is dead now. */
  public ReapCheck ended(Actor... actors) {
    for (Actor actor : actors) {
      ProcessFacts facts = of(actor);
      require(facts.attribution() == Attribution.OWNED, actor + " OWNED");
      require(facts.fate() == Fate.ENDED && !facts.signals().isEmpty(), actor + " ENDED");
      require(!actor.isAlive(), actor + " dead");
    }
    return this;
  }

  /** Fails unless each of these was left undecided and not signalled, and is named as such. */
  public ReapCheck undecided(Actor... actors) {
    for (Actor actor : actors) {
      ProcessFacts facts = of(actor);
      require(
          facts.attribution() == Attribution.UNDECIDED
              && facts.fate() == Fate.NOT_TOUCHED
              && facts.signals().isEmpty(),
          actor + " UNDECIDED and not touched");
    }
    return this;
  }

  /** Fails unless this rule decided. */
  public ReapCheck rule(Actor actor, Rule rule) {
    return require(of(actor).rule() == rule, actor + " by rule " + rule);
  }

  /** Fails if the reap had anything to do with one of these: neither members nor doubts. */
  public ReapCheck notNamed(Actor... actors) {
    for (Actor actor : actors) {
      require(find(actor.pid(), actor.startTicks()) == null, actor + " not named");
    }
    return this;
  }

  /** What the reap said of a process. Fails if nothing. */
  public ProcessFacts of(Actor actor) {
    ProcessFacts facts = find(actor.pid(), actor.startTicks());
    if (facts == null) {
      throw new AssertionError("expected " + actor + " to be named, but\n" + this);
    }
    return facts;
  }

  /** What the reap said of a process, or null if nothing. */
  public @Nullable ProcessFacts find(int pid, long startTicks) {
    for (ProcessFacts facts : processes) {
      if (facts.isProcess(pid, startTicks)) {
        return facts;
      }
    }
    return null;
  }

  private ReapCheck require(boolean holds, String what) {
    if (!holds) {
      throw new AssertionError("expected " + what + ", but\n" + this);
    }
    return this;
  }

  /** Everything, a line for each process. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    text.append(reasons.isEmpty() ? "verified" : "refused for " + reasons);
    text.append(" after ").append(scans).append(" scans\n");
    evidence.forEach(sentence -> text.append("  ").append(sentence).append('\n'));
    processes.forEach(process -> text.append("  ").append(process.words()).append('\n'));
    return text.toString();
  }
}
