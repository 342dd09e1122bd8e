package dev.sexton.engine.census;

import dev.sexton.engine.attribution.KnownProcess;
import dev.sexton.engine.attribution.Observation;
import dev.sexton.procfs.Environ;
import dev.sexton.procfs.HostFacts;
import dev.sexton.procfs.Namespace;
import dev.sexton.procfs.Pidfds;
import dev.sexton.procfs.ProcFileSystem;
import dev.sexton.procfs.ProcessScanner;
import dev.sexton.procfs.ProcessStatus;
import dev.sexton.procfs.ProcessTable;
import dev.sexton.procfs.ReadResult;
import dev.sexton.procfs.StatusReader;
import dev.sexton.procfs.TaskChildren;

/**
 * Fetches what {@code stat} does not say of a process: who it runs as, whether it is an init, the
 * inode of its pidfd, its mark, the thread that lists it, its cgroup.
 *
 * <p>All of these are read by number, so each fetch ends by reading {@code stat} once more: only if
 * the process still has the start ticks that are meant is anything believed. Since it had them
 * before, it had the number all the while.
 */
final class EvidenceReader {

  private final Pidfds pidfds;
  private final ProcFileSystem files;
  private final HostFacts facts;
  private final ProcessScanner scanner;
  private final StatusReader statusReader;
  private final Environ environ;
  private final TaskChildren taskChildren;
  private final ControlGroups controlGroups;
  private final ProcessStatus status = new ProcessStatus();
  private final ProcessTable row = new ProcessTable(2);
  private final long ownUserNamespace;

  EvidenceReader(HostObserver host, Pidfds pidfds) {
    this.pidfds = pidfds;
    files = host.files();
    facts = host.facts();
    scanner = host.scanner();
    statusReader = new StatusReader(files);
    environ = new Environ(files);
    taskChildren = new TaskChildren(files);
    controlGroups = new ControlGroups(files);
    ownUserNamespace = files.namespaceInode(ProcFileSystem.SELF, Namespace.USER);
  }

  /** Reads {@code stat} again into {@code into}; whether it is still the process that is meant. */
  boolean isStill(KnownProcess p) {
    row.clear();
    return scanner.readOne(p.pid(), row) == ReadResult.OK && row.startTicks(0) == p.startTicks();
  }

  /** The row that {@link #isStill} read last. */
  ProcessTable row() {
    return row;
  }

  /**
   * Adds uids, privilege, and whether it is the init of a nested pid namespace.
   *
   * @param withInode whether to open a pidfd for its inode too
   * @return whether anything was added
   */
  boolean addStatus(KnownProcess p, Observation o, boolean withInode) {
    long inode = 0;
    if (withInode && facts.abilities().uniquePidfdInodes()) {
      int pidfd = pidfds.open(p.pid());
      if (pidfd >= 0) {
        inode = Math.max(0, pidfds.inode(pidfd));
        pidfds.close(pidfd);
      }
    }
    if (statusReader.read(p.pid(), status) != ReadResult.OK) {
      return false;
    }
    boolean nestedInit = status.namespacePidLast() == 1 && status.namespacePidCount() > 1;
    boolean barred =
        nestedInit
            && ownUserNamespace > 0
            && files.namespaceInode(p.pid(), Namespace.USER) == ownUserNamespace;
    if (!isStill(p)) {
      return false;
    }
    o.realUid((int) status.realUid()).savedUid((int) status.savedUid());
    o.addFlag(Observation.STATUS_READ);
    if (nestedInit || status.namespacePidLast() == ProcessStatus.ABSENT) {
      o.addFlag(Observation.NESTED_INIT);
    }
    if (barred) {
      o.addFlag(Observation.ENTRY_BARRED);
    }
    if (Privilege.isHeldBy(status)) {
      o.addFlag(Observation.PRIVILEGED);
    }
    if (inode != 0) {
      o.pidfdInode(inode);
    }
    return true;
  }

  /** Adds the mark, if its environment bears this run's id. */
  boolean addMark(KnownProcess p, Observation o, String runId) {
    if (environ.find(p.pid(), RunRequest.MARKER, runId) != Environ.Finding.PRESENT || !isStill(p)) {
      return false;
    }
    o.addFlag(Observation.MARKED);
    return true;
  }

  /** Adds the thread of its parent that lists it. */
  boolean addThread(KnownProcess p, Observation o) {
    if (!facts.abilities().taskChildrenReadable()) {
      return false;
    }
    int thread = taskChildren.threadOf(p.parentPid(), p.pid());
    if (thread <= 0 || !isStill(p) || row.parent(0) != p.parentPid()) {
      return false;
    }
    o.listedUnderThread(thread);
    if (taskChildren.leaderAlive()) {
      o.addFlag(Observation.PARENT_LEADER_ALIVE);
    }
    return true;
  }

  /** Adds what its cgroup says, if it says anything. */
  boolean addControlGroup(KnownProcess p, Observation o, RunControlGroups run) {
    int flag = controlGroups.judge(p.pid(), run);
    if (flag == 0 || !isStill(p)) {
      return false;
    }
    o.addFlag(flag);
    return true;
  }

  /** The cgroup of a member, which other processes' are compared with. */
  void noteMember(KnownProcess p, RunControlGroups run) {
    if (run.runnerUid() == 0) {
      return; // Root goes into any cgroup: where its members were seen says nothing.
    }
    controlGroups.noteMember(p.pid(), run);
  }
}
