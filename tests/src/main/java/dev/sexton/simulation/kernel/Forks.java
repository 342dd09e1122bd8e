package dev.sexton.simulation.kernel;

import org.jspecify.annotations.Nullable;

/** How processes and threads come to be (copy_process in kernel/fork.c). */
final class Forks {
  static final int NO_THREAD = 0;

  private final KernelState state;
  private final Endings endings;

  Forks(KernelState state, Endings endings) {
    this.state = state;
    this.endings = endings;
  }

  @Nullable SimTask begin(SimTask forker, ForkSettings how) {
    SimThread thread = forker.threadOf(how.underThread());
    if (thread == null || !thread.alive || thread.forking != null || !mayRun(forker)) {
      return null;
    }
    if (how.cloneParent() && forker.isNamespaceInit()) {
      return null; // EINVAL: an init shall not have siblings
    }
    SimNamespace namespace = forker.childNamespace;
    SimUserNamespace user = forker.userNamespace;
    boolean ownUser = false;
    if (how.newPidNamespace()) {
      if (namespace != forker.pid.namespace || namespace.level + 1 >= SimNamespace.LEVELS_MAX) {
        return null;
      }
      ownUser = !user.grants(forker, Capability.SYS_ADMIN);
      if (ownUser) {
        user = new SimUserNamespace(user, forker.effectiveUid, state.newNamespaceInode());
      }
      namespace = new SimNamespace(namespace, user, state.newNamespaceInode());
    }
    SimPid pid = state.newPid(namespace);
    if (pid == null) {
      return null;
    }
    if (!namespace.adding) {
      state.dropIfUnused(pid); // ENOMEM, after the numbers were handed out
      return null;
    }
    SimTask child = new SimTask(pid, forker, state.births++, forker.comm, user);
    if (ownUser) {
      child.capabilities = Capability.ALL;
    }
    child.leader.startTicks = state.ticks(state.nowNs);
    child.cloneParent = how.cloneParent();
    child.image = forker.image;
    child.forkedBy = thread;
    thread.forking = child;
    state.tasks.add(child);
    return child;
  }

  boolean end(SimTask child) {
    SimTask forker = child.forker();
    SimThread thread = child.forkedBy;
    if (child.state != SimTask.State.FORKING || forker == null || thread == null) {
      throw new IllegalStateException("not in flight: " + child);
    }
    if (!child.pid.namespace.adding || forker.killPending) {
      endings.abortFork(thread);
      return false;
    }
    thread.forking = null;
    child.forkedBy = null;
    SimThread parent = child.cloneParent ? forker.parent : thread;
    if (parent == null) {
      throw new IllegalStateException("no parent for " + child);
    }
    SimTask above = parent.task;
    if (child.pid.namespace.init == null) {
      child.pid.namespace.init = child;
    }
    state.setGroup(child, forker.group);
    state.setSession(child, forker.session);
    child.belowSubreaper = above.belowSubreaper || above.subreaper;
    child.cgroup = forker.cgroup;
    child.pid.thread = child.leader;
    parent.add(child);
    child.state = SimTask.State.ALIVE;
    state.threads++;
    return true;
  }

  int startThread(SimTask task) {
    // CLONE_THREAD is refused to whose children would be born elsewhere.
    if (!mayRun(task) || task.childNamespace != task.pid.namespace) {
      return NO_THREAD;
    }
    SimPid pid = state.newPid(task.pid.namespace);
    if (pid == null) {
      return NO_THREAD;
    }
    SimThread thread = new SimThread(task, pid);
    thread.startTicks = state.ticks(state.nowNs);
    pid.thread = thread;
    task.addThread(thread);
    state.threads++;
    return pid.number();
  }

  /** A signal that waits is taken first (ERESTARTNOINTR). */
  private static boolean mayRun(SimTask task) {
    return task.lives() && !task.exiting && !task.stopped && !task.hasPending();
  }
}
