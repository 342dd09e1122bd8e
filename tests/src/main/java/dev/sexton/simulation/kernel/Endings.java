package dev.sexton.simulation.kernel;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How threads, processes and namespaces end (kernel/exit.c, kernel/pid_namespace.c). */
final class Endings {
  private final KernelState state;
  private final Signals signals;
  private final Sessions sessions;

  Endings(KernelState state, Signals signals, Sessions sessions) {
    this.state = state;
    this.signals = signals;
    this.sessions = sessions;
    state.listen(this::namespaceShrank);
  }

  /** The whole process exits, whatever its threads are at. */
  void exit(SimTask task) {
    if (task.parent == null && task.lives()) {
      throw new IllegalStateException("the kernel's own: " + task);
    }
    if (!task.lives() || task.exiting) {
      throw new IllegalStateException("cannot exit: " + task);
    }
    List<SimTask> children = new ArrayList<>(task.leader.takeChildren());
    abortFork(task.leader);
    endOtherThreads(task, children);
    task.exiting = true;
    task.leader.alive = false;
    signals.kill(task);
    for (SimTask child : children) {
      task.leader.add(child);
    }
    if (task.isNamespaceInit()) {
      zap(task);
    } else {
      becomeZombie(task);
    }
  }

  /** Ends all threads but the leading one; their children follow after those in the list. */
  void endOtherThreads(SimTask task, List<SimTask> children) {
    List<SimThread> others = task.otherThreads;
    if (others == null) {
      return;
    }
    task.otherThreads = null;
    for (SimThread thread : others) {
      children.addAll(thread.takeChildren());
      abortFork(thread);
      release(thread);
    }
  }

  /** One thread ends; the process with it if it was the last. */
  void endThread(SimTask task, SimThread thread) {
    if (thread.forking != null) {
      throw new IllegalStateException("forks: thread " + thread.pid.number() + " of " + task);
    }
    boolean last = thread.isLeader() ? task.otherThreads == null : !task.leader.alive;
    if (last && task.threadCount() <= 2) {
      exit(task);
      return;
    }
    thread.alive = false;
    if (!thread.isLeader()) {
      task.removeThread(thread);
      release(thread);
      if (task.threadCount() == 1) {
        task.otherThreads = null;
      }
    }
    SimThread heir = task.firstAliveThread();
    if (heir == null) {
      throw new IllegalStateException("no thread left of " + task);
    }
    for (SimTask child : thread.takeChildren()) {
      heir.add(child);
    }
  }

  private void release(SimThread thread) {
    thread.alive = false;
    thread.pid.thread = null;
    state.threads--;
    state.dropIfUnused(thread.pid);
  }

  /** A fork that does not come to its end; the number is free again. */
  void abortFork(SimThread thread) {
    SimTask child = thread.forking;
    if (child != null) {
      thread.forking = null;
      child.forkedBy = null;
      child.state = SimTask.State.GONE;
      state.tasks.remove(child);
      child.pid.holder = null;
      state.dropIfUnused(child.pid);
    }
  }

  /**
   * The init of a namespace kills everybody in it, and becomes a zombie only when they are all gone
   * (zap_pid_ns_processes). Meanwhile it ignores SIGCHLD, so that its children need nobody.
   */
  private void zap(SimTask init) {
    SimNamespace namespace = init.pid.namespace;
    namespace.adding = false;
    init.setAutoReaps(true);
    for (SimPid pid : namespace.pids.snapshot()) {
      SimTask inside = pid.leader();
      if (inside != null && inside != init && inside.lives() && !inside.exiting) {
        signals.kill(inside);
      }
    }
    for (SimTask child : List.copyOf(init.leader.children())) {
      if (child.state == SimTask.State.ZOMBIE) {
        collect(child);
      }
    }
    namespaceShrank(namespace);
  }

  private void namespaceShrank(SimNamespace namespace) {
    SimTask init = namespace.init;
    if (!namespace.adding && init != null && init.isExiting() && namespace.pids.size() == 1) {
      becomeZombie(init);
    }
  }

  private void becomeZombie(SimTask task) {
    reparentChildren(task);
    sessions.hangUpIfOrphaned(task, null);
    task.state = SimTask.State.ZOMBIE;
    task.killPending = false;
    state.deaths++;
    collectIfIgnored(task);
  }

  /** The kernel collects the children of who ignores SIGCHLD (do_notify_parent). */
  private void collectIfIgnored(SimTask zombie) {
    SimTask parent = zombie.parent();
    if (parent != null && parent.autoReaps()) {
      collect(zombie);
    }
  }

  private void reparentChildren(SimTask father) {
    List<SimTask> children = father.leader.takeChildren();
    if (children.isEmpty()) {
      return;
    }
    SimThread reaper = newReaper(father);
    for (SimTask child : children) {
      reaper.add(child);
      sessions.hangUpIfOrphaned(child, father);
    }
    for (SimTask child : children) {
      if (child.state == SimTask.State.ZOMBIE) {
        collectIfIgnored(child);
      }
    }
  }

  /** Who gets the orphans (find_new_reaper). */
  private static SimThread newReaper(SimTask father) {
    SimNamespace namespace = father.pid.namespace;
    if (father.belowSubreaper) {
      SimThread at = father.parent;
      while (at != null && at.task.pid.namespace.level == namespace.level) {
        SimThread alive = at.task.subreaper ? at.task.firstAliveThread() : null;
        if (alive != null) {
          return alive;
        }
        at = at.task.parent;
      }
    }
    SimTask init = namespace.init;
    if (init == null) {
      throw new IllegalStateException("no init in the namespace of " + father);
    }
    SimThread alive = init.firstAliveThread();
    return alive == null ? init.leader : alive;
  }

  void collect(SimTask zombie) {
    beginRelease(zombie);
    endRelease(zombie);
  }

  /** It leaves its group, its session, and its parent's children. */
  void beginRelease(SimTask zombie) {
    SimThread parent = zombie.parent;
    if (zombie.state != SimTask.State.ZOMBIE || parent == null) {
      throw new IllegalStateException("not a zombie: " + zombie);
    }
    zombie.state = SimTask.State.RELEASING;
    parent.remove(zombie);
    zombie.parent = null;
    zombie.pid.thread = null;
    state.threads--;
    state.setGroup(zombie, null);
    state.setSession(zombie, null);
  }

  void endRelease(SimTask task) {
    if (task.state != SimTask.State.RELEASING) {
      throw new IllegalStateException("not being released: " + task);
    }
    task.state = SimTask.State.GONE;
    state.tasks.remove(task);
    task.pid.holder = null;
    state.dropIfUnused(task.pid);
  }

  /** What waits is taken; whether there was something that could be. */
  boolean deliver(SimTask task) {
    if (!task.lives() || task.exiting) {
      return false;
    }
    if (task.killPending) {
      exit(task);
      return true;
    }
    // A thread in a fork stops, and so does its process, when the fork is over.
    if (task.stopPending && !task.isForking()) {
      task.stopPending = false;
      task.stopped = true;
      state.stopped++;
      return true;
    }
    return false;
  }

  /** The first dead child, in the order of the threads. */
  static @Nullable SimTask firstZombie(SimTask parent) {
    for (int i = 0; i < parent.threadCount(); i++) {
      for (SimTask child : parent.thread(i).children()) {
        if (child.state == SimTask.State.ZOMBIE) {
          return child;
        }
      }
    }
    return null;
  }
}
