package dev.sexton.simulation.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** kernel/exit.c, kernel/pid_namespace.c, and de_thread of fs/exec.c. */
class EndingsTest {
  private final SimKernel kernel = new SimKernel(Born.SMALL);
  private final SimTask init = kernel.init();
  private final SimTask root = Born.service(kernel, 1000);

  @Test
  void anOrphanGoesToInitWithoutASubreaper() {
    SimTask middle = Born.child(kernel, root);
    SimTask orphan = Born.child(kernel, middle);
    kernel.exit(middle);
    assertThat(middle.state()).isEqualTo(SimTask.State.ZOMBIE);
    assertThat(middle.parent()).isSameAs(root);
    assertThat(orphan.parent()).isSameAs(init);
    assertThat(orphan.forker()).isSameAs(middle);
  }

  @Test
  void anOrphanGoesToTheNearestLivingSubreaper() {
    SimTask near = Born.child(kernel, root);
    SimTask middle = Born.child(kernel, near);
    SimTask first = Born.child(kernel, middle);
    SimTask second = Born.child(kernel, first);
    // Set after they were born: all descendants learn of it.
    kernel.setSubreaper(root, true);
    kernel.setSubreaper(near, true);
    kernel.exit(middle);
    assertThat(first.parent()).isSameAs(near);
    kernel.setSubreaper(near, false);
    kernel.exit(first);
    assertThat(second.parent()).isSameAs(root);
  }

  @Test
  void aSubreaperThatDiesLeavesItsChildrenToTheNext() {
    kernel.setSubreaper(root, true);
    SimTask near = Born.child(kernel, root);
    kernel.setSubreaper(near, true);
    SimTask child = Born.child(kernel, near);
    kernel.exit(near);
    assertThat(child.parent()).isSameAs(root);
    kernel.exit(root);
    assertThat(child.parent()).isSameAs(init);
  }

  @Test
  void whoIsBornBelowASubreaperKnowsAtAnyDepth() {
    kernel.setSubreaper(root, true);
    SimTask first = Born.child(kernel, root);
    SimTask second = Born.child(kernel, first);
    SimTask third = Born.child(kernel, second);
    SimTask fourth = Born.child(kernel, third);
    kernel.exit(third);
    assertThat(fourth.parent()).isSameAs(root);
  }

  @Test
  void zombiesAreHandedOnAndCollected() {
    SimTask middle = Born.child(kernel, root);
    SimTask dead = Born.child(kernel, middle);
    kernel.exit(dead);
    kernel.exit(middle);
    assertThat(dead.parent()).isSameAs(init);
    assertThat(kernel.stepInit()).isTrue();
    assertThat(dead.state()).isEqualTo(SimTask.State.GONE);
    assertThat(kernel.stepInit()).isFalse();
    assertThat(kernel.collectChild(root)).isTrue();
    assertThat(middle.state()).isEqualTo(SimTask.State.GONE);
    assertThat(kernel.deaths()).isEqualTo(2);
  }

  @Test
  void anInitThatNeverReapsKeepsItsZombies() {
    SimKernel careless =
        new SimKernel(new KernelSettings(400, 2, 100, 20_000, true, true, true, false));
    SimTask child = Born.child(careless, careless.init());
    careless.exit(child);
    assertThat(careless.stepInit()).isFalse();
    assertThat(child.state()).isEqualTo(SimTask.State.ZOMBIE);
  }

  @Test
  void whoIgnoresTheEndsOfChildrenHasNoZombies() {
    SimTask middle = Born.child(kernel, root);
    SimTask dead = Born.child(kernel, middle);
    kernel.exit(dead);
    root.setAutoReaps(true);
    kernel.setSubreaper(root, true);
    kernel.exit(middle);
    assertThat(middle.state()).isEqualTo(SimTask.State.GONE);
    // Handed to who ignores: its end is told, and ignored, now.
    assertThat(dead.state()).isEqualTo(SimTask.State.GONE);
    SimTask child = Born.child(kernel, root);
    assertThat(child.autoReaps()).isTrue();
  }

  @Test
  void aReleaseTakesAwayGroupSessionAndParentFirst() {
    SimTask child = Born.child(kernel, root);
    int number = child.pid();
    kernel.exit(child);
    kernel.beginRelease(child);
    assertThat(child.state()).isEqualTo(SimTask.State.RELEASING);
    assertThat(child.isVisible()).isFalse();
    assertThat(child.parent()).isNull();
    assertThat(child.session()).isZero();
    assertThat(kernel.find(number)).isSameAs(child);
    kernel.endRelease(child);
    assertThat(kernel.find(number)).isNull();
    assertThatThrownBy(() -> kernel.collect(child)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> kernel.collect(root)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aProcessLivesOnWithoutItsLeader() {
    int tid = Born.thread(kernel, root);
    SimTask byLeader = Born.child(kernel, root);
    SimTask byThread = Born.child(kernel, root, ForkSettings.byThread(tid));
    kernel.endLeaderThread(root);
    assertThat(root.lives()).isTrue();
    assertThat(root.leaderAlive()).isFalse();
    assertThat(root.threadCount()).isEqualTo(2);
    assertThat(byLeader.parentThread()).isEqualTo(tid);
    assertThat(kernel.beginFork(root, ForkSettings.PLAIN)).isNull();
    assertThat(kernel.fork(root, ForkSettings.byThread(tid))).isNotNull();
    kernel.endThread(root, tid);
    assertThat(root.state()).isEqualTo(SimTask.State.ZOMBIE);
    assertThat(root.threadCount()).isEqualTo(1);
    assertThat(byThread.parent()).isSameAs(init);
  }

  @Test
  void theChildrenOfAThreadThatEndsGoToTheLeader() {
    int tid = Born.thread(kernel, root);
    SimTask child = Born.child(kernel, root, ForkSettings.byThread(tid));
    kernel.endThread(root, tid);
    assertThat(child.parentThread()).isEqualTo(root.pid());
    assertThat(child.parent()).isSameAs(root);
  }

  @Test
  void orphansStandUnderTheAdoptersFirstLivingThread() {
    kernel.setSubreaper(root, true);
    int tid = Born.thread(kernel, root);
    SimTask middle = Born.child(kernel, root, ForkSettings.byThread(tid));
    SimTask first = Born.child(kernel, middle);
    SimTask second = Born.child(kernel, first);
    kernel.exit(middle);
    assertThat(first.parentThread()).isEqualTo(root.pid());
    kernel.endLeaderThread(root);
    kernel.exit(first);
    assertThat(second.parentThread()).isEqualTo(tid);
  }

  @Test
  void anotherThreadsProgramMakesItTheLeader() {
    int tid = Born.thread(kernel, root);
    int idle = Born.thread(kernel, root);
    SimTask byLeader = Born.child(kernel, root);
    SimTask byThread = Born.child(kernel, root, ForkSettings.byThread(tid));
    long ticks = root.startTicks();
    kernel.endLeaderThread(root);
    kernel.advance(1_000_000_000);
    assertThat(kernel.execByThread(root, tid, "other", EnvironmentChange.CLEAR)).isTrue();
    assertThat(root.leaderAlive()).isTrue();
    assertThat(root.threadCount()).isEqualTo(1);
    assertThat(root.startTicks()).isEqualTo(ticks);
    assertThat(byThread.parentThread()).isEqualTo(root.pid());
    assertThat(byLeader.parentThread()).isEqualTo(root.pid());
    assertThat(root.threadOf(idle)).isNull();
    assertThat(root.comm()).isEqualTo("other");
  }

  @Test
  void aNamespaceEndsWithItsInitAndOnlyAfterAllInIt() {
    SimTask container = Born.child(kernel, init, ForkSettings.NAMESPACE);
    SimTask inside = Born.child(kernel, container);
    SimTask deep = Born.child(kernel, inside);
    SimTask visitor = Born.child(kernel, init);
    assertThat(kernel.enterPidNamespace(visitor, container)).isTrue();
    SimTask injected = Born.child(kernel, visitor);
    SimTask unborn = Born.inFlight(kernel, visitor);
    kernel.exit(container);
    assertThat(container.isExiting()).isTrue();
    assertThat(container.lives()).isTrue();
    assertThat(inside.isKilled() && deep.isKilled() && injected.isKilled()).isTrue();
    assertThat(visitor.isKilled()).isFalse();
    assertThat(kernel.endFork(unborn)).isFalse();
    assertThat(kernel.beginFork(visitor, ForkSettings.PLAIN)).isNull();
    assertThat(kernel.deliver(inside)).isTrue();
    assertThat(inside.state()).isEqualTo(SimTask.State.GONE);
    assertThat(deep.parent()).isSameAs(container);
    assertThat(kernel.deliver(deep)).isTrue();
    assertThat(kernel.deliver(injected)).isTrue();
    assertThat(injected.state()).isEqualTo(SimTask.State.ZOMBIE);
    assertThat(container.lives()).isTrue();
    kernel.collect(injected);
    assertThat(container.state()).isEqualTo(SimTask.State.ZOMBIE);
    kernel.collect(container);
    assertThat(kernel.find(container.pid())).isNull();
  }

  @Test
  void aVisitorsOrphanGoesToTheInitOfTheNamespaceVisited() {
    SimTask container = Born.child(kernel, init, ForkSettings.NAMESPACE);
    kernel.setSubreaper(root, true);
    SimTask visitor = Born.child(kernel, root);
    kernel.setUids(visitor, 0, 0, 0);
    assertThat(kernel.enterPidNamespace(visitor, container)).isTrue();
    SimTask inside = Born.child(kernel, visitor);
    SimTask orphan = Born.child(kernel, inside);
    kernel.exit(inside);
    // The subreaper is at another level, and passed over.
    assertThat(orphan.parent()).isSameAs(container);
    kernel.exit(visitor);
    assertThat(inside.parent()).isSameAs(root);
  }

  @Test
  void aNestedNamespaceThatEndsTakesThoseBelowWithIt() {
    SimTask outer = Born.child(kernel, init, ForkSettings.NAMESPACE);
    SimTask inner = Born.child(kernel, outer, ForkSettings.NAMESPACE);
    SimTask leaf = Born.child(kernel, inner);
    kernel.exit(outer);
    assertThat(inner.isKilled() && leaf.isKilled()).isTrue();
    assertThat(kernel.deliver(inner)).isTrue();
    assertThat(inner.isExiting()).isTrue();
    assertThat(kernel.deliver(leaf)).isTrue();
    assertThat(inner.state()).isEqualTo(SimTask.State.GONE);
    assertThat(outer.state()).isEqualTo(SimTask.State.ZOMBIE);
  }

  @Test
  void pidOneNeverExits() {
    assertThatThrownBy(() -> kernel.exit(init)).isInstanceOf(IllegalStateException.class);
    SimTask worker = kernel.startKernelThread("kworker/0:1");
    assertThatThrownBy(() -> kernel.exit(worker)).isInstanceOf(IllegalStateException.class);
    kernel.signal(worker, SimSignal.KILL);
    assertThat(worker.hasPending()).isFalse();
  }
}
