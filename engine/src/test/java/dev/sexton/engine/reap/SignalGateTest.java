package dev.sexton.engine.reap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sexton.engine.attribution.Attributor;
import dev.sexton.engine.attribution.KnownProcess;
import dev.sexton.engine.attribution.Observation;
import dev.sexton.engine.attribution.Pass;
import dev.sexton.engine.attribution.RunFacts;
import dev.sexton.engine.fake.FakeHost;
import dev.sexton.engine.fake.FakeTask;
import dev.sexton.engine.model.Fate;
import dev.sexton.engine.model.IdentityStrength;
import dev.sexton.engine.model.ProcessIdentity;
import dev.sexton.engine.reap.SignalGate.Result;
import dev.sexton.procfs.Errno;
import dev.sexton.procfs.HostFacts;
import dev.sexton.procfs.ProcessScanner;
import dev.sexton.procfs.ProcfsException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the gate lets pass, and beside it everything that it must hold back. */
class SignalGateTest {
  private static final int SIGKILL = 9;

  private final FakeHost host = new FakeHost();
  private final FakeTask member = host.fork(host.runner);

  private SignalGate gate() throws ProcfsException {
    HostFacts facts = HostFacts.read(host.files, host);
    ProcessScanner scanner = new ProcessScanner(host.files, facts, host::nanoTime);
    ReaperSelf self = new ReaperSelf(host.files, scanner, host.reaper.pid, false);
    self.addAncestors();
    return new SignalGate(host, scanner, self, host.pidMax, () -> 0);
  }

  private Attributor attributor() {
    Attributor attributor =
        new Attributor(
            new RunFacts(
                "run",
                new ProcessIdentity(host.runner.pid, host.runner.startTicks, 0),
                List.of(),
                true,
                0,
                null,
                false,
                FakeHost.RUN_USER,
                FakeHost.RUN_USER,
                false,
                host.pidMax));
    attributor.beginPass(new Pass(Pass.Kind.CENSUS, 500, 500, 5_000, host.pidMax));
    return attributor;
  }

  private static Observation of(FakeTask task, long inode) {
    return new Observation()
        .of(task.pid, task.startTicks)
        .pidfdInode(inode)
        .parentPid(task.parent)
        .processGroup(task.processGroup)
        .session(task.session)
        .flags(Observation.STATUS_READ);
  }

  /** A process that the run owns, as its marks say. */
  private Target owned(FakeTask task, long inode) {
    return new Target(known(of(task, inode).addFlag(Observation.MARKED)));
  }

  private Target owned(FakeTask task) {
    return owned(task, task.inode);
  }

  private KnownProcess known(Observation observation) {
    Attributor attributor = attributor();
    KnownProcess p = attributor.see(observation);
    attributor.decide();
    return p;
  }

  private void assertUntouched() {
    assertThat(host.sent).isEmpty();
  }

  @Test
  void aMemberGetsTheSignal() throws Exception {
    Target target = owned(member);

    assertThat(gate().send(target, Signal.KILL)).isEqualTo(Result.SENT);

    assertThat(host.sent).containsExactly(new FakeHost.Sent(member, SIGKILL));
    assertThat(target.strength()).isEqualTo(IdentityStrength.PIDFD_INODE);
    assertThat(target.killSent()).isTrue();
  }

  @Test
  void whoHasTheNumberNowIsNotTheMember() throws Exception {
    Target target = owned(member);
    FakeTask stranger = host.reuse(member, host.service);

    assertThat(gate().send(target, Signal.KILL)).isEqualTo(Result.GONE);

    assertUntouched();
    assertThat(stranger.isThere()).isTrue();
    assertThat(target.isOver()).isTrue();
  }

  @Test
  void aNumberThatIsReusedAfterTheOpeningIsNotSignalled() throws Exception {
    Target target = owned(member);
    SignalGate gate = gate();
    host.afterPidfd = pid -> host.reuse(member, host.service);

    assertThat(gate.send(target, Signal.KILL)).isEqualTo(Result.GONE);

    assertUntouched();
  }

  @Test
  void aNumberThatIsReusedJustBeforeTheOpeningIsNotSignalled() throws Exception {
    Target target = owned(member);
    SignalGate gate = gate();
    host.beforePidfd = pid -> host.reuse(member, host.service);

    assertThat(gate.send(target, Signal.KILL)).isEqualTo(Result.GONE);

    assertUntouched();
  }

  @Test
  void equalTicksAndAnotherInodeAreAnotherProcess() throws Exception {
    Target target = owned(member, member.inode + 1);

    assertThat(gate().send(target, Signal.KILL)).isEqualTo(Result.GONE);

    assertUntouched();
  }

  @Test
  void whatCannotBeComparedIsUnknownAndSignalsNobody() throws Exception {
    host.uniqueInodes = false;
    Target target = owned(member, member.inode);

    assertThat(gate().send(target, Signal.KILL)).isEqualTo(Result.UNKNOWN);

    assertUntouched();
    assertThat(target.fate()).isEqualTo(Fate.NOT_IDENTIFIED);
    assertThat(target.isOpen()).isFalse();
  }

  @Test
  void whoCannotBeReadIsUnknown() throws Exception {
    Target target = owned(member);
    SignalGate gate = gate();
    member.statError = -Errno.EACCES;

    assertThat(gate.send(target, Signal.KILL)).isEqualTo(Result.UNKNOWN);

    assertUntouched();
  }

  @Test
  void ticksAloneIdentifyOnlyAmongManyNumbers() throws Exception {
    host.uniqueInodes = false;
    Target many = owned(member, 0);
    assertThat(gate().send(many, Signal.STOP)).isEqualTo(Result.SENT);
    assertThat(many.strength()).isEqualTo(IdentityStrength.START_TICKS);
    host.sent.clear();

    host.pidMax = ProcessIdentity.TICKS_SUFFICE_FROM_PID_MAX - 1;
    Target few = owned(member, 0);
    assertThat(gate().send(few, Signal.STOP)).isEqualTo(Result.UNKNOWN);

    assertUntouched();
  }

  @Test
  void whoIsNotOwnedGetsNothing() throws Exception {
    KnownProcess undecided = known(of(member, member.inode));
    assertThat(gate().send(new Target(undecided), Signal.KILL)).isEqualTo(Result.REFUSED);
    KnownProcess foreign = known(of(host.service, host.service.inode));
    assertThat(gate().send(new Target(foreign), Signal.KILL)).isEqualTo(Result.REFUSED);

    assertUntouched();
  }

  @Test
  void initGetsNothingWhateverAJournalSays() throws Exception {
    FakeTask init = host.reuse(host.init, host.init);
    init.leads();

    assertThat(gate().send(owned(init), Signal.KILL)).isEqualTo(Result.REFUSED);

    assertUntouched();
  }

  @Test
  void aThreadOfTheKernelGetsNothing() throws Exception {
    KnownProcess recorded =
        known(
            of(member, member.inode)
                .addFlag(Observation.MARKED)
                .addFlag(Observation.KERNEL_THREAD));
    assertThat(gate().send(new Target(recorded), Signal.KILL)).isEqualTo(Result.REFUSED);

    Target forged = owned(member);
    member.kernelFlags = 0x200000;
    assertThat(gate().send(forged, Signal.KILL)).isEqualTo(Result.REFUSED);

    assertUntouched();
    assertThat(forged.isOpen()).isFalse();
  }

  @Test
  void theReaperAndWhoeverIsAboveItAreSpared() throws Exception {
    FakeTask above = host.fork(host.runner);
    FakeTask parent = host.fork(above);
    host.reaper.parent = parent.pid;
    SignalGate gate = gate();

    for (FakeTask spared : List.of(host.reaper, parent, above)) {
      Target target = owned(spared);
      assertThat(gate.send(target, Signal.KILL)).as("%s", spared).isEqualTo(Result.REFUSED);
      assertThat(gate.mayBeSignalled(target.process())).as("%s", spared).isFalse();
    }

    assertUntouched();
  }

  @Test
  void whoBecameAnAncestorLaterIsSparedFromThenOn() throws Exception {
    HostFacts facts = HostFacts.read(host.files, host);
    ProcessScanner scanner = new ProcessScanner(host.files, facts, host::nanoTime);
    ReaperSelf self = new ReaperSelf(host.files, scanner, host.reaper.pid, false);
    ProcessIdentity adopter = owned(member).process().identity();
    assertThat(self.isSpared(adopter)).isFalse();

    host.reaper.parent = member.pid;
    self.addAncestors();

    assertThat(self.isSpared(adopter)).isTrue();
  }

  @Test
  void whomTheKernelProtectsIsNeitherGoneNorForgotten() throws Exception {
    host.signalError = -Errno.EPERM;
    Target target = owned(member);

    assertThat(gate().send(target, Signal.KILL)).isEqualTo(Result.REFUSED);

    assertThat(target.fate()).isEqualTo(Fate.NOT_PERMITTED);
    assertThat(target.isOver()).isFalse();
    assertThat(target.wasSignalled()).isFalse();
  }

  @Test
  void withoutADescriptorNothingIsSentAndNobodyIsGone() throws Exception {
    host.pidfdOpenError = -Errno.EMFILE;
    Target target = owned(member);

    assertThat(gate().send(target, Signal.KILL)).isEqualTo(Result.NO_DESCRIPTOR);
    assertThat(target.isOver()).isFalse();

    host.pidfdOpenError = 0;
    assertThat(gate().send(target, Signal.KILL)).isEqualTo(Result.SENT);
  }

  @Test
  void whoExitedMeanwhileIsGone() throws Exception {
    Target target = owned(member);
    SignalGate gate = gate();
    host.afterPidfd = pid -> host.collect(member);

    assertThat(gate.send(target, Signal.KILL)).isEqualTo(Result.GONE);

    assertThat(target.fate()).isEqualTo(Fate.EXITED);
    assertUntouched();
  }
}
