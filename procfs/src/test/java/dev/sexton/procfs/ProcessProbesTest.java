package dev.sexton.procfs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sexton.procfs.FactFinding.Outcome;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The probes see it when processes are not as the kernel is relied on to make them. */
class ProcessProbesTest {
  private static final int ENOUGH = 10;

  private final FakeProc files = new FakeProc();
  private final FakePidfds pidfds = new FakePidfds();
  private ProcessProbes probes = makeProbes();

  private ProcessProbes makeProbes() {
    try {
      HostFacts facts = HostFacts.read(files, pidfds);
      ProcessScanner scanner = new ProcessScanner(files, facts, () -> 0);
      return new ProcessProbes(files, pidfds, facts, scanner);
    } catch (ProcfsException unexpected) {
      throw new AssertionError(unexpected);
    }
  }

  @BeforeEach
  void family() {
    FakeProcess parent = files.add(60);
    FakeProcess child = files.add(61);
    parent.session = 60;
    parent.processGroup = 60;
    child.session = 60;
    child.processGroup = 60;
    child.parent = 60;
  }

  private static void assertOutcome(Outcome outcome, FactFinding finding) {
    assertThat(finding.outcome()).as(finding.detail()).isEqualTo(outcome);
  }

  @Test
  void descent() {
    assertOutcome(Outcome.HOLDS, probes.descent(61, 60, "after a call"));
    files.process(61).parent = 1;
    assertOutcome(Outcome.BROKEN, probes.descent(61, 60, "after a call"));
    files.collect(61);
    assertOutcome(Outcome.BROKEN, probes.descent(61, 60, "after a call"));
  }

  @Test
  void session() {
    assertOutcome(Outcome.HOLDS, probes.session(60, 61));
    files.process(61).session = 7;
    assertOutcome(Outcome.BROKEN, probes.session(60, 61));
    files.process(61).session = 60;
    files.process(60).processGroup = 7;
    assertOutcome(Outcome.BROKEN, probes.session(60, 61));
  }

  @Test
  void group() {
    assertOutcome(Outcome.HOLDS, probes.group(61, 7));
    assertOutcome(Outcome.BROKEN, probes.group(61, 60));
  }

  @Test
  void numberKept() {
    assertOutcome(Outcome.BROKEN, probes.numberKept(60, 61));
    files.collect(60);
    assertOutcome(Outcome.HOLDS, probes.numberKept(60, 61));
    files.process(61).session = 7;
    assertOutcome(Outcome.HOLDS, probes.numberKept(60, 61));
    files.process(61).processGroup = 7;
    assertOutcome(Outcome.BROKEN, probes.numberKept(60, 61));
  }

  @Test
  void upwards() {
    assertOutcome(Outcome.HOLDS, probes.upwards(59, 61, 60, 61));
    assertOutcome(Outcome.HOLDS, probes.upwards(50, 70, 60, 61));
    assertOutcome(Outcome.REPLACED, probes.upwards(59, 61, 61, 60));
    assertOutcome(Outcome.REPLACED, probes.upwards(60, 61, 60, 61));
    assertOutcome(Outcome.REPLACED, probes.upwards(59, 60, 60, 61));
    assertOutcome(Outcome.RELIED_ON, probes.upwards(32000, 301, 32001, 300, 301));
  }

  @Test
  void keptDescriptor() throws Exception {
    int descriptor = probes.keep(60);
    assertOutcome(Outcome.REPLACED, probes.endOf(60, descriptor));
    files.collect(60);
    assertOutcome(Outcome.HOLDS, probes.endOf(60, descriptor));
  }

  @Test
  void release() throws Exception {
    int descriptor = probes.keep(60);
    assertOutcome(Outcome.RELIED_ON, probes.release(60, descriptor, ENOUGH));
    files.process(60).releasing();
    assertOutcome(Outcome.HOLDS, probes.release(60, descriptor, ENOUGH));
    files.process(60).session = 60;
    assertOutcome(Outcome.BROKEN, probes.release(60, descriptor, ENOUGH));
    files.collect(60);
    assertOutcome(Outcome.RELIED_ON, probes.release(60, descriptor, ENOUGH));
  }

  @Test
  void death() {
    assertOutcome(Outcome.BROKEN, probes.corpse(60));
    assertOutcome(Outcome.BROKEN, probes.leaderless(60));
    files.process(60).state('Z').threads = 1;
    assertOutcome(Outcome.HOLDS, probes.corpse(60));
    assertOutcome(Outcome.BROKEN, probes.leaderless(60));
    files.process(60).threads = 2;
    assertOutcome(Outcome.BROKEN, probes.corpse(60));
    assertOutcome(Outcome.HOLDS, probes.leaderless(60));
    assertThat(pidfds.open).isZero();
  }

  @Test
  void name() {
    files.process(61).comm = ") S 1 1 (";
    assertOutcome(Outcome.HOLDS, probes.name(61, ") S 1 1 (", 60));
    assertOutcome(Outcome.BROKEN, probes.name(61, ") S 1 1 (", 1));
    assertOutcome(Outcome.BROKEN, probes.name(61, "another", 60));
  }

  @Test
  void inodes() {
    assertOutcome(Outcome.HOLDS, probes.inodes(60));
    assertOutcome(Outcome.REPLACED, probes.inodes(60, 61));
    pidfds.inode = -Errno.EBADF;
    assertOutcome(Outcome.REPLACED, probes.inodes(60));
    pidfds.openError = -Errno.EMFILE;
    assertOutcome(Outcome.REPLACED, probes.inodes(60));
  }

  @Test
  void adoption() {
    assertOutcome(Outcome.HOLDS, probes.adopter(61, 60, "its parent"));
    assertOutcome(Outcome.BROKEN, probes.adopter(61, 1, "its init"));
    files.files.put("61/STATUS", FakeProc.status(61, "Uid:\t0\t0\t0\t0"));
    assertOutcome(Outcome.HOLDS, probes.init(61, false));
    assertOutcome(Outcome.BROKEN, probes.init(61, true));
    files.files.put(
        "61/STATUS", FakeProc.status(61, "Uid:\t0\t0\t0\t0").replace("NSpid:", "NStgid:"));
    assertOutcome(Outcome.REPLACED, probes.init(61, false));
  }

  @Test
  void sibling() {
    assertOutcome(Outcome.BROKEN, probes.sibling(61, 60));
    files.process(61).parent = 1;
    assertOutcome(Outcome.HOLDS, probes.sibling(61, 60));
  }

  @Test
  void threads() {
    files.tasks.put(60, new int[] {60, 65});
    files.files.put("60/children/60", "");
    files.files.put("60/children/65", "61 ");
    assertOutcome(Outcome.HOLDS, probes.listedUnder(60, 61, 65));
    assertOutcome(Outcome.BROKEN, probes.listedUnder(60, 61, 60));
    assertOutcome(Outcome.HOLDS, probes.listedUnderForker(60, 61));
    files.files.put("60/children/60", "61 ");
    assertOutcome(Outcome.BROKEN, probes.listedUnderForker(60, 61));
    files.files.remove("50/children/50");
    probes = makeProbes();
    assertOutcome(Outcome.REPLACED, probes.listedUnder(60, 61, 60));
    assertOutcome(Outcome.REPLACED, probes.listedUnderForker(60, 61));
  }
}
