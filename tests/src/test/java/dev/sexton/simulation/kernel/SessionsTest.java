package dev.sexton.simulation.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sexton.procfs.Errno;
import org.junit.jupiter.api.Test;

/** kernel/sys.c, and kill_orphaned_pgrp of kernel/exit.c. */
class SessionsTest {
  private final SimKernel kernel = new SimKernel(Born.SMALL);
  private final SimTask shell = Born.service(kernel, 1000);

  @Test
  void setsidMakesASessionAndAGroup() {
    SimTask child = Born.child(kernel, shell);
    assertThat(child.session()).isEqualTo(shell.pid());
    assertThat(kernel.setsid(child)).isTrue();
    assertThat(child.session()).isEqualTo(child.pid());
    assertThat(child.group()).isEqualTo(child.pid());
    assertThat(kernel.setsid(child)).isFalse();
  }

  @Test
  void whoseNumberNamesAGroupMakesNoSession() {
    SimTask child = Born.child(kernel, shell);
    assertThat(kernel.setpgid(shell, child, 0)).isTrue();
    assertThat(kernel.setsid(child)).isFalse();
    SimTask other = Born.child(kernel, shell);
    assertThat(kernel.setpgid(shell, other, child.pid())).isTrue();
    assertThat(kernel.setpgid(child, child, shell.pid())).isTrue();
    assertThat(child.group()).isEqualTo(shell.pid());
    // It left its group, in which another still is.
    assertThat(kernel.setsid(child)).isFalse();
    kernel.exit(other);
    assertThat(kernel.setsid(child)).isFalse();
    kernel.collect(other);
    assertThat(kernel.setsid(child)).isTrue();
  }

  @Test
  void setpgidIsForOneselfAndForChildren() {
    SimTask child = Born.child(kernel, shell);
    SimTask grandchild = Born.child(kernel, child);
    assertThat(kernel.setpgidErrno(shell, grandchild, 0)).isEqualTo(-Errno.ESRCH);
    assertThat(kernel.setpgidErrno(child, shell, 0)).isEqualTo(-Errno.ESRCH);
    assertThat(kernel.setpgidErrno(child, child, 0)).isZero();
    assertThat(kernel.setpgidErrno(shell, shell, 0)).isEqualTo(-Errno.EPERM);
  }

  @Test
  void aChildThatRunsAnotherProgramIsLeftAlone() {
    SimTask child = Born.child(kernel, shell);
    assertThat(kernel.exec(child, "prog", EnvironmentChange.KEEP)).isTrue();
    assertThat(kernel.setpgidErrno(shell, child, 0)).isEqualTo(-Errno.EACCES);
    assertThat(kernel.setpgidErrno(child, child, 0)).isZero();
  }

  @Test
  void aGroupIsOfOneSession() {
    SimTask child = Born.child(kernel, shell);
    SimTask apart = Born.child(kernel, shell);
    assertThat(kernel.setsid(apart)).isTrue();
    SimTask below = Born.child(kernel, apart);
    assertThat(kernel.setpgidErrno(shell, apart, shell.pid())).isEqualTo(-Errno.EPERM);
    assertThat(kernel.setpgidErrno(below, below, child.group())).isEqualTo(-Errno.EPERM);
    assertThat(kernel.setpgidErrno(child, child, 398)).isEqualTo(-Errno.EPERM);
    assertThat(kernel.setpgidErrno(child, child, below.group())).isEqualTo(-Errno.EPERM);
  }

  @Test
  void anAdoptedOrphanIsAChildToo() {
    SimTask middle = Born.child(kernel, shell);
    kernel.setSubreaper(shell, true);
    SimTask orphan = Born.child(kernel, middle);
    kernel.exit(middle);
    assertThat(orphan.parent()).isSameAs(shell);
    assertThat(kernel.setpgid(shell, orphan, 0)).isTrue();
  }

  @Test
  void aStoppedGroupThatNobodyCanContinueIsHungUp() {
    SimTask job = Born.child(kernel, shell);
    assertThat(kernel.setpgid(shell, job, 0)).isTrue();
    SimTask member = Born.child(kernel, job);
    kernel.signal(member, SimSignal.STOP);
    assertThat(kernel.deliver(member)).isTrue();
    SimTask deaf = Born.child(kernel, job);
    deaf.setIgnoresHangup(true);
    kernel.signal(deaf, SimSignal.STOP);
    assertThat(kernel.deliver(deaf)).isTrue();
    kernel.exit(job);
    // The group's only connection to the session outside of it was the job itself.
    assertThat(member.isStopped()).isFalse();
    assertThat(member.isKilled()).isTrue();
    assertThat(deaf.isStopped()).isFalse();
    assertThat(deaf.hasPending()).isFalse();
  }

  @Test
  void aStoppedGroupThatIsStillConnectedStaysStopped() {
    SimTask job = Born.child(kernel, shell);
    assertThat(kernel.setpgid(shell, job, 0)).isTrue();
    SimTask second = Born.child(kernel, shell);
    assertThat(kernel.setpgid(shell, second, job.pid())).isTrue();
    kernel.signal(second, SimSignal.STOP);
    assertThat(kernel.deliver(second)).isTrue();
    kernel.exit(job);
    assertThat(second.isStopped()).isTrue();
    kernel.exit(shell);
    assertThat(second.isStopped()).isFalse();
    assertThat(second.isKilled()).isTrue();
  }
}
