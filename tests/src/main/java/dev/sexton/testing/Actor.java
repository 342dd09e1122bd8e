package dev.sexton.testing;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A process that does what the test says. Each call returns when the actor has answered that it is
 * done, and fails after {@link Deadline#DEFAULT}. A child that an actor forked is an actor of its
 * own, and does not end with it.
 *
 * <p>Actors wait for no child unless told ({@link #collect()}, {@link #waitFor}, {@link
 * #collectChildren}). An actor ends when its connection does, unless told to {@link #keep()}, and
 * 300 seconds after its last command in any case; a stopped one can do neither, so a test lets its
 * world close it.
 */
public final class Actor {

  /** In place of start ticks: the process was gone before they could be read. */
  public static final long UNKNOWN_TICKS = -1;

  private final ProcessWorld world;
  private final Hello hello;
  private final long startTicks;
  private volatile boolean recording;

  Actor(ProcessWorld world, Hello hello, boolean recording) {
    this.world = world;
    this.hello = hello;
    this.recording = recording;
    ProcStat stat = world.proc().stat(hello.pid());
    this.startTicks = stat == null ? UNKNOWN_TICKS : stat.startTicks();
  }

  public String tag() {
    return hello.tag();
  }

  /** Its pid in the world's namespace, the one that {@link ProcessWorld#proc()} shows. */
  public int pid() {
    return hello.pid();
  }

  /** Its pid in its own namespace: 1 for the init of a nested one. */
  public int ownPid() {
    return hello.ownPid();
  }

  /** Its pid in the namespace of this JVM. */
  public int hostPid() {
    return world.hostPid(pid());
  }

  public long startTicks() {
    return startTicks;
  }

  public ProcessWorld world() {
    return world;
  }

  /** What {@code /proc} says of it now. Fails if it is gone. */
  public ProcStat stat() {
    return world.proc().requireStat(pid());
  }

  /** Some thread of it runs, sleeps or is stopped; a zombie is not alive. */
  public boolean isAlive() {
    ProcStat stat = world.proc().stat(pid());
    return stat != null && stat.startTicks() == startTicks && !stat.isDead();
  }

  /** It has no entry in {@code /proc} any more: dead and waited for. */
  public boolean isGone() {
    ProcStat stat = world.proc().stat(pid());
    return stat == null || stat.startTicks() != startTicks;
  }

  /** Waits until it is dead, waited for or not. */
  public void awaitDead() {
    Deadline.standard().await(this + " is dead", () -> !isAlive());
  }

  /** Waits until it is dead and its parent has waited for it. */
  public void awaitGone() {
    Deadline.standard().await(this + " is gone", this::isGone);
  }

  /** Waits until its parent is the given process; for orphans. */
  public void awaitParent(int ppid) {
    Deadline.standard().await(this + " has parent " + ppid, () -> stat().ppid() == ppid);
  }

  public Actor fork(String tag) {
    return fork(tag, ForkOptions.none());
  }

  /**
   * Forks a child and waits for its hello.
   *
   * @throws ActorException if the fork, or one of the options, fails
   */
  public Actor fork(String tag, ForkOptions options) {
    world.server().expect(tag);
    boolean born = false;
    try {
      request(join("fork", List.of(tag), options.words()));
      born = true;
    } finally {
      if (!born) {
        world.server().forget(tag);
      }
    }
    return world.register(tag, options.words().contains("record"));
  }

  /**
   * Replaces its program by a fresh actor, same process, with this environment. This handle is of
   * no use afterwards.
   */
  public Actor exec(String newTag, Environment environment) {
    world.server().expect(newTag);
    String answer =
        hello
            .connection()
            .request(join("exec", List.of(newTag), environment.words()), Deadline.standard());
    if (!answer.equals(Connection.END)) {
      world.server().forget(newTag);
      throw refused("exec", answer);
    }
    return world.register(newTag, false);
  }

  /**
   * Forks and executes a program. Its standard input and output lead to the returned handle.
   *
   * @param name unique in the world, without blanks
   */
  public Program launch(String name, List<String> command) {
    Path errors = world.server().folder().resolve(name + ".err");
    List<String> words = new ArrayList<>();
    command.forEach(word -> words.add(Hex.of(word)));
    world.server().expectStream(name);
    int pid = number(request(join("launch", List.of(name, Hex.of(errors.toString())), words)));
    ProgramStream stream = world.server().awaitStream(name, Deadline.standard());
    ProcIdentity identity = world.remember(pid);
    return new Program(name, this, identity, stream, errors);
  }

  /** Runs a JVM as its child. */
  public Program launch(String name, JavaCommand command) {
    return launch(name, command.words());
  }

  /**
   * Forks silent children, which only pause, for a minute at most. Returns their pids in this
   * actor's namespace.
   */
  public List<Integer> forkSilent(int count, ForkOptions options) {
    List<Integer> pids = new ArrayList<>();
    for (String word :
        request(join("spawnmany", List.of(Integer.toString(count)), options.words()))) {
      pids.add(Integer.parseInt(word));
    }
    pids.forEach(world::remember);
    return pids;
  }

  /** Starts a chain of silent processes and returns the pid of its first member. */
  public int storm(Storm storm) {
    return number(request(storm.command()));
  }

  /**
   * Starts a chain of silent processes of which one lives at a time: each forks the next and exits
   * at once. Returns the pid of its first member.
   */
  public int hotPotato(HotPotato potato) {
    return number(request("potato " + Hex.of(potato.page().toString())));
  }

  /** Makes itself the leader of a new session. */
  public void setsid() {
    set("setsid");
  }

  /** Calls setpgid(pid, pgid), both in its own namespace, 0 as in setpgid(2). */
  public void setpgid(ProcessGroupChange change) {
    request("setpgid " + change.pid() + " " + change.pgid());
  }

  public void subreaper(boolean on) {
    request("subreaper " + (on ? 1 : 0));
  }

  public void comm(byte[] name) {
    set("comm=" + Hex.of(name));
  }

  public void comm(String name) {
    comm(name.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Changes the C library's environment only; {@code /proc/PID/environ} changes by {@link #exec}.
   */
  public void clearEnvironment() {
    set("clearenv");
  }

  public void setEnvironment(String name, String value) {
    request("setenv " + Hex.of(name) + " " + Hex.of(value));
  }

  public void chdir(Path path) {
    set("chdir=" + Hex.of(path.toString()));
  }

  public void uid(int uid) {
    set("uid=" + uid);
  }

  public void nonDumpable() {
    set("nondumpable");
  }

  public void ignore(Signal signal) {
    set("ignore=" + signal.number());
  }

  public void defaultDisposition(Signal signal) {
    request("default " + signal.number());
  }

  /** Lives on when its connection ends. */
  public void keep() {
    set("keep");
  }

  /** From now on it catches every signal that can be caught, and reports it instead of dying. */
  public void record() {
    set("record");
    recording = true;
  }

  /**
   * The signals that it caught since {@link #record()}, in the order of their delivery (of several
   * pending ones the kernel delivers the lowest number first). Whatever was sent before the call is
   * in, unless the actor is stopped.
   */
  public List<ReceivedSignal> receivedSignals() {
    if (!recording) {
      throw new IllegalStateException(this + " does not record signals");
    }
    if (!hello.connection().ended() && isAlive() && !stat().isStopped()) {
      // A signal that is pending is delivered before the answer to this can be.
      request("ping");
    }
    return hello.connection().signals();
  }

  /**
   * Fails unless this recording actor is alive, the same process as ever, not stopped, and got no
   * signal at all.
   */
  public void assertNeverTouched() {
    List<ReceivedSignal> signals = receivedSignals();
    if (!isAlive() || stat().isStopped() || !signals.isEmpty()) {
      throw new AssertionError(this + " was touched: " + signals + ", alive: " + isAlive());
    }
  }

  /**
   * Whether it obeys still; a stopped one cannot. A signal that was sent to it before the call has
   * had its effect.
   */
  public boolean answers() {
    return !hello.connection().request("ping", Deadline.standard()).equals(Connection.END);
  }

  /** Stops itself by SIGSTOP, and returns when it is stopped. */
  public void stop() {
    request("stop");
    Deadline.standard().await(this + " is stopped", () -> stat().isStopped());
  }

  /** Ends with this code, and returns when it is dead. */
  public void exit(int code) {
    request("exit " + code);
    awaitDead();
  }

  public void exit() {
    exit(0);
  }

  /**
   * Ends its leader thread; another thread goes on obeying. Returns when {@code /proc} shows the
   * leader as a zombie.
   */
  public void exitLeader() {
    request("leaderexit");
    Deadline.standard().await(this + " has a dead leader", () -> stat().state() == 'Z');
  }

  /** Starts threads that only pause. */
  public void threads(int count) {
    request("threads " + count);
  }

  /**
   * Starts a vfork whose child sleeps: until it ends, this actor is in D state and answers nothing.
   */
  public void blockInVfork(int milliseconds) {
    request("vforkblock " + milliseconds);
    Deadline.standard().await(this + " is in D state", () -> stat().state() == 'D');
  }

  /** Sends a signal to a pid of its own namespace, or to a group if negative. */
  public void kill(int pid, Signal signal) {
    request("kill " + pid + " " + signal.number());
  }

  /** Sends itself a signal. */
  public void killSelf(Signal signal) {
    request("killself " + signal.number());
  }

  /** Lets the world's warden send this actor a signal, if it is still the same process. */
  public void signal(Signal signal) {
    world.signal(new ProcIdentity(pid(), startTicks), signal);
  }

  /** SIGKILL, and waits until it is dead. */
  public void kill9() {
    signal(Signal.KILL);
    awaitDead();
  }

  /** Waits, in the actor, for the end of one of its children. */
  public Ending waitFor(int pid) {
    List<String> words = request("wait " + pid);
    return Ending.parse(words.get(0), words.get(1));
  }

  /** Collects all children that are dead now. */
  public List<Ending> collect() {
    List<String> words = request("reap");
    List<Ending> endings = new ArrayList<>();
    for (int i = 0; i + 1 < words.size(); i += 2) {
      endings.add(Ending.parse(words.get(i), words.get(i + 1)));
    }
    return endings;
  }

  /** Ignores SIGCHLD, so that the kernel collects its children, or takes that back. */
  public void collectChildren(boolean on) {
    request("reapauto " + (on ? 1 : 0));
  }

  /** Uses up that many pid numbers; returns the last one. */
  public int burnPids(int count) {
    return number(request("burnpids " + count));
  }

  /**
   * Uses up numbers until this one is the next; returns the last one used. See {@link
   * ForkOptions#at}.
   */
  public int burnTo(int pid) {
    return number(request("burnto " + pid));
  }

  @Override
  public String toString() {
    return tag() + "(" + pid() + ")";
  }

  private void set(String option) {
    request("set " + option);
  }

  /** Sends a command; returns the words of its answer after OK. */
  List<String> request(String command) {
    String answer = hello.connection().request(command, Deadline.standard());
    if (!answer.startsWith("OK")) {
      throw refused(command, answer);
    }
    return Words.of(answer.substring(2));
  }

  private RuntimeException refused(String command, String answer) {
    String what = this + " at: " + Connection.abbreviate(command);
    if (answer.equals(Connection.END)) {
      return new IllegalStateException(what + ": the actor is gone");
    }
    return new ActorException(what, answer.substring(answer.lastIndexOf(' ') + 1));
  }

  private static int number(List<String> words) {
    return Integer.parseInt(words.get(0));
  }

  private static String join(String verb, List<String> first, List<String> rest) {
    List<String> words = new ArrayList<>();
    words.add(verb);
    words.addAll(first);
    words.addAll(rest);
    return String.join(" ", words);
  }
}
