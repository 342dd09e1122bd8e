package dev.sexton.simulation.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sexton.procfs.Errno;
import dev.sexton.procfs.Pidfds;
import org.junit.jupiter.api.Test;

class SimPidfdsTest {
  private static final long MILLI_NS = 1_000_000;

  private final SimKernel kernel = new SimKernel(Born.SMALL);
  private final SimTask reader = Born.service(kernel, 1000);
  private final Moving world = new Moving();
  private final SimPidfds pidfds = new SimPidfds(kernel, reader, world);
  private final boolean[] exited = new boolean[4];

  @Test
  void aDescriptorIsForOneProcess() {
    kernel.passNumbers(297);
    SimTask first = Born.child(kernel, reader);
    int pidfd = pidfds.open(first.pid());
    assertThat(pidfds.target(pidfd)).isSameAs(first);
    assertThat(pidfds.inode(pidfd)).isEqualTo(first.inode());
    kernel.exit(first);
    kernel.collect(first);
    kernel.passNumbers(99);
    SimTask second = Born.child(kernel, reader);
    assertThat(second.pid()).isEqualTo(first.pid());
    assertThat(pidfds.signal(pidfd, SimSignal.KILL)).isEqualTo(-Errno.ESRCH);
    assertThat(second.hasPending()).isFalse();
    int other = pidfds.open(second.pid());
    assertThat(pidfds.inode(other)).isNotEqualTo(pidfds.inode(pidfd));
    assertThat(pidfds.signal(other, SimSignal.KILL)).isZero();
    assertThat(second.isKilled()).isTrue();
    pidfds.close(pidfd);
    pidfds.close(other);
    assertThat(pidfds.descriptors()).isZero();
    assertThat(pidfds.signal(other, SimSignal.KILL)).isEqualTo(-Errno.EBADF);
    assertThatThrownBy(() -> pidfds.close(other)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void whoCanBeOpened() {
    SimTask task = Born.child(kernel, reader);
    int tid = Born.thread(kernel, task);
    SimTask unborn = Born.inFlight(kernel, reader);
    assertThat(pidfds.open(tid)).isEqualTo(-Errno.ENOENT);
    assertThat(pidfds.open(unborn.pid())).isEqualTo(-Errno.ESRCH);
    assertThat(pidfds.open(399)).isEqualTo(-Errno.ESRCH);
    assertThat(pidfds.open(0)).isEqualTo(-Errno.EINVAL);
    kernel.exit(task);
    int zombie = pidfds.open(task.pid());
    assertThat(zombie).isPositive();
    assertThat(pidfds.signal(zombie, SimSignal.KILL)).isZero();
    kernel.beginRelease(task);
    assertThat(pidfds.signal(zombie, SimSignal.KILL)).isEqualTo(-Errno.ESRCH);
    assertThat(pidfds.open(task.pid())).isEqualTo(-Errno.ESRCH);
  }

  @Test
  void anOlderKernelHasNoInodesAndOtherErrnos() {
    SimKernel older = new SimKernel(Born.SMALL.withoutUniqueInodes());
    SimTask task = Born.service(older, 1000);
    int tid = Born.thread(older, task);
    SimTask member = Born.child(older, task);
    SimPidfds opened = new SimPidfds(older, older.init(), KernelCalls.STILL);
    assertThat(opened.open(tid)).isEqualTo(-Errno.EINVAL);
    assertThat(opened.inode(opened.open(task.pid()))).isEqualTo(Pidfds.INODE_NOT_UNIQUE);
    older.exit(task);
    older.collect(task);
    assertThat(member.session()).isEqualTo(task.pid());
    assertThat(opened.open(task.pid())).isEqualTo(-Errno.EINVAL);
  }

  @Test
  void theHarnessHearsOfASignalFirst() {
    SimTask other = Born.service(kernel, 1001);
    int pidfd = pidfds.open(other.pid());
    assertThat(pidfds.signal(pidfd, SimSignal.TERM)).isEqualTo(-Errno.EPERM);
    assertThat(world.signals).containsExactly("service 15");
    world.fail(CallKind.PIDFD_SIGNAL, -Errno.EPERM);
    assertThat(pidfds.signal(pidfd, SimSignal.NONE)).isEqualTo(-Errno.EPERM);
    assertThat(world.signals).hasSize(1);
    assertThat(pidfds.signal(pidfd, 64)).isEqualTo(-Errno.EINVAL);
  }

  @Test
  void descriptorsRunOut() {
    pidfds.setDescriptorsMax(1);
    int pidfd = pidfds.open(reader.pid());
    assertThat(pidfds.open(reader.pid())).isEqualTo(-Errno.EMFILE);
    pidfds.close(pidfd);
    assertThat(pidfds.open(reader.pid())).isEqualTo(pidfd);
    world.fail(CallKind.PIDFD_OPEN, -Errno.ENFILE);
    assertThat(pidfds.open(reader.pid())).isEqualTo(-Errno.ENFILE);
  }

  @Test
  void waitingEndsWhenOneExits() {
    SimTask a = Born.child(kernel, reader);
    SimTask b = Born.child(kernel, reader);
    int[] both = {pidfds.open(a.pid()), pidfds.open(b.pid())};
    long before = kernel.nowNs();
    world.whileWaiting =
        () -> {
          kernel.advance(MILLI_NS);
          if (kernel.nowNs() >= before + 3 * MILLI_NS && b.lives()) {
            kernel.exit(b);
          }
        };
    assertThat(pidfds.awaitExit(both, 2, 100 * MILLI_NS, exited)).isEqualTo(1);
    assertThat(exited).startsWith(false, true);
    assertThat(kernel.nowNs() - before).isEqualTo(3 * MILLI_NS);
    kernel.collect(b);
    assertThat(pidfds.awaitExit(both, 2, 100 * MILLI_NS, exited)).isEqualTo(1);
    assertThat(kernel.nowNs() - before).isEqualTo(3 * MILLI_NS);
  }

  @Test
  void waitingTakesItsTimeAndEnds() {
    SimTask a = Born.child(kernel, reader);
    int tid = Born.thread(kernel, a);
    int[] one = {pidfds.open(a.pid())};
    kernel.endLeaderThread(a);
    long before = kernel.nowNs();
    assertThat(pidfds.awaitExit(one, 1, MILLI_NS + 1, exited)).isZero();
    assertThat(kernel.nowNs() - before).isEqualTo(2 * MILLI_NS);
    assertThat(pidfds.awaitExit(one, 1, 0, exited)).isZero();
    kernel.endThread(a, tid);
    assertThat(pidfds.awaitExit(one, 1, 0, exited)).isEqualTo(1);
    world.fail(CallKind.PIDFD_WAIT, -Errno.EINTR);
    assertThat(pidfds.awaitExit(one, 1, 0, exited)).isEqualTo(-Errno.EINTR);
  }

  @Test
  void aReaderInANamespaceOpensByItsOwnNumbers() {
    SimTask container = Born.child(kernel, kernel.init(), ForkSettings.NAMESPACE);
    SimTask inside = Born.child(kernel, container);
    SimPidfds nested = new SimPidfds(kernel, inside, world);
    int pidfd = nested.open(1);
    assertThat(nested.target(pidfd)).isSameAs(container);
    assertThat(nested.signal(pidfd, SimSignal.KILL)).isZero();
    assertThat(container.isKilled()).isFalse();
    assertThat(nested.open(container.pid())).isEqualTo(-Errno.ESRCH);
  }
}
