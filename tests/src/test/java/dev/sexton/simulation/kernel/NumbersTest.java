package dev.sexton.simulation.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class NumbersTest {
  private final SimKernel kernel = new SimKernel(Born.SMALL);
  private final SimTask init = kernel.init();

  @Test
  void numbersGoUpwardsAndBeginAnewAtThreeHundred() {
    assertThat(kernel.lastPid()).isEqualTo(1);
    assertThat(Born.child(kernel, init).pid()).isEqualTo(2);
    kernel.passNumbers(396);
    assertThat(kernel.lastPid()).isEqualTo(398);
    assertThat(Born.child(kernel, init).pid()).isEqualTo(399);
    assertThat(Born.child(kernel, init).pid()).isEqualTo(300);
    assertThat(kernel.lastPid()).isEqualTo(300);
    assertThat(kernel.numbersHandedOut()).isEqualTo(1 + 1 + 396 + 2);
  }

  @Test
  void aNumberInUseIsSkipped() {
    kernel.passNumbers(298);
    SimTask first = Born.child(kernel, init);
    SimTask second = Born.child(kernel, init);
    assertThat(first.pid()).isEqualTo(300);
    assertThat(second.pid()).isEqualTo(301);
    kernel.passNumbers(98);
    assertThat(Born.child(kernel, init).pid()).isEqualTo(302);
  }

  @Test
  void passingNumbersIsTheSameAsHandingThemOut() {
    for (int count = 0; count < 450; count += 7) {
      SimKernel one = new SimKernel(Born.SMALL);
      SimKernel other = new SimKernel(Born.SMALL);
      for (SimKernel each : new SimKernel[] {one, other}) {
        each.passNumbers(305);
        Born.child(each, each.init());
        Born.child(each, each.init());
        each.passNumbers(10);
        Born.child(each, each.init());
      }
      one.passNumbers(count);
      for (int i = 0; i < count; i++) {
        SimTask child = Born.child(other, other.init());
        other.exit(child);
        other.collect(child);
      }
      assertThat(one.lastPid()).isEqualTo(other.lastPid());
      assertThat(one.nowNs()).isEqualTo(other.nowNs());
      assertThat(one.numbersHandedOut()).isEqualTo(other.numbersHandedOut());
    }
  }

  @Test
  void aNumberIsKeptWhileItNamesAGroupOrASession() {
    kernel.passNumbers(298);
    SimTask leader = Born.child(kernel, init);
    assertThat(kernel.setsid(leader)).isTrue();
    SimTask member = Born.child(kernel, leader);
    kernel.exit(leader);
    kernel.collect(leader);
    assertThat(kernel.find(300)).isNull();
    kernel.passNumbers(98);
    assertThat(Born.child(kernel, init).pid()).isEqualTo(302);
    assertThat(member.session()).isEqualTo(300);
    kernel.exit(member);
    kernel.collect(member);
    kernel.passNumbers(97);
    assertThat(Born.child(kernel, init).pid()).isEqualTo(300);
  }

  @Test
  void threadsTakeNumbersAndGiveThemBack() {
    SimTask task = Born.child(kernel, init);
    int tid = Born.thread(kernel, task);
    assertThat(tid).isEqualTo(task.pid() + 1);
    assertThat(kernel.find(tid)).isNull();
    assertThat(Born.child(kernel, init).pid()).isEqualTo(tid + 1);
    kernel.endThread(task, tid);
    assertThat(task.threadCount()).isEqualTo(1);
    assertThat(task.lives()).isTrue();
  }

  @Test
  void theInodeIsOneLifesAlone() {
    kernel.passNumbers(298);
    SimTask first = Born.child(kernel, init);
    kernel.exit(first);
    kernel.collect(first);
    kernel.passNumbers(99);
    SimTask second = Born.child(kernel, init);
    assertThat(second.pid()).isEqualTo(first.pid());
    assertThat(second.inode()).isNotEqualTo(first.inode());
    assertThat(first.state()).isEqualTo(SimTask.State.GONE);
  }

  @Test
  void whenAllNumbersAreInUseNobodyIsBorn() {
    SimKernel full = new SimKernel(KernelSettings.USUAL.withPidMax(301));
    for (int pid = 2; pid <= 300; pid++) {
      Born.child(full, full.init());
    }
    assertThat(full.beginFork(full.init(), ForkSettings.PLAIN)).isNull();
    assertThat(full.startThread(full.init())).isZero();
    SimTask last = Born.there(full.find(299));
    full.exit(last);
    full.collect(last);
    // Below the reserved numbers there is no second turn.
    assertThat(full.beginFork(full.init(), ForkSettings.PLAIN)).isNull();
  }

  @Test
  void inANestedNamespaceATaskHasANumberAtEachLevel() {
    SimTask inner = Born.child(kernel, init, ForkSettings.NAMESPACE);
    SimTask below = Born.child(kernel, inner);
    SimTask deeper = Born.child(kernel, below, ForkSettings.NAMESPACE);
    assertThat(inner.pid()).isEqualTo(2);
    assertThat(inner.pidSeenBy(inner)).isEqualTo(1);
    assertThat(below.pid()).isEqualTo(3);
    assertThat(below.pidSeenBy(inner)).isEqualTo(2);
    assertThat(deeper.pid()).isEqualTo(4);
    assertThat(deeper.pidSeenBy(inner)).isEqualTo(3);
    assertThat(deeper.pidSeenBy(deeper)).isEqualTo(1);
    assertThat(inner.pidSeenBy(deeper)).isZero();
    assertThat(deeper.namespaceLevel()).isEqualTo(2);
    kernel.passNumbers(below, 5);
    assertThat(Born.child(kernel, inner).pidSeenBy(inner)).isEqualTo(9);
    assertThat(kernel.lastPid()).isEqualTo(10);
  }

  @Test
  void handingOutTakesTime() {
    long before = kernel.nowNs();
    Born.child(kernel, init);
    kernel.passNumbers(9);
    assertThat(kernel.nowNs() - before).isEqualTo(10 * Born.SMALL.nanosPerNumber());
    kernel.advance(1_000_000_000);
    assertThat(kernel.nowTicks()).isEqualTo(kernel.nowNs() / 10_000_000);
  }

  @Test
  void settingsThatNoKernelHasAreRefused() {
    assertThatThrownBy(() -> KernelSettings.USUAL.withPidMax(300))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new KernelSettings(400, 2, 100, 4_999, true, true, true, true))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new KernelSettings(400, 64, 100, 999, true, true, true, true))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
