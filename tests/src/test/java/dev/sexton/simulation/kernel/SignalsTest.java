package dev.sexton.simulation.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** kernel/signal.c. */
class SignalsTest {
  private final SimKernel kernel = new SimKernel(Born.SMALL);
  private final SimTask init = kernel.init();
  private final SimTask task = Born.service(kernel, 1000);

  @Test
  void aSignalTakesEffectWhenItIsDelivered() {
    kernel.signal(task, SimSignal.KILL);
    assertThat(task.lives()).isTrue();
    assertThat(kernel.hasPending(task)).isTrue();
    assertThat(kernel.deliver(task)).isTrue();
    assertThat(task.state()).isEqualTo(SimTask.State.ZOMBIE);
    assertThat(kernel.hasPending(task)).isFalse();
    assertThat(kernel.deliver(task)).isFalse();
    kernel.signal(task, SimSignal.KILL);
    assertThat(kernel.hasPending(task)).isFalse();
  }

  @Test
  void nothingFollowsFromTheSignalThatIsNone() {
    kernel.signal(task, SimSignal.NONE);
    assertThat(task.hasPending()).isFalse();
  }

  @Test
  void termMayBeIgnored() {
    task.setIgnoresTerm(true);
    kernel.signal(task, SimSignal.TERM);
    assertThat(task.hasPending()).isFalse();
    assertThat(Born.child(kernel, task).ignoresTerm()).isTrue();
    task.setIgnoresTerm(false);
    kernel.signal(task, SimSignal.TERM);
    assertThat(kernel.deliver(task)).isTrue();
    assertThat(task.lives()).isFalse();
  }

  @Test
  void whoIsStoppedTakesKillAtOnceAndTermWhenContinued() {
    kernel.signal(task, SimSignal.STOP);
    assertThat(task.isStopped()).isFalse();
    assertThat(kernel.deliver(task)).isTrue();
    assertThat(task.isStopped()).isTrue();
    kernel.signal(task, SimSignal.TERM);
    assertThat(task.hasPending()).isTrue();
    assertThat(kernel.deliver(task)).isFalse();
    assertThat(task.lives()).isTrue();
    kernel.signal(task, SimSignal.CONT);
    assertThat(task.isStopped()).isFalse();
    assertThat(kernel.deliver(task)).isTrue();
    assertThat(task.lives()).isFalse();

    SimTask other = Born.service(kernel, 1000);
    kernel.signal(other, SimSignal.STOP);
    assertThat(kernel.deliver(other)).isTrue();
    kernel.signal(other, SimSignal.KILL);
    assertThat(kernel.deliver(other)).isTrue();
    assertThat(other.lives()).isFalse();
  }

  @Test
  void contTakesAStopAwayThatWasNotTaken() {
    kernel.signal(task, SimSignal.STOP);
    kernel.signal(task, SimSignal.CONT);
    assertThat(task.hasPending()).isFalse();
  }

  @Test
  void whoForksStopsWhenTheForkIsOver() {
    SimTask child = Born.inFlight(kernel, task);
    kernel.signal(task, SimSignal.STOP);
    assertThat(kernel.deliver(task)).isFalse();
    assertThat(kernel.endFork(child)).isTrue();
    assertThat(kernel.deliver(task)).isTrue();
    assertThat(task.isStopped()).isTrue();
  }

  @Test
  void anInitIsKilledOnlyFromOutside() {
    SimTask container = Born.child(kernel, init, ForkSettings.NAMESPACE);
    SimTask inside = Born.child(kernel, container);
    kernel.signal(inside, container, SimSignal.KILL);
    assertThat(container.hasPending()).isFalse();
    kernel.signal(init, container, SimSignal.TERM);
    assertThat(container.hasPending()).isFalse();
    kernel.signal(init, init, SimSignal.KILL);
    kernel.signal(init, SimSignal.KILL);
    assertThat(init.hasPending()).isFalse();
    kernel.signal(init, container, SimSignal.KILL);
    assertThat(container.isKilled()).isTrue();
  }

  @Test
  void rightsAreThoseOfUserIdsAndCapabilities() {
    SimTask same = Born.service(kernel, 1000);
    SimTask other = Born.service(kernel, 1001);
    assertThat(kernel.maySignal(same, task, SimSignal.TERM)).isTrue();
    assertThat(kernel.maySignal(other, task, SimSignal.TERM)).isFalse();
    assertThat(kernel.maySignal(init, task, SimSignal.TERM)).isTrue();
    kernel.setCapabilities(other, 1L << Capability.KILL);
    assertThat(kernel.maySignal(other, task, SimSignal.TERM)).isTrue();
    // A set-uid program: by its real id it may still be signalled.
    kernel.setUids(same, 1000, 0, 0);
    assertThat(kernel.maySignal(task, same, SimSignal.TERM)).isTrue();
    assertThat(same.capabilities()).isEqualTo(Capability.ALL);
    kernel.setUids(same, 0, 0, 0);
    assertThat(kernel.maySignal(task, same, SimSignal.TERM)).isFalse();
    SimTask child = Born.child(kernel, task);
    kernel.setUids(child, 0, 0, 0);
    assertThat(kernel.maySignal(task, child, SimSignal.TERM)).isFalse();
    assertThat(kernel.maySignal(task, child, SimSignal.CONT)).isTrue();
  }

  @Test
  void capabilitiesGoWithRootAndComeWithIt() {
    SimTask root = Born.child(kernel, init);
    kernel.setUids(root, 1000, 1000, 0);
    assertThat(root.capabilities()).isZero();
    kernel.setUids(root, 1000, 0, 0);
    assertThat(root.capabilities()).isEqualTo(Capability.ALL);
  }
}
