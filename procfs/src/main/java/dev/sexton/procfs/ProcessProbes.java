package dev.sexton.procfs;

import java.util.HashSet;
import java.util.Set;

/**
 * Tries each {@link KernelFact} that takes processes, on processes that the caller has brought into
 * the situation in question. Signals nobody (the null signal excepted) and starts nobody.
 *
 * <p>The caller sees to it that the processes it names stay who they are meanwhile. Not
 * thread-safe.
 */
public final class ProcessProbes {
  private static final int SIGNAL_NONE = 0;

  private final ProcFileSystem files;
  private final Pidfds pidfds;
  private final HostFacts facts;
  private final ProcessScanner scanner;
  private final StatReader stats;
  private final ProcessTable rows = new ProcessTable(4);

  /** Probes of the processes that {@code files} shows. */
  public ProcessProbes(
      ProcFileSystem files, Pidfds pidfds, HostFacts facts, ProcessScanner scanner) {
    this.files = files;
    this.pidfds = pidfds;
    this.facts = facts;
    this.scanner = scanner;
    stats = new StatReader(files);
  }

  /** Fact 1: whatever was done, the child is still this living parent's. */
  public FactFinding descent(int child, int parent, String after) {
    return FactFinding.judge(
        KernelFact.DESCENT,
        read(child) == ReadResult.OK && rows.parent(0) == parent,
        "process %d is the child of %d %s".formatted(child, rows.parent(0), after));
  }

  /** Fact 2: one called setsid and has forked the other, which did not. */
  public FactFinding session(int creator, int heir) {
    boolean read = readBoth(creator, heir);
    return FactFinding.judge(
        KernelFact.SESSION,
        read
            && rows.session(0) == creator
            && rows.processGroup(0) == creator
            && rows.session(1) == creator,
        "process %d called setsid and is in session %d, its child %d is in session %d"
            .formatted(creator, rows.session(0), heir, rows.session(1)));
  }

  /** Fact 3: a process that was told to enter a group of another session is where it was. */
  public FactFinding group(int outsider, int groupOfOtherSession) {
    return FactFinding.judge(
        KernelFact.GROUP,
        read(outsider) == ReadResult.OK && rows.processGroup(0) != groupOfOtherSession,
        "process %d of session %d is in group %d, not in %d"
            .formatted(outsider, rows.session(0), rows.processGroup(0), groupOfOtherSession));
  }

  /** Fact 4: the number's process has been collected, and a member still bears the number. */
  public FactFinding numberKept(int number, int member) {
    boolean free = read(number) == ReadResult.VANISHED;
    boolean borne =
        read(member) == ReadResult.OK
            && (rows.session(0) == number || rows.processGroup(0) == number);
    return FactFinding.judge(
        KernelFact.NUMBER_KEPT,
        free && borne,
        "%d is %s process' number, and process %d is in group %d and session %d"
            .formatted(number, free ? "no" : "a", member, rows.processGroup(0), rows.session(0)));
  }

  /** Fact 5: born one after the other, each after the first number and before the last was told. */
  public FactFinding upwards(int lastBefore, int lastAfter, int... inOrder) {
    boolean upwards = true;
    int previous = lastBefore;
    for (int pid : inOrder) {
      upwards &= pid > previous;
      previous = pid;
    }
    String detail =
        "after %d came %s, then %d was told".formatted(lastBefore, text(inOrder), lastAfter);
    if (lastAfter < lastBefore) {
      return FactFinding.reliedOn(KernelFact.NUMBERS_UPWARDS, "numbers began anew: " + detail);
    }
    return upwards && lastAfter >= previous
        ? FactFinding.holds(KernelFact.NUMBERS_UPWARDS, detail)
        : FactFinding.replaced(KernelFact.NUMBERS_UPWARDS, detail);
  }

  /** Opens a process' stat to be kept, for {@link #endOf} and {@link #release}. */
  public int keep(int pid) throws ProcfsException {
    int descriptor = files.open(pid, ProcFile.STAT);
    if (descriptor < 0) {
      throw new ProcfsException("stat of process " + pid, -descriptor);
    }
    return descriptor;
  }

  /** Closes what {@link #keep} returned. */
  public void close(int descriptor) {
    files.closeKept(descriptor);
  }

  /** What a kept descriptor shows now. */
  public ReadResult readKept(int pid, int descriptor) {
    rows.clear();
    return stats.readKept(descriptor, rows, rows.append(pid));
  }

  /** Fact 7: the process has been collected. */
  public FactFinding endOf(int pid, int descriptor) {
    ReadResult result = readKept(pid, descriptor);
    int errno = rows.errno(0);
    return new FactFinding(
        KernelFact.KEPT_DESCRIPTOR,
        result == ReadResult.VANISHED ? FactFinding.Outcome.HOLDS : FactFinding.Outcome.REPLACED,
        "that of process %d, which was collected, answers %s"
            .formatted(pid, errno == 0 ? result : Errno.name(errno)));
  }

  /**
   * Fact 8: reads a process that is being collected until it is gone.
   *
   * @param readsMax how often at most
   * @return relied on if it was not caught
   */
  public FactFinding release(int pid, int descriptor, int readsMax) {
    for (int read = 0; read < readsMax; read++) {
      ReadResult result = readKept(pid, descriptor);
      if (result == ReadResult.VANISHED) {
        break;
      }
      boolean partly = rows.parent(0) == 0 || rows.processGroup(0) == -1 || rows.session(0) == -1;
      if (result != ReadResult.OK || partly) {
        return FactFinding.judge(
            KernelFact.RELEASING,
            result == ReadResult.RELEASING,
            "process %d was caught, with parent %d, group %d, session %d"
                .formatted(pid, rows.parent(0), rows.processGroup(0), rows.session(0)));
      }
    }
    return FactFinding.reliedOn(KernelFact.RELEASING, "process " + pid + " was not caught at it");
  }

  /** Fact 9: a process that has exited and was not collected. */
  public FactFinding corpse(int pid) {
    boolean dead = read(pid) == ReadResult.OK && rows.state(0) == 'Z' && rows.isDead(0);
    int pidfd = pidfds.open(pid);
    int taken = pidfd >= 0 ? pidfds.signal(pidfd, SIGNAL_NONE) : pidfd;
    if (pidfd >= 0) {
      pidfds.close(pidfd);
    }
    return FactFinding.judge(
        KernelFact.DEATH,
        dead,
        "process %d has exited and shows %s with %d threads; signal 0 is %s"
            .formatted(pid, state(), rows.threads(0), taken >= 0 ? "taken" : Errno.name(-taken)));
  }

  /** Fact 9: a process whose leading thread has ended, and another lives. */
  public FactFinding leaderless(int pid) {
    boolean lives = read(pid) == ReadResult.OK && rows.state(0) == 'Z' && !rows.isDead(0);
    return FactFinding.judge(
        KernelFact.DEATH,
        lives && rows.threads(0) > 1,
        "process %d lives without its leader and shows %s with %d threads"
            .formatted(pid, state(), rows.threads(0)));
  }

  /** Fact 10: a process that gave itself this name. */
  public FactFinding name(int pid, String name, int parent) {
    boolean read = read(pid) == ReadResult.OK;
    return FactFinding.judge(
        KernelFact.NAME,
        read && rows.comm(0).equals(name) && rows.parent(0) == parent,
        "process %d is called '%s' and its parent is %d"
            .formatted(pid, read ? rows.comm(0) : "", rows.parent(0)));
  }

  /** Fact 11: the same for one process each time, and another for each. */
  public FactFinding inodes(int... pids) {
    Set<Long> seen = new HashSet<>();
    for (int pid : pids) {
      long first = inode(pid);
      if (first <= Pidfds.INODE_NOT_UNIQUE || first != inode(pid)) {
        return FactFinding.replaced(
            KernelFact.PIDFD_INODE, "process %d has none of its own".formatted(pid));
      }
      seen.add(first);
    }
    String detail =
        pids.length == 1
            ? "that of process %d is the same at each reading".formatted(pids[0])
            : "%d processes have %d, and each the same at each reading"
                .formatted(pids.length, seen.size());
    return seen.size() == pids.length
        ? FactFinding.holds(KernelFact.PIDFD_INODE, detail)
        : FactFinding.replaced(KernelFact.PIDFD_INODE, detail);
  }

  private long inode(int pid) {
    int pidfd = pidfds.open(pid);
    if (pidfd < 0) {
      return pidfd;
    }
    long inode = pidfds.inode(pidfd);
    pidfds.close(pidfd);
    return inode;
  }

  /** Fact 12: the orphan's parent is the one that had to adopt it. */
  public FactFinding adopter(int orphan, int expected, String why) {
    return FactFinding.judge(
        KernelFact.ADOPTION,
        read(orphan) == ReadResult.OK && rows.parent(0) == expected,
        "orphan %d went to process %d, %s".formatted(orphan, rows.parent(0), why));
  }

  /** Fact 12: whether a process is the init of its pid namespace shows in its NSpid. */
  public FactFinding init(int pid, boolean expected) {
    ProcessStatus status = new ProcessStatus();
    ReadResult result = new StatusReader(files).read(pid, status);
    if (result == ReadResult.OK && status.namespacePidLast() == ProcessStatus.ABSENT) {
      return FactFinding.replaced(KernelFact.ADOPTION, "there is no NSpid");
    }
    return FactFinding.judge(
        KernelFact.ADOPTION,
        result == ReadResult.OK && (status.namespacePidLast() == 1) == expected,
        "process %d has number %d in its own namespace".formatted(pid, status.namespacePidLast()));
  }

  /** Fact 13: a process that its forker made with CLONE_PARENT. */
  public FactFinding sibling(int sibling, int forker) {
    boolean read = readBoth(sibling, forker);
    return FactFinding.judge(
        KernelFact.CLONE_PARENT,
        read && rows.parent(0) == rows.parent(1),
        "process %d and its forker %d are children of %d and %d"
            .formatted(sibling, forker, rows.parent(0), rows.parent(1)));
  }

  /** Fact 14: who is listed under which thread; the leader's number is its process'. */
  public FactFinding listedUnder(int parent, int child, int thread) {
    if (!facts.abilities().taskChildrenReadable()) {
      return FactFinding.replaced(KernelFact.LISTED_UNDER_THREAD, "there are no such lists");
    }
    int found = new TaskChildren(files).threadOf(parent, child);
    return FactFinding.judge(
        KernelFact.LISTED_UNDER_THREAD,
        found == thread,
        "child %d of process %d is listed under thread %d".formatted(child, parent, found));
  }

  /** Fact 14: a child that a thread of its living parent forked which does not lead it. */
  public FactFinding listedUnderForker(int parent, int child) {
    if (!facts.abilities().taskChildrenReadable()) {
      return FactFinding.replaced(KernelFact.LISTED_UNDER_THREAD, "there are no such lists");
    }
    int found = new TaskChildren(files).threadOf(parent, child);
    return FactFinding.judge(
        KernelFact.LISTED_UNDER_THREAD,
        found > TaskChildren.NOT_LISTED && found != parent,
        "child %d of process %d is listed under thread %d".formatted(child, parent, found));
  }

  private String state() {
    return rows.rows() > 0 && rows.state(0) != ProcessTable.ABSENT_STATE
        ? String.valueOf((char) rows.state(0))
        : "nothing";
  }

  private ReadResult read(int pid) {
    rows.clear();
    return scanner.readOne(pid, rows);
  }

  private boolean readBoth(int first, int second) {
    rows.clear();
    ReadResult one = scanner.readOne(first, rows);
    return scanner.readOne(second, rows) == ReadResult.OK && one == ReadResult.OK;
  }

  private static String text(int[] pids) {
    StringBuilder text = new StringBuilder();
    for (int pid : pids) {
      text.append(text.length() == 0 ? "" : ", ").append(pid);
    }
    return text.toString();
  }
}
