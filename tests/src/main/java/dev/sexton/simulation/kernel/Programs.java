package dev.sexton.simulation.kernel;

import java.util.ArrayList;
import java.util.List;

/** What a process does to itself: another program, other rights, another namespace for children. */
final class Programs {
  private static final int ROOT = 0;

  private final Endings endings;

  Programs(Endings endings) {
    this.endings = endings;
  }

  /**
   * Runs another program (begin_new_exec in fs/exec.c). The thread that does becomes the leading
   * one, with its number and start ticks; all others end, and their children come to it.
   */
  boolean exec(SimTask task, int tid, String comm, EnvironmentChange change) {
    SimThread thread = task.threadOf(tid);
    boolean able = task.lives() && !task.exiting && !task.stopped && !task.hasPending();
    if (!able || thread == null || !thread.alive || thread.forking != null) {
      return false;
    }
    List<SimTask> children = new ArrayList<>(thread.takeChildren());
    if (thread != task.leader) {
      children.addAll(task.leader.takeChildren());
      endings.abortFork(task.leader);
    }
    endings.endOtherThreads(task, children);
    task.leader.alive = true;
    for (SimTask child : children) {
      task.leader.add(child);
    }
    task.comm = SimTask.commBytes(comm);
    task.environment = change.apply(task.environment);
    task.image++;
    task.executed = true;
    return true;
  }

  /** As PR_SET_CHILD_SUBREAPER, which all its descendants learn of (kernel/sys.c). */
  void setSubreaper(SimTask task, boolean on) {
    task.subreaper = on;
    if (on) {
      tellDescendants(task);
    }
  }

  private static void tellDescendants(SimTask task) {
    for (int i = 0; i < task.threadCount(); i++) {
      for (SimTask child : task.thread(i).children()) {
        // Nobody leaves the tree of an init, and whoever knows has told its own.
        if (!child.belowSubreaper && !child.isNamespaceInit()) {
          child.belowSubreaper = true;
          tellDescendants(child);
        }
      }
    }
  }

  /** As setns(2) with a pid namespace: its children are born there (pidns_install). */
  boolean enter(SimTask caller, SimTask namespaceInit) {
    SimNamespace namespace = namespaceInit.pid.namespace;
    boolean there = namespaceInit.isNamespaceInit() && namespaceInit.lives();
    if (!there || !namespace.isWithin(caller.pid.namespace)) {
      return false;
    }
    if (!namespace.owner.grants(caller, Capability.SYS_ADMIN)) {
      return false;
    }
    if (namespace.owner != caller.userNamespace
        && (caller.capabilities & (1L << Capability.SYS_ADMIN)) == 0) {
      // By owning its user namespace, into which it has to go first.
      caller.userNamespace = namespace.owner;
      caller.capabilities = Capability.ALL;
    }
    caller.childNamespace = namespace;
    return true;
  }

  /**
   * As a set-uid program or setresuid(2) would, with what becomes of capabilities (commoncap.c).
   */
  static void setUids(SimTask task, int real, int effective, int saved) {
    boolean wasRoot = task.effectiveUid == ROOT;
    task.realUid = real;
    task.effectiveUid = effective;
    task.savedUid = saved;
    if (wasRoot && effective != ROOT) {
      task.capabilities = Capability.NONE;
    } else if (!wasRoot && effective == ROOT) {
      task.capabilities = Capability.ALL;
    }
  }
}
