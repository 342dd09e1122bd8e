package dev.sexton.simulation.exhaustive;

/** What a scanner might leave out; each must lead to a wrong proof, else it were not needed. */
enum Weakening {
  /** Nothing: the claim as it is. */
  NONE,
  ONE_SCAN_ONLY,
  NO_WRAP_CHECK,
  VANISHED_IGNORED,
  FRESH_ZOMBIES_IGNORED,
  DESCENDING_LISTING
}
