package dev.sexton.procfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class HostFactsTest {
  private final FakeProc files = new FakeProc();
  private final FakePidfds pidfds = new FakePidfds();

  @Test
  void readsThemAll() throws Exception {
    files.hostFiles.put(HostFile.MACHINE_ID, "0123456789abcdef0123456789abcdef\n");
    ByteBuffer auxv = ByteBuffer.allocate(48).order(ByteOrder.nativeOrder());
    auxv.putLong(6).putLong(4096).putLong(17).putLong(250).putLong(0).putLong(0);
    files.hostFiles.put(HostFile.AUXV, auxv.array());
    HostFacts facts = HostFacts.read(files, pidfds);
    assertThat(facts.identity().bootId())
        .isEqualTo(UUID.fromString("1e6a0e4c-6a43-4b0e-9d5b-6d2f2f7a9c11"));
    assertThat(facts.identity().machineId()).isEqualTo("0123456789abcdef0123456789abcdef");
    assertThat(facts.identity().pidNamespace()).isEqualTo(4026531836L);
    assertThat(facts.identity().timeNamespace()).isEqualTo(HostFacts.NAMESPACE_NONE);
    assertThat(facts.identity().kernelRelease()).isEqualTo("6.18.1");
    assertThat(facts.numbers()).isEqualTo(new HostFacts.Numbers(32768, 400, 250, 2));
    assertThat(facts.mount()).isEqualTo(new ProcMount(true, 0, false, false));
    assertThat(facts.abilities()).isEqualTo(new HostFacts.Abilities(true, true, true, true));
    assertThat(facts.self()).isEqualTo(new HostFacts.Self(FakeProc.OWN_PID, false));
    assertThat(pidfds.open).isZero();
  }

  @Test
  void saysWhatIsNotThere() throws Exception {
    files.hostFiles.put(HostFile.BOOT_ID, -Errno.EACCES);
    files.hostFiles.put(HostFile.PROCESSORS, "0-1,x");
    files.files.put(
        "0/STATUS",
        FakeProc.status(FakeProc.OWN_PID, "Uid:\t1\t1\t1\t1")
            .replace("NSpid:\t50", "NSpid:\t50\t7"));
    files.files.remove("50/children/50");
    files.seekWorks = false;
    files.add(1);
    pidfds.openError = -Errno.ENOSYS;
    HostFacts facts = HostFacts.read(files, pidfds);
    assertThat(facts.identity().bootId()).isNull();
    assertThat(facts.identity().machineId()).isNull();
    assertThat(facts.numbers().processors()).isEqualTo(PidNumbers.PROCESSORS_UNKNOWN);
    assertThat(facts.numbers().ticksPerSecond()).isEqualTo(100);
    assertThat(facts.abilities()).isEqualTo(new HostFacts.Abilities(false, false, false, false));
    assertThat(facts.self().nestedInPidNamespace()).isTrue();
  }

  @Test
  void anInodeThatIsNotUniqueIsNoIdentity() throws Exception {
    pidfds.inode = Pidfds.INODE_NOT_UNIQUE;
    HostFacts facts = HostFacts.read(files, pidfds);
    assertThat(facts.abilities().pidfds()).isTrue();
    assertThat(facts.abilities().uniquePidfdInodes()).isFalse();
  }

  @Test
  void whatNothingCanBeJudgedWithoutIsAFailure() {
    files.hostFiles.put(HostFile.PID_MAX, -Errno.ENOENT);
    assertThatThrownBy(() -> HostFacts.read(files, pidfds)).isInstanceOf(ProcfsException.class);
    files.hostFiles.put(HostFile.PID_MAX, "32768\n");
    files.hostFiles.put(HostFile.MOUNTINFO, -Errno.EACCES);
    assertThatThrownBy(() -> HostFacts.read(files, pidfds)).isInstanceOf(ProcfsException.class);
    files.files.remove("0/STATUS");
    assertThatThrownBy(() -> HostFacts.read(files, pidfds))
        .isInstanceOf(ProcfsException.class)
        .hasMessageContaining("own status");
  }

  @Test
  void manyMountsAreAllRead() throws Exception {
    String other = "30 1 0:30 / /mnt/%d rw - ext4 /dev/x rw\n";
    StringBuilder mounts = new StringBuilder();
    for (int i = 0; i < 5000; i++) {
      mounts.append(other.formatted(i));
    }
    mounts.append("22 1 0:5 / /proc rw - proc proc rw,hidepid=2\n");
    files.hostFiles.put(HostFile.MOUNTINFO, mounts.toString());
    assertThat(HostFacts.read(files, pidfds).mount().hidepid()).isEqualTo(2);
  }

  @Test
  void optionsOfTheMount() {
    assertThat(mount("rw - proc proc rw")).isEqualTo(new ProcMount(true, 0, false, false));
    assertThat(mount("ro,nosuid - proc proc rw").readOnly()).isTrue();
    assertThat(mount("rw - proc proc ro").readOnly()).isTrue();
    assertThat(mount("rw shared:1 master:2 - proc proc rw,hidepid=1").hidepid()).isEqualTo(1);
    assertThat(mount("rw - proc proc rw,hidepid=noaccess").hidepid()).isEqualTo(1);
    assertThat(mount("rw - proc proc rw,hidepid=invisible").hidepid()).isEqualTo(2);
    assertThat(mount("rw - proc proc rw,hidepid=ptraceable,subset=pid"))
        .isEqualTo(new ProcMount(true, 4, true, false));
    assertThat(mount("rw - proc proc rw,gid=5,hidepid=off").hidepid()).isZero();
    assertThat(mount("rw - proc proc rw,hidepid=9").hidepid()).isEqualTo(ProcMount.HIDEPID_UNKNOWN);
    assertThat(mount("rw - proc proc rw,hidepid=9").hides()).isTrue();
    assertThat(mount("rw - tmpfs tmpfs rw").mounted()).isFalse();
    assertThat(ProcMount.parse("", "/proc").mounted()).isFalse();
    assertThat(ProcMount.parse("22 1 0:5 / /proc rw\n", "/proc").mounted()).isFalse();
  }

  @Test
  void theLastMountAtAPlaceCoversTheOthers() {
    String lines =
        """
        22 1 0:5 / /proc rw - proc proc rw
        23 1 0:6 / /proc rw - proc proc rw,hidepid=2
        24 1 0:7 / /proc/sys rw - proc proc rw,hidepid=1
        """;
    assertThat(ProcMount.parse(lines, "/proc").hidepid()).isEqualTo(2);
  }

  private static ProcMount mount(String rest) {
    return ProcMount.parse("22 1 0:5 / /proc " + rest + "\n", "/proc");
  }
}
