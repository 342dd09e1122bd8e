package dev.sexton.engine.model;

import java.util.function.Function;

/**
 * Nothing of the runs is alive, and the report says by what that is known. Made only from a report
 * without any reason to refuse.
 */
public record ReapProof(ReapReport report) implements ReapOutcome {
  /**
   * Checks that there is nothing left to refuse for.
   *
   * @throws IllegalArgumentException if the report names a reason, or a process that may be alive
   */
  public ReapProof {
    if (!report.verified() || !report.remaining().isEmpty()) {
      throw new IllegalArgumentException("not a proof: " + report.reasons());
    }
  }

  @Override
  public <T> T match(Function<ReapProof, T> onProof, Function<Refusal, T> onRefusal) {
    return onProof.apply(this);
  }
}
