package dev.sexton.procfs.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sexton.procfs.Errno;
import dev.sexton.procfs.HostFacts;
import dev.sexton.procfs.Pidfds;
import dev.sexton.procfs.ProcessScanner;
import dev.sexton.procfs.ProcessTable;
import dev.sexton.procfs.ReadResult;
import dev.sexton.procfs.VerifiedProcess;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LinuxPidfdsTest {
  private static final long DEADLINE_NS = 30_000_000_000L;
  private static final int SIGTERM = 15;
  private static final int SIGKILL = 9;

  @TempDir private Path directory = Path.of("");

  @Test
  void aSignalReachesTheProcessAndItsEndIsSeen() throws Exception {
    LinuxPidfds pidfds = LinuxPidfds.open();
    try (ShellChild first = new ShellChild("echo ready; read x");
        ShellChild second = new ShellChild("echo ready; read x")) {
      int[] open = {pidfds.open(first.pid()), pidfds.open(second.pid())};
      boolean[] exited = {true, true};
      assertThat(open[0]).isPositive();
      assertThat(pidfds.awaitExit(open, 2, 0, exited)).isZero();
      assertThat(exited).containsExactly(false, false);
      assertThat(pidfds.awaitExit(open, 2, 1, exited)).as("rounded up").isZero();

      assertThat(pidfds.signal(open[1], SIGTERM)).isZero();
      assertThat(pidfds.awaitExit(open, 2, DEADLINE_NS, exited)).isEqualTo(1);
      assertThat(exited).containsExactly(false, true);
      assertThat(second.process().waitFor()).isEqualTo(128 + SIGTERM);
      assertThat(pidfds.signal(open[1], SIGTERM)).isEqualTo(-Errno.ESRCH);
      assertThat(first.process().isAlive()).isTrue();
      pidfds.close(open[0]);
      pidfds.close(open[1]);
    }
  }

  @Test
  void manyAreWaitedForAtOnce() throws Exception {
    LinuxPidfds pidfds = LinuxPidfds.open();
    try (ShellChild child = new ShellChild("echo ready; read x")) {
      int[] open = new int[300];
      for (int i = 0; i < open.length; i++) {
        open[i] = pidfds.open(child.pid());
      }
      boolean[] exited = new boolean[300];
      assertThat(pidfds.signal(open[299], SIGKILL)).isZero();
      assertThat(pidfds.awaitExit(open, 300, DEADLINE_NS, exited)).isPositive();
      assertThat(pidfds.awaitExit(open, 300, DEADLINE_NS, exited)).isEqualTo(300);
      for (int pidfd : open) {
        pidfds.close(pidfd);
      }
    }
  }

  @Test
  void theInodeIsOneProcessForGood() throws Exception {
    LinuxPidfds pidfds = LinuxPidfds.open();
    try (LinuxProcFileSystem files = LinuxProcFileSystem.open()) {
      assumeTrue(
          HostFacts.read(files, pidfds).abilities().uniquePidfdInodes(), "kernel before 6.9");
    }
    Set<Long> inodes = new HashSet<>();
    try (ShellChild first = new ShellChild("echo ready; read x");
        ShellChild second = new ShellChild("echo ready; read x")) {
      for (int pid : new int[] {first.pid(), second.pid(), first.pid(), second.pid()}) {
        int pidfd = pidfds.open(pid);
        inodes.add(pidfds.inode(pidfd));
        pidfds.close(pidfd);
      }
    }
    assertThat(inodes).hasSize(2).allMatch(inode -> inode > Pidfds.INODE_NOT_UNIQUE);
  }

  @Test
  void aReusedNumberIsAnotherProcess() throws Exception {
    LinuxPidfds pidfds = LinuxPidfds.open();
    try (Fixture fixture = Fixture.start(directory);
        LinuxProcFileSystem files = LinuxProcFileSystem.open()) {
      HostFacts facts = HostFacts.read(files, pidfds);
      ProcessScanner scanner = new ProcessScanner(files, facts, System::nanoTime);
      ProcessTable row = new ProcessTable(1);
      int pid = fixture.command("spawn", 0);
      assertThat(scanner.readOne(pid, row)).isEqualTo(ReadResult.OK);
      long ticks = row.startTicks(0);
      VerifiedProcess before =
          VerifiedProcess.open(pidfds, scanner, new VerifiedProcess.Expected(pid, ticks, 0), row);
      assertThat(before.match()).isEqualTo(VerifiedProcess.Match.SAME);
      VerifiedProcess.Expected expected = new VerifiedProcess.Expected(pid, ticks, before.inode());

      fixture.command("collect", pid);
      try (VerifiedProcess gone = VerifiedProcess.open(pidfds, scanner, expected, row)) {
        assertThat(gone.match()).isEqualTo(VerifiedProcess.Match.DIFFERENT);
      }
      String answer = fixture.ask("reuse", pid);
      assumeTrue(!answer.startsWith("error"), "this user may not choose a pid: " + answer);
      try (VerifiedProcess reused = VerifiedProcess.open(pidfds, scanner, expected, row)) {
        if (facts.abilities().uniquePidfdInodes()) {
          assertThat(reused.match()).isEqualTo(VerifiedProcess.Match.DIFFERENT);
          assertThat(reused.inode()).isNotEqualTo(before.inode());
        }
      }
      assertThat(pidfds.signal(before.pidfd(), SIGKILL)).isEqualTo(-Errno.ESRCH);
      row.clear();
      assertThat(scanner.readOne(pid, row)).isEqualTo(ReadResult.OK);
      assertThat(row.isDead(0)).as("the one with the number was not signalled").isFalse();
      before.close();
    }
  }

  @Test
  void aProcessWithoutItsLeaderHasNotExited() throws Exception {
    LinuxPidfds pidfds = LinuxPidfds.open();
    try (Fixture fixture = Fixture.start(directory);
        LinuxProcFileSystem files = LinuxProcFileSystem.open()) {
      ProcessScanner scanner =
          new ProcessScanner(files, HostFacts.read(files, pidfds), System::nanoTime);
      ProcessTable row = new ProcessTable(1);
      int pid = fixture.command("leaderless", 0);
      long deadlineNs = System.nanoTime() + DEADLINE_NS;
      do {
        row.clear();
        scanner.readOne(pid, row);
      } while (row.state(0) != 'Z' && System.nanoTime() < deadlineNs);
      int[] open = {pidfds.open(pid)};
      boolean[] exited = new boolean[1];
      assertThat(pidfds.awaitExit(open, 1, 0, exited)).isZero();
      assertThat(pidfds.signal(open[0], SIGKILL)).isZero();
      assertThat(pidfds.awaitExit(open, 1, DEADLINE_NS, exited)).isEqualTo(1);
      pidfds.close(open[0]);
    }
  }

  @Test
  void whatIsNoProcessIsAnError() throws Exception {
    LinuxPidfds pidfds = LinuxPidfds.open();
    assertThat(pidfds.open(4_194_303 + 1)).isNegative();
    assertThat(pidfds.open(0)).isEqualTo(-Errno.EINVAL);
    assertThat(pidfds.open(-1)).isEqualTo(-Errno.EINVAL);
    assertThat(pidfds.inode(123_456)).isEqualTo(-Errno.EBADF);
    assertThat(pidfds.signal(123_456, 0)).isEqualTo(-Errno.EBADF);
    boolean[] exited = new boolean[1];
    assertThat(pidfds.awaitExit(new int[] {123_456}, 1, 0, exited)).isEqualTo(-Errno.EBADF);
    assertThat(exited[0]).isFalse();
    assertThatThrownBy(() -> pidfds.awaitExit(new int[1], 2, 0, exited))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
