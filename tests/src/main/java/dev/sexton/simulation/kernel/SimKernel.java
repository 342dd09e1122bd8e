package dev.sexton.simulation.kernel;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The simulated kernel: processes, their numbers, and the rules of what may become of them.
 *
 * <p>Does what it is told, and checks what Linux checks. What a caller of Linux would be refused
 * answers null, false or 0; what no kernel ever does (collecting somebody who lives) is an {@link
 * IllegalStateException}, a fault of the harness. Deterministic; not thread-safe.
 */
public final class SimKernel {
  private static final int INIT = 1;

  private final KernelState state;
  private final Signals signals;
  private final Sessions sessions;
  private final Endings endings;
  private final Forks forks;
  private final Programs programs;
  private final SimTask init;
  private HostNames names = HostNames.USUAL;

  /** Boots: there is pid 1, of root, and some seconds have passed. */
  public SimKernel(KernelSettings settings) {
    state = new KernelState(settings);
    signals = new Signals(state);
    sessions = new Sessions(state, signals);
    endings = new Endings(state, signals, sessions);
    forks = new Forks(state, endings);
    programs = new Programs(endings);
    init = boot();
  }

  private SimTask boot() {
    long nowNs = state.nowNs;
    SimPid pid = state.newPid(state.outermost);
    if (pid == null || pid.number() != INIT) {
      throw new IllegalStateException("pid 1 is not the first");
    }
    state.nowNs = nowNs;
    SimTask first =
        new SimTask(pid, null, state.births++, SimTask.commBytes("init"), state.outermost.owner);
    first.capabilities = Capability.ALL;
    first.leader.startTicks = 1;
    first.executed = true;
    first.setLabel("init");
    pid.thread = first.leader;
    state.outermost.init = first;
    state.threads++;
    state.tasks.add(first);
    first.state = SimTask.State.ALIVE;
    sessions.setsid(first);
    return first;
  }

  public KernelSettings settings() {
    return state.settings;
  }

  /** What the host is called. */
  public HostNames names() {
    return names;
  }

  /** A thread of the kernel itself: without parent, group, session, memory, or an end. */
  public SimTask startKernelThread(String comm) {
    SimPid pid = state.newPid(state.outermost);
    if (pid == null) {
      throw new IllegalStateException("no number is free");
    }
    SimTask thread =
        new SimTask(pid, null, state.births++, SimTask.commBytes(comm), state.outermost.owner);
    thread.kernelThread = true;
    thread.capabilities = Capability.ALL;
    thread.leader.startTicks = nowTicks();
    thread.state = SimTask.State.ALIVE;
    pid.thread = thread.leader;
    state.threads++;
    state.tasks.add(thread);
    return thread;
  }

  /** Gives the host other names: another boot, or another machine. */
  public void setNames(HostNames other) {
    names = other;
  }

  /** Pid 1 of the outermost namespace. */
  public SimTask init() {
    return init;
  }

  /**
   * All that are not gone, those in flight included, with ascending numbers. The list does not
   * change any more once it was handed out.
   */
  public List<SimTask> tasks() {
    return state.tasks.now();
  }

  /** The process that has this number, in flight or visible; absent if none has. */
  public @Nullable SimTask find(int pid) {
    SimPid found = state.outermost.pids.find(pid);
    return found == null ? null : found.holder;
  }

  /** Nanoseconds since boot. */
  public long nowNs() {
    return state.nowNs;
  }

  /** Clock ticks since boot, rounded down. */
  public long nowTicks() {
    return state.ticks(state.nowNs);
  }

  /** Lets time pass. */
  public void advance(long ns) {
    if (ns < 0) {
      throw new IllegalArgumentException(ns + " ns");
    }
    state.nowNs += ns;
  }

  /** The last number handed out in the outermost namespace. */
  public int lastPid() {
    return state.outermost.lastPid();
  }

  /** How many numbers were ever handed out, to processes, threads, and by {@link #passNumbers}. */
  public long numbersHandedOut() {
    return state.numbersHandedOut;
  }

  /** How many processes have exited so far. */
  public long deaths() {
    return state.deaths;
  }

  /** All threads on the host, dead leading ones included, as the load average counts them. */
  public int threads() {
    return state.threads;
  }

  /** Others' threads and short-lived processes: numbers are handed out and freed at once. */
  public void passNumbers(int count) {
    passNumbers(init, count);
  }

  /** As {@link #passNumbers(int)}, by processes in the namespace that somebody is in. */
  public void passNumbers(SimTask in, int count) {
    if (count < 0) {
      throw new IllegalArgumentException(count + " numbers");
    }
    for (SimNamespace at = in.pid.namespace; at != null; at = at.outer) {
      at.pass(count, state.settings.pidMax());
    }
    state.numbersHandedOut += count;
    state.nowNs += count * state.settings.nanosPerNumber();
  }

  /**
   * Hands a number out for a child, which is visible only after {@link #endFork}. Name, user ids,
   * environment and start ticks are taken now; parent, session and group then.
   *
   * @return null if the process may not, cannot run, or no number is free
   */
  public @Nullable SimTask beginFork(SimTask forker, ForkSettings how) {
    return forks.begin(forker, how);
  }

  /** Takes a start time again: the kernel was interrupted between number and time. */
  public void delayStart(SimTask child) {
    if (child.state != SimTask.State.FORKING) {
      throw new IllegalStateException("not in flight: " + child);
    }
    child.leader.startTicks = nowTicks();
  }

  /**
   * The child becomes visible.
   *
   * @return false if there is none after all: its parent has been killed meanwhile, or the
   *     namespace it would live in is ending
   */
  public boolean endFork(SimTask child) {
    return forks.end(child);
  }

  /** Both steps of a fork; null if one of them fails. */
  public @Nullable SimTask fork(SimTask forker, ForkSettings how) {
    SimTask child = forks.begin(forker, how);
    return child != null && forks.end(child) ? child : null;
  }

  /** As setsid(2); false for the leader of a process group. */
  public boolean setsid(SimTask caller) {
    return sessions.setsid(caller);
  }

  /**
   * As setpgid(2), with outermost numbers.
   *
   * @param group 0 for the target's own number
   */
  public boolean setpgid(SimTask caller, SimTask target, int group) {
    return sessions.setpgid(caller, target, group) == 0;
  }

  /** As {@link #setpgid}; 0, or the negated errno. */
  public int setpgidErrno(SimTask caller, SimTask target, int group) {
    return sessions.setpgid(caller, target, group);
  }

  /** As PR_SET_CHILD_SUBREAPER. */
  public void setSubreaper(SimTask task, boolean on) {
    programs.setSubreaper(task, on);
  }

  /** As execve(2) by the leading thread; false if that cannot run. All other threads end. */
  public boolean exec(SimTask task, String comm, EnvironmentChange environment) {
    return programs.exec(task, ForkSettings.LEADER, comm, environment);
  }

  /** As {@link #exec}, by another thread, which takes the leading one's place and number. */
  public boolean execByThread(SimTask task, int tid, String comm, EnvironmentChange environment) {
    return programs.exec(task, tid, comm, environment);
  }

  /** Changes who it is. From and to an effective root, capabilities go and come. */
  public void setUids(SimTask task, int real, int effective, int saved) {
    Programs.setUids(task, real, effective, saved);
  }

  /** Changes its effective capabilities, one bit each. */
  public void setCapabilities(SimTask task, long effective) {
    task.capabilities = effective;
  }

  /** Adds a thread; its number, or 0 if that cannot be. */
  public int startThread(SimTask task) {
    return forks.startThread(task);
  }

  /** Ends one thread, and the process if it was the last. It must not be forking. */
  public void endThread(SimTask task, int tid) {
    SimThread thread = task.threadOf(tid);
    if (thread == null || !thread.alive || !task.lives()) {
      throw new IllegalStateException("no living thread " + tid + " of " + task);
    }
    endings.endThread(task, thread);
  }

  /** Ends the leading thread: a zombie whose process lives on while it has other threads. */
  public void endLeaderThread(SimTask task) {
    endThread(task, ForkSettings.LEADER);
  }

  /** As setns(2): from now on its children are born in that init's namespace. */
  public boolean enterPidNamespace(SimTask caller, SimTask namespaceInit) {
    return programs.enter(caller, namespaceInit);
  }

  /**
   * The whole process exits. Forks of it that are in flight fail; its children get a new parent.
   * The init of a namespace first kills everybody in it, and is a zombie once they are all
   * collected.
   */
  public void exit(SimTask task) {
    endings.exit(task);
  }

  /** A zombie leaves its group, session and parent; its number is in use until the end. */
  public void beginRelease(SimTask zombie) {
    endings.beginRelease(zombie);
  }

  /** It is gone. Its number is free unless it names a thread group or session of others. */
  public void endRelease(SimTask task) {
    endings.endRelease(task);
  }

  /** Both steps of a zombie's release. */
  public void collect(SimTask zombie) {
    endings.collect(zombie);
  }

  /** A parent waits for any child: its first dead one is collected; false if there is none. */
  public boolean collectChild(SimTask parent) {
    SimTask zombie = Endings.firstZombie(parent);
    if (zombie != null) {
      endings.collect(zombie);
    }
    return zombie != null;
  }

  /** Lets pid 1 do its duty once, if it does it at all; whether there was something to do. */
  public boolean stepInit() {
    return state.settings.reapingInit() && collectChild(init);
  }

  /** Sends a signal, as the kernel or root in the outermost namespace would; no rights asked. */
  public void signal(SimTask target, int signal) {
    signals.send(target, signal, true);
  }

  /** Sends a signal, with what follows from the sender's namespace; no rights asked. */
  public void signal(SimTask sender, SimTask target, int signal) {
    signals.send(target, signal, sender.pid.numberIn(target.pid.namespace) == 0);
  }

  /** Whether kill(2) by the sender would be allowed. */
  public boolean maySignal(SimTask sender, SimTask target, int signal) {
    return Signals.mayBeSent(sender, target, signal);
  }

  /** Whether a signal waits to be taken. */
  public boolean hasPending(SimTask task) {
    return task.hasPending();
  }

  /**
   * Lets a process take what waits for it: it exits, or stops.
   *
   * @return false if nothing waits that it can take: who is stopped takes TERM only when continued,
   *     who forks stops only when that is over
   */
  public boolean deliver(SimTask task) {
    return endings.deliver(task);
  }
}
