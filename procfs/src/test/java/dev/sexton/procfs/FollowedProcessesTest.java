package dev.sexton.procfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class FollowedProcessesTest {
  private final FakeProc files = new FakeProc();
  private final ProcessTable table = new ProcessTable(4);

  private ReadResult reread(FollowedProcesses followed, int slot) {
    table.clear();
    return followed.reread(slot, table);
  }

  @Test
  void aFollowedProcessIsReadThroughItsDescriptor() {
    files.add(60).startTicks(5);
    FollowedProcesses followed = new FollowedProcesses(files, 10);
    int slot = followed.follow(60, 5);
    files.process(60).parent = 1234;
    assertThat(reread(followed, slot)).isEqualTo(ReadResult.OK);
    assertThat(table.parent(0)).isEqualTo(1234);
    assertThat(files.statReads).isZero();
    assertThat(followed.kept()).isEqualTo(1);
    followed.close();
    assertThat(files.kept).isEmpty();
    assertThat(followed.followed()).isZero();
  }

  @Test
  void aReusedNumberIsNotTheFollowedProcess() {
    for (int keptMax : new int[] {10, 0}) {
      files.add(60).startTicks(5);
      FollowedProcesses followed = new FollowedProcesses(files, keptMax);
      int slot = followed.follow(60, 5);
      assertThat(reread(followed, slot)).isEqualTo(ReadResult.OK);
      files.collect(60);
      files.add(60).startTicks(900);
      assertThat(reread(followed, slot)).isEqualTo(ReadResult.VANISHED);
      assertThat(table.startTicks(0)).isEqualTo(ProcessTable.ABSENT_TICKS);
      assertThat(table.parent(0)).isEqualTo(ProcessTable.ABSENT);
      files.collect(60);
      assertThat(reread(followed, slot)).isEqualTo(ReadResult.VANISHED);
      followed.close();
    }
  }

  @Test
  void aNumberThatWasReusedBeforeItWasFollowedIsNotTakenForIt() {
    files.add(60).startTicks(900);
    FollowedProcesses followed = new FollowedProcesses(files, 10);
    int slot = followed.follow(60, 5);
    assertThat(reread(followed, slot)).isEqualTo(ReadResult.VANISHED);
  }

  @Test
  void beyondTheBoundProcessesAreReadByNumber() {
    FollowedProcesses followed = new FollowedProcesses(files, 2);
    int[] slots = new int[200];
    for (int i = 0; i < 200; i++) {
      files.add(1000 + i).startTicks(i);
      slots[i] = followed.follow(1000 + i, i);
    }
    assertThat(followed.kept()).isEqualTo(2);
    assertThat(followed.followed()).isEqualTo(200);
    for (int i = 0; i < 200; i++) {
      assertThat(reread(followed, slots[i])).isEqualTo(ReadResult.OK);
      assertThat(table.pid(0)).isEqualTo(1000 + i);
    }
    assertThat(files.statReads).isEqualTo(198);

    followed.unfollow(slots[0]);
    assertThat(reread(followed, slots[150])).isEqualTo(ReadResult.OK);
    assertThat(followed.kept()).as("the freed descriptor is used").isEqualTo(2);
    assertThat(files.statReads).isEqualTo(198);
  }

  @Test
  void withoutDescriptorsToBeHadProcessesAreReadByNumber() {
    files.add(60).startTicks(5);
    files.openError = -Errno.EMFILE;
    FollowedProcesses followed = new FollowedProcesses(files, 10);
    int slot = followed.follow(60, 5);
    assertThat(reread(followed, slot)).isEqualTo(ReadResult.OK);
    files.openError = 0;
    assertThat(reread(followed, slot)).isEqualTo(ReadResult.OK);
    assertThat(followed.kept()).isEqualTo(1);
  }

  @Test
  void whatCannotBeReadIsNotGone() {
    files.add(60).startTicks(5);
    FollowedProcesses followed = new FollowedProcesses(files, 0);
    int slot = followed.follow(60, 5);
    files.script(60, -Errno.EACCES);
    assertThat(reread(followed, slot)).isEqualTo(ReadResult.DENIED);
    files.script(60, -Errno.EMFILE);
    assertThat(reread(followed, slot)).isEqualTo(ReadResult.FAILED);
  }

  @Test
  void aSlotIsGivenToOnlyOne() {
    files.add(60);
    files.add(61);
    FollowedProcesses followed = new FollowedProcesses(files, 10);
    int first = followed.follow(60, 1000);
    int second = followed.follow(61, 1000);
    assertThat(first).isNotEqualTo(second);
    followed.unfollow(first);
    assertThatThrownBy(() -> followed.unfollow(first)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> followed.reread(first, table))
        .isInstanceOf(IllegalStateException.class);
    assertThat(followed.follow(60, 1000)).isEqualTo(first);
    assertThat(followed.pid(first)).isEqualTo(60);
    assertThat(followed.startTicks(second)).isEqualTo(1000);
  }
}
