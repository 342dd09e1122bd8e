package dev.sexton.engine.model;

import java.util.function.Function;

/**
 * A doubt is left.
 *
 * @param reason the first in order of precedence
 * @param report what is known all the same
 */
public record Refusal(RefusalReason reason, ReapReport report) implements ReapOutcome {
  @Override
  public <T> T match(Function<ReapProof, T> onProof, Function<Refusal, T> onRefusal) {
    return onRefusal.apply(this);
  }
}
