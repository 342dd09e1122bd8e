package dev.sexton.simulation.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sexton.testing.Seeds;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Random steps of random processes; after each, what is true of every Linux is looked for. */
class KernelInvariantsTest {
  private static final int WORLDS = 150;
  private static final int STEPS = 400;

  private final Set<SimTask> everBorn = new HashSet<>();
  private final Map<SimTask, Set<SimTask>> ancestors = new HashMap<>();

  @Test
  void whatIsTrueOfEveryKernelStaysTrue() {
    long seed = Seeds.seedFor("KernelInvariantsTest");
    for (int world = 0; world < WORLDS; world++) {
      Random random = new Random(seed + world);
      SimKernel kernel = new SimKernel(Born.SMALL.withPidMax(301 + random.nextInt(60)));
      kernel.passNumbers(random.nextInt(300));
      everBorn.clear();
      ancestors.clear();
      note(kernel.init());
      String where = "seed " + seed + ", world " + world + ", step ";
      for (int step = 0; step < STEPS; step++) {
        try {
          move(kernel, random);
          check(kernel);
        } catch (AssertionError | RuntimeException e) {
          throw new AssertionError(where + step + ": " + e.getMessage(), e);
        }
      }
    }
  }

  private void move(SimKernel kernel, Random random) {
    List<SimTask> tasks = kernel.tasks();
    SimTask task = tasks.get(random.nextInt(tasks.size()));
    switch (task.state()) {
      case FORKING -> kernel.endFork(task);
      case ZOMBIE -> {
        if (random.nextInt(3) == 0) {
          kernel.beginRelease(task);
        }
      }
      case RELEASING -> kernel.endRelease(task);
      case ALIVE -> act(kernel, task, random);
      case GONE -> throw new AssertionError("listed, and gone: " + task);
    }
  }

  private void act(SimKernel kernel, SimTask task, Random random) {
    SimTask other = kernel.tasks().get(random.nextInt(kernel.tasks().size()));
    int what = random.nextInt(16);
    if (what < 4) {
      boolean crowded = kernel.tasks().size() > 30;
      note(crowded ? null : kernel.beginFork(task, how(task, random)));
    } else if (what == 4) {
      kernel.deliver(task);
    } else if (what == 5) {
      int[] signals = {0, 1, 9, 15, 18, 19};
      kernel.signal(task, other, signals[random.nextInt(signals.length)]);
    } else if (task.hasPending() || task.isStopped() || task.isExiting()) {
      kernel.deliver(task);
    } else if (task.canAct()) {
      byLeader(kernel, task, other, random, what);
    } else if (what == 6 && task.threadCount() > 2 && !task.isForking(task.threadId(1))) {
      kernel.endThread(task, task.threadId(1));
    } else if (what == 8 && task != kernel.init() && !task.isForking(0)) {
      endLastThread(kernel, task);
    } else if (what == 7 && task.threadCount() > 1) {
      kernel.execByThread(task, task.threadId(1), "thread", EnvironmentChange.KEEP);
    }
  }

  private static void endLastThread(SimKernel kernel, SimTask task) {
    if (task.threadCount() == 2 && !task.isForking(task.threadId(1))) {
      kernel.endThread(task, task.threadId(1));
    }
  }

  private static ForkSettings how(SimTask task, Random random) {
    int tid = task.threadId(random.nextInt(task.threadCount()));
    return new ForkSettings(random.nextInt(6) == 0, random.nextInt(12) == 0, tid);
  }

  private static void byLeader(
      SimKernel kernel, SimTask task, SimTask other, Random random, int what) {
    switch (what) {
      case 6 -> kernel.setsid(task);
      case 7 -> kernel.setpgid(task, other, random.nextBoolean() ? 0 : other.group());
      case 8 -> kernel.setpgid(task, task, other.group());
      case 9 -> kernel.setSubreaper(task, random.nextBoolean());
      case 10 -> kernel.exec(task, "p" + random.nextInt(9), EnvironmentChange.KEEP);
      case 11 -> kernel.startThread(task);
      case 12 -> kernel.enterPidNamespace(task, other);
      case 13 -> {
        if (task.threadCount() > 1) {
          kernel.endLeaderThread(task);
        }
      }
      case 14 -> {
        if (task != kernel.init()) {
          kernel.exit(task);
        }
      }
      default -> {
        task.setAutoReaps(random.nextInt(4) == 0);
        kernel.passNumbers(random.nextInt(20));
      }
    }
  }

  private void note(@Nullable SimTask child) {
    if (child != null) {
      everBorn.add(child);
      Set<SimTask> above = new HashSet<>();
      SimTask forker = child.forker();
      if (forker != null) {
        above.addAll(ancestors.getOrDefault(forker, Set.of()));
      }
      above.add(child);
      ancestors.put(child, above);
    }
  }

  private void check(SimKernel kernel) {
    Set<Integer> numbers = new HashSet<>();
    int threads = 0;
    int previous = 0;
    for (SimTask task : kernel.tasks()) {
      assertThat(task.pid()).as("ascending").isGreaterThan(previous);
      previous = task.pid();
      assertThat(task.state()).isNotEqualTo(SimTask.State.GONE);
      threads += task.isVisible() ? task.threadCount() : 0;
      for (int i = 0; i < task.threadCount(); i++) {
        assertThat(numbers.add(task.threadId(i))).as("a number of two").isTrue();
      }
      assertThat(kernel.find(task.pid())).isSameAs(task);
      checkParent(kernel, task);
      checkGroup(kernel, task);
    }
    assertThat(kernel.threads()).as("threads").isEqualTo(threads);
    SimTask some = kernel.tasks().get(kernel.tasks().size() - 1);
    for (SimTask ever : everBorn) {
      assertThat(some.descendsFrom(ever))
          .as("%s of %s", some, ever)
          .isEqualTo(ancestors.getOrDefault(some, Set.of()).contains(ever));
    }
  }

  private static void checkParent(SimKernel kernel, SimTask task) {
    SimTask parent = task.parent();
    if (task == kernel.init() || !task.isVisible()) {
      assertThat(parent).isNull();
      return;
    }
    SimTask above = Born.there(parent);
    assertThat(above.lives()).as("parent of %s", task).isTrue();
    SimThread thread = Born.there(task).parent;
    assertThat(thread).isNotNull();
    assertThat(above.threadOf(task.parentThread())).as("thread of %s", above).isSameAs(thread);
    assertThat(task.isWithinNamespaceOf(above)).as("visible to its parent").isTrue();
  }

  private static void checkGroup(SimKernel kernel, SimTask task) {
    if (!task.isVisible()) {
      assertThat(task.group()).isZero();
      assertThat(task.session()).isZero();
      return;
    }
    SimPid group = kernel.init().pid.namespace.pids.find(task.group());
    assertThat(group).as("group of %s is kept", task).isSameAs(task.group);
    assertThat(kernel.init().pid.namespace.pids.find(task.session())).isSameAs(task.session);
    for (SimTask other : kernel.tasks()) {
      if (other.isVisible() && other.group == task.group) {
        assertThat(other.session()).as("group of two sessions").isEqualTo(task.session());
      }
    }
  }
}
