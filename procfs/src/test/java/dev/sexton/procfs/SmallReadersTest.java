package dev.sexton.procfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** {@link Environ}, {@link CgroupFile} and {@link TaskChildren} on scripted files. */
class SmallReadersTest {
  private final FakeProc files = new FakeProc();

  private Environ.Finding environ(Object content) {
    files.files.put("60/ENVIRON", content);
    Environ.Finding finding = new Environ(files).find(60, "MARK", "run-1");
    assertThat(files.kept).isEmpty();
    return finding;
  }

  @Test
  void onlyAWholeEntryIsPresent() {
    assertThat(environ("A=1\0MARK=run-1\0B=2\0")).isEqualTo(Environ.Finding.PRESENT);
    assertThat(environ("MARK=run-1\0")).isEqualTo(Environ.Finding.PRESENT);
    assertThat(environ("A=1\0MARK=run-12\0")).isEqualTo(Environ.Finding.ABSENT);
    assertThat(environ("A=1\0MARK=run-\0")).isEqualTo(Environ.Finding.ABSENT);
    assertThat(environ("A=1\0XMARK=run-1\0")).isEqualTo(Environ.Finding.ABSENT);
    assertThat(environ("A=MARK=run-1\0")).isEqualTo(Environ.Finding.ABSENT);
    assertThat(environ("A=1\0MARK=run-1")).as("no end").isEqualTo(Environ.Finding.ABSENT);
    assertThat(environ("\0\0MARK=run-1\0\0")).isEqualTo(Environ.Finding.PRESENT);
  }

  @Test
  void nothingReadIsNotAbsence() {
    assertThat(environ("")).isEqualTo(Environ.Finding.UNREADABLE);
    assertThat(environ(-Errno.EACCES)).isEqualTo(Environ.Finding.UNREADABLE);
    assertThat(new Environ(files).find(61, "MARK", "x")).isEqualTo(Environ.Finding.UNREADABLE);
  }

  @Test
  void aProcessThatDiesWhileItIsReadIsUnreadable() {
    files.files.put("60/ENVIRON", "x".repeat(100_000) + "\0");
    files.beforeKept =
        offset -> {
          if (offset > 0) {
            files.kept.replaceAll((descriptor, content) -> "");
          }
        };
    assertThat(new Environ(files).find(60, "MARK", "run-1")).isEqualTo(Environ.Finding.UNREADABLE);
  }

  @Test
  void anEntryAcrossPiecesIsFound() {
    for (int before = (64 << 10) - 14; before <= (64 << 10) + 2; before++) {
      String padding = "P=" + "x".repeat(before - 3) + "\0";
      assertThat(environ(padding + "MARK=run-1\0")).isEqualTo(Environ.Finding.PRESENT);
      assertThat(environ(padding + "MARK=run-2\0")).isEqualTo(Environ.Finding.ABSENT);
    }
  }

  @Test
  void tooLargeIsNotAbsence() {
    assertThat(environ("x".repeat(Environ.BYTES_MAX + 1))).isEqualTo(Environ.Finding.TOO_LARGE);
    assertThatThrownBy(() -> new Environ(files).find(60, "A=B", "c"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void theUnifiedGroup() {
    CgroupFile cgroups = new CgroupFile(files);
    files.files.put("60/CGROUP", "12:pids:/x\n1:name=systemd:/y\n0::/user.slice/a b\n");
    assertThat(cgroups.read(60))
        .isEqualTo(new CgroupFile.Membership(ReadResult.OK, "/user.slice/a b", false));
    files.files.put("60/CGROUP", "0::/gone (deleted)\n");
    assertThat(cgroups.read(60)).isEqualTo(new CgroupFile.Membership(ReadResult.OK, "/gone", true));
    files.files.put("60/CGROUP", "12:pids:/x\n");
    assertThat(cgroups.read(60)).isEqualTo(new CgroupFile.Membership(ReadResult.OK, null, false));
    files.files.put("60/CGROUP", "12:pids:/x\n0::/cut");
    assertThat(cgroups.read(60).result()).isEqualTo(ReadResult.SHORT);
    files.files.put("60/CGROUP", "1:x:/" + "y".repeat(20_000) + "\n0::/late\n");
    assertThat(cgroups.read(60).path()).isEqualTo("/late");
    assertThat(cgroups.read(61).result()).isEqualTo(ReadResult.VANISHED);
    files.files.put("60/CGROUP", -Errno.EACCES);
    assertThat(cgroups.read(60).result()).isEqualTo(ReadResult.DENIED);
  }

  @Test
  void theThreadThatListsAChild() {
    TaskChildren children = new TaskChildren(files);
    files.add(60);
    files.tasks.put(60, new int[] {60, 61});
    files.files.put("60/children/60", "70 71 ");
    files.files.put("60/children/61", "72 7 ");
    assertThat(children.threadOf(60, 71)).isEqualTo(60);
    assertThat(children.leaderAlive()).isTrue();
    assertThat(children.threadOf(60, 7)).isEqualTo(61);
    assertThat(children.threadOf(60, 2)).isEqualTo(TaskChildren.NOT_LISTED);
    files.files.remove("60/children/61");
    assertThat(children.threadOf(60, 7)).isEqualTo(TaskChildren.UNREADABLE);
    assertThat(children.threadOf(60, 70)).isEqualTo(60);
    files.process(60).state('Z');
    assertThat(children.threadOf(60, 70)).isEqualTo(60);
    assertThat(children.leaderAlive()).isFalse();
    files.process(60).state('S').flags |= 0x4;
    assertThat(children.threadOf(60, 70)).isEqualTo(60);
    assertThat(children.leaderAlive()).as("has begun to exit").isFalse();
    assertThat(children.threadOf(62, 70)).isEqualTo(TaskChildren.UNREADABLE);
  }

  @Test
  void aChildThatMovesMeanwhileIsNotPlaced() {
    TaskChildren children = new TaskChildren(files);
    files.add(60);
    files.tasks.put(60, new int[] {60, 61});
    files.files.put("60/children/60", "");
    files.files.put("60/children/61", "70 ");
    files.beforeStat = pid -> files.files.remove("60/children/61");
    assertThat(children.threadOf(60, 70)).isEqualTo(TaskChildren.UNREADABLE);
    assertThat(children.leaderAlive()).isFalse();
  }

  @Test
  void manyThreadsAndManyChildren() {
    TaskChildren children = new TaskChildren(files);
    files.add(60);
    int[] tasks = new int[3000];
    for (int i = 0; i < tasks.length; i++) {
      tasks[i] = 60 + i;
      files.files.put("60/children/" + tasks[i], "");
    }
    files.tasks.put(60, tasks);
    files.files.put("60/children/3059", "4000000 ".repeat(20_000) + "77 ");
    assertThat(children.threadOf(60, 77)).isEqualTo(3059);
  }
}
