package dev.sexton.engine.attribution;

import dev.sexton.engine.model.Verdict;
import org.jspecify.annotations.Nullable;

/** One rule: looks at one process and decides, or passes. */
@FunctionalInterface
interface AttributionRule {
  /** The verdict, or null where the rule does not apply. */
  @Nullable Verdict apply(KnownProcess p, Lineage lineage);
}
