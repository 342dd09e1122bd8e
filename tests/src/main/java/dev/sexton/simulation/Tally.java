package dev.sexton.simulation;

import dev.sexton.engine.model.RefusalReason;
import dev.sexton.engine.model.RunReport;
import java.util.EnumMap;
import java.util.Map;

/**
 * What came out of many histories. A refusal is needless where in truth nothing of the run was
 * left.
 */
final class Tally {
  private long histories;
  private long samples;
  private long calls;
  private long signals;
  private long reaps;
  private long proofs;
  private long refusedLiving;
  private long refusedEmpty;
  private long reapersDied;
  private long notBegun;
  private final Map<RefusalReason, Long> needless = new EnumMap<>(RefusalReason.class);

  void ended() {
    histories++;
  }

  void samples(int count) {
    samples += count;
  }

  void calls(long count) {
    calls += count;
  }

  void signalled() {
    signals++;
  }

  void reaperDied() {
    reapersDied++;
  }

  void notBegun() {
    notBegun++;
  }

  void reaped(RunReport said, boolean anyMemberAlive) {
    reaps++;
    if (said.verified()) {
      proofs++;
    } else if (anyMemberAlive) {
      refusedLiving++;
    } else {
      refusedEmpty++;
      said.reason().ifPresent(reason -> needless.merge(reason, 1L, Long::sum));
    }
  }

  void add(Tally other) {
    histories += other.histories;
    samples += other.samples;
    calls += other.calls;
    signals += other.signals;
    reaps += other.reaps;
    proofs += other.proofs;
    refusedLiving += other.refusedLiving;
    refusedEmpty += other.refusedEmpty;
    reapersDied += other.reapersDied;
    notBegun += other.notBegun;
    other.needless.forEach((reason, count) -> needless.merge(reason, count, Long::sum));
  }

  long histories() {
    return histories;
  }

  long proofs() {
    return proofs;
  }

  long signals() {
    return signals;
  }

  long refusedLiving() {
    return refusedLiving;
  }

  /** Refusals where nothing was left, of all reaps where nothing was left, in percent. */
  double needlessPercent() {
    long empty = proofs + refusedEmpty;
    return empty == 0 ? 0 : 100.0 * refusedEmpty / empty;
  }

  @Override
  public String toString() {
    StringBuilder reasons = new StringBuilder();
    long empty = Math.max(1, proofs + refusedEmpty);
    needless.forEach(
        (reason, count) ->
            reasons.append(" %s %.1f %%".formatted(reason.jsonName(), 100.0 * count / empty)));
    return ("%,d histories, %,d samples, %,d signals; %,d reaps: %,d proofs, %,d refused with"
            + " members left, needlessly %.1f %% (%s); %,d reapers killed, %,d not begun")
        .formatted(
            histories,
            samples,
            signals,
            reaps,
            proofs,
            refusedLiving,
            needlessPercent(),
            reasons.toString().strip(),
            reapersDied,
            notBegun);
  }
}
