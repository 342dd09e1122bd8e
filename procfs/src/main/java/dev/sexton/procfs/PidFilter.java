package dev.sexton.procfs;

/** Chooses numbers without boxing them. */
@FunctionalInterface
public interface PidFilter {

  /** Skips nothing. */
  PidFilter NONE = pid -> false;

  /** Whether this listed number is not to be read. */
  boolean skips(int pid);
}
