package dev.sexton.simulation.attribution;

import dev.sexton.simulation.Choices;
import dev.sexton.simulation.attribution.ModelWorld.Namespace;
import dev.sexton.simulation.attribution.ModelWorld.State;
import dev.sexton.simulation.attribution.ModelWorld.Task;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the processes of a {@link ModelWorld} do next, left to chance. */
final class ModelActions {
  /**
   * What a history may hold.
   *
   * @param pidMax numbers are below this: 64 hardly recycles, 16 recycles all the time
   * @param processesMax no forks beyond this many
   * @param forksLinger whether a fork's number may be handed out long before it is visible
   */
  record Scope(int pidMax, int processesMax, boolean forksLinger) {
    int numbersPerTick() {
      return Math.max(4, pidMax / 2);
    }
  }

  private final Choices choices;
  private final Scope scope;
  private final @Nullable List<String> log;
  private final ModelWorld world;
  private final ModelCast cast;
  private boolean runnerMayExit;

  ModelActions(ModelCast cast, Scope scope, Choices choices, @Nullable List<String> log) {
    this.cast = cast;
    this.scope = scope;
    this.choices = choices;
    this.log = log;
    world = cast.world;
  }

  private void say(String what) {
    if (log != null) {
      log.add(what);
    }
  }

  /** One thing happens, or nothing. Whether anything did. */
  boolean step() {
    Task t = world.tasks.get(choices.below(world.tasks.size()));
    if (!t.member && choices.oneIn(2)) {
      t = world.tasks.get(choices.below(world.tasks.size()));
    }
    int action = choices.below(20);
    if (t.state == State.FORKING) {
      say("  fork ends: " + t);
      world.endFork(t);
      return true;
    }
    if (t.state == State.ZOMBIE) {
      say("  collected: " + t);
      world.collect(t);
      return true;
    }
    return switch (action) {
      case 1, 6, 7, 8 -> fork(t, false);
      case 2, 9 -> fork(t, true);
      case 3, 10 -> becomesSessionLeader(t);
      case 4 -> changesSubreaper(t);
      case 5, 11, 12, 13 -> exits(t);
      case 14, 15 -> changesGroup(t);
      case 16 -> timePasses();
      case 17 -> numbersPass();
      case 18 -> entersNamespace(t);
      case 19 -> changesThreads(t);
      default -> false;
    };
  }

  private boolean fork(Task t, boolean cloneParent) {
    if (world.tasks.size() >= scope.processesMax || (cloneParent && t.isNamespaceInit())) {
      return false;
    }
    boolean newNamespace = choices.oneIn(16);
    int thread = ModelWorld.adoptingThread(t);
    if (t.secondThread != 0 && choices.oneIn(2)) {
      thread = t.secondThread;
    } else if (t.secondThread == 0 && t.forksInFlight > 0) {
      return false;
    }
    Task child = world.beginFork(t, cloneParent, newNamespace, thread);
    if (child == null) {
      return false;
    }
    say(
        "  "
            + t
            + " forks "
            + child
            + (cloneParent ? " with CLONE_PARENT" : "")
            + (newNamespace ? " into a new pid namespace" : ""));
    if (!scope.forksLinger || !choices.oneIn(3)) {
      world.endFork(child);
    }
    return true;
  }

  private boolean isBusy(Task t) {
    return t.forksInFlight > 0 && t.secondThread == 0;
  }

  private boolean becomesSessionLeader(Task t) {
    boolean done = t.pid != 1 && !isBusy(t) && world.setsid(t);
    if (done) {
      say("  setsid: " + t);
    }
    return done;
  }

  private boolean changesSubreaper(Task t) {
    if (t.pid == 1 || t == cast.subreaper || isBusy(t)) {
      return false;
    }
    t.subreaper = !t.subreaper;
    say("  " + t + (t.subreaper ? " becomes a subreaper" : " is no subreaper any more"));
    return true;
  }

  private boolean exits(Task t) {
    if (t.pid == 1 || (t == cast.runner && !runnerMayExit) || t.forksInFlight > 0) {
      return false;
    }
    world.exit(t);
    boolean collected = !choices.oneIn(3);
    if (collected && t.state != State.GONE) {
      world.collect(t);
    }
    say("  exits" + (collected ? " and is collected: " : ": ") + t);
    return true;
  }

  /** The runner dies, whatever it is at. */
  void runnerDies() {
    runnerMayExit = true;
    for (Task t : List.copyOf(world.tasks)) {
      if (t.forker == cast.runner) {
        world.endFork(t);
      }
    }
    say("R dies");
    if (cast.runner.lives()) {
      world.exit(cast.runner);
    }
    if (cast.runner.state == State.ZOMBIE && !choices.oneIn(3)) {
      world.collect(cast.runner);
    }
  }

  /**
   * Nobody but members is put into a group that a member made: the assumption that the rule {@code
   * group-owned} states.
   */
  private boolean changesGroup(Task caller) {
    if (isBusy(caller)) {
      return false;
    }
    List<Task> targets = new ArrayList<>();
    targets.add(caller);
    for (Task t : world.tasks) {
      if (t.parent == caller && t.isVisible()) {
        targets.add(t);
      }
    }
    Task target = targets.get(choices.below(targets.size()));
    Task other = world.tasks.get(choices.below(world.tasks.size()));
    int group = choices.oneIn(2) ? other.group : target.pid;
    if (!target.member && world.groupIsMadeByMember(group, cast.runner)) {
      return false;
    }
    boolean done = target.lives() && world.setpgid(caller, target, group);
    if (done) {
      say("  " + caller + " puts " + target + " into group " + group);
    }
    return done;
  }

  private boolean timePasses() {
    world.numbers.passTicks(1 + choices.below(2));
    say("  tick " + world.numbers.nowTicks());
    return true;
  }

  private boolean numbersPass() {
    int many = 1 + choices.below(scope.pidMax);
    for (int i = 0; i < many; i++) {
      world.handOut();
    }
    say("  other numbers go by, the last is " + world.numbers.virtualLast());
    return true;
  }

  private boolean entersNamespace(Task t) {
    Task other = world.tasks.get(choices.below(world.tasks.size()));
    Namespace to = other.namespace;
    Task init = to.init;
    if (isBusy(t) || init == null || !init.lives() || !to.isWithin(t.namespace)) {
      return false;
    }
    t.childNamespace = to;
    say("  " + t + " forks into the namespace of " + init + " from now on");
    return true;
  }

  private boolean changesThreads(Task t) {
    if (t != cast.ancestor || t.forksInFlight > 0) {
      return false;
    }
    if (t.secondThread == 0) {
      t.secondThread = t.leaderAlive ? world.handOut() : 0;
      say("  A begins thread " + t.secondThread);
    } else if (t.leaderAlive && choices.oneIn(2)) {
      world.endLeader(t);
      say("  A's leader thread ends");
    } else {
      world.endSecondThread(t);
      say("  A's other thread ends");
    }
    return true;
  }
}
