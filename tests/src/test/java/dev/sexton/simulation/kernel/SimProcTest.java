package dev.sexton.simulation.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sexton.procfs.CgroupFile;
import dev.sexton.procfs.Environ;
import dev.sexton.procfs.Errno;
import dev.sexton.procfs.FollowedProcesses;
import dev.sexton.procfs.HostFacts;
import dev.sexton.procfs.HostFile;
import dev.sexton.procfs.Namespace;
import dev.sexton.procfs.ProcFile;
import dev.sexton.procfs.ProcFileSystem;
import dev.sexton.procfs.ProcessScanner;
import dev.sexton.procfs.ProcessStatus;
import dev.sexton.procfs.ProcessTable;
import dev.sexton.procfs.ProcfsException;
import dev.sexton.procfs.ReadResult;
import dev.sexton.procfs.StatusReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each text, read by the product's own parsers. */
class SimProcTest {
  private static final int UID = 1000;

  private final SimKernel kernel = new SimKernel(Born.SMALL);
  private final SimTask init = kernel.init();
  private final SimTask reader = Born.service(kernel, UID);
  private final Moving world = new Moving();
  private final SimProc proc = new SimProc(kernel, reader, world);
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(4096);
  private final ProcessTable table = new ProcessTable(4);
  private final ProcessScanner scanner;

  SimProcTest() throws ProcfsException {
    SimPidfds pidfds = new SimPidfds(kernel, reader, world);
    scanner = new ProcessScanner(proc, HostFacts.read(proc, pidfds), kernel::nowNs);
  }

  private ReadResult stat(int pid) {
    table.clear();
    return scanner.readOne(pid, table);
  }

  private String text(int length) {
    assertThat(length).isNotNegative();
    byte[] bytes = new byte[length];
    buffer.get(0, bytes);
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  private List<Integer> list(SimProc files, int from) {
    files.startListing(from);
    int[] chunk = new int[3];
    List<Integer> all = new ArrayList<>();
    for (int count = files.list(chunk); count > 0; count = files.list(chunk)) {
      for (int i = 0; i < count; i++) {
        all.add(chunk[i]);
      }
    }
    return all;
  }

  @Test
  void statSaysWhatIs() {
    SimTask task = Born.child(kernel, reader);
    assertThat(kernel.exec(task, "a) S 1 (b", EnvironmentChange.KEEP)).isTrue();
    assertThat(kernel.setpgid(task, task, 0)).isTrue();
    assertThat(stat(task.pid())).isEqualTo(ReadResult.OK);
    assertThat(table.parent(0)).isEqualTo(reader.pid());
    assertThat(table.processGroup(0)).isEqualTo(task.pid());
    assertThat(table.session(0)).isEqualTo(reader.pid());
    assertThat(table.startTicks(0)).isEqualTo(task.startTicks());
    assertThat(table.threads(0)).isEqualTo(1);
    assertThat(table.state(0)).isEqualTo((byte) 'S');
    assertThat(table.isKernelThread(0)).isFalse();
    assertThat(text(proc.readStat(task.pid(), buffer))).contains("(a) S 1 (b) S ");
    assertThat(stat(init.pid())).isEqualTo(ReadResult.OK);
    assertThat(table.parent(0)).isZero();
    assertThat(table.session(0)).isEqualTo(1);
  }

  @Test
  void theStatesOfAProcess() {
    SimTask task = Born.inFlight(kernel, reader);
    assertThat(stat(task.pid())).isEqualTo(ReadResult.VANISHED);
    assertThat(kernel.endFork(task)).isTrue();
    kernel.signal(task, SimSignal.STOP);
    assertThat(kernel.deliver(task)).isTrue();
    assertThat(stat(task.pid())).isEqualTo(ReadResult.OK);
    assertThat(table.state(0)).isEqualTo((byte) 'T');
    kernel.signal(task, SimSignal.CONT);
    int tid = Born.thread(kernel, task);
    kernel.endLeaderThread(task);
    assertThat(stat(task.pid())).isEqualTo(ReadResult.OK);
    assertThat(table.state(0)).isEqualTo((byte) 'Z');
    assertThat(table.threads(0)).isEqualTo(2);
    assertThat(table.isDead(0)).isFalse();
    kernel.endThread(task, tid);
    assertThat(stat(task.pid())).isEqualTo(ReadResult.OK);
    assertThat(table.isDead(0)).isTrue();
    FollowedProcesses followed = new FollowedProcesses(proc, 1);
    int slot = followed.follow(task.pid(), task.startTicks());
    kernel.beginRelease(task);
    assertThat(stat(task.pid())).isEqualTo(ReadResult.RELEASING);
    assertThat(table.startTicks(0)).isEqualTo(task.startTicks());
    assertThat(followed.reread(slot, table)).isEqualTo(ReadResult.RELEASING);
    assertThat(proc.ownerUid(task.pid())).isEqualTo(-Errno.ENOENT);
    kernel.endRelease(task);
    assertThat(proc.readStat(task.pid(), buffer)).isEqualTo(-Errno.ENOENT);
    assertThat(followed.reread(slot, table)).isEqualTo(ReadResult.VANISHED);
    followed.close();
  }

  @Test
  void aKernelThreadIsOne() {
    SimTask worker = kernel.startKernelThread("kworker/0:1");
    assertThat(stat(worker.pid())).isEqualTo(ReadResult.OK);
    assertThat(table.isKernelThread(0)).isTrue();
    assertThat(table.parent(0)).isZero();
    assertThat(table.session(0)).isZero();
  }

  @Test
  void aKeptDescriptorStaysWithItsProcess() {
    kernel.passNumbers(297);
    SimTask first = Born.child(kernel, reader);
    int kept = proc.open(first.pid(), ProcFile.STAT);
    kernel.exit(first);
    kernel.collect(first);
    kernel.passNumbers(99);
    SimTask second = Born.child(kernel, reader);
    assertThat(second.pid()).isEqualTo(first.pid());
    assertThat(proc.readKept(kept, buffer, 0)).isEqualTo(-Errno.ESRCH);
    assertThat(stat(second.pid())).isEqualTo(ReadResult.OK);
    assertThat(table.startTicks(0)).isEqualTo(second.startTicks());
    proc.closeKept(kept);
    assertThat(proc.descriptors()).isZero();
    assertThat(proc.readKept(kept, buffer, 0)).isEqualTo(-Errno.EBADF);
  }

  @Test
  void aThreadHasAFileOfItsOwn() {
    SimTask task = Born.child(kernel, reader);
    kernel.advance(1_000_000_000);
    int tid = Born.thread(kernel, task);
    assertThat(stat(tid)).isEqualTo(ReadResult.OK);
    assertThat(table.startTicks(0)).isEqualTo(kernel.nowTicks());
    assertThat(table.parent(0)).isEqualTo(reader.pid());
    assertThat(list(proc, 1)).contains(task.pid()).doesNotContain(tid);
    int[] tids = new int[8];
    assertThat(proc.listTasks(task.pid(), tids)).isEqualTo(2);
    assertThat(tids).startsWith(task.pid(), tid);
    assertThat(proc.listTasks(399, tids)).isEqualTo(-Errno.ENOENT);
  }

  @Test
  void statusSaysWhoItIs() {
    SimTask container = Born.child(kernel, init, ForkSettings.NAMESPACE);
    SimTask inside = Born.child(kernel, container);
    kernel.setUids(inside, 7, -2, 9);
    kernel.setCapabilities(inside, 0x1200);
    assertThat(kernel.exec(inside, "a\nUid:\t0", EnvironmentChange.KEEP)).isTrue();
    ProcessStatus status = new ProcessStatus();
    assertThat(new StatusReader(proc).read(inside.pid(), status)).isEqualTo(ReadResult.OK);
    assertThat(status.pid()).isEqualTo(inside.pid());
    assertThat(status.parent()).isEqualTo(container.pid());
    assertThat(status.threads()).isEqualTo(1);
    assertThat(status.realUid()).isEqualTo(7);
    assertThat(status.effectiveUid()).isEqualTo(4_294_967_294L);
    assertThat(status.savedUid()).isEqualTo(9);
    assertThat(status.namespacePidCount()).isEqualTo(2);
    assertThat(status.namespacePidLast()).isEqualTo(2);
    assertThat(status.hasCapabilities()).isTrue();
    assertThat(status.effectiveCapabilities()).isEqualTo(0x1200);
    assertThat(proc.ownerUid(inside.pid())).isEqualTo(4_294_967_294L);
    assertThat(proc.read(399, ProcFile.STATUS, buffer)).isEqualTo(-Errno.ENOENT);
  }

  @Test
  void aReaderInANamespaceSeesItsOwnNumbersOnly() {
    SimTask container = Born.child(kernel, init, ForkSettings.NAMESPACE);
    SimTask inside = Born.child(kernel, container);
    SimTask below = Born.child(kernel, inside, ForkSettings.NAMESPACE);
    SimProc nested = new SimProc(kernel, inside, KernelCalls.STILL);
    assertThat(list(nested, 1)).containsExactly(1, 2, 3);
    assertThat(list(proc, 1)).contains(inside.pid(), below.pid());
    ProcessStatus status = new ProcessStatus();
    assertThat(new StatusReader(nested).read(ProcFileSystem.SELF, status)).isEqualTo(ReadResult.OK);
    assertThat(status.pid()).isEqualTo(2);
    assertThat(status.parent()).isEqualTo(1);
    assertThat(status.namespacePidCount()).isEqualTo(1);
    assertThat(new StatusReader(nested).read(1, status)).isEqualTo(ReadResult.OK);
    assertThat(status.parent()).isZero();
    assertThat(text(nested.readStat(2, buffer))).startsWith("2 (init) S 1 0 0 ");
    assertThat(text(nested.readHostFile(HostFile.LOADAVG, buffer))).endsWith(" 3\n");
    SimProc innermost = new SimProc(kernel, below, KernelCalls.STILL);
    assertThat(list(innermost, 1)).containsExactly(1);
    assertThat(nested.namespaceInode(1, Namespace.PID))
        .isNotEqualTo(innermost.namespaceInode(1, Namespace.PID));
  }

  @Test
  void theEnvironmentIsThatOfOneProgram() {
    SimTask task = Born.child(kernel, reader);
    assertThat(kernel.exec(task, "p", EnvironmentChange.to("A=1\0MARK=x\0"))).isTrue();
    Environ environ = new Environ(proc);
    assertThat(environ.find(task.pid(), "MARK", "x")).isEqualTo(Environ.Finding.PRESENT);
    assertThat(environ.find(task.pid(), "MARK", "y")).isEqualTo(Environ.Finding.ABSENT);
    world.before(
        CallKind.READ_KEPT,
        () -> assertThat(kernel.exec(task, "q", EnvironmentChange.KEEP)).isTrue());
    assertThat(environ.find(task.pid(), "MARK", "x")).isEqualTo(Environ.Finding.UNREADABLE);
    SimTask other = Born.service(kernel, 1001);
    assertThat(environ.find(other.pid(), "MARK", "x")).isEqualTo(Environ.Finding.UNREADABLE);
    assertThat(proc.open(other.pid(), ProcFile.ENVIRON)).isEqualTo(-Errno.EACCES);
    task.setDumpable(false);
    assertThat(proc.open(task.pid(), ProcFile.ENVIRON)).isEqualTo(-Errno.EACCES);
    task.setDumpable(true);
    kernel.exit(task);
    assertThat(proc.open(task.pid(), ProcFile.ENVIRON)).isEqualTo(-Errno.ESRCH);
    assertThat(proc.read(task.pid(), ProcFile.CMDLINE, buffer)).isZero();
    assertThat(proc.descriptors()).isZero();
  }

  @Test
  void theControlGroupIsWhereItWasPut() {
    SimTask task = Born.child(kernel, reader);
    task.setCgroup("/system.slice/a b");
    CgroupFile.Membership membership = new CgroupFile(proc).read(task.pid());
    assertThat(membership.path()).isEqualTo("/system.slice/a b");
    assertThat(Born.child(kernel, task).cgroup()).isEqualTo("/system.slice/a b");
    assertThat(new CgroupFile(proc).read(399).result()).isEqualTo(ReadResult.VANISHED);
  }

  @Test
  void childrenAreListedInTheOrderInWhichTheyCame() {
    kernel.setSubreaper(reader, true);
    SimTask middle = Born.child(kernel, reader);
    SimTask orphan = Born.child(kernel, middle);
    SimTask second = Born.child(kernel, reader);
    kernel.exit(middle);
    String expected = middle.pid() + " " + second.pid() + " " + orphan.pid() + " ";
    int length = proc.readTaskChildren(reader.pid(), reader.pid(), buffer);
    assertThat(text(length)).isEqualTo(expected);
    assertThat(proc.readTaskChildren(reader.pid(), second.pid(), buffer)).isEqualTo(-Errno.ENOENT);
  }

  @Test
  void namespacesAreTheReadersOnlyToSeeIfItMay() {
    SimTask own = Born.child(kernel, reader);
    SimTask other = Born.service(kernel, 1001);
    assertThat(proc.namespaceInode(own.pid(), Namespace.USER))
        .isEqualTo(proc.namespaceInode(ProcFileSystem.SELF, Namespace.USER));
    assertThat(proc.namespaceInode(other.pid(), Namespace.PID)).isEqualTo(-Errno.EACCES);
    assertThat(proc.namespaceInode(399, Namespace.PID)).isEqualTo(-Errno.ENOENT);
    kernel.exit(own);
    assertThat(proc.namespaceInode(own.pid(), Namespace.TIME)).isEqualTo(-Errno.ENOENT);
  }

  @Test
  void hidepidHides() {
    SimTask own = Born.child(kernel, reader);
    SimTask other = Born.service(kernel, 1001);
    proc.setHidepid(1);
    assertThat(list(proc, 1)).contains(other.pid());
    assertThat(stat(other.pid())).isEqualTo(ReadResult.DENIED);
    proc.setHidepid(2);
    assertThat(list(proc, 1)).contains(own.pid()).doesNotContain(other.pid(), init.pid());
    assertThat(stat(other.pid())).isEqualTo(ReadResult.VANISHED);
    assertThat(proc.ownerUid(other.pid())).isEqualTo(-Errno.ENOENT);
    SimProc all = new SimProc(kernel, init, KernelCalls.STILL);
    all.setHidepid(2);
    assertThat(list(all, 1)).contains(other.pid());
  }

  @Test
  void aListingShowsWhatIsThereWhenItsCursorComes() {
    SimTask a = Born.child(kernel, reader);
    SimTask b = Born.child(kernel, reader);
    SimTask c = Born.child(kernel, reader);
    proc.startListing(a.pid());
    int[] one = new int[1];
    assertThat(proc.list(one)).isEqualTo(1);
    assertThat(one[0]).isEqualTo(a.pid());
    kernel.exit(a);
    kernel.exit(b);
    kernel.collect(b);
    SimTask d = Born.inFlight(kernel, reader);
    assertThat(proc.list(one)).isEqualTo(1);
    assertThat(one[0]).isEqualTo(c.pid());
    assertThat(proc.list(one)).isZero();
    assertThat(kernel.endFork(d)).isTrue();
    // The end was reached; a listing does not go on after it.
    assertThat(proc.list(one)).isZero();
    assertThat(list(proc, d.pid())).containsExactly(d.pid());
    assertThat(list(proc, a.pid())).containsExactly(a.pid(), c.pid(), d.pid());
  }

  @Test
  void theWorldMovesBetweenTwoEntries() {
    SimTask a = Born.child(kernel, reader);
    SimTask b = Born.child(kernel, reader);
    proc.startListing(a.pid());
    world.before(
        CallKind.LIST_NEXT,
        () -> {
          kernel.exit(b);
          kernel.collect(b);
          Born.child(kernel, reader);
        });
    int[] chunk = new int[8];
    assertThat(proc.list(chunk)).isEqualTo(2);
    assertThat(chunk).startsWith(a.pid(), b.pid() + 1);
    proc.startListing(a.pid());
    world.fail(CallKind.LIST_NEXT, -Errno.EIO);
    assertThat(proc.list(chunk)).isEqualTo(1);
    world.fail(CallKind.LIST, -Errno.EIO);
    assertThat(proc.list(chunk)).isEqualTo(-Errno.EIO);
  }

  @Test
  void whoIsBeingReleasedIsNotListed() {
    SimTask dead = Born.child(kernel, reader);
    kernel.exit(dead);
    assertThat(list(proc, 1)).contains(dead.pid());
    kernel.beginRelease(dead);
    assertThat(list(proc, 1)).doesNotContain(dead.pid());
  }

  @Test
  void everyCallCanFail() {
    int pid = reader.pid();
    world.fail(CallKind.STAT, -Errno.EIO);
    assertThat(proc.readStat(pid, buffer)).isEqualTo(-Errno.EIO);
    world.fail(CallKind.STATUS, -Errno.EACCES);
    assertThat(proc.read(pid, ProcFile.STATUS, buffer)).isEqualTo(-Errno.EACCES);
    world.fail(CallKind.OPEN, -Errno.ENFILE);
    assertThat(proc.open(pid, ProcFile.STAT)).isEqualTo(-Errno.ENFILE);
    world.fail(CallKind.HOST_FILE, -Errno.EMFILE);
    assertThat(proc.readHostFile(HostFile.LOADAVG, buffer)).isEqualTo(-Errno.EMFILE);
    world.fail(CallKind.CHILDREN, -Errno.EINTR);
    assertThat(proc.readTaskChildren(pid, pid, buffer)).isEqualTo(-Errno.EINTR);
    world.fail(CallKind.TASKS, -Errno.EINTR);
    assertThat(proc.listTasks(pid, new int[1])).isEqualTo(-Errno.EINTR);
    world.fail(CallKind.NAMESPACE, -Errno.EIO);
    assertThat(proc.namespaceInode(pid, Namespace.PID)).isEqualTo(-Errno.EIO);
    world.fail(CallKind.OWNER, -Errno.EIO);
    assertThat(proc.ownerUid(pid)).isEqualTo(-Errno.EIO);
    proc.setDescriptorsMax(0);
    assertThat(proc.open(pid, ProcFile.STAT)).isEqualTo(-Errno.EMFILE);
  }

  @Test
  void longTextsAreReadInPieces() {
    SimTask task = Born.child(kernel, reader);
    String text = "A=" + "x".repeat(5000) + "\0B=1\0";
    assertThat(kernel.exec(task, "p", EnvironmentChange.to(text))).isTrue();
    int kept = proc.open(task.pid(), ProcFile.ENVIRON);
    assertThat(proc.readKept(kept, buffer, 0)).isEqualTo(4096);
    assertThat(proc.readKept(kept, buffer, 4096)).isEqualTo(text.length() - 4096);
    assertThat(text(text.length() - 4096)).endsWith("x\0B=1\0");
    assertThat(proc.readKept(kept, buffer, text.length())).isZero();
    assertThat(proc.readKept(kept, buffer, 1L << 40)).isZero();
  }
}
