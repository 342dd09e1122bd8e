package dev.sexton.engine.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a reap says of one run.
 *
 * @param run the run's id
 * @param journal the run's directory
 * @param runner the runner's identity; pid 0 where no header could be read
 * @param bootId the boot that the journal is of, empty where unknown
 * @param reasons why it was not signed, in order of precedence; empty for a proof
 * @param lastSampleAgeMs from the start of the last committed sample to the start of the reap; -1
 *     if there is none
 * @param blindWindowMs from the start of the last committed sample to the end of the reap's first
 *     scan: what was born then was never sampled; -1 if there is none
 * @param scans how many scans of everything were made
 * @param identityStrength the weakest identity check that a signal or the runner's death rested on
 * @param evidence what the proof rests on, or what the refusal found; sentences
 * @param assumptions what was not checked because it cannot be
 * @param processes members and undecided ones
 * @param uncollected how many dead members wait to be collected by their parents
 * @param settlement what became of the journal after the proof
 */
public record RunReport(
    String run,
    String journal,
    ProcessIdentity runner,
    String bootId,
    List<RefusalReason> reasons,
    long lastSampleAgeMs,
    long blindWindowMs,
    int scans,
    IdentityStrength identityStrength,
    List<String> evidence,
    List<String> assumptions,
    List<ProcessReport> processes,
    int uncollected,
    Settlement settlement) {
  public RunReport {
    reasons = reasons.stream().sorted().distinct().toList();
    evidence = List.copyOf(evidence);
    assumptions = List.copyOf(assumptions);
    processes = List.copyOf(processes);
  }

  /**
   * Whether it is proved that nothing of the run is alive. A dry run that only found members to end
   * is neither verified nor refused.
   */
  public boolean verified() {
    return reasons.isEmpty() && processes.stream().noneMatch(p -> p.fate().isAlive());
  }

  /** Whether the journal was removed after the proof. */
  public boolean retired() {
    return settlement.retired();
  }

  /** The same, once it is known what became of the journal. */
  public RunReport settled(Settlement known) {
    List<String> facts = new ArrayList<>(evidence);
    if (!known.failure().isEmpty()) {
      facts.add(known.failure());
    }
    return new RunReport(
        run,
        journal,
        runner,
        bootId,
        reasons,
        lastSampleAgeMs,
        blindWindowMs,
        scans,
        identityStrength,
        facts,
        assumptions,
        processes,
        uncollected,
        known);
  }

  /** The first reason that applies, or empty for a proof. */
  public Optional<RefusalReason> reason() {
    return reasons.stream().findFirst();
  }
}
