package dev.sexton.engine.census;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sexton.engine.attribution.Attributor;
import dev.sexton.engine.attribution.ConclusiveScan.Doubt;
import dev.sexton.engine.attribution.ConclusiveScan.Kind;
import dev.sexton.engine.attribution.KnownProcess;
import dev.sexton.engine.attribution.Pass;
import dev.sexton.engine.attribution.RunFacts;
import dev.sexton.engine.fake.FakeHost;
import dev.sexton.engine.fake.FakeTask;
import dev.sexton.engine.model.Attribution;
import dev.sexton.engine.model.ProcessIdentity;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Where a whole round of numbers fits into a clock tick, a number and start ticks name a process
 * only once its tick is over.
 */
class FewNumbersTest {
  private static final long TICK_NS = 10_000_000;

  private final FakeHost fake = new FakeHost();
  private Host host;
  private HostObserver looking;
  private RunObserver observer;

  @BeforeEach
  void open() throws Exception {
    openWith(1_000);
  }

  private void openWith(int pidMax) throws Exception {
    fake.pidMax = pidMax;
    fake.pass(2 * TICK_NS);
    host = fake.open();
    looking = host.observer();
    RunFacts facts =
        new RunFacts(
            "run",
            new ProcessIdentity(fake.runner.pid, fake.runner.startTicks, fake.runner.inode),
            List.of(),
            true,
            0,
            null,
            false,
            FakeHost.RUN_USER,
            FakeHost.RUN_USER,
            false,
            pidMax);
    observer =
        new RunObserver(
            looking,
            fake,
            new Attributor(facts),
            new RunControlGroups(RunControlGroups.NONE, FakeHost.RUN_USER),
            LineageSink.NONE);
    observer.observe(looking.look(true), Pass.Kind.FULL);
    observer.observe(looking.look(true), Pass.Kind.CENSUS);
  }

  @AfterEach
  void close() {
    observer.close();
    looking.close();
    host.close();
  }

  private void births() throws Exception {
    observer.observe(looking.look(false), Pass.Kind.BIRTHS);
  }

  private FakeTask forkAtOnce(FakeTask parent) {
    return fake.addAtOnce(fake.lastPid + 1, parent.pid).in(parent).user(parent.realUid);
  }

  private boolean isOwned(FakeTask task) {
    KnownProcess p = observer.attributor().known(task.pid);
    return p != null && p.startTicks() == task.startTicks && p.attribution() == Attribution.OWNED;
  }

  @Test
  void aProcessIsShownOnceItsTickIsOver() throws Exception {
    FakeTask member = fake.fork(fake.runner);
    births();
    assertThat(observer.attributor().known(member.pid)).isNull();
    fake.pass(TICK_NS);
    births();
    assertThat(isOwned(member)).isTrue();
  }

  @Test
  void amongManyNumbersItIsShownAtOnce() throws Exception {
    close();
    openWith(ProcessIdentity.TICKS_SUFFICE_FROM_PID_MAX);
    FakeTask member = fake.fork(fake.runner);
    births();
    assertThat(isOwned(member)).isTrue();
  }

  /** Found by the simulation: the stranger was taken for the member, and its child for a child. */
  @Test
  void aStrangerWithTheNumberAndTicksOfAMemberIsNotTakenForIt() throws Exception {
    FakeTask member = fake.fork(fake.runner);
    births();
    fake.collect(member);
    FakeTask stranger = fake.addAtOnce(member.pid, fake.service.pid).in(fake.service);
    FakeTask child = forkAtOnce(stranger);
    assertThat(stranger.startTicks).isEqualTo(member.startTicks);

    births();
    fake.pass(TICK_NS);
    births();

    assertThat(observer.attributor().known(stranger.pid)).isNotNull();
    assertThat(isOwned(stranger)).isFalse();
    assertThat(isOwned(child)).isFalse();
  }

  @Test
  void aScanThatMeetsSomebodySoYoungIsNotClean() throws Exception {
    FakeTask member = fake.fork(fake.runner);
    assertThat(observer.observe(looking.look(true), Pass.Kind.REAP)).isFalse();
    assertThat(observer.conclusive().doubts())
        .containsExactly(new Doubt(Kind.TOO_YOUNG, member.pid));
    fake.pass(TICK_NS);
    observer.observe(looking.look(true), Pass.Kind.REAP);
    assertThat(observer.conclusive().doubts()).isEmpty();
  }

  @Test
  void aRunnerIsRecordedOnceItsTickIsOver() throws Exception {
    FakeTask runner = fake.fork(fake.shell);
    assertThat(looking.scanner().bootTicks()).isEqualTo(runner.startTicks);
    RunOpening.Opened opened =
        new RunOpening(host, looking.scanner()).open(RunRequest.runner("run", runner.pid), 1);
    assertThat(opened.header().runnerStartTicks()).isEqualTo(runner.startTicks);
    assertThat(looking.scanner().bootTicks()).isGreaterThan(runner.startTicks);
  }
}
