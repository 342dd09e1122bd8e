package dev.sexton.engine.command;

import dev.sexton.engine.census.Host;
import dev.sexton.engine.model.ProcessIdentity;
import dev.sexton.procfs.ProcessScanner;
import dev.sexton.procfs.ProcessStatus;
import dev.sexton.procfs.ProcessTable;
import dev.sexton.procfs.ProcfsException;
import dev.sexton.procfs.ReadResult;
import dev.sexton.procfs.StatusReader;
import dev.sexton.procfs.UnsupportedHostException;
import dev.sexton.procfs.VerifiedProcess;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The processes of the demonstration. Each is held by a descriptor from the moment it says its
 * part, and is ended through that when the cast is closed, whatever happened.
 */
final class DemoCast implements AutoCloseable {
  private static final int SIGKILL = 9;
  private static final Path SET_PRIVILEGES = Path.of("/usr/bin/setpriv");
  private static final List<String> AS_NOBODY =
      List.of(SET_PRIVILEGES.toString(), "--reuid=65534", "--regid=65534", "--clear-groups");
  private static final long PATIENCE_NS = 15_000_000_000L;

  private final Host host;
  private final ProcessScanner scanner;
  private final Map<String, Actor> actors = new TreeMap<>();
  private final List<Actor> all = new ArrayList<>();
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
  private final boolean runsAsNobody;

  /**
   * One process.
   *
   * @param identity which
   * @param pidfd its descriptor, open until the cast is closed
   */
  record Actor(ProcessIdentity identity, int pidfd) {}

  DemoCast() throws UnsupportedHostException, ProcfsException {
    host = Host.open();
    scanner = new ProcessScanner(host.files(), host.facts(), host.clock()::nanoTime);
    ProcessStatus self = new ProcessStatus();
    boolean isRoot =
        new StatusReader(host.files()).read(host.facts().self().pid(), self) == ReadResult.OK
            && self.effectiveUid() == 0;
    runsAsNobody = isRoot && Files.isExecutable(SET_PRIVILEGES);
  }

  /**
   * Whether the scripts run as another user than root. A run of root's may have gone into any
   * container and become any user, so that on a busy host somebody unknown stands in its way.
   */
  boolean runsAsNobody() {
    return runsAsNobody;
  }

  /** Clock ticks since boot. */
  long bootTicks() throws ProcfsException {
    return scanner.bootTicks();
  }

  /** Starts a script. Its processes write to a pipe whose lines {@link #await} takes. */
  Process start(String script) throws IOException {
    List<String> command = new ArrayList<>(runsAsNobody ? AS_NOBODY : List.of());
    command.addAll(List.of("/bin/sh", "-c", script));
    Process process =
        new ProcessBuilder(command)
            .directory(new File("/"))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    Thread reader = new Thread(() -> read(process), "demo-reader");
    reader.setDaemon(true);
    reader.start();
    return process;
  }

  private void read(Process process) {
    try (BufferedReader reader = process.inputReader(StandardCharsets.US_ASCII)) {
      reader.lines().forEach(lines::add);
    } catch (IOException | UncheckedIOException e) {
      // Whoever waits for a line that does not come says so.
      lines.add("");
    }
  }

  /** Lets a script go on. */
  static void cue(Process process) throws IOException {
    OutputStream input = process.getOutputStream();
    input.write('\n');
    input.flush();
  }

  /** Waits until each of these parts has been said, and takes hold of who said it. */
  void await(String... parts) throws DemoException, InterruptedException {
    long endNs = host.clock().nanoTime() + PATIENCE_NS;
    List<String> missing = new ArrayList<>(List.of(parts));
    while (!missing.isEmpty()) {
      String line = lines.poll(endNs - host.clock().nanoTime(), TimeUnit.NANOSECONDS);
      if (line == null) {
        throw new DemoException("no word from " + String.join(", ", missing) + ".");
      }
      int space = line.indexOf(' ');
      if (space > 0 && missing.remove(line.substring(0, space))) {
        hold(line.substring(0, space), Integer.parseInt(line.substring(space + 1)));
      }
    }
  }

  private void hold(String part, int pid) throws DemoException {
    int pidfd = host.pidfds().open(pid);
    ProcessTable row = new ProcessTable(1);
    if (pidfd < 0 || !scanner.readOne(pid, row).identifies()) {
      throw new DemoException(part + " (" + pid + ") is gone already.");
    }
    long inode = Math.max(0, host.pidfds().inode(pidfd));
    Actor actor = new Actor(new ProcessIdentity(pid, row.startTicks(0), inode), pidfd);
    actors.put(part, actor);
    all.add(actor);
  }

  Actor actor(String part) throws DemoException {
    Actor actor = actors.get(part);
    if (actor == null) {
      throw new DemoException("nobody played " + part + ".");
    }
    return actor;
  }

  /** Kills, through the descriptor, and waits until it is dead. */
  void kill(String part) throws DemoException {
    host.pidfds().signal(actor(part).pidfd(), SIGKILL);
    awaitExit(part);
  }

  void awaitExit(String part) throws DemoException {
    long endNs = host.clock().nanoTime() + PATIENCE_NS;
    int[] pidfds = {actor(part).pidfd()};
    boolean[] exited = new boolean[1];
    while (!exited[0]) {
      long leftNs = endNs - host.clock().nanoTime();
      if (leftNs <= 0) {
        throw new DemoException(part + " does not end.");
      }
      host.pidfds().awaitExit(pidfds, 1, leftNs, exited);
    }
  }

  /** Whether the process that played a part is alive: itself, not whoever has its number. */
  boolean isAlive(String part) throws DemoException {
    Actor actor = actor(part);
    ProcessTable row = new ProcessTable(1);
    ProcessIdentity identity = actor.identity();
    try (VerifiedProcess now =
        VerifiedProcess.open(
            host.pidfds(),
            scanner,
            new VerifiedProcess.Expected(
                identity.pid(), identity.startTicks(), identity.pidfdInode()),
            row)) {
      return now.match() != VerifiedProcess.Match.DIFFERENT && !row.isDead(0);
    }
  }

  @Override
  public void close() {
    for (Actor actor : all) {
      host.pidfds().signal(actor.pidfd(), SIGKILL);
      host.pidfds().close(actor.pidfd());
    }
    all.clear();
    host.close();
  }
}
