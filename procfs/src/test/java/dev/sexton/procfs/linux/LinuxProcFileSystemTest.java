package dev.sexton.procfs.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.ThreadMXBean;
import dev.sexton.procfs.CgroupFile;
import dev.sexton.procfs.Environ;
import dev.sexton.procfs.Errno;
import dev.sexton.procfs.FollowedProcesses;
import dev.sexton.procfs.HostFacts;
import dev.sexton.procfs.HostFile;
import dev.sexton.procfs.Namespace;
import dev.sexton.procfs.PidFilter;
import dev.sexton.procfs.ProcFile;
import dev.sexton.procfs.ProcFileSystem;
import dev.sexton.procfs.ProcessScanner;
import dev.sexton.procfs.ProcessStatus;
import dev.sexton.procfs.ProcessTable;
import dev.sexton.procfs.ProcfsException;
import dev.sexton.procfs.ReadResult;
import dev.sexton.procfs.ScanSummary;
import dev.sexton.procfs.StatusReader;
import dev.sexton.procfs.TaskChildren;
import dev.sexton.procfs.UnsupportedHostException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LinuxProcFileSystemTest {
  private static final int OWN_PID = (int) ProcessHandle.current().pid();

  @TempDir private Path directory = Path.of("");
  private final LinuxProcFileSystem files = openFiles();
  private final ProcessTable table = new ProcessTable(16);
  private final ProcessScanner scanner = makeScanner();

  private static LinuxProcFileSystem openFiles() {
    try {
      return LinuxProcFileSystem.open();
    } catch (UnsupportedHostException unsupported) {
      throw new AssertionError(unsupported);
    }
  }

  private ProcessScanner makeScanner() {
    try {
      return new ProcessScanner(files, HostFacts.read(files, LinuxPidfds.open()), System::nanoTime);
    } catch (IOException failed) {
      throw new AssertionError(failed);
    }
  }

  private int descriptorsBefore;

  @BeforeEach
  void countDescriptors() throws Exception {
    descriptorsBefore = descriptors();
  }

  @AfterEach
  void nothingIsLeftOpen() throws Exception {
    assertThat(descriptors()).isEqualTo(descriptorsBefore);
    files.close();
    files.close();
  }

  /** Descriptors of this process that are open on something in {@code /proc}. */
  private static int descriptors() throws Exception {
    int count = 0;
    try (var links = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
      for (Path link : links) {
        count += isOnProc(link) ? 1 : 0;
      }
    }
    return count;
  }

  private static boolean isOnProc(Path link) throws IOException {
    try {
      String target = Files.readSymbolicLink(link).toString();
      return target.startsWith("/proc") && !target.endsWith("/fd");
    } catch (NoSuchFileException closedMeanwhile) {
      return false;
    }
  }

  private ReadResult readOne(int pid) {
    table.clear();
    return scanner.readOne(pid, table);
  }

  @Test
  void listsWhatTheJdkLists() throws Exception {
    Set<Integer> before = new HashSet<>();
    ProcessHandle.allProcesses().forEach(handle -> before.add((int) handle.pid()));
    ScanSummary summary = scanner.scanAll(table);
    Set<Integer> after = new HashSet<>();
    ProcessHandle.allProcesses().forEach(handle -> after.add((int) handle.pid()));
    Set<Integer> listed = new HashSet<>();
    for (int row = 0; row < table.rows(); row++) {
      listed.add(table.pid(row));
    }
    before.retainAll(after);
    assertThat(listed).containsAll(before);
    assertThat(summary.ascending()).isTrue();
    assertThat(summary.ownPidSeen()).isTrue();
    assertThat(summary.listed()).isEqualTo(table.rows());
    assertThat(summary.lastPidAfter()).isPositive();
    assertThat(summary.toString()).contains("ascending");
  }

  @Test
  void readsItself() throws Exception {
    assertThat(readOne(OWN_PID)).isEqualTo(ReadResult.OK);
    assertThat(table.threads(0)).isGreaterThan(1);
    assertThat((long) table.parent(0))
        .isEqualTo(ProcessHandle.current().parent().orElseThrow().pid());
    assertThat(table.isDead(0)).isFalse();
    assertThat(table.isKernelThread(0)).isFalse();
    assertThat(table.startTicks(0)).isBetween(1L, scanner.bootTicks());
    assertThat(readOne(ProcFileSystem.SELF))
        .as("the line tells another pid")
        .isNotEqualTo(ReadResult.OK);
  }

  @Test
  void aSeekListsWhatComesAfter() throws Exception {
    assertThat(scanner.listsBirthsOnly()).isTrue();
    ScanSummary summary = scanner.scanFrom(OWN_PID, table, PidFilter.NONE);
    assertThat(table.pid(0)).isEqualTo(OWN_PID);
    assertThat(summary.ascending()).isTrue();
    int last = scanner.lastPid();
    try (ShellChild child = new ShellChild("echo ready; read x")) {
      scanner.scanFrom(Math.min(last + 1, child.pid()), table, PidFilter.NONE);
      boolean found = false;
      for (int row = 0; row < table.rows(); row++) {
        found |= table.pid(row) == child.pid();
      }
      assertThat(found).isTrue();
    }
  }

  @Test
  void smallArraysListEverythingToo() {
    Set<Integer> small = new HashSet<>();
    int[] one = new int[1];
    files.startListing(1);
    while (files.list(one) == 1) {
      small.add(one[0]);
    }
    assertThat(small).contains(1, OWN_PID);
  }

  @ParameterizedTest
  @CsvSource({
    "a) S 1 1 1 (b, a) S 1 1 1 (b",
    "), )",
    "(((, (((",
    "'', ''",
    "\\377\\377\\377\\377\\377\\377\\377\\377\\377\\377\\377\\377\\377\\377\\377, \u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff",
    "\\n1 2 (3) R 4, '\n1 2 (3) R 4'",
  })
  void namesOfTheirOwnChoosing(String printed, String expected) throws Exception {
    String script = "printf '" + printed + "' > /proc/$$/comm; echo ready; read x";
    try (ShellChild child = new ShellChild(script)) {
      assertThat(readOne(child.pid())).isEqualTo(ReadResult.OK);
      long ticks = table.startTicks(0);
      for (int i = 0; i < 1000; i++) {
        assertThat(readOne(child.pid())).isEqualTo(ReadResult.OK);
        assertThat(table.startTicks(0)).isEqualTo(ticks);
        assertThat(table.parent(0)).isEqualTo(OWN_PID);
      }
      if (!expected.isEmpty()) {
        // The kernel leaves the name alone when nothing is written.
        assertThat(table.comm(0)).isEqualTo(expected);
      }
      ProcessStatus status = new ProcessStatus();
      assertThat(new StatusReader(files).read(child.pid(), status)).isEqualTo(ReadResult.OK);
      assertThat(status.parent()).isEqualTo(OWN_PID);
    }
  }

  @Test
  void aKeptDescriptorStaysWithItsProcessWhoeverHasTheNumber() throws Exception {
    try (Fixture fixture = Fixture.start(directory);
        FollowedProcesses followed = new FollowedProcesses(files, 10);
        FollowedProcesses byNumber = new FollowedProcesses(files, 0)) {
      int pid = fixture.command("spawn", 0);
      assertThat(readOne(pid)).isEqualTo(ReadResult.OK);
      long ticks = table.startTicks(0);
      int slot = followed.follow(pid, ticks);
      int slotByNumber = byNumber.follow(pid, ticks);
      assertThat(followed.kept()).isEqualTo(1);
      assertThat(followed.reread(slot, table)).isEqualTo(ReadResult.OK);
      assertThat(byNumber.reread(slotByNumber, table)).isEqualTo(ReadResult.OK);

      fixture.command("collect", pid);
      assertThat(followed.reread(slot, table)).isEqualTo(ReadResult.VANISHED);
      assertThat(byNumber.reread(slotByNumber, table)).isEqualTo(ReadResult.VANISHED);

      while (scanner.bootTicks() <= ticks + 1) {
        Thread.onSpinWait(); // so that the next one has other ticks
      }
      String answer = fixture.ask("reuse", pid);
      assumeTrue(!answer.startsWith("error"), "this user may not choose a pid: " + answer);
      assertThat(readOne(pid)).isEqualTo(ReadResult.OK);
      assertThat(table.startTicks(0)).isNotEqualTo(ticks);
      assertThat(followed.reread(slot, table)).isEqualTo(ReadResult.VANISHED);
      assertThat(byNumber.reread(slotByNumber, table)).isEqualTo(ReadResult.VANISHED);
    }
  }

  @Test
  void aZombieIsDeadAndAProcessWithoutItsLeaderIsNot() throws Exception {
    try (Fixture fixture = Fixture.start(directory)) {
      int zombie = fixture.command("zombie", 0);
      assertThat(readOne(zombie)).isEqualTo(ReadResult.OK);
      assertThat(table.state(0)).isEqualTo((byte) 'Z');
      assertThat(table.isDead(0)).isTrue();

      int leaderless = fixture.command("leaderless", 0);
      long deadlineNs = System.nanoTime() + 30_000_000_000L;
      do {
        assertThat(readOne(leaderless)).isEqualTo(ReadResult.OK);
        Thread.onSpinWait();
      } while (table.state(0) != 'Z' && System.nanoTime() < deadlineNs);
      assertThat(table.state(0)).isEqualTo((byte) 'Z');
      assertThat(table.threads(0)).isEqualTo(2);
      assertThat(table.isDead(0)).isFalse();
    }
  }

  @Test
  void aChildIsListedUnderTheThreadThatForkedIt() throws Exception {
    try (Fixture fixture = Fixture.start(directory)) {
      TaskChildren children = new TaskChildren(files);
      int byLeader = fixture.command("spawn", 0);
      int byThread = fixture.command("bythread", 0);
      assertThat(children.threadOf(fixture.pid(), byLeader)).isEqualTo(fixture.pid());
      assertThat(children.threadOf(fixture.pid(), byThread))
          .isGreaterThan(0)
          .isNotEqualTo(fixture.pid());
      assertThat(children.leaderAlive()).isTrue();
      assertThat(children.threadOf(fixture.pid(), 1)).isEqualTo(TaskChildren.NOT_LISTED);
    }
  }

  @Test
  void theOwnerIsThatOfNow() throws Exception {
    assumeTrue(files.ownerUid(OWN_PID) == 0, "needs to be root to start another user's process");
    try (Fixture fixture = Fixture.start(directory)) {
      int pid = fixture.command("user", 0);
      ProcessStatus status = new ProcessStatus();
      long deadlineNs = System.nanoTime() + 30_000_000_000L;
      do {
        assertThat(new StatusReader(files).read(pid, status)).isEqualTo(ReadResult.OK);
        Thread.onSpinWait();
      } while (status.realUid() != 65534 && System.nanoTime() < deadlineNs);
      assertThat(status.effectiveUid()).isEqualTo(65534);
      assertThat(status.savedUid()).isEqualTo(65534);
      assertThat(status.effectiveCapabilities()).isZero();
      // Its directory shows root as long as it is not dumpable, so status is the better witness.
      assertThat(files.ownerUid(pid)).isIn(0L, 65534L);
    }
    assertThat(files.ownerUid(OWN_PID)).isZero();
    assertThat(files.ownerUid(4_194_304)).isEqualTo(-Errno.ENOENT);
  }

  @Test
  void anEnvironmentOfFourMebibytes() throws Exception {
    String script =
        "ulimit -s unlimited 2>/dev/null || ulimit -s 32768;"
            + " x=$(head -c 100000 /dev/zero | tr '\\0' x); i=0;"
            + " while [ $i -lt 40 ]; do export V$i=$x; i=$((i+1)); done;"
            + " export SEXTON_MARK=run-7; exec sh -c 'echo ready; read x'";
    try (ShellChild child = new ShellChild(script)) {
      Environ environ = new Environ(files);
      assertThat(environ.find(child.pid(), "SEXTON_MARK", "run-7"))
          .isEqualTo(Environ.Finding.PRESENT);
      assertThat(environ.find(child.pid(), "SEXTON_MARK", "run-8"))
          .isEqualTo(Environ.Finding.ABSENT);
      assertThat(environ.find(child.pid(), "V39", "x".repeat(100_000)))
          .isEqualTo(Environ.Finding.PRESENT);
      child.process().destroyForcibly().waitFor();
      assertThat(environ.find(child.pid(), "SEXTON_MARK", "run-7"))
          .isEqualTo(Environ.Finding.UNREADABLE);
    }
  }

  @Test
  void aZombieHasNoEnvironmentToTrust() throws Exception {
    try (Fixture fixture = Fixture.start(directory)) {
      int zombie = fixture.command("zombie", 0);
      assertThat(new Environ(files).find(zombie, "A", "b")).isEqualTo(Environ.Finding.UNREADABLE);
    }
  }

  @Test
  void factsOfThisHost() throws Exception {
    HostFacts facts = HostFacts.read(files, LinuxPidfds.open());
    assertThat(String.valueOf(facts.identity().bootId()))
        .isEqualTo(Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip());
    assertThat(facts.identity().pidNamespace())
        .isEqualTo(files.namespaceInode(OWN_PID, Namespace.PID));
    assertThat(Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString())
        .isEqualTo("pid:[" + facts.identity().pidNamespace() + "]");
    assertThat(facts.numbers().pidMax()).isGreaterThan(300);
    assertThat(facts.numbers().ticksPerSecond()).isEqualTo(100);
    assertThat(facts.numbers().processors())
        .isGreaterThanOrEqualTo(Runtime.getRuntime().availableProcessors());
    assertThat(facts.self().pid()).isEqualTo(OWN_PID);
    assertThat(facts.self().nestedInPidNamespace()).isFalse();
    assertThat(facts.mount().mounted()).isTrue();
    assertThat(new CgroupFile(files).read(OWN_PID).result()).isEqualTo(ReadResult.OK);
  }

  @Test
  void errorsAreNegatedErrnos() {
    ByteBuffer buffer = ByteBuffer.allocateDirect(64);
    assertThat(files.readStat(4_194_304, buffer)).isEqualTo(-Errno.ENOENT);
    assertThat(buffer.limit()).isZero();
    assertThat(files.open(4_194_304, ProcFile.STAT)).isEqualTo(-Errno.ENOENT);
    assertThat(files.readKept(123_456, buffer, 0)).isEqualTo(-Errno.EBADF);
    assertThat(files.listTasks(4_194_304, new int[1])).isEqualTo(-Errno.ENOENT);
    assertThat(files.namespaceInode(4_194_304, Namespace.PID)).isEqualTo(-Errno.ENOENT);
    assertThat(files.read(OWN_PID, ProcFile.CMDLINE, buffer)).isEqualTo(64);
    assertThat(buffer.limit()).isEqualTo(64);
    byte[] start = new byte[4];
    buffer.get(0, start);
    assertThat(new String(start, StandardCharsets.ISO_8859_1)).isNotBlank();
    assertThatThrownBy(() -> LinuxProcFileSystem.open(directory.resolve("none").toString()))
        .isInstanceOf(UnsupportedHostException.class)
        .hasMessageContaining("ENOENT");
  }

  @Test
  void whatIsClosedIsNotRead() {
    files.close();
    descriptorsBefore -= 3; // they were open when it was counted
    ByteBuffer buffer = ByteBuffer.allocateDirect(64);
    assertThat(files.readStat(1, buffer)).isEqualTo(-Errno.EBADF);
    assertThat(files.readHostFile(HostFile.LOADAVG, buffer)).isEqualTo(-Errno.EBADF);
    files.startListing(1);
    assertThat(files.list(new int[4])).isEqualTo(-Errno.EBADF);
    assertThatThrownBy(() -> scanner.scanAll(table)).isInstanceOf(ProcfsException.class);
  }

  @Test
  void aWarmScanAllocatesNothing() throws Exception {
    try (FollowedProcesses followed = new FollowedProcesses(files, 10)) {
      readOne(OWN_PID);
      int slot = followed.follow(OWN_PID, table.startTicks(0));
      ProcessTable one = new ProcessTable(4);
      for (int i = 0; i < 200; i++) {
        work(followed, slot, one);
      }
      ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
      long thread = Thread.currentThread().getId();
      // What the scan allocates it allocates each time; what the JVM does once, such as to resolve
      // a
      // call that was not compiled yet, shows in some rounds only.
      long allocated = Long.MAX_VALUE;
      for (int round = 0; round < 5; round++) {
        long before = threads.getThreadAllocatedBytes(thread);
        for (int i = 0; i < 200; i++) {
          work(followed, slot, one);
        }
        allocated = Math.min(allocated, threads.getThreadAllocatedBytes(thread) - before);
      }
      // The measuring itself may; a byte a scan would be 200.
      assertThat(allocated).isLessThan(200);
    }
  }

  private void work(FollowedProcesses followed, int slot, ProcessTable one) throws Exception {
    scanner.scanAll(table);
    scanner.scanFrom(scanner.lastPid() + 1, table, PidFilter.NONE);
    one.clear();
    followed.reread(slot, one);
    scanner.readOne(4_194_304, one);
  }
}
