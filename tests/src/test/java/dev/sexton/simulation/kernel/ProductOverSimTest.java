package dev.sexton.simulation.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sexton.procfs.Errno;
import dev.sexton.procfs.FollowedProcesses;
import dev.sexton.procfs.HostFacts;
import dev.sexton.procfs.ProcessScanner;
import dev.sexton.procfs.ProcessTable;
import dev.sexton.procfs.ProcfsException;
import dev.sexton.procfs.ReadResult;
import dev.sexton.procfs.ScanSummary;
import dev.sexton.procfs.TaskChildren;
import dev.sexton.procfs.VerifiedProcess;
import org.junit.jupiter.api.Test;

/** The product's readers on the simulated kernel. */
class ProductOverSimTest {
  private final SimKernel kernel = new SimKernel(Born.SMALL);
  private final SimTask reader = Born.service(kernel, 1000);
  private final Moving world = new Moving();
  private final SimProc proc = new SimProc(kernel, reader, world);
  private final SimPidfds pidfds = new SimPidfds(kernel, reader, world);
  private final SimClock clock = new SimClock(kernel);
  private final ProcessTable table = new ProcessTable(64);

  private ProcessScanner scanner() throws ProcfsException {
    return new ProcessScanner(proc, HostFacts.read(proc, pidfds), clock::nanoTime);
  }

  @Test
  void factsAreTheSettings() throws Exception {
    HostFacts facts = HostFacts.read(proc, pidfds);
    assertThat(facts.numbers()).isEqualTo(new HostFacts.Numbers(400, kernel.lastPid(), 100, 2));
    assertThat(facts.abilities()).isEqualTo(new HostFacts.Abilities(true, true, true, true));
    assertThat(facts.self()).isEqualTo(new HostFacts.Self(reader.pid(), false));
    assertThat(facts.identity().bootId()).isEqualTo(HostNames.USUAL.bootId());
    assertThat(facts.identity().machineId()).isEqualTo(HostNames.USUAL.machineId());
    assertThat(facts.identity().kernelRelease()).isEqualTo(HostNames.USUAL.kernelRelease());
    assertThat(facts.identity().timeNamespace()).isEqualTo(HostNames.USUAL.timeNamespace());
    assertThat(facts.identity().pidNamespace()).isPositive();
    assertThat(facts.mount().mounted()).isTrue();
    assertThat(facts.mount().hides()).isFalse();
    assertThat(pidfds.descriptors()).isZero();
    kernel.setNames(HostNames.USUAL.rebooted());
    assertThat(HostFacts.read(proc, pidfds).identity().bootId())
        .isNotEqualTo(HostNames.USUAL.bootId());
  }

  @Test
  void factsOfAPoorerKernel() throws Exception {
    SimKernel poor =
        new SimKernel(new KernelSettings(301, 1, 250, 10_000, false, false, false, true));
    SimTask who = Born.service(poor, 0);
    SimProc files = new SimProc(poor, who, KernelCalls.STILL);
    files.setHidepid(2);
    HostFacts facts = HostFacts.read(files, new SimPidfds(poor, who, KernelCalls.STILL));
    assertThat(facts.numbers()).isEqualTo(new HostFacts.Numbers(301, 2, 250, 1));
    assertThat(facts.abilities()).isEqualTo(new HostFacts.Abilities(true, false, false, false));
    assertThat(facts.mount().hidepid()).isEqualTo(2);
  }

  @Test
  void aScanShowsAll() throws Exception {
    SimKernel usual = new SimKernel(KernelSettings.USUAL);
    SimTask who = Born.service(usual, 1000);
    SimProc files = new SimProc(usual, who, KernelCalls.STILL);
    HostFacts facts = HostFacts.read(files, new SimPidfds(usual, who, KernelCalls.STILL));
    ProcessScanner scanner = new ProcessScanner(files, facts, usual::nowNs);
    for (int i = 0; i < 90; i++) {
      Born.child(usual, who);
    }
    ScanSummary summary = scanner.scanAll(table);
    assertThat(table.rows()).isEqualTo(usual.tasks().size());
    assertThat(summary.ascending()).isTrue();
    assertThat(summary.ownPidSeen()).isTrue();
    assertThat(summary.wrapExcluded()).isTrue();
    assertThat(scanner.bootTicks()).isEqualTo(usual.nowTicks());
    for (int row = 0; row < table.rows(); row++) {
      SimTask task = Born.there(usual.find(table.pid(row)));
      assertThat(table.result(row)).isEqualTo(ReadResult.OK);
      assertThat(table.startTicks(row)).isEqualTo(task.startTicks());
    }
  }

  @Test
  void aScanOfBirthsShowsThose() throws Exception {
    ProcessScanner scanner = scanner();
    int last = kernel.lastPid();
    SimTask born = Born.child(kernel, reader);
    scanner.scanFrom(last + 1, table, pid -> false);
    assertThat(table.rows()).isEqualTo(1);
    assertThat(table.pid(0)).isEqualTo(born.pid());
  }

  @Test
  void aWrapDuringAScanIsNoticed() throws Exception {
    ProcessScanner scanner = scanner();
    kernel.passNumbers(380);
    world.before(CallKind.STAT, () -> kernel.passNumbers(30));
    ScanSummary summary = scanner.scanAll(table);
    assertThat(summary.wrapExcluded()).isFalse();
  }

  @Test
  void whoVanishesBetweenListingAndReadingIsNoticed() throws Exception {
    ProcessScanner scanner = scanner();
    SimTask child = Born.child(kernel, reader);
    world.before(
        CallKind.STAT,
        () -> {
          kernel.exit(child);
          kernel.collect(child);
        });
    scanner.scanAll(table);
    assertThat(table.pid(2)).isEqualTo(child.pid());
    assertThat(table.result(2)).isEqualTo(ReadResult.VANISHED);
  }

  @Test
  void theFollowedAreFollowed() {
    kernel.passNumbers(297);
    SimTask first = Born.child(kernel, reader);
    for (int keptMax = 0; keptMax < 2; keptMax++) {
      try (FollowedProcesses followed = new FollowedProcesses(proc, keptMax)) {
        int slot = followed.follow(first.pid(), first.startTicks());
        table.clear();
        assertThat(followed.reread(slot, table)).isEqualTo(ReadResult.OK);
        assertThat(followed.kept()).isEqualTo(keptMax);
      }
    }
    FollowedProcesses followed = new FollowedProcesses(proc, 10);
    int slot = followed.follow(first.pid(), first.startTicks());
    kernel.exit(first);
    kernel.collect(first);
    kernel.passNumbers(99);
    assertThat(Born.child(kernel, reader).pid()).isEqualTo(first.pid());
    table.clear();
    assertThat(followed.reread(slot, table)).isEqualTo(ReadResult.VANISHED);
    followed.close();
    assertThat(proc.descriptors()).isZero();
  }

  @Test
  void theThreadThatForkedIsFound() {
    SimTask parent = Born.child(kernel, reader);
    int tid = Born.thread(kernel, parent);
    SimTask byThread = Born.child(kernel, parent, ForkSettings.byThread(tid));
    SimTask byLeader = Born.child(kernel, parent);
    TaskChildren children = new TaskChildren(proc);
    assertThat(children.threadOf(parent.pid(), byThread.pid())).isEqualTo(tid);
    assertThat(children.leaderAlive()).isTrue();
    assertThat(children.threadOf(parent.pid(), byLeader.pid())).isEqualTo(parent.pid());
    assertThat(children.threadOf(parent.pid(), reader.pid())).isEqualTo(TaskChildren.NOT_LISTED);
    kernel.endLeaderThread(parent);
    assertThat(children.threadOf(parent.pid(), byLeader.pid())).isEqualTo(tid);
    assertThat(children.leaderAlive()).isFalse();
    kernel.exit(parent);
    kernel.collect(parent);
    assertThat(children.threadOf(parent.pid(), byLeader.pid())).isEqualTo(TaskChildren.UNREADABLE);
  }

  @Test
  void aVerifiedProcessIsTheRightOne() throws Exception {
    ProcessScanner scanner = scanner();
    SimTask task = Born.child(kernel, reader);
    VerifiedProcess.Expected expected =
        new VerifiedProcess.Expected(task.pid(), task.startTicks(), task.inode());
    try (VerifiedProcess process = VerifiedProcess.open(pidfds, scanner, expected, table)) {
      assertThat(process.match()).isEqualTo(VerifiedProcess.Match.SAME);
      assertThat(process.inodeCompared()).isTrue();
    }
    world.before(
        CallKind.STAT,
        () -> {
          kernel.exit(task);
          kernel.collect(task);
        });
    try (VerifiedProcess process = VerifiedProcess.open(pidfds, scanner, expected, table)) {
      assertThat(process.match()).isEqualTo(VerifiedProcess.Match.DIFFERENT);
    }
    world.fail(CallKind.PIDFD_OPEN, -Errno.EMFILE);
    VerifiedProcess.Expected own =
        new VerifiedProcess.Expected(reader.pid(), reader.startTicks(), reader.inode());
    try (VerifiedProcess process = VerifiedProcess.open(pidfds, scanner, own, table)) {
      assertThat(process.match()).isEqualTo(VerifiedProcess.Match.UNKNOWN);
    }
    assertThat(pidfds.descriptors()).isZero();
  }

  @Test
  void theClockIsTheKernels() {
    long nanos = clock.nanoTime();
    long millis = clock.wallMillis();
    kernel.advance(5_000_000);
    assertThat(clock.nanoTime() - nanos).isEqualTo(5_000_000);
    assertThat(clock.wallMillis() - millis).isEqualTo(5);
  }
}
