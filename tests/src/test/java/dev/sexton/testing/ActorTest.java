package dev.sexton.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(NoSurvivors.class)
@MayOrphan
class ActorTest {

  private ProcessWorld world;

  @BeforeEach
  void open() {
    world = ProcessWorld.open();
  }

  @AfterEach
  void close() {
    world.close();
  }

  @Test
  void aDeadLeaderWithALivingThreadIsAZombieThatObeys() {
    Actor actor = world.launcher().fork("actor");
    actor.exitLeader();
    assertThat(actor.stat().state()).isEqualTo('Z');
    assertThat(actor.stat().numThreads()).isGreaterThan(1);
    assertThat(actor.isAlive()).isTrue();
    assertThat(actor.fork("child").stat().ppid()).isEqualTo(actor.pid());
  }

  @Test
  void aRecorderReportsEachSignalAndItsSender() {
    Actor recorder = world.stranger().fork("recorder", ForkOptions.none().record());
    recorder.assertNeverTouched();
    recorder.signal(Signal.TERM);
    assertThat(recorder.receivedSignals()).hasSize(1);
    recorder.signal(Signal.HUP);
    int warden = world.warden().pid();
    assertThat(recorder.receivedSignals())
        .containsExactly(new ReceivedSignal(15, warden), new ReceivedSignal(1, warden));
    assertThat(recorder.isAlive()).isTrue();
    assertThatThrownBy(recorder::assertNeverTouched).isInstanceOf(AssertionError.class);
  }

  @Test
  void aRecorderIsNotTouchedByItsOwnChildrensEnd() {
    Actor recorder = world.stranger().fork("recorder", ForkOptions.none().record());
    recorder.fork("child").exit();
    recorder.assertNeverTouched();
    assertThat(recorder.collect()).hasSize(1);
  }

  @Test
  void aStoppedRecorderCountsAsTouched() {
    Actor recorder = world.stranger().fork("recorder", ForkOptions.none().record());
    recorder.signal(Signal.STOP);
    Deadline.standard().await("stopped", () -> recorder.stat().isStopped());
    assertThatThrownBy(recorder::assertNeverTouched).isInstanceOf(AssertionError.class);
    recorder.signal(Signal.CONT);
    Deadline.standard().await("continued", () -> !recorder.stat().isStopped());
    assertThat(recorder.receivedSignals())
        .contains(new ReceivedSignal(Signal.CONT.number(), world.warden().pid()));
  }

  @Test
  void endingsAreReportedToTheParent() {
    Actor exits = world.launcher().fork("exits");
    Actor killed = world.launcher().fork("killed");
    exits.exit(42);
    killed.kill9();
    assertThat(exits.isAlive()).isFalse();
    assertThat(exits.isGone()).isFalse();
    assertThat(world.launcher().waitFor(exits.pid()))
        .isEqualTo(new Ending(exits.pid(), 42, Ending.NONE));
    assertThat(world.launcher().collect())
        .containsExactly(new Ending(killed.pid(), Ending.NONE, 9));
    exits.awaitGone();
    killed.awaitGone();
  }

  @Test
  void aParentThatIgnoresItsChildrenLeavesNoZombie() {
    world.launcher().collectChildren(true);
    Actor child = world.launcher().fork("child");
    child.exit();
    child.awaitGone();
  }

  @Test
  void aVforkingParentIsInUninterruptibleSleep() {
    Actor parent = world.launcher().fork("parent");
    parent.blockInVfork(1000);
    assertThat(parent.isAlive()).isTrue();
    // Answered only after the sleep has ended.
    parent.threads(3);
    assertThat(parent.stat().numThreads()).isEqualTo(4);
  }

  @Test
  void silentChildrenHaveTheirOptionsWhenTheForkReturns() {
    List<Integer> pids = world.launcher().forkSilent(50, ForkOptions.none().setsid());
    assertThat(pids).hasSize(50).doesNotHaveDuplicates();
    for (int pid : pids) {
      assertThat(world.proc().requireStat(pid).sid()).isEqualTo(pid);
      assertThat(world.proc().requireStat(pid).ppid()).isEqualTo(world.launcher().pid());
    }
  }

  @Test
  void aSilentChildWhoseOptionFailsIsAnError() {
    assertThatThrownBy(() -> world.launcher().forkSilent(3, ForkOptions.none().joinGroup(1)))
        .isInstanceOfSatisfying(
            ActorException.class, e -> assertThat(e.errnoName()).isEqualTo("EPERM"));
  }

  @Test
  void aStormEndsAfterItsMembers() {
    int before = world.survivors().size();
    Actor runner = world.launcher().fork("runner", ForkOptions.none().subreaper());
    runner.collectChildren(true);
    runner.storm(Storm.of(30).memberLife(200, TimeUnit.MICROSECONDS).setsid());
    Deadline.standard().await("the storm is over", () -> world.survivors().size() == before + 1);
  }

  @Test
  void theLastMemberOfALingeringStormStays() {
    Actor runner = world.launcher().fork("runner", ForkOptions.none().subreaper());
    runner.collectChildren(true);
    int first = runner.storm(Storm.of(20).linger());
    Deadline.standard()
        .await(
            "one other child is left",
            () -> {
              List<Integer> children = world.proc().children(runner.pid(), runner.pid());
              return children != null && children.size() == 1 && !children.contains(first);
            });
  }

  @Test
  void aProgramTalksOverItsStandardStreams() {
    Program cat = world.stranger().launch("cat", List.of("/bin/cat"));
    assertThat(world.proc().requireStat(cat.pid()).ppid()).isEqualTo(world.stranger().pid());
    cat.send("one line");
    assertThat(cat.readLine()).isEqualTo("one line");
    cat.closeStreams();
    assertThat(cat.awaitEnding()).isEqualTo(new Ending(cat.pid(), 0, Ending.NONE));
    assertThat(cat.readLine()).isNull();
  }

  @Test
  void aDeadActorSaysSo() {
    Actor actor = world.launcher().fork("actor");
    actor.kill9();
    assertThatThrownBy(actor::setsid).isInstanceOf(IllegalStateException.class);
  }
}
