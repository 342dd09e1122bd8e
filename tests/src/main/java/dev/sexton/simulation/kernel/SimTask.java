package dev.sexton.simulation.kernel;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A process of the simulated kernel: what it is, and the truth about whom it descends from.
 *
 * <p>Changed by {@link SimKernel}; the setters here are for what a process decides by itself, or
 * what others decide that no rule of the kernel bounds. Numbers are those of the outermost pid
 * namespace unless said otherwise.
 */
public final class SimTask {
  /** What a process is at. */
  public enum State {
    /** Its number is handed out; nobody sees it. */
    FORKING,
    /** It is there; also if only its leading thread has ended. */
    ALIVE,
    /** It has exited, and nobody has collected it. */
    ZOMBIE,
    /** It is being collected: who looks just now sees it without parent, group and session. */
    RELEASING,
    /** It has been collected, or never came to be. */
    GONE
  }

  private static final int COMM_LENGTH_MAX = 15; // TASK_COMM_LEN in include/linux/sched.h

  final SimPid pid;
  final SimThread leader;
  private final @Nullable SimTask forker;
  private final int birth;
  private final long[] ancestry;

  State state = State.FORKING;
  @Nullable List<SimThread> otherThreads;
  @Nullable SimThread parent;

  /** The thread that is about to have it, while it is in flight. */
  @Nullable SimThread forkedBy;

  @Nullable SimPid group;
  @Nullable SimPid session;
  boolean sessionLeader;
  SimNamespace childNamespace;
  SimUserNamespace userNamespace;
  int realUid;
  int effectiveUid;
  int savedUid;
  long capabilities;
  byte[] comm;
  byte[] environment;

  /** Counts the programs that it has run: descriptors of its memory end with each. */
  int image;

  boolean executed;
  boolean stopped;
  boolean exiting;
  boolean subreaper;
  boolean belowSubreaper;
  boolean killPending;
  boolean stopPending;

  /** TERM or HANGUP, which a stopped process takes only when it is continued. */
  boolean endPending;

  boolean cloneParent;
  boolean kernelThread;
  String cgroup = "/";
  private boolean ignoresTerm;
  private boolean ignoresHangup;
  private boolean autoReaps;
  private boolean dumpable = true;
  private @Nullable String label;

  /** As copy_process does: what is copied here is copied before the number is handed out. */
  SimTask(
      SimPid pid,
      @Nullable SimTask forker,
      int birth,
      byte[] name,
      SimUserNamespace userNamespace) {
    this.pid = pid;
    this.forker = forker;
    this.birth = birth;
    this.userNamespace = userNamespace;
    leader = new SimThread(this, pid);
    childNamespace = pid.namespace;
    comm = name;
    environment = new byte[0];
    ancestry = new long[(birth >> 6) + 1];
    ancestry[birth >> 6] |= 1L << birth;
    pid.holder = this;
    if (forker != null) {
      long[] above = forker.ancestry;
      for (int i = 0; i < above.length; i++) {
        ancestry[i] |= above[i];
      }
      copyFrom(forker);
    }
  }

  private void copyFrom(SimTask from) {
    realUid = from.realUid;
    effectiveUid = from.effectiveUid;
    savedUid = from.savedUid;
    capabilities = from.capabilities;
    environment = from.environment;
    ignoresTerm = from.ignoresTerm;
    ignoresHangup = from.ignoresHangup;
    autoReaps = from.autoReaps;
    dumpable = from.dumpable;
  }

  /** The truth: whether it is {@code ancestor}, or was forked by one that descends from it. */
  public boolean descendsFrom(SimTask ancestor) {
    int word = ancestor.birth >> 6;
    return word < ancestry.length && (ancestry[word] >>> ancestor.birth & 1) != 0;
  }

  /**
   * The truth: the process that forked it, whoever its parent is; absent for pid 1 and kernel
   * threads.
   */
  public @Nullable SimTask forker() {
    return forker;
  }

  public int pid() {
    return pid.number();
  }

  /** Its number as another process sees it, 0 if it does not see it. */
  public int pidSeenBy(SimTask reader) {
    return pid.numberIn(reader.pid.namespace);
  }

  /** When it was made, in ticks since boot. */
  public long startTicks() {
    return leader.startTicks;
  }

  /** What no other process ever has, whatever its descriptors show. */
  public long inode() {
    return pid.inode;
  }

  public State state() {
    return state;
  }

  /** Whether it may still run: visible, and not dead. */
  public boolean lives() {
    return state == State.ALIVE;
  }

  /** Whether it is listed: alive or a zombie. */
  public boolean isVisible() {
    return state == State.ALIVE || state == State.ZOMBIE;
  }

  /** Absent for pid 1, kernel threads, and for whoever is not visible. */
  public @Nullable SimTask parent() {
    SimThread above = parent;
    return above == null ? null : above.task;
  }

  /** The thread under which its parent lists it, 0 if it has no parent. */
  public int parentThread() {
    SimThread above = parent;
    return above == null ? 0 : above.pid.number();
  }

  /** Its process group, 0 if it is not visible. */
  public int group() {
    SimPid of = group;
    return of == null ? 0 : of.number();
  }

  /** Its session, 0 if it is not visible. */
  public int session() {
    SimPid of = session;
    return of == null ? 0 : of.number();
  }

  /** Its threads that have not ended, and the leading one in any case. */
  public int threadCount() {
    return otherThreads == null ? 1 : 1 + otherThreads.size();
  }

  /** A thread's number; index 0 is the leading one. */
  public int threadId(int index) {
    return thread(index).pid.number();
  }

  SimThread thread(int index) {
    return index == 0 || otherThreads == null ? leader : otherThreads.get(index - 1);
  }

  /** The thread of that number, 0 standing for the leading one; absent if it has none such. */
  @Nullable SimThread threadOf(int tid) {
    if (tid == ForkSettings.LEADER) {
      return leader;
    }
    for (int i = 0; i < threadCount(); i++) {
      if (threadId(i) == tid) {
        return thread(i);
      }
    }
    return null;
  }

  void addThread(SimThread thread) {
    if (otherThreads == null) {
      otherThreads = new ArrayList<>(2);
    }
    otherThreads.add(thread);
  }

  void removeThread(SimThread thread) {
    if (otherThreads == null || !otherThreads.remove(thread)) {
      throw new IllegalStateException("not a thread of " + this + ": " + thread.pid.number());
    }
  }

  /** The first thread that can adopt (find_alive_thread in kernel/exit.c). */
  @Nullable SimThread firstAliveThread() {
    if (state != State.ALIVE || exiting) {
      return null;
    }
    return leader.alive || otherThreads == null ? leader : otherThreads.get(0);
  }

  /** Whether its leading thread has not ended. */
  public boolean leaderAlive() {
    return leader.alive && state == State.ALIVE;
  }

  /** Whether a thread of it, 0 standing for the leading one, is about to have a child. */
  public boolean isForking(int tid) {
    SimThread thread = threadOf(tid);
    return thread != null && thread.forking != null;
  }

  boolean isForking() {
    for (int i = 0; i < threadCount(); i++) {
      if (thread(i).forking != null) {
        return true;
      }
    }
    return false;
  }

  /** Whether a signal waits to be taken, which {@link SimKernel#deliver} lets it do. */
  public boolean hasPending() {
    return killPending || stopPending || endPending;
  }

  /** Whether it will end before it does anything else. */
  public boolean isKilled() {
    return killPending;
  }

  /**
   * Whether its leading thread can make a system call just now: it lives, is neither stopped nor
   * about to take a signal, and is not in a fork. Only forks, threads and programs check it.
   */
  public boolean canAct() {
    return leaderAlive() && !exiting && !stopped && !hasPending() && leader.forking == null;
  }

  public boolean isStopped() {
    return stopped;
  }

  /** The init of a namespace that has begun to end, and waits for everybody else in it. */
  public boolean isExiting() {
    return exiting && state == State.ALIVE;
  }

  public boolean isKernelThread() {
    return kernelThread;
  }

  public boolean isSubreaper() {
    return subreaper;
  }

  public boolean isSessionLeader() {
    return sessionLeader;
  }

  /** Whether it is pid 1 of its namespace, the outermost included. */
  public boolean isNamespaceInit() {
    return pid.namespace.init == this;
  }

  /** In how many namespaces it has a number, less one: 0 in the outermost. */
  public int namespaceLevel() {
    return pid.namespace.level;
  }

  /** Whether it is in the pid namespace of another process, or in one below. */
  public boolean isWithinNamespaceOf(SimTask other) {
    return pid.namespace.isWithin(other.pid.namespace);
  }

  public int realUid() {
    return realUid;
  }

  public int effectiveUid() {
    return effectiveUid;
  }

  public int savedUid() {
    return savedUid;
  }

  /** Effective capabilities, one bit each, within its user namespace. */
  public long capabilities() {
    return capabilities;
  }

  public String comm() {
    return new String(comm, StandardCharsets.ISO_8859_1);
  }

  static byte[] commBytes(String name) {
    String cut = name.length() > COMM_LENGTH_MAX ? name.substring(0, COMM_LENGTH_MAX) : name;
    return cut.getBytes(StandardCharsets.ISO_8859_1);
  }

  public byte[] environment() {
    return environment.clone();
  }

  public String cgroup() {
    return cgroup;
  }

  /** Moves it to another control group. */
  public void setCgroup(String path) {
    cgroup = path;
  }

  public boolean ignoresTerm() {
    return ignoresTerm;
  }

  /** Inherited by children, as dispositions are. */
  public void setIgnoresTerm(boolean ignores) {
    ignoresTerm = ignores;
  }

  public boolean ignoresHangup() {
    return ignoresHangup;
  }

  /** As nohup(1) does. */
  public void setIgnoresHangup(boolean ignores) {
    ignoresHangup = ignores;
  }

  public boolean autoReaps() {
    return autoReaps;
  }

  /** Whether it ignores SIGCHLD, so that its children vanish when they exit. Inherited. */
  public void setAutoReaps(boolean reaps) {
    autoReaps = reaps;
  }

  public boolean dumpable() {
    return dumpable;
  }

  /** If not, nobody without CAP_SYS_PTRACE reads its environment. */
  public void setDumpable(boolean may) {
    dumpable = may;
  }

  /** A name for people, shown by {@link #toString}. */
  public void setLabel(String name) {
    label = name;
  }

  @Override
  public String toString() {
    String name = label == null ? comm() : label;
    return name + "(" + pid.number() + (state == State.ALIVE ? "" : " " + state) + ")";
  }
}
