package dev.sexton.engine.model;

import java.util.Locale;

/**
 * Why a reap did not sign. Names are stable. The declaration order is the order of precedence: the
 * first that applies is the report's {@code reason}, all are in {@code reasons}.
 */
public enum RefusalReason {
  /**
   * The journal, or a directory on the way to it, can be changed by somebody other than the caller
   * and root. Nothing is signalled.
   */
  JOURNAL_UNTRUSTED(
      "Somebody else could have written this journal.",
      "Give the journal root and every directory above it to the caller or root, and take the"
          + " write permission from group and others."),
  /** The runner's identity lives. A living runner is never touched. */
  RUNNER_ALIVE(
      "The runner is still alive.", "Reap again once the runner is dead, or end the runner first."),
  /** The journal is of another machine, or of a boot that cannot be told apart. */
  OTHER_HOST(
      "The journal was written on another host.",
      "Reap on the host that wrote the journal, or delete it if that host is gone."),
  /** The journal is of another pid or time namespace. */
  OTHER_NAMESPACE(
      "The journal was written in another pid or time namespace.",
      "Reap from inside the namespace that the runner's sampler ran in."),
  /** Another reaper holds the run. */
  REAP_IN_PROGRESS(
      "Another reaper is at work on this run.",
      "Wait for the other reaper; if it dies its lock dies with it."),
  /** A hole or damage inside the journal. What whole records attribute was ended all the same. */
  JOURNAL_DAMAGED(
      "Records are missing from the journal.",
      "What the whole records name was ended. 'sexton verify' says what is missing. Nobody can"
          + " prove the rest gone any more: look for yourself before you remove the directory."),
  /** The journal holds no committed sample, so what predates the run is unknown. */
  NO_SAMPLE(
      "The journal holds no committed sample.",
      "Its runner died before the census was written, or it is no run at all. Look for yourself"
          + " what is left before you remove the directory."),
  /** Attributed and signalled, yet still there at the deadline. */
  SURVIVORS(
      "Members are still alive although they were signalled.",
      "They may be in uninterruptible sleep, traced or in a frozen cgroup. Free them and reap"
          + " again."),
  /** This user may not read the journal, or may not signal a member. */
  NOT_PERMITTED(
      "This user may not read the journal or may not signal a member.",
      "Reap again as root or as the member's user."),
  /** A process may be a member, but could not be identified. */
  IDENTITY_UNKNOWN(
      "A process could not be identified.",
      "Reap again; if it stays, look at the process named and at the host's /proc."),
  /** The reaper, or one of its ancestors, is a member. They are spared. */
  REAPER_IN_LINEAGE(
      "The reaper runs inside the run it is to reap.",
      "Reap again from a process that the run did not start."),
  /** Nothing decides whose a living process is. It was not touched. */
  UNATTRIBUTED_ORPHAN(
      "Processes are alive of which nothing tells whose they are.",
      "Reap again once they have exited, end them by hand, or vouch for one that is not the run's"
          + " with --known PID@TICKS."),
  /** /proc hides processes that could be members. */
  PROC_RESTRICTED(
      "/proc does not show every process that could be a member.",
      "Reap as root, or with /proc mounted without hidepid and subset."),
  /** No scan was conclusive before the deadline. */
  SCAN_INCONCLUSIVE(
      "No scan of the host was conclusive.",
      "Reap again with a longer --deadline, or when fewer processes come and go."),
  /** The reap was interrupted. */
  INTERRUPTED("The reap was interrupted.", "Reap again.");

  private final String meaning;
  private final String remedy;

  RefusalReason(String meaning, String remedy) {
    this.meaning = meaning;
    this.remedy = remedy;
  }

  /** The stable name, as in reports and docs. */
  public String jsonName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** One sentence: what it means. */
  public String meaning() {
    return meaning;
  }

  /** One or two sentences: what settles it. */
  public String remedy() {
    return remedy;
  }
}
