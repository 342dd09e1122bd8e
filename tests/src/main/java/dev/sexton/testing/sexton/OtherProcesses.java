package dev.sexton.testing.sexton;

import dev.sexton.engine.reap.ReapOptions;
import dev.sexton.testing.Actor;
import dev.sexton.testing.ProcStat;
import dev.sexton.testing.ProcText;
import dev.sexton.testing.ProcessWorld;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Processes of this machine that are no test's: whatever else starts daemons while a test runs
 * leaves orphans that the product must call undecided. A test vouches for these, and for none of
 * its own world.
 */
public final class OtherProcesses {

  private static final String MARK = "SEXTON_TEST_WORLD=";

  private final String world;

  /** Those that are not of this world. */
  public OtherProcesses(ProcessWorld world) {
    this.world = socketOf(world.launcher());
  }

  private static String socketOf(Actor launcher) {
    List<String> environment = launcher.world().proc().environment(launcher.pid());
    if (environment != null) {
      for (String entry : environment) {
        if (entry.startsWith(MARK)) {
          return entry.substring(MARK.length());
        }
      }
    }
    throw new AssertionError("the launcher bears no mark");
  }

  /** All of them that live now. */
  public Set<ReapOptions.Known> all() {
    Set<ReapOptions.Known> others = new HashSet<>();
    for (int pid : ProcText.host().pids()) {
      ProcStat stat = ProcText.host().stat(pid);
      if (stat != null && pid > 1 && stat.startTicks() > 0 && isOther(pid)) {
        others.add(new ReapOptions.Known(pid, stat.startTicks()));
      }
    }
    return others;
  }

  /** Whether a process that a reap named is not the world's, or gone by now. */
  boolean mayBeOther(ProcessFacts process) {
    ProcStat stat = ProcText.host().stat(process.pid());
    boolean gone = stat == null || stat.isDead() || stat.startTicks() != process.startTicks();
    return gone || isOther(process.pid());
  }

  /** Whether this process is certainly not of the test's world. Whoever bears no words may be. */
  boolean isOther(int pid) {
    try {
      List<String> environment = ProcText.host().environment(pid);
      List<String> arguments = ProcText.host().commandLine(pid);
      boolean readable = !isEmpty(environment) || !isEmpty(arguments);
      return readable && !names(environment) && !names(arguments);
    } catch (UncheckedIOException e) {
      return false;
    }
  }

  private static boolean isEmpty(@Nullable List<String> words) {
    return words == null || words.isEmpty();
  }

  private boolean names(@Nullable List<String> words) {
    return words != null && words.stream().anyMatch(word -> word.contains(world));
  }
}
