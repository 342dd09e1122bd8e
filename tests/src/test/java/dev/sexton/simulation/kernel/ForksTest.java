package dev.sexton.simulation.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** kernel/fork.c. */
class ForksTest {
  private final SimKernel kernel = new SimKernel(Born.SMALL);
  private final SimTask init = kernel.init();
  private final SimTask parent = Born.service(kernel, 1000);

  @Test
  void theNumberComesBeforeTheProcess() {
    SimTask child = Born.inFlight(kernel, parent);
    assertThat(child.state()).isEqualTo(SimTask.State.FORKING);
    assertThat(child.isVisible()).isFalse();
    assertThat(child.parent()).isNull();
    assertThat(child.group()).isZero();
    assertThat(kernel.lastPid()).isEqualTo(child.pid());
    assertThat(kernel.find(child.pid())).isSameAs(child);
    assertThat(kernel.tasks()).contains(child);
    assertThat(kernel.endFork(child)).isTrue();
    assertThat(child.lives()).isTrue();
    assertThat(child.parent()).isSameAs(parent);
    assertThat(child.forker()).isSameAs(parent);
    assertThat(child.session()).isEqualTo(parent.pid());
  }

  @Test
  void twoForksMayBecomeVisibleInTheOppositeOrder() {
    SimTask other = Born.service(kernel, 1000);
    SimTask first = Born.inFlight(kernel, parent);
    SimTask second = Born.inFlight(kernel, other);
    assertThat(kernel.endFork(second)).isTrue();
    assertThat(kernel.endFork(first)).isTrue();
    assertThat(first.pid()).isLessThan(second.pid());
  }

  @Test
  void groupAndSessionAreThoseOfTheEnd() {
    SimTask child = Born.child(kernel, parent);
    SimTask grandchild = Born.inFlight(kernel, child);
    // A leader in a fork does nothing else; its parent may move it.
    assertThat(kernel.setpgid(parent, child, 0)).isTrue();
    assertThat(kernel.endFork(grandchild)).isTrue();
    assertThat(grandchild.group()).isEqualTo(child.pid());
    assertThat(grandchild.session()).isEqualTo(parent.pid());
  }

  @Test
  void startTicksAreThoseOfTheBeginningUnlessDelayed() {
    SimTask child = Born.inFlight(kernel, parent);
    long ticks = kernel.nowTicks();
    kernel.advance(50_000_000);
    assertThat(kernel.endFork(child)).isTrue();
    assertThat(child.startTicks()).isEqualTo(ticks);
    SimTask late = Born.inFlight(kernel, parent);
    kernel.advance(50_000_000);
    kernel.delayStart(late);
    assertThat(late.startTicks()).isEqualTo(kernel.nowTicks());
  }

  @Test
  void userIdsAndEnvironmentAreThoseOfTheBeginning() {
    assertThat(kernel.exec(parent, "prog", EnvironmentChange.to("A=1\0"))).isTrue();
    SimTask child = Born.child(kernel, parent);
    assertThat(child.environment()).isEqualTo(parent.environment());
    assertThat(child.realUid()).isEqualTo(1000);
    assertThat(child.comm()).isEqualTo("prog");
    assertThat(child.capabilities()).isZero();
  }

  @Test
  void aThreadForksOneAtATime() {
    int tid = Born.thread(kernel, parent);
    SimTask byLeader = Born.inFlight(kernel, parent);
    assertThat(kernel.beginFork(parent, ForkSettings.PLAIN)).isNull();
    SimTask byThread = Born.there(kernel.beginFork(parent, ForkSettings.byThread(tid)));
    assertThat(parent.isForking(tid)).isTrue();
    assertThat(kernel.endFork(byThread)).isTrue();
    assertThat(kernel.endFork(byLeader)).isTrue();
    assertThat(byThread.parentThread()).isEqualTo(tid);
    assertThat(byLeader.parentThread()).isEqualTo(parent.pid());
    assertThat(kernel.beginFork(parent, ForkSettings.byThread(399))).isNull();
  }

  @Test
  void aKilledParentHasNoChild() {
    SimTask child = Born.inFlight(kernel, parent);
    kernel.signal(parent, SimSignal.KILL);
    assertThat(kernel.endFork(child)).isFalse();
    assertThat(child.state()).isEqualTo(SimTask.State.GONE);
    assertThat(kernel.find(child.pid())).isNull();
    assertThat(kernel.tasks()).doesNotContain(child);
    assertThat(kernel.deliver(parent)).isTrue();
    assertThat(parent.state()).isEqualTo(SimTask.State.ZOMBIE);
  }

  @Test
  void aParentThatDiesInAForkAbortsIt() {
    SimTask child = Born.inFlight(kernel, parent);
    kernel.signal(parent, SimSignal.TERM);
    assertThat(kernel.deliver(parent)).isTrue();
    assertThat(child.state()).isEqualTo(SimTask.State.GONE);
  }

  @Test
  void whoIsStoppedOrHasASignalPendingForksNobody() {
    kernel.signal(parent, SimSignal.STOP);
    assertThat(kernel.beginFork(parent, ForkSettings.PLAIN)).isNull();
    assertThat(kernel.deliver(parent)).isTrue();
    assertThat(kernel.beginFork(parent, ForkSettings.PLAIN)).isNull();
    kernel.signal(parent, SimSignal.CONT);
    assertThat(kernel.beginFork(parent, ForkSettings.PLAIN)).isNotNull();
  }

  @Test
  void aSiblingHasTheForkersParent() {
    SimTask child = Born.child(kernel, parent);
    SimTask sibling = Born.child(kernel, child, ForkSettings.SIBLING);
    assertThat(sibling.parent()).isSameAs(parent);
    assertThat(sibling.forker()).isSameAs(child);
    assertThat(sibling.descendsFrom(child)).isTrue();
    assertThat(kernel.fork(init, ForkSettings.SIBLING)).isNull();
  }

  @Test
  void aSiblingStandsUnderTheThreadThatItsForkerStandsUnder() {
    int tid = Born.thread(kernel, parent);
    SimTask child = Born.child(kernel, parent, ForkSettings.byThread(tid));
    SimTask sibling = Born.child(kernel, child, ForkSettings.SIBLING);
    assertThat(sibling.parentThread()).isEqualTo(tid);
  }

  @Test
  void descentIsByForkAndFinal() {
    SimTask child = Born.child(kernel, parent);
    SimTask grandchild = Born.child(kernel, child);
    SimTask foreign = Born.service(kernel, 1000);
    kernel.exit(child);
    kernel.collect(child);
    assertThat(grandchild.parent()).isSameAs(init);
    assertThat(grandchild.descendsFrom(parent)).isTrue();
    assertThat(grandchild.descendsFrom(child)).isTrue();
    assertThat(grandchild.descendsFrom(grandchild)).isTrue();
    assertThat(grandchild.descendsFrom(init)).isTrue();
    assertThat(grandchild.descendsFrom(foreign)).isFalse();
    assertThat(parent.descendsFrom(grandchild)).isFalse();
    SimTask last = grandchild;
    for (int i = 0; i < 150; i++) {
      SimTask next = Born.child(kernel, last);
      kernel.exit(last);
      kernel.collect(last);
      last = next;
    }
    assertThat(last.descendsFrom(parent)).isTrue();
    assertThat(last.descendsFrom(foreign)).isFalse();
    assertThat(foreign.descendsFrom(last)).isFalse();
  }

  @Test
  void whoMayNotMakeNamespacesGetsAUserNamespaceWithIt() {
    SimTask byRoot = Born.child(kernel, init, ForkSettings.NAMESPACE);
    SimTask byUser = Born.child(kernel, parent, ForkSettings.NAMESPACE);
    assertThat(byRoot.isNamespaceInit()).isTrue();
    assertThat(byRoot.userNamespace).isSameAs(init.userNamespace);
    assertThat(byUser.userNamespace).isNotSameAs(init.userNamespace);
    assertThat(byUser.capabilities()).isEqualTo(Capability.ALL);
    assertThat(byRoot.userNamespace.grants(byUser, Capability.KILL)).isFalse();
    assertThat(byUser.userNamespace.grants(init, Capability.KILL)).isTrue();
    assertThat(byUser.userNamespace.grants(parent, Capability.KILL)).isTrue();
  }

  @Test
  void childrenOfWhoEnteredANamespaceAreBornThere() {
    SimTask container = Born.child(kernel, init, ForkSettings.NAMESPACE);
    SimTask visitor = Born.child(kernel, init);
    assertThat(kernel.enterPidNamespace(parent, container)).isFalse();
    assertThat(kernel.enterPidNamespace(visitor, container)).isTrue();
    SimTask inside = Born.child(kernel, visitor);
    assertThat(inside.isWithinNamespaceOf(container)).isTrue();
    assertThat(inside.parent()).isSameAs(visitor);
    assertThat(visitor.namespaceLevel()).isZero();
    assertThat(kernel.startThread(visitor)).isZero();
    assertThat(kernel.fork(visitor, ForkSettings.NAMESPACE)).isNull();
    assertThat(kernel.enterPidNamespace(inside, init)).isFalse();
  }

  @Test
  void aUserEntersWhatHeOwns() {
    SimTask container = Born.child(kernel, parent, ForkSettings.NAMESPACE);
    SimTask stranger = Born.service(kernel, 1001);
    SimTask owner = Born.service(kernel, 1000);
    assertThat(kernel.enterPidNamespace(stranger, container)).isFalse();
    assertThat(kernel.enterPidNamespace(owner, container)).isTrue();
    assertThat(owner.userNamespace).isSameAs(container.userNamespace);
  }
}
