package dev.sexton.procfs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sexton.procfs.VerifiedProcess.Expected;
import dev.sexton.procfs.VerifiedProcess.Match;
import org.junit.jupiter.api.Test;

class VerifiedProcessTest {
  private final FakeProc files = new FakeProc();
  private final FakePidfds pidfds = new FakePidfds();
  private final ProcessTable row = new ProcessTable(1);

  private VerifiedProcess open(Expected expected) throws ProcfsException {
    HostFacts facts = HostFacts.read(files, new FakePidfds());
    ProcessScanner scanner = new ProcessScanner(files, facts, () -> 0);
    return VerifiedProcess.open(pidfds, scanner, expected, row);
  }

  @Test
  void theSameProcess() throws Exception {
    files.add(60).startTicks(5);
    try (VerifiedProcess process = open(new Expected(60, 5, 77))) {
      assertThat(process.match()).isEqualTo(Match.SAME);
      assertThat(process.inodeCompared()).isTrue();
      assertThat(process.inode()).isEqualTo(77);
      assertThat(process.pidfd()).isEqualTo(1060);
      assertThat(row.startTicks(0)).isEqualTo(5);
      assertThat(pidfds.open).isEqualTo(1);
    }
    assertThat(pidfds.open).isZero();
  }

  @Test
  void aReusedNumberIsDifferent() throws Exception {
    files.add(60).startTicks(6);
    assertThat(open(new Expected(60, 5, 0)).match()).isEqualTo(Match.DIFFERENT);
    assertThat(open(new Expected(60, 6, 78)).match()).isEqualTo(Match.DIFFERENT);
  }

  @Test
  void aNumberThatIsReusedAfterTheOpeningIsDifferent() throws Exception {
    files.add(60).startTicks(5);
    pidfds.afterOpen =
        pid -> {
          files.collect(60);
          files.add(60).startTicks(9);
        };
    assertThat(open(new Expected(60, 5, 77)).match()).isEqualTo(Match.DIFFERENT);
  }

  @Test
  void withoutAnInodeTicksDecideAndItSaysSo() throws Exception {
    files.add(60).startTicks(5);
    VerifiedProcess process = open(new Expected(60, 5, Pidfds.INODE_NOT_UNIQUE));
    assertThat(process.match()).isEqualTo(Match.SAME);
    assertThat(process.inodeCompared()).isFalse();
    assertThat(process.inode()).isEqualTo(77);
  }

  @Test
  void anInodeThatCannotBeComparedIsUnknown() throws Exception {
    files.add(60).startTicks(5);
    pidfds.inode = Pidfds.INODE_NOT_UNIQUE;
    assertThat(open(new Expected(60, 5, 77)).match()).isEqualTo(Match.UNKNOWN);
    pidfds.inode = -Errno.EBADF;
    assertThat(open(new Expected(60, 5, 77)).match()).isEqualTo(Match.UNKNOWN);
  }

  @Test
  void noProcessIsDifferentAndNoDescriptorIsUnknown() throws Exception {
    pidfds.openError = -Errno.ESRCH;
    assertThat(open(new Expected(60, 5, 77)).match()).isEqualTo(Match.DIFFERENT);
    files.add(60).startTicks(5);
    pidfds.openError = -Errno.EMFILE;
    VerifiedProcess process = open(new Expected(60, 5, 77));
    assertThat(process.match()).isEqualTo(Match.UNKNOWN);
    assertThat(process.errno()).isEqualTo(Errno.EMFILE);
    assertThat(process.pidfd()).isEqualTo(VerifiedProcess.NO_PIDFD);
    process.close();
  }

  @Test
  void aNumberThatIsAThreadsNowIsDifferent() throws Exception {
    files.add(60).startTicks(6);
    pidfds.openError = -Errno.EINVAL;
    assertThat(open(new Expected(60, 5, 77)).match()).isEqualTo(Match.DIFFERENT);
    assertThat(open(new Expected(60, 6, 77)).match()).isEqualTo(Match.UNKNOWN);
  }

  @Test
  void aProcessThatCannotBeReadIsUnknownAndOneThatIsGoneIsDifferent() throws Exception {
    files.add(60).startTicks(5);
    files.script(60, -Errno.EACCES);
    assertThat(open(new Expected(60, 5, 77)).match()).isEqualTo(Match.UNKNOWN);
    files.collect(60);
    assertThat(open(new Expected(60, 5, 77)).match()).isEqualTo(Match.DIFFERENT);
  }
}
