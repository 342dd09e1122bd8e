package dev.sexton.engine.model;

/** Whether two observations are of one process. Unknown is an answer of its own, never rounded. */
public enum IdentityMatch {
  /** Every part that both sides know agrees, and those parts suffice. */
  SAME,
  /** A part that both sides know differs. */
  DIFFERENT,
  /** Nothing differs, but what both sides know does not suffice. */
  UNKNOWN
}
