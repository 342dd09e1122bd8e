package dev.sexton.embedding;

import dev.sexton.engine.reap.ReapOptions;
import dev.sexton.testing.Deadline;
import dev.sexton.testing.ProcStat;
import dev.sexton.testing.ProcText;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * The processes of one test on this host, each of which bears the time that it is to sleep among
 * its arguments: a number that no other test uses.
 *
 * <p>Other people's daemons are undecided for the product. A test vouches for these and for none of
 * its own.
 */
final class Sleepers {

  private static final int MARK_MIN = 100_000_000;
  private static final int MARK_MAX = 1_000_000_000;

  private final int mark;
  private final String sleep;

  Sleepers() {
    this(ThreadLocalRandom.current().nextInt(MARK_MIN, MARK_MAX));
  }

  /** Those of a test in another JVM. */
  Sleepers(int mark) {
    this.mark = mark;
    sleep = "sleep 600." + mark;
  }

  int mark() {
    return mark;
  }

  /** A job that only waits for a word. */
  String waiting() {
    return "read word; : " + sleep;
  }

  /** A job that sleeps. */
  String sleeping() {
    return "exec " + sleep;
  }

  /**
   * At a word, a daemon of two forks and two sessions, whose number it says; at another, which it
   * needs in order to be sampled before, the daemon's parent ends. The job sleeps on.
   */
  String daemon() {
    return "read word; setsid sh -c 'setsid %1$s & echo $!; read word'; echo orphaned; exec %1$s"
        .formatted(sleep);
  }

  /** At a word, a daemon whose parent is dead before anybody has seen either. */
  String unseenDaemon() {
    return "read word; setsid sh -c 'setsid %1$s & echo $!'; echo orphaned; exec %1$s"
        .formatted(sleep);
  }

  /** The same, with an empty environment. */
  String unseenDaemonWithoutMark() {
    return "read word; setsid env -i sh -c 'setsid %1$s & echo $!'; echo orphaned; exec %1$s"
        .formatted(sleep);
  }

  /** As {@link #daemon}, but the job ends when it has said that its daemon is an orphan. */
  String daemonThatOutlivesItsJob() {
    return "read word; setsid sh -c 'setsid %1$s & echo $!; read word'; echo orphaned"
        .formatted(sleep);
  }

  /** At a word, this many daemons, whose numbers it says; at another, their parent ends. */
  String daemons(int count) {
    return ("read word; setsid sh -c '"
            + "i=0; while [ $i -lt %2$d ]; do setsid %1$s & echo $!; i=$((i+1)); done; read word'"
            + "; echo orphaned; exec %1$s")
        .formatted(sleep, count);
  }

  /** The options that vouch for all that is certainly not this test's. */
  ReapOptions vouchingFor(ReapOptions options) {
    ReapOptions vouching = options;
    for (int pid : ProcText.host().pids()) {
      ProcStat stat = ProcText.host().stat(pid);
      if (stat != null && pid > 1 && stat.startTicks() > 0 && isOther(pid)) {
        vouching = vouching.vouchFor(new ReapOptions.Known(pid, stat.startTicks()));
      }
    }
    return vouching;
  }

  /** Whether this process is certainly not the test's. Whoever has no arguments may be. */
  boolean isOther(int pid) {
    List<String> arguments = arguments(pid);
    return arguments != null && !arguments.isEmpty() && !isNamedBy(arguments);
  }

  /** Ends whatever a failed test left. */
  void endAll() {
    Deadline.standard()
        .await(
            "all of '" + sleep + "' are dead",
            () -> {
              List<Integer> left = alive();
              left.forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
              return left.isEmpty();
            });
  }

  private List<Integer> alive() {
    List<Integer> alive = new ArrayList<>();
    for (int pid : ProcText.host().pids()) {
      List<String> arguments = arguments(pid);
      if (arguments != null && isNamedBy(arguments)) {
        alive.add(pid);
      }
    }
    return alive;
  }

  private static @Nullable List<String> arguments(int pid) {
    try {
      return ProcText.host().commandLine(pid);
    } catch (UncheckedIOException e) {
      return null; // another user's
    }
  }

  private boolean isNamedBy(List<String> arguments) {
    return String.join(" ", arguments).contains(sleep);
  }
}
