package dev.sexton.engine.model;

/** The closed answer about one process. */
public enum Attribution {
  /** A member of the run's lineage. */
  OWNED,
  /** Certainly not a member. */
  FOREIGN,
  /** Neither could be shown. A value of its own, never rounded to either side. */
  UNDECIDED
}
