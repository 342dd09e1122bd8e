package dev.sexton.testing;

import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The orphans of this user on this host that a reap could not tell from orphans of its run: alive,
 * born after this JVM, and under a parent that may have adopted them, which is an init or an
 * ancestor of this JVM. A child of such an ancestor that it forked itself looks the same, to the
 * product as well as here, unless another thread than the leader has forked it.
 *
 * <p>What is no danger does not count: the dead, also those that nobody has collected; what is as
 * old as this JVM, and so older than its runs; other users' processes; threads of the kernel, whose
 * parent is no adopter.
 */
final class HostOrphans {

  /** Set for the test JVMs by the build, and inherited by all that they start. */
  static final String JVM_MARK = "SEXTON_TEST_JVM";

  /**
   * An orphan of no test that has lived for so long is a service: it is older than any run that is
   * begun now, and will hardly end in the midst of one and leave others. One of a test never is.
   */
  private static final long SETTLED_TICKS = 500;

  private static final int TICKS_PER_SECOND = 100;
  private static final String INIT = "1";

  /** One of them, as it was looked at. */
  record Orphan(ProcStat stat, boolean ofATest, long ageTicks, List<String> arguments) {

    ProcIdentity identity() {
      return new ProcIdentity(stat.pid(), stat.startTicks());
    }

    boolean isSettled() {
      return !ofATest && ageTicks >= SETTLED_TICKS;
    }

    @Override
    public String toString() {
      String what = arguments.isEmpty() ? "[" + stat.comm() + "]" : String.join(" ", arguments);
      return "%d, child of %d, %d ms old%s: %s"
          .formatted(
              stat.pid(),
              stat.ppid(),
              TimeUnit.SECONDS.toMillis(ageTicks) / TICKS_PER_SECOND,
              ofATest ? ", of a test" : "",
              Connection.abbreviate(what));
    }
  }

  private final ProcText proc = ProcText.host();
  private final String uid = GateFolder.uid();
  private final long jvmTicks;
  private final Map<Integer, ProcStat> ancestors = new HashMap<>();

  private HostOrphans() {
    int self = Math.toIntExact(ProcessHandle.current().pid());
    jvmTicks = proc.requireStat(self).startTicks();
    ProcStat at = proc.stat(proc.requireStat(self).ppid());
    while (at != null && ancestors.putIfAbsent(at.pid(), at) == null) {
      at = proc.stat(at.ppid());
    }
  }

  /** All of them that live now. */
  static List<Orphan> now() {
    return new HostOrphans().look();
  }

  private List<Orphan> look() {
    List<Orphan> orphans = new ArrayList<>();
    Map<Integer, Boolean> adopters = new HashMap<>();
    Set<Integer> ofOtherThreads = new HashSet<>();
    for (int pid : proc.pids()) {
      ProcStat stat = proc.stat(pid);
      boolean young = stat != null && !stat.isDead() && stat.startTicks() > jvmTicks;
      if (!young || stat == null || ancestors.containsKey(pid)) {
        continue;
      }
      boolean adopted =
          adopters.computeIfAbsent(stat.ppid(), ppid -> isAdopter(ppid, ofOtherThreads));
      if (adopted && !ofOtherThreads.contains(pid) && isOfThisUser(pid)) {
        Orphan orphan = describe(stat);
        if (orphan != null) {
          orphans.add(orphan);
        }
      }
    }
    return orphans;
  }

  private boolean isAdopter(int ppid, Set<Integer> ofOtherThreads) {
    if (!ancestors.containsKey(ppid)) {
      return isInit(ppid);
    }
    for (int thread : proc.threads(ppid)) {
      List<Integer> children = thread == ppid ? null : children(ppid, thread);
      if (children != null) {
        ofOtherThreads.addAll(children);
      }
    }
    return true;
  }

  /** Of this pid namespace or of one below it. */
  private boolean isInit(int pid) {
    String numbers = pid == 0 ? null : proc.status(pid, "NSpid");
    List<String> levels = numbers == null ? List.of() : Words.of(numbers);
    return !levels.isEmpty() && levels.get(levels.size() - 1).equals(INIT);
  }

  /** None where the kernel does not list them, or not to this user: then all count. */
  private @Nullable List<Integer> children(int pid, int thread) {
    try {
      return proc.children(pid, thread);
    } catch (UncheckedIOException e) {
      if (e.getCause() instanceof AccessDeniedException) {
        return null;
      }
      throw e;
    }
  }

  private boolean isOfThisUser(int pid) {
    String uids = proc.status(pid, "Uid");
    return uids != null && Words.of(uids).get(0).equals(uid);
  }

  /** Null if it has ended meanwhile. */
  private @Nullable Orphan describe(ProcStat stat) {
    List<String> arguments = proc.commandLine(stat.pid());
    ProcStat again = proc.stat(stat.pid());
    if (arguments == null || again == null || again.isDead()) {
      return null;
    }
    boolean ofATest = Marks.bears(stat.pid(), JVM_MARK + "=");
    return new Orphan(stat, ofATest, HostTicks.now() - stat.startTicks(), arguments);
  }
}
