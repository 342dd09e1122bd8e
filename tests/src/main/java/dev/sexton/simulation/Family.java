package dev.sexton.simulation;

import java.util.Locale;

/** A kind of host and of run, for which outcomes are counted separately. */
public enum Family {
  /** Hardly anything happens but the run; nobody above the runner adopts its orphans. */
  QUIET_PLAIN(Trait.QUIET),
  /** The same, sampled by a subreaper above the runner. */
  QUIET_SUBREAPER(Trait.QUIET, Trait.SUBREAPER),
  /** Services, shells and other users start and end processes all the time. */
  BUSY_PLAIN,
  /** The same, sampled by a subreaper above the runner. */
  BUSY_SUBREAPER(Trait.SUBREAPER),
  /** Few numbers, which come round while the run is sampled, before the reap and during it. */
  RECYCLING(Trait.RECYCLING),
  /** Calls fail, samplers and reapers die in the middle, journals are cut. */
  FAULTY(Trait.FAULTY),
  /** Several runs under one root, several reapers at once. */
  SEVERAL_RUNS(Trait.SEVERAL),
  /** The run holds privilege, and enters and makes pid namespaces. */
  PRIVILEGED(Trait.PRIVILEGED),
  /** All of it together. */
  WILD(Trait.RECYCLING, Trait.FAULTY, Trait.SEVERAL, Trait.PRIVILEGED);

  private enum Trait {
    QUIET(1),
    SUBREAPER(1 << 1),
    RECYCLING(1 << 2),
    FAULTY(1 << 3),
    SEVERAL(1 << 4),
    PRIVILEGED(1 << 5);

    private final int bit;

    Trait(int bit) {
      this.bit = bit;
    }
  }

  /** One bit a trait. */
  private final int traits;

  Family(Trait... traits) {
    int bits = 0;
    for (Trait trait : traits) {
      bits |= trait.bit;
    }
    this.traits = bits;
  }

  private boolean has(Trait trait) {
    return (traits & trait.bit) != 0;
  }

  /** As written on the command line. */
  public String commandName() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Whether others than the run hardly do anything. */
  boolean isQuiet() {
    return has(Trait.QUIET);
  }

  /** Whether a subreaper above the runner samples it. */
  boolean hasSubreaper() {
    return has(Trait.SUBREAPER);
  }

  /** Whether there are few numbers, which come round. */
  boolean recyclesNumbers() {
    return has(Trait.RECYCLING);
  }

  /** Whether calls fail, processes of ours die and journals are cut. */
  boolean hasFaults() {
    return has(Trait.FAULTY);
  }

  /** Whether there are several runs and several reapers. */
  boolean hasSeveralRuns() {
    return has(Trait.SEVERAL);
  }

  /** Whether the run is root's. */
  boolean isPrivileged() {
    return has(Trait.PRIVILEGED);
  }
}
