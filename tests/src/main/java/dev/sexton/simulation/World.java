package dev.sexton.simulation;

import dev.sexton.simulation.kernel.SimKernel;
import dev.sexton.simulation.kernel.SimTask;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A simulated kernel and everybody who lives on it. Whoever it is, one step of it happens at a
 * time; the truth about descent is the kernel's, which knows who forked whom.
 */
final class World {
  /** Nobody forks beyond this many. */
  private static final int PROCESSES_MAX = 36;

  private static final int FOREIGN_REST = 12;

  private final SimKernel kernel;
  private final Choices choices;
  private final Family family;
  private final @Nullable List<String> log;
  private final List<SimTask> tasks = new ArrayList<>();
  private final Map<SimTask, Actor> actors = new HashMap<>();
  private final Map<Integer, List<SimTask>> holders = new HashMap<>();
  private final WorldActs acts;
  private boolean moving;

  /** What one process is at. */
  static final class Actor {
    final Role role;
    final Deque<Act> plan = new ArrayDeque<>(4);
    @Nullable SimTask pipelineLeader;

    /** It does not end by itself. */
    boolean stays;

    /** It was promised that it stays a subreaper. */
    boolean keepsSubreaper;

    Actor(Role role) {
      this.role = role;
    }
  }

  World(SimKernel kernel, Choices choices, Family family, @Nullable List<String> log) {
    this.kernel = kernel;
    this.choices = choices;
    this.family = family;
    this.log = log;
    acts = new WorldActs(this, kernel, choices);
    add(kernel.init(), Role.INIT);
  }

  SimKernel kernel() {
    return kernel;
  }

  Family family() {
    return family;
  }

  /** A child of {@code wanted}, or of pid 1 if that cannot run; visible at once. */
  SimTask spawn(SimTask wanted, Role role, String label) {
    boolean runs = wanted.lives() && !wanted.isStopped() && !wanted.hasPending();
    SimTask child = runs ? acts.forkNow(wanted) : null;
    if (child == null) {
      child = acts.forkNow(kernel.init());
    }
    if (child == null) {
      throw new IllegalStateException("no number is left");
    }
    child.setLabel(label);
    add(child, role);
    say(label + " is " + child + ", child of " + child.parent());
    return child;
  }

  Actor add(SimTask t, Role role) {
    Actor actor = new Actor(role);
    tasks.add(t);
    actors.put(t, actor);
    holders.computeIfAbsent(t.pid(), pid -> new ArrayList<>(1)).add(t);
    return actor;
  }

  Actor actor(SimTask t) {
    Actor actor = actors.get(t);
    if (actor == null) {
      throw new IllegalStateException(t + " is nobody's");
    }
    return actor;
  }

  /** Everybody who ever had this number, oldest first. */
  List<SimTask> holdersOf(int pid) {
    return holders.getOrDefault(pid, List.of());
  }

  /** Everybody who is not known to be gone. */
  List<SimTask> tasks() {
    return tasks;
  }

  boolean isFull() {
    return tasks.size() >= PROCESSES_MAX;
  }

  /** One step of one process, or nothing. */
  void step() {
    if (moving) {
      throw new IllegalStateException("a step within a step");
    }
    moving = true;
    try {
      int at = choices.below(tasks.size());
      SimTask t = tasks.get(at);
      switch (t.state()) {
        case FORKING -> acts.endFork(t);
        case ALIVE -> act(t);
        case ZOMBIE -> acts.collect(t);
        case RELEASING -> kernel.endRelease(t);
        case GONE -> {
          tasks.set(at, tasks.get(tasks.size() - 1));
          tasks.remove(tasks.size() - 1);
        }
      }
    } finally {
      moving = false;
    }
  }

  void steps(int count) {
    for (int i = 0; i < count; i++) {
      step();
    }
  }

  private void act(SimTask t) {
    if (t.hasPending()) {
      say("  takes its signal: " + t);
      kernel.deliver(t);
      return;
    }
    Actor actor = actor(t);
    if (t.isStopped()) {
      return;
    }
    Act planned = actor.plan.poll();
    if (planned != null) {
      acts.perform(t, actor, planned);
      return;
    }
    boolean foreign = actor.role != Role.MEMBER && actor.role != Role.RUNNER;
    if (foreign && family.isQuiet() && choices.below(FOREIGN_REST) != FOREIGN_REST - 1) {
      return;
    }
    Act[] likely = Habits.of(actor.role);
    acts.perform(t, actor, likely[choices.below(likely.length)]);
  }

  /** Ends a process at once, as SIGKILL and its delivery do. */
  void kill(SimTask t) {
    if (t.lives()) {
      say("killed: " + t);
      kernel.exit(t);
    }
  }

  void say(String what) {
    if (log != null) {
      log.add(what);
    }
  }

  boolean isLogging() {
    return log != null;
  }
}
