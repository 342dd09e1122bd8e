package dev.sexton.procfs;

/**
 * What is relied on of the kernel, one constant a fact.
 *
 * <p>The one list of them: the command's {@code doctor} reports from it, the manual's table has its
 * numbers and statements, and each has a test on the real kernel that is named by its number.
 */
public enum KernelFact {
  DESCENT(
      1,
      "Descent is fixed at birth: no call puts a living process into a lineage or takes it out.",
      "every verdict, which is final",
      KernelFact.NOTHING_INSTEAD),
  SESSION(
      2,
      "A session is inherited, or made by setsid, which gives it the caller's own number.",
      "session-owned, session-foreign",
      KernelFact.NOTHING_INSTEAD),
  GROUP(
      3,
      "A process enters process groups of its own session only.",
      "group-owned",
      KernelFact.NOTHING_INSTEAD),
  NUMBER_KEPT(
      4,
      "A number is not handed out while any process bears it, as session or group too.",
      "session-owned, session-foreign, group-owned",
      KernelFact.NOTHING_INSTEAD),
  NUMBERS_UPWARDS(
      5,
      "Numbers are handed out upwards and begin anew at 300; loadavg tells the last one.",
      "births-only listing, sessions and groups that were kept, the conclusive scan",
      "that numbers began anew is never excluded: every sample lists everything, and no reap signs"
          + " (scan_inconclusive)"),
  LISTING_ASCENDS(
      6,
      "/proc lists processes in ascending order, and a listing can begin at a number.",
      "births-only listing, the conclusive scan",
      "every sample lists everything; after a listing that did not ascend nothing is signed"
          + " (scan_inconclusive)"),
  KEPT_DESCRIPTOR(
      7,
      "A kept stat descriptor stays bound to its process, whoever gets the number.",
      "reading members again",
      "members are read by number, and taken for themselves only if their start ticks agree"),
  RELEASING(
      8,
      "A process that is being released shows parent 0, group -1 and session -1.",
      "what a reading says of a vanishing process",
      "numbers below 1 are evidence of nothing in any case"),
  DEATH(
      9,
      "Z or X with no other thread is dead; Z with other threads lives.",
      "who is alive, in every scan and proof",
      KernelFact.NOTHING_INSTEAD),
  NAME(
      10,
      "A name may hold anything; the fields begin after the last closing parenthesis.",
      "every reading of a process",
      KernelFact.NOTHING_INSTEAD),
  PIDFD_INODE(
      11,
      "A pidfd's inode is one process' for the whole boot (Linux 6.9).",
      "identities",
      "identities are pid and start ticks; with fewer than 32768 numbers these identify nobody, and"
          + " nobody is signalled"),
  ADOPTION(
      12,
      "An orphan goes to a subreaper among its ancestors, else to its namespace's init.",
      "parent-owned, parent-foreign, outside-subreaper",
      "without NSpid every process may be an init: parent-owned and parent-foreign are off"),
  CLONE_PARENT(
      13,
      "CLONE_PARENT makes a child the caller's sibling, under the caller's parent.",
      "what outside-subreaper and thread-child leave out",
      "nothing is lost: these rules only leave out more than they need to"),
  LISTED_UNDER_THREAD(
      14,
      "A child is listed under the thread that forked it, an orphan under its adopter's leader.",
      "thread-child",
      "thread-child is off"),
  BOOT(
      15,
      "A host that goes down takes every process with it, and each boot has an id of its own.",
      "the journal without fsync, the proof by reboot",
      "no journal is begun, and none is acted on (other_host)");

  private static final String NOTHING_INSTEAD = "nothing can be relied on: do not use it here";

  private final int number;
  private final String statement;
  private final String restsOnIt;
  private final String otherwise;

  KernelFact(int number, String statement, String restsOnIt, String otherwise) {
    this.number = number;
    this.statement = statement;
    this.restsOnIt = restsOnIt;
    this.otherwise = otherwise;
  }

  /** Its number, from 1; stable. */
  public int number() {
    return number;
  }

  /** The fact, in one sentence. */
  public String statement() {
    return statement;
  }

  /** The rules and parts that would be wrong without it. */
  public String restsOnIt() {
    return restsOnIt;
  }

  /** What is the case instead where it does not hold. */
  public String otherwise() {
    return otherwise;
  }
}
