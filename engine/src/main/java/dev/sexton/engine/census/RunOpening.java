package dev.sexton.engine.census;

import dev.sexton.engine.model.ProcessIdentity;
import dev.sexton.journal.JournalHeader;
import dev.sexton.journal.SubreaperKind;
import dev.sexton.procfs.HostFacts;
import dev.sexton.procfs.PidNumbers;
import dev.sexton.procfs.ProcessScanner;
import dev.sexton.procfs.ProcessStatus;
import dev.sexton.procfs.ProcessTable;
import dev.sexton.procfs.ProcfsException;
import dev.sexton.procfs.ReadResult;
import dev.sexton.procfs.StatusReader;
import dev.sexton.procfs.TaskChildren;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Finds out everything about a runner that a journal begins with. */
final class RunOpening {
  private static final int INIT = 1;
  private static final int GENERATIONS_MAX = 100_000;
  private static final int TRIES = 5;
  private static final long NS_PER_SECOND = 1_000_000_000;

  /** A tick is waited for in so many parts, and for at most four ticks. */
  private static final int TICK_PARTS = 8;

  private static final int TICK_PARTS_MAX = 4 * TICK_PARTS;

  private final Host host;
  private final ProcessScanner scanner;
  private final ProcessTable row = new ProcessTable(2);

  RunOpening(Host host, ProcessScanner scanner) {
    this.host = host;
    this.scanner = scanner;
  }

  /**
   * One ancestor.
   *
   * @param comm its name, one character a byte
   */
  record Ancestor(ProcessIdentity identity, String comm) {
    byte[] commBytes() {
      return comm.getBytes(StandardCharsets.ISO_8859_1);
    }
  }

  /**
   * What was found.
   *
   * @param ancestors nearest first
   * @param runnerThread the thread of its parent under which the runner is listed, 0 if not known
   */
  record Opened(JournalHeader header, List<Ancestor> ancestors, int runnerThread) {}

  private record Chain(List<Ancestor> ancestors, boolean complete) {}

  /**
   * Looks at the runner that is asked for.
   *
   * @throws RunnerException if there is no such process, or it cannot be a runner
   * @throws ProcfsException if the host cannot be looked at
   */
  Opened open(RunRequest request, long intervalNs) throws RunnerException, ProcfsException {
    int pid = request.pid();
    awaitEndOfTick(identify(pid));
    ProcessIdentity runner = identify(pid);
    ProcessStatus status = new ProcessStatus();
    if (new StatusReader(host.files()).read(pid, status) != ReadResult.OK) {
      throw new RunnerException(
          "Process " + pid + " cannot be read: run this as root or as the process' user.");
    }
    Chain chain = ancestry(runner);
    TaskChildren children = new TaskChildren(host.files());
    int thread =
        chain.ancestors().isEmpty()
            ? 0
            : Math.max(0, children.threadOf(chain.ancestors().get(0).identity().pid(), pid));
    if (!isStill(runner)) {
      throw new RunnerException("Process " + pid + " ended while it was being looked at.");
    }
    JournalHeader header = header(request, runner, status, chain.complete(), intervalNs);
    return new Opened(header, chain.ancestors(), thread);
  }

  private ProcessIdentity identify(int pid) throws RunnerException {
    if (pid <= INIT) {
      throw new RunnerException(
          pid == INIT
              ? "Process 1 is the init of this system: everything descends from it, so it cannot be"
                  + " a runner. Name the process that starts the jobs."
              : pid + " is not a process number: name the runner's pid, which is above 1.");
    }
    int pidfd = host.pidfds().open(pid);
    long inode = pidfd >= 0 ? Math.max(0, host.pidfds().inode(pidfd)) : 0;
    if (pidfd >= 0) {
      host.pidfds().close(pidfd);
    }
    row.clear();
    ReadResult result = scanner.readOne(pid, row);
    if (result == ReadResult.VANISHED || result == ReadResult.RELEASING) {
      throw new RunnerException("There is no process " + pid + ": name one that is running.");
    }
    if (result != ReadResult.OK) {
      throw new RunnerException(
          "Process " + pid + " cannot be read: run this as root or as the process' user.");
    }
    if (row.isDead(0)) {
      throw new RunnerException(
          "Process " + pid + " is dead and only waits to be collected: name one that is running.");
    }
    if (row.isKernelThread(0)) {
      throw new RunnerException("Process " + pid + " is a thread of the kernel, not a runner.");
    }
    return new ProcessIdentity(
        pid, row.startTicks(0), pidfd >= 0 ? inode : ProcessIdentity.UNKNOWN_INODE);
  }

  /**
   * Where a whole round of numbers fits into a tick, a process is itself without doubt only once
   * its tick is over; its ancestors' are over then too.
   */
  private void awaitEndOfTick(ProcessIdentity runner) throws RunnerException, ProcfsException {
    if (host.facts().numbers().pidMax() >= ProcessIdentity.TICKS_SUFFICE_FROM_PID_MAX) {
      return;
    }
    long tickNs = NS_PER_SECOND / host.facts().numbers().ticksPerSecond();
    for (int i = 0; i < TICK_PARTS_MAX && scanner.bootTicks() <= runner.startTicks(); i++) {
      host.pidfds().awaitExit(new int[0], 0, tickNs / TICK_PARTS, new boolean[0]);
    }
    if (scanner.bootTicks() <= runner.startTicks()) {
      throw new RunnerException(
          "Process "
              + runner.pid()
              + " started in this very clock tick, in which another may get its number, there being"
              + " so few: try again.");
    }
  }

  private boolean isStill(ProcessIdentity p) {
    row.clear();
    return scanner.readOne(p.pid(), row) == ReadResult.OK
        && row.startTicks(0) == p.startTicks()
        && !row.isDead(0);
  }

  /** Two equal walks in a row: an ancestor that dies in between moves the rest. */
  private Chain ancestry(ProcessIdentity runner) {
    Chain before = walk(runner);
    for (int attempt = 0; attempt < TRIES; attempt++) {
      Chain now = walk(runner);
      if (sameIdentities(before, now)) {
        return now;
      }
      before = now;
    }
    return new Chain(before.ancestors(), false);
  }

  private static boolean sameIdentities(Chain a, Chain b) {
    if (a.complete() != b.complete() || a.ancestors().size() != b.ancestors().size()) {
      return false;
    }
    for (int i = 0; i < a.ancestors().size(); i++) {
      if (!a.ancestors().get(i).identity().equals(b.ancestors().get(i).identity())) {
        return false;
      }
    }
    return true;
  }

  private Chain walk(ProcessIdentity runner) {
    List<Ancestor> ancestors = new ArrayList<>();
    int child = runner.pid();
    for (int generation = 0; generation < GENERATIONS_MAX; generation++) {
      row.clear();
      if (scanner.readOne(child, row) != ReadResult.OK) {
        return new Chain(ancestors, false);
      }
      int parent = row.parent(0);
      if (parent <= 0) {
        // 0: the init of the reader's namespace, or somebody who entered it. Whoever is above is
        // outside, so never seen, and never the parent of anybody who is.
        return new Chain(ancestors, parent == 0);
      }
      row.clear();
      if (scanner.readOne(parent, row) != ReadResult.OK) {
        return new Chain(ancestors, false);
      }
      ancestors.add(
          new Ancestor(
              new ProcessIdentity(parent, row.startTicks(0), ProcessIdentity.UNKNOWN_INODE),
              row.comm(0)));
      child = parent;
    }
    return new Chain(ancestors, false);
  }

  private JournalHeader header(
      RunRequest request,
      ProcessIdentity runner,
      ProcessStatus status,
      boolean ancestryComplete,
      long intervalNs)
      throws RunnerException, ProcfsException {
    HostFacts facts = host.facts();
    UUID bootId = facts.identity().bootId();
    if (bootId == null) {
      throw new RunnerException(
          "The kernel's boot id cannot be read, and a journal without it could never be reaped:"
              + " make /proc/sys/kernel/random/boot_id readable.");
    }
    boolean embedded = request.pid() == facts.self().pid();
    var header =
        JournalHeader.builder(request.runId(), bootId)
            .runnerPid(runner.pid())
            .runnerStartTicks(runner.startTicks())
            .runnerInode(runner.pidfdInode())
            .machineId(MachineIds.of(facts))
            .pidNamespace(facts.identity().pidNamespace())
            .timeNamespace(facts.identity().timeNamespace())
            .realUid((int) status.realUid())
            .savedUid((int) status.savedUid())
            .runnerPrivileged(Privilege.isHeldBy(status))
            .embedded(embedded)
            .scope(request.scope())
            .samplerPid(facts.self().pid())
            .samplerVersion(SamplerVersion.get())
            .intervalNs(intervalNs)
            .ticksPerSecond(facts.numbers().ticksPerSecond())
            .pidMax(facts.numbers().pidMax())
            .numbersPerSecondMax(
                Math.toIntExact(PidNumbers.numbersPerSecondMax(facts.numbers().processors())))
            .createdWallMillis(host.clock().wallMillis())
            .createdBootNs(host.clock().nanoTime())
            .ancestryComplete(ancestryComplete);
    String ownCgroup = request.ownCgroup();
    if (ownCgroup != null) {
      header.ownCgroup(ownCgroup);
    }
    // What an older job lost before had gone to an init already.
    boolean subreaperCounts =
        request.subreaperSinceTicks() != RunRequest.NO_SUBREAPER
            && runner.startTicks() > request.subreaperSinceTicks();
    if (subreaperCounts) {
      row.clear();
      if (scanner.readOne(facts.self().pid(), row) != ReadResult.OK) {
        throw new ProcfsException("own process", row.errno(0));
      }
      header
          .subreaperKind(SubreaperKind.GUARDIAN)
          .subreaperPid(facts.self().pid())
          .subreaperStartTicks(row.startTicks(0))
          .subreaperBeforeFirstFork(true);
    }
    return header.build();
  }
}
