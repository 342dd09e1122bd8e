package dev.sexton.engine.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * What a reap says of everything it was asked to reap.
 *
 * @param runs one for each journal
 * @param dryRun whether nothing was to be signalled
 * @param elapsedMs how long it took
 */
public record ReapReport(List<RunReport> runs, boolean dryRun, long elapsedMs) {
  public ReapReport {
    runs = List.copyOf(runs);
  }

  /** Whether every run is proved gone. True where there was none. */
  public boolean verified() {
    return runs.stream().allMatch(RunReport::verified);
  }

  /** The first reason in order of precedence over all runs, or empty if all are proved. */
  public Optional<RefusalReason> reason() {
    return reasons().stream().findFirst();
  }

  /** All reasons of all runs, each once, in order of precedence. */
  public List<RefusalReason> reasons() {
    TreeSet<RefusalReason> all = new TreeSet<>();
    runs.forEach(run -> all.addAll(run.reasons()));
    return List.copyOf(all);
  }

  /** How many journals were looked at. */
  public int journals() {
    return runs.size();
  }

  /** How many processes took at least one signal. */
  public int signalled() {
    int count = 0;
    for (RunReport run : runs) {
      for (ProcessReport process : run.processes()) {
        count += process.signals().stream().anyMatch(SignalReport::isDelivered) ? 1 : 0;
      }
    }
    return count;
  }

  /** Processes that are or may be alive and may be members, each number once, ascending. */
  public List<Integer> remaining() {
    TreeSet<Integer> pids = new TreeSet<>();
    for (RunReport run : runs) {
      for (ProcessReport process : run.processes()) {
        if (process.fate().isAlive()) {
          pids.add(process.identity().pid());
        }
      }
    }
    return new ArrayList<>(pids);
  }

  /**
   * The proof, or the refusal.
   *
   * @throws IllegalStateException after a dry run that would end processes: it is neither
   */
  public ReapOutcome outcome() {
    if (!verified() && reasons().isEmpty()) {
      throw new IllegalStateException("a dry run that would end processes has no outcome yet");
    }
    return ReapOutcome.of(this);
  }
}
