package dev.sexton.simulation.attribution;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A small kernel: processes with numbers that are handed out cyclically and kept while they are
 * borne as pid, thread, group or session; fork in two steps (number first, visible later),
 * sessions, groups, subreapers, nested pid namespaces, zombies.
 *
 * <p>Follows kernel/fork.c (copy_process), kernel/exit.c (find_new_reaper, forget_original_parent),
 * kernel/sys.c (setsid, setpgid) and kernel/pid_namespace.c (zap_pid_ns_processes) of Linux 6.x.
 */
final class ModelWorld {
  /** What a process is at. */
  enum State {
    FORKING,
    ALIVE,
    ZOMBIE,
    GONE
  }

  /** A pid namespace. */
  static final class Namespace {
    final @Nullable Namespace outer;
    final int level;
    @Nullable Task init;

    Namespace(@Nullable Namespace outer) {
      this.outer = outer;
      level = outer == null ? 0 : outer.level + 1;
    }

    boolean isWithin(Namespace other) {
      for (Namespace n = this; n != null; n = n.outer) {
        if (n == other) {
          return true;
        }
      }
      return false;
    }
  }

  /** A process; the second thread, where there is one, is only a number that lists children. */
  static final class Task {
    String name;
    final int pid;
    final Namespace namespace;
    long startTicks;
    long inode;
    State state = State.ALIVE;
    @Nullable Task parent;
    int underThread;
    int session;
    int group;
    boolean subreaper;
    boolean member;
    int secondThread;
    boolean leaderAlive = true;
    Namespace childNamespace;
    int forksInFlight;

    /** While FORKING: who forks, whether with CLONE_PARENT, and from which thread. */
    @Nullable Task forker;

    boolean cloneParent;
    long handedOutAt;

    Task(String name, int pid, Namespace namespace) {
      this.name = name;
      this.pid = pid;
      this.namespace = namespace;
      childNamespace = namespace;
    }

    boolean lives() {
      return state == State.ALIVE;
    }

    boolean isVisible() {
      return state == State.ALIVE || state == State.ZOMBIE;
    }

    boolean isNamespaceInit() {
      return namespace.init == this;
    }

    @Override
    public String toString() {
      return name + "(" + pid + "@" + startTicks + (member ? " member" : "") + ")";
    }
  }

  final ModelNumbers numbers;
  final boolean startsLate;
  final Namespace outermost = new Namespace(null);

  /** Everybody whose number is in use. */
  final List<Task> tasks = new ArrayList<>();

  private final long[] ticksOfNumber;
  private final @Nullable Task[] groupLeader;
  private final @Nullable Task[] byNumber;

  /** Numbers that a process had that is gone. */
  final Set<Integer> formerNumbers = new TreeSet<>();

  private int born;

  ModelWorld(int pidMax, int numbersPerTick, boolean startsLate) {
    numbers = new ModelNumbers(pidMax, numbersPerTick, this::inUse);
    this.startsLate = startsLate;
    ticksOfNumber = new long[pidMax];
    groupLeader = new Task[pidMax];
    byNumber = new Task[pidMax];
    Task init = new Task("init", 1, outermost);
    init.startTicks = 1;
    init.inode = ++born;
    init.session = 1;
    init.group = 1;
    init.underThread = 0;
    outermost.init = init;
    tasks.add(init);
    byNumber[1] = init;
  }

  /** Threads of all processes; those of the dead count until they are collected. */
  int threads() {
    int threads = tasks.size();
    for (Task t : tasks) {
      threads += t.secondThread == 0 ? 0 : 1;
    }
    return threads;
  }

  @Nullable Task visible(int number) {
    Task t = byNumber[number];
    return t != null && t.isVisible() ? t : null;
  }

  /**
   * Hands a number out; 0 if all are in use. No fork is in flight for more than half a cycle: what
   * the product assumes.
   */
  int handOut() {
    for (int i = 0; i < tasks.size(); i++) {
      Task t = tasks.get(i);
      if (t.state == State.FORKING
          && numbers.virtualLast() - t.handedOutAt > numbers.pidMax / 2 - 2) {
        endFork(t);
        i = -1; // It may have failed, and be gone from the list.
      }
    }
    return numbers.handOut();
  }

  /** Others' numbers go by until this one is the next, which it must be able to be. */
  void passUntilNext(int number) {
    while (!numbers.isNext(number)) {
      handOut();
    }
  }

  private boolean inUse(int number) {
    for (Task t : tasks) {
      if (t.pid == number || t.secondThread == number || t.session == number || t.group == number) {
        return true;
      }
    }
    return false;
  }

  /** Begins a fork; null if no number is free. */
  @Nullable Task beginFork(Task forker, boolean cloneParent, boolean newNamespace, int thread) {
    int number = handOut();
    if (number == 0) {
      return null;
    }
    Namespace namespace =
        newNamespace ? new Namespace(forker.childNamespace) : forker.childNamespace;
    born++;
    Task child = new Task("p" + born, number, namespace);
    if (newNamespace) {
      namespace.init = child;
    }
    child.inode = born;
    child.state = State.FORKING;
    child.handedOutAt = numbers.virtualLast();
    child.member = forker.member;
    child.forker = forker;
    child.cloneParent = cloneParent;
    child.underThread = thread;
    forker.forksInFlight++;
    tasks.add(child);
    byNumber[number] = child;
    if (!startsLate) {
      start(child);
    }
    return child;
  }

  /** The child becomes visible, with the parent, session and group of that moment. */
  void endFork(Task child) {
    Task forker = child.forker;
    if (forker == null || child.state != State.FORKING) {
      throw new IllegalStateException("not forking: " + child);
    }
    Task init = child.namespace.init;
    forker.forksInFlight--;
    child.forker = null;
    if (init == null || (init != child && !init.lives())) {
      collect(child);
      return;
    }
    child.parent = child.cloneParent ? forker.parent : forker;
    if (child.cloneParent) {
      child.underThread = forker.underThread;
    } else if (child.underThread != forker.pid && child.underThread != forker.secondThread) {
      child.underThread = adoptingThread(forker);
    }
    child.session = forker.session;
    child.group = forker.group;
    if (startsLate) {
      start(child);
    }
    child.state = State.ALIVE;
  }

  /** The same number never starts twice in one tick: what identities rest on. */
  private void start(Task child) {
    if (ticksOfNumber[child.pid] == numbers.nowTicks()) {
      numbers.passTicks(1);
    }
    child.startTicks = numbers.nowTicks();
    ticksOfNumber[child.pid] = child.startTicks;
  }

  boolean maySetsid(Task t) {
    if (t.session == t.pid) {
      return false;
    }
    for (Task other : tasks) {
      if (other.group == t.pid) {
        return false;
      }
    }
    return true;
  }

  boolean setsid(Task t) {
    if (!maySetsid(t)) {
      return false;
    }
    t.session = t.pid;
    t.group = t.pid;
    groupLeader[t.pid] = t;
    return true;
  }

  /** By {@code caller}, upon itself or a child of its session. */
  boolean setpgid(Task caller, Task target, int group) {
    boolean may = maySetpgid(caller, target, group);
    if (may) {
      target.group = group;
      if (group == target.pid) {
        groupLeader[group] = target;
      }
    }
    return may;
  }

  boolean maySetpgid(Task caller, Task target, int group) {
    if (!isOwnOrChild(caller, target)
        || target.session != caller.session
        || target.session == target.pid
        || target.group == group) {
      return false;
    }
    boolean exists = group == target.pid;
    for (Task other : tasks) {
      exists |= other.isVisible() && other.group == group && other.session == target.session;
    }
    return exists;
  }

  private static boolean isOwnOrChild(Task caller, Task target) {
    return target == caller || target.parent == caller;
  }

  /** Whether the process that first led the group is a member other than {@code runner}. */
  boolean groupIsMadeByMember(int group, Task runner) {
    Task leader = groupLeader[group];
    return leader != null && leader.member && leader != runner;
  }

  /** It exits and becomes a zombie; its children are given to their new parents. */
  void exit(Task t) {
    t.state = State.ZOMBIE;
    t.secondThread = 0;
    if (t.isNamespaceInit()) {
      for (Task inside : List.copyOf(tasks)) {
        if (inside != t && inside.namespace.isWithin(t.namespace)) {
          end(inside);
        }
      }
      for (Task inside : List.copyOf(tasks)) {
        Task parent = inside.parent;
        if (inside != t && parent != null && parent.namespace.isWithin(t.namespace)) {
          collect(inside);
        }
      }
    }
    for (Task child : List.copyOf(tasks)) {
      if (child.forker == t) {
        child.forker = null;
        collect(child);
      } else if (child.parent == t) {
        Task reaper = reaperFor(t);
        child.parent = reaper;
        child.underThread = adoptingThread(reaper);
      }
    }
  }

  private void end(Task inside) {
    if (inside.state == State.FORKING) {
      Task forker = inside.forker;
      if (forker != null) {
        forker.forksInFlight--;
        inside.forker = null;
      }
      collect(inside);
    } else if (inside.lives()) {
      exit(inside);
    }
  }

  private Task reaperFor(Task father) {
    for (Task t = father.parent; t != null; t = t.parent) {
      if (t.namespace.level != father.namespace.level) {
        break;
      }
      if (t.subreaper && t.lives()) {
        return t;
      }
    }
    Task init = father.namespace.init;
    if (init == null) {
      throw new IllegalStateException("no init in the namespace of " + father);
    }
    return init;
  }

  /** The first living thread: the leader while it lives. */
  static int adoptingThread(Task t) {
    return t.leaderAlive || t.secondThread == 0 ? t.pid : t.secondThread;
  }

  /** A zombie is collected, or a fork fails: the number is free unless others bear it. */
  void collect(Task t) {
    t.state = State.GONE;
    tasks.remove(t);
    byNumber[t.pid] = null;
    formerNumbers.add(t.pid);
  }

  void endSecondThread(Task t) {
    int thread = t.secondThread;
    t.secondThread = 0;
    if (!t.leaderAlive) {
      exit(t);
      return;
    }
    moveChildren(t, thread, t.pid);
  }

  void endLeader(Task t) {
    t.leaderAlive = false;
    moveChildren(t, t.pid, t.secondThread);
  }

  private void moveChildren(Task t, int from, int to) {
    for (Task child : tasks) {
      if (child.parent == t && child.underThread == from) {
        child.underThread = to;
      }
    }
  }
}
