package dev.sexton.engine.model;

import java.util.function.Function;

/** How a reap ended: with a proof or with a refusal. There is nothing in between. */
public sealed interface ReapOutcome permits ReapProof, Refusal {

  /** The outcome that a report amounts to. */
  static ReapOutcome of(ReapReport report) {
    return report
        .reason()
        .<ReapOutcome>map(reason -> new Refusal(reason, report))
        .orElseGet(() -> new ReapProof(report));
  }

  /** The whole report. */
  ReapReport report();

  /** Handles both sides; neither can be forgotten. */
  <T> T match(Function<ReapProof, T> onProof, Function<Refusal, T> onRefusal);
}
