package dev.sexton.simulation.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sexton.testing.Actor;
import dev.sexton.testing.ActorException;
import dev.sexton.testing.Deadline;
import dev.sexton.testing.ForkOptions;
import dev.sexton.testing.MayOrphan;
import dev.sexton.testing.PidNamespace;
import dev.sexton.testing.ProcStat;
import dev.sexton.testing.ProcessGroupChange;
import dev.sexton.testing.Seeds;
import dev.sexton.testing.Signal;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Random steps, each made by a real process and by a simulated one: numbers, parents, groups,
 * sessions, threads and states are the same after each, and so is what the kernel refuses. More
 * worlds than usual by {@code -Dsexton.worlds=N}.
 */
@MayOrphan
class SideBySideTest {
  private static final int WORLDS = Integer.getInteger("sexton.worlds", 2);
  private static final int STEPS = 120;
  private static final int PID_MAX = 340;
  private static final int ALIVE_MAX = 12;

  /** The same process in both kernels. */
  private static final class Pair {
    final SimTask sim;
    Actor real;

    Pair(SimTask sim, Actor real) {
      this.sim = sim;
      this.real = real;
    }
  }

  private final List<Pair> pairs = new ArrayList<>();
  private final List<String> history = new ArrayList<>();
  private int births;

  @Test
  void theSimulatedKernelDoesWhatTheRealOneDoes() {
    long seed = Seeds.seedFor("SideBySideTest");
    for (int world = 0; world < WORLDS; world++) {
      pairs.clear();
      history.clear();
      Random random = new Random(seed + world);
      try (PidNamespace real = PidNamespace.openWithIdleInit(PID_MAX)) {
        SimKernel sim = mirror(real);
        for (int step = 0; step < STEPS && anyCanAct(); step++) {
          step(sim, real, random);
          settle(sim);
          compare(sim, real);
        }
        assertThat(births).as("births").isGreaterThan(STEPS / 10);
      }
    }
  }

  private SimKernel mirror(PidNamespace real) {
    SimKernel sim =
        new SimKernel(new KernelSettings(PID_MAX, 2, 100, 20_000, true, true, true, false));
    for (Actor actor : List.of(real.launcher(), real.stranger(), real.warden())) {
      sim.passNumbers(actor.pid() - 1 - sim.lastPid());
      SimTask task = Born.child(sim, sim.init());
      assertThat(sim.setsid(task)).isTrue();
      assertThat(task.pid()).isEqualTo(actor.pid());
      if (actor == real.launcher()) {
        pairs.add(new Pair(task, actor));
      }
    }
    sim.passNumbers(real.lastPid() - sim.lastPid());
    burn(sim, real, PidNamespace.FIRST_REUSED_PID - real.lastPid());
    return sim;
  }

  /** A hang-up may have ended them all. */
  private boolean anyCanAct() {
    return pairs.stream().anyMatch(pair -> pair.sim.canAct());
  }

  private void step(SimKernel sim, PidNamespace real, Random random) {
    List<Pair> able = new ArrayList<>(pairs);
    able.removeIf(pair -> !pair.sim.canAct());
    // The youngest often, so that lineages get deep.
    int at = random.nextInt(3) == 0 ? able.size() - 1 : random.nextInt(able.size());
    Pair pair = able.get(at);
    Pair other = pairs.get(random.nextInt(pairs.size()));
    boolean launcher = pair == pairs.get(0);
    switch (random.nextInt(launcher ? 6 : 14)) {
      case 0, 1, 2 -> fork(sim, pair, random);
      case 3 -> subreaper(sim, pair, random.nextInt(4) > 0);
      case 4 -> collect(sim, pair);
      case 5 -> burn(sim, real, random.nextInt(25));
      case 6 -> setsid(sim, pair);
      case 7, 8, 9 -> setpgid(sim, pair, other, random);
      case 10, 11 -> stop(sim, random, other);
      default -> exit(sim, pair);
    }
  }

  private void fork(SimKernel sim, Pair pair, Random random) {
    if (pairs.stream().filter(p -> p.sim.lives()).count() > ALIVE_MAX) {
      return;
    }
    String tag = "p" + births++;
    ForkOptions options = ForkOptions.none();
    SimTask child;
    switch (random.nextInt(6)) {
      case 0 -> {
        history.add(pair.sim + " forks a sibling");
        options = options.cloneParent();
        child = sim.fork(pair.sim, ForkSettings.SIBLING);
      }
      case 1 -> {
        history.add(pair.sim + " forks from a thread");
        options = options.fromThread();
        child = sim.fork(pair.sim, ForkSettings.byThread(sim.startThread(pair.sim)));
      }
      case 2 -> {
        history.add(pair.sim + " forks a namespace");
        options = options.newPidNamespace();
        child = sim.fork(pair.sim, ForkSettings.NAMESPACE);
      }
      default -> {
        history.add(pair.sim + " forks");
        child = sim.fork(pair.sim, ForkSettings.PLAIN);
      }
    }
    ForkOptions how = options;
    Actor actor = child == null ? null : pair.real.fork(tag, how);
    if (child == null) {
      refused(() -> pair.real.fork(tag, how));
    } else if (actor != null) {
      pairs.add(new Pair(child, actor));
    }
  }

  private void subreaper(SimKernel sim, Pair pair, boolean on) {
    history.add(pair.sim + " subreaper " + on);
    sim.setSubreaper(pair.sim, on);
    pair.real.subreaper(on);
  }

  private void collect(SimKernel sim, Pair pair) {
    history.add(pair.sim + " collects");
    while (sim.collectChild(pair.sim)) {
      history.add("one");
    }
    pair.real.collect();
  }

  private void burn(SimKernel sim, PidNamespace real, int count) {
    history.add(count + " numbers pass");
    sim.passNumbers(count);
    real.stranger().burnPids(count);
  }

  private void setsid(SimKernel sim, Pair pair) {
    history.add(pair.sim + " setsid");
    if (sim.setsid(pair.sim)) {
      pair.real.setsid();
    } else {
      refused(pair.real::setsid);
    }
  }

  private void setpgid(SimKernel sim, Pair pair, Pair other, Random random) {
    SimTask target = random.nextBoolean() ? pair.sim : other.sim;
    int group = random.nextInt(3) > 0 ? 0 : other.sim.group();
    if (target.pidSeenBy(pair.sim) == 0 || (pair.sim.namespaceLevel() > 0 && group != 0)) {
      return;
    }
    history.add(pair.sim + " setpgid " + target + " " + group);
    ProcessGroupChange change = new ProcessGroupChange(target.pidSeenBy(pair.sim), group);
    if (sim.setpgid(pair.sim, target, group)) {
      pair.real.setpgid(change);
    } else {
      refused(() -> pair.real.setpgid(change));
    }
  }

  private void stop(SimKernel sim, Random random, Pair other) {
    if (other == pairs.get(0) || !other.sim.lives()) {
      return;
    }
    boolean stop = !other.sim.isStopped();
    if (!stop && random.nextInt(3) > 0) {
      return;
    }
    history.add(other.sim + (stop ? " is stopped" : " is continued"));
    sim.signal(other.sim, stop ? SimSignal.STOP : SimSignal.CONT);
    other.real.signal(stop ? Signal.STOP : Signal.CONT);
  }

  private void exit(SimKernel sim, Pair pair) {
    history.add(pair.sim + " exits");
    sim.exit(pair.sim);
    pair.real.signal(Signal.KILL);
  }

  private static void refused(Runnable call) {
    try {
      call.run();
    } catch (ActorException expected) {
      return;
    }
    throw new AssertionError("the real kernel allowed it");
  }

  private static void settle(SimKernel sim) {
    boolean moved = true;
    while (moved) {
      moved = false;
      for (SimTask task : sim.tasks()) {
        moved |= sim.deliver(task);
      }
    }
  }

  private void compare(SimKernel sim, PidNamespace real) {
    Deadline deadline = Deadline.standard();
    for (Pair pair : pairs) {
      String expected = describe(pair.sim);
      boolean same = deadline.holdsInTime(() -> expected.equals(describe(pair, real)));
      if (!same) {
        throw new AssertionError(
            "%s is %s, really %s, after %s"
                .formatted(pair.sim, expected, describe(pair, real), String.join("; ", history)));
      }
    }
    assertThat(sim.lastPid()).as("after %s", history).isEqualTo(real.lastPid());
    pairs.removeIf(pair -> pair.sim.state() == SimTask.State.GONE);
  }

  private static String describe(SimTask task) {
    if (task.state() == SimTask.State.GONE) {
      return "gone";
    }
    SimTask parent = task.parent();
    return "%d parent %d group %d session %d threads %d %s"
        .formatted(
            task.pid(),
            parent == null ? 0 : parent.pid(),
            task.group(),
            task.session(),
            task.threadCount(),
            task.lives() ? task.isStopped() ? "T" : "S" : "Z");
  }

  private static String describe(Pair pair, PidNamespace real) {
    @Nullable ProcStat stat = real.proc().stat(pair.real.pid());
    if (stat == null || stat.startTicks() != pair.real.startTicks()) {
      return "gone";
    }
    char state = stat.isDead() ? 'Z' : stat.isStopped() ? 'T' : 'S';
    return "%d parent %d group %d session %d threads %d %c"
        .formatted(stat.pid(), stat.ppid(), stat.pgid(), stat.sid(), stat.numThreads(), state);
  }
}
