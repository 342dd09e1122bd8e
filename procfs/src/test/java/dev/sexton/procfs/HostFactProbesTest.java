package dev.sexton.procfs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sexton.procfs.FactFinding.Outcome;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is said of a kernel that is not as it is relied on to be. */
class HostFactProbesTest {
  private static final String NSPID = "NSpid:\t";

  private final FakeProc files = new FakeProc();
  private final FakePidfds pidfds = new FakePidfds();
  private long nowNs;

  private FactFinding of(KernelFact fact) throws Exception {
    HostFacts facts = HostFacts.read(files, pidfds);
    List<FactFinding> all =
        new HostFactProbes(files, pidfds, facts, () -> nowNs += 1_000_000).all();
    assertThat(all).extracting(FactFinding::fact).containsExactly(KernelFact.values());
    return all.get(fact.number() - 1);
  }

  @Test
  void theirNumbersAreTheirPlaces() {
    int number = 0;
    for (KernelFact fact : KernelFact.values()) {
      assertThat(fact.number()).isEqualTo(++number);
      assertThat(fact.statement()).endsWith(".");
      assertThat(fact.otherwise()).doesNotEndWith(".");
      assertThat(fact.restsOnIt()).isNotEmpty();
    }
  }

  @Test
  void fact03AGroupInTwoSessions() throws Exception {
    assertThat(of(KernelFact.GROUP).outcome()).isEqualTo(Outcome.HOLDS);
    files.add(60).processGroup = 7;
    files.add(61).processGroup = 7;
    files.process(60).session = 7;
    files.process(61).session = 8;
    assertThat(of(KernelFact.GROUP).outcome()).isEqualTo(Outcome.BROKEN);
  }

  @Test
  void fact04ASessionsNumberThatAStrangerHas() throws Exception {
    assertThat(of(KernelFact.NUMBER_KEPT).outcome()).isEqualTo(Outcome.HOLDS);
    files.add(60).session = 61;
    files.add(61).session = 61;
    assertThat(of(KernelFact.NUMBER_KEPT).outcome()).isEqualTo(Outcome.HOLDS);
    files.process(61).session = 1;
    assertThat(of(KernelFact.NUMBER_KEPT).outcome()).isEqualTo(Outcome.BROKEN);
  }

  @Test
  void fact05ALastNumberThatDoesNotMove() throws Exception {
    // This process' threads are not among those of the scripted one.
    FactFinding finding = of(KernelFact.NUMBERS_UPWARDS);
    assertThat(finding.outcome()).isEqualTo(Outcome.REPLACED);
    files.hostFiles.put(HostFile.LOADAVG, "0.00 0.00 0.00 0/0 0\n");
    finding = of(KernelFact.NUMBERS_UPWARDS);
    assertThat(finding.outcome()).isEqualTo(Outcome.REPLACED);
    assertThat(finding.detail()).contains("does not tell");
  }

  @Test
  void fact06AListingThatCannotBeginInTheMiddleOrDoesNotAscend() throws Exception {
    assertThat(of(KernelFact.LISTING_ASCENDS).outcome()).isEqualTo(Outcome.HOLDS);
    files.add(1);
    files.seekWorks = false;
    assertThat(of(KernelFact.LISTING_ASCENDS).outcome()).isEqualTo(Outcome.REPLACED);
    files.seekWorks = true;
    files.listing = new int[] {FakeProc.OWN_PID, 1};
    assertThat(of(KernelFact.LISTING_ASCENDS).outcome()).isEqualTo(Outcome.REPLACED);
  }

  @Test
  void fact07ADescriptorThatShowsNothingNew() throws Exception {
    // The scripted process never gets another thread.
    assertThat(of(KernelFact.KEPT_DESCRIPTOR).outcome()).isEqualTo(Outcome.REPLACED);
    files.openError = -Errno.EACCES;
    FactFinding finding = of(KernelFact.KEPT_DESCRIPTOR);
    assertThat(finding.outcome()).isEqualTo(Outcome.REPLACED);
    assertThat(finding.detail()).contains("EACCES");
  }

  @Test
  void fact08SomebodyCaught() throws Exception {
    assertThat(of(KernelFact.RELEASING).outcome()).isEqualTo(Outcome.RELIED_ON);
    files.add(60).releasing();
    assertThat(of(KernelFact.RELEASING).outcome()).isEqualTo(Outcome.HOLDS);
  }

  @Test
  void fact09AThreadTooMany() throws Exception {
    files.tasks.put(ProcFileSystem.SELF, new int[] {FakeProc.OWN_PID});
    assertThat(of(KernelFact.DEATH).outcome()).isEqualTo(Outcome.HOLDS);
    files.process(FakeProc.OWN_PID).threads = 2;
    assertThat(of(KernelFact.DEATH).outcome()).isEqualTo(Outcome.BROKEN);
  }

  @Test
  void fact10ALineThatMakesNoSense() throws Exception {
    assertThat(of(KernelFact.NAME).outcome()).isEqualTo(Outcome.RELIED_ON);
    files.process(FakeProc.OWN_PID).comm = ") S 1 (";
    assertThat(of(KernelFact.NAME).outcome()).isEqualTo(Outcome.HOLDS);
    String garbage = "60 nobody S 1 1 1\n";
    files.add(60);
    files.script(60, garbage, garbage);
    assertThat(of(KernelFact.NAME).outcome()).isEqualTo(Outcome.BROKEN);
  }

  @Test
  void fact11AnInodeThatIsNobodys() throws Exception {
    assertThat(of(KernelFact.PIDFD_INODE).outcome()).isEqualTo(Outcome.HOLDS);
    pidfds.inode = Pidfds.INODE_NOT_UNIQUE;
    assertThat(of(KernelFact.PIDFD_INODE).outcome()).isEqualTo(Outcome.REPLACED);
    assertThat(pidfds.open).isZero();
  }

  @Test
  void fact12NoNumbersInNamespaces() throws Exception {
    assertThat(of(KernelFact.ADOPTION).outcome()).isEqualTo(Outcome.RELIED_ON);
    String status = FakeProc.status(FakeProc.OWN_PID, "Uid:\t0\t0\t0\t0");
    files.files.put("0/STATUS", status.replace(NSPID + FakeProc.OWN_PID + "\n", ""));
    assertThat(of(KernelFact.ADOPTION).outcome()).isEqualTo(Outcome.REPLACED);
  }

  @Test
  void fact14NoListsOfChildren() throws Exception {
    assertThat(of(KernelFact.LISTED_UNDER_THREAD).outcome()).isEqualTo(Outcome.RELIED_ON);
    files.files.remove("50/children/50");
    assertThat(of(KernelFact.LISTED_UNDER_THREAD).outcome()).isEqualTo(Outcome.REPLACED);
  }

  @Test
  void fact15NoBootId() throws Exception {
    assertThat(of(KernelFact.BOOT).outcome()).isEqualTo(Outcome.RELIED_ON);
    files.hostFiles.put(HostFile.BOOT_ID, -Errno.EACCES);
    assertThat(of(KernelFact.BOOT).outcome()).isEqualTo(Outcome.REPLACED);
  }

  @Test
  void aFailureOutweighsWhatWasTried() {
    FactFinding holds = FactFinding.holds(KernelFact.BOOT, "");
    FactFinding reliedOn = FactFinding.reliedOn(KernelFact.BOOT, "");
    FactFinding replaced = FactFinding.replaced(KernelFact.BOOT, "");
    FactFinding broken = FactFinding.broken(KernelFact.BOOT, "");
    assertThat(reliedOn.with(holds)).isSameAs(holds);
    assertThat(holds.with(reliedOn)).isSameAs(holds);
    assertThat(holds.with(replaced)).isSameAs(replaced);
    assertThat(broken.with(replaced)).isSameAs(broken);
    assertThat(replaced.with(broken)).isSameAs(broken);
  }
}
