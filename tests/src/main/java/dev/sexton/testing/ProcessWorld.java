package dev.sexton.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * A small world of actors. It opens with three, each in a session of its own:
 *
 * <ul>
 *   <li>the <em>launcher</em>, under which a test starts its runner, so that this JVM is only an
 *       ancestor of it;
 *   <li>the <em>stranger</em>, a service that was there before any runner, parent of all that is
 *       foreign;
 *   <li>the <em>warden</em>, which sends the test's own signals, and kills what is left should this
 *       JVM die.
 * </ul>
 *
 * <p>In the host's world they are children of this JVM, in a {@link PidNamespace} children of its
 * init. Closing a world ends whatever descends from it, and fails if something is left. All
 * descendants bear the path of the world's socket in their arguments or their environment, which is
 * how the silent ones are found.
 *
 * <p>Safe for use by several threads.
 */
public sealed class ProcessWorld implements AutoCloseable permits PidNamespace {

  static final String MARK = "SEXTON_TEST_WORLD";

  private final ActorServer server;
  private final RunningTest test;
  private final Map<String, Actor> actors = new ConcurrentHashMap<>();
  private final Set<ProcIdentity> remembered = ConcurrentHashMap.newKeySet();
  private final List<Process> roots = new ArrayList<>();

  ProcessWorld() {
    Requirements.assumeActors();
    server = new ActorServer();
    test = RunningTest.bears(server.socket().toString());
  }

  /** A world in this JVM's own pid namespace. */
  public static ProcessWorld open() {
    ProcessWorld world = new ProcessWorld();
    boolean opened = false;
    try {
      world.startRoot("launcher", List.of(), "setsid", "detach");
      world.startRoot("stranger", List.of(), "setsid", "detach");
      world.startRoot("warden", List.of(), "setsid", "detach", "sweep");
      opened = true;
      return world;
    } finally {
      if (!opened) {
        world.close();
      }
    }
  }

  /** Starts an actor as a child of this JVM, behind a wrapping command if one is given. */
  final Actor startRoot(String tag, List<String> wrapper, String... options) {
    List<String> command = new ArrayList<>(wrapper);
    command.add(ActorBinary.get().executable().toString());
    command.add(server.socket().toString());
    command.add(tag);
    command.addAll(List.of(options));
    server.expect(tag);
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
    builder.redirectError(server.folder().resolve(tag + ".err").toFile());
    builder.environment().put(MARK, server.socket().toString());
    try {
      roots.add(builder.start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return register(tag, false);
  }

  /** Waits for an expected actor's hello, and takes it in. */
  final Actor register(String tag, boolean recording) {
    Actor actor = new Actor(this, server.awaitHello(tag, Deadline.standard()), recording);
    actors.put(tag, actor);
    remembered.add(new ProcIdentity(actor.pid(), actor.startTicks()));
    return actor;
  }

  /** Takes in a process that has no connection. */
  final ProcIdentity remember(int pid) {
    ProcStat stat = proc().stat(pid);
    ProcIdentity identity =
        new ProcIdentity(pid, stat == null ? Actor.UNKNOWN_TICKS : stat.startTicks());
    remembered.add(identity);
    return identity;
  }

  final ActorServer server() {
    return server;
  }

  public final Actor launcher() {
    return actor("launcher");
  }

  public final Actor stranger() {
    return actor("stranger");
  }

  public final Actor warden() {
    return actor("warden");
  }

  /** The actor of that tag, alive or not. */
  public final Actor actor(String tag) {
    Actor actor = actors.get(tag);
    if (actor == null) {
      throw new IllegalArgumentException("no actor " + tag + " in this world");
    }
    return actor;
  }

  /** The {@code /proc} in which the pids of this world count. */
  public ProcText proc() {
    return ProcText.host();
  }

  /** This JVM's number for a pid of this world. */
  public int hostPid(int pid) {
    return pid;
  }

  /** The last pid handed out in this world's namespace, read inside it: fifth field of loadavg. */
  public final int lastPid() {
    return Integer.parseInt(warden().request("lastpid").get(0));
  }

  final void signal(ProcIdentity target, Signal signal) {
    warden().request("killid " + target.pid() + " " + target.startTicks() + " " + signal.number());
  }

  /** Lets the warden end a process of this world with SIGKILL, if it is still the same. */
  public final void kill(ProcStat process) {
    try {
      signal(new ProcIdentity(process.pid(), process.startTicks()), Signal.KILL);
    } catch (ActorException gone) {
      if (!gone.errnoName().equals("ESRCH")) {
        throw gone;
      }
    }
  }

  /** Runs a JVM under a new child of the warden, which can wait for it. */
  public final Program runJava(String name, JavaCommand command) {
    Actor shell = warden().fork(name + "-shell", ForkOptions.none().setsid());
    return shell.launch(name, command.words());
  }

  public final Program runJava(String name, Class<?> mainClass, String... arguments) {
    return runJava(name, JavaCommand.of(mainClass).arguments(arguments));
  }

  /**
   * Looks for orphans whose test does not hold the gate, while they are there: such a test fails at
   * its end. A world's close does it too.
   */
  public final void checkOrphansAreGated() {
    UngatedOrphans.look();
  }

  /**
   * Ends everything that this world started.
   *
   * @throws AssertionError if something of it is alive after all
   */
  @Override
  public void close() {
    checkOrphansAreGated();
    test.worldIsClosing(true);
    try {
      closeAll();
    } finally {
      test.worldIsClosing(false);
    }
  }

  private void closeAll() {
    Deadline deadline = Deadline.standard();
    server.stopListening();
    List<String> left = new ArrayList<>();
    try {
      endAll(deadline);
      awaitRoots(deadline);
    } finally {
      for (ProcIdentity survivor : survivors()) {
        left.add(survivor.toString());
      }
      server.close();
    }
    if (!left.isEmpty()) {
      throw new AssertionError("the world is closed, and these are alive: " + left);
    }
  }

  /** Kills until a look finds nobody but the warden, and lets that go last. */
  void endAll(Deadline deadline) {
    Actor warden = actors.get("warden");
    boolean none =
        deadline.holdsInTime(
            () -> {
              List<ProcIdentity> survivors = survivors();
              survivors.removeIf(s -> warden != null && s.pid() == warden.pid());
              survivors.forEach(this::end);
              return survivors.isEmpty();
            });
    if (none && warden != null && warden.isAlive()) {
      end(new ProcIdentity(warden.pid(), warden.startTicks()));
    }
  }

  private void end(ProcIdentity survivor) {
    Actor warden = actors.get("warden");
    ProcStat wardenStat = warden == null ? null : proc().stat(warden.pid());
    boolean byWarden =
        warden != null
            && warden.isAlive()
            && wardenStat != null
            && !wardenStat.isStopped()
            && warden.pid() != survivor.pid();
    if (!byWarden) {
      killFromHere(survivor);
      return;
    }
    try {
      signal(survivor, Signal.KILL);
    } catch (ActorException gone) {
      // Dead between the look and the signal; the next look decides.
    }
  }

  /** Without a warden: compared just before, which leaves the gap that a pidfd closes. */
  static void killFromHere(ProcIdentity survivor) {
    ProcStat stat = ProcText.host().stat(survivor.pid());
    if (stat != null && stat.startTicks() == survivor.startTicks()) {
      ProcessHandle.of(survivor.pid()).ifPresent(ProcessHandle::destroyForcibly);
    }
  }

  /** The processes that this JVM started, ended by now, are collected by the JDK. */
  private void awaitRoots(Deadline deadline) {
    for (Process root : roots) {
      try {
        if (!root.waitFor(deadline.remainingNs(), TimeUnit.NANOSECONDS)) {
          root.destroyForcibly();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** What is alive of this world, in this JVM's namespace. */
  final List<ProcIdentity> survivors() {
    List<ProcIdentity> survivors = new ArrayList<>();
    for (int pid : ProcText.host().pids()) {
      ProcStat stat = ProcText.host().stat(pid);
      if (stat != null && !stat.isDead() && belongs(stat)) {
        survivors.add(new ProcIdentity(pid, stat.startTicks()));
      }
    }
    return survivors;
  }

  private boolean belongs(ProcStat stat) {
    boolean known =
        proc() == ProcText.host()
            && remembered.contains(new ProcIdentity(stat.pid(), stat.startTicks()));
    return known || Marks.bears(stat.pid(), server.socket().toString());
  }
}
