package dev.sexton.engine.attribution;

import dev.sexton.engine.attribution.ModelWorld.Namespace;
import dev.sexton.engine.attribution.ModelWorld.State;
import dev.sexton.engine.attribution.ModelWorld.Task;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the processes of a {@link ModelWorld} do next, and who lives there to begin with. */
final class ModelActions {
  /**
   * What a history may hold.
   *
   * @param pidMax numbers are below this: 64 hardly recycles, 16 recycles all the time
   * @param processesMax no forks beyond this many
   * @param forksLinger whether a fork's number may be handed out long before it is visible
   * @param plain whether only fork, CLONE_PARENT, setsid, subreaper and exit happen
   */
  record Scope(int pidMax, int processesMax, boolean forksLinger, boolean plain) {}

  private final Choices choices;
  private final Scope scope;
  private final @Nullable List<String> log;
  final ModelWorld world;
  final Task ancestor;
  final Task runner;
  @Nullable Task subreaper;
  private boolean runnerMayExit;

  ModelActions(Scope scope, Choices choices, @Nullable List<String> log) {
    this.scope = scope;
    this.choices = choices;
    this.log = log;
    world = new ModelWorld(scope.pidMax, !scope.plain && choices.oneIn(2));
    Task init = world.tasks.get(0);
    Task service = newborn("F", init);
    world.setsid(service);
    Task container = scope.plain || !choices.oneIn(4) ? null : newborn("C", service, true);
    Task above = scope.plain || !choices.oneIn(3) ? init : newborn("B", init);
    ancestor = newborn("A", above);
    ancestor.subreaper = choices.oneIn(2);
    if (choices.oneIn(2)) {
      world.setsid(ancestor);
    }
    if (!scope.plain) {
      prepareAncestor(above, container);
    }
    world.nowTicks += !scope.plain && choices.oneIn(3) ? 0 : 1;
    runner = newborn("R", ancestor);
    runner.member = true;
    if (choices.oneIn(2)) {
      world.setsid(runner);
    }
    if (!scope.plain) {
      prepareRunner(above);
    }
  }

  private void prepareAncestor(Task above, @Nullable Task container) {
    above.subreaper = choices.oneIn(3);
    if (choices.oneIn(3)) {
      ancestor.secondThread = world.handOut();
    }
    if (choices.oneIn(3)) {
      newborn("T", ancestor);
    }
    if (container != null && choices.oneIn(3)) {
      ancestor.childNamespace = container.namespace;
    }
  }

  private void prepareRunner(Task above) {
    if (ancestor.secondThread != 0 && choices.oneIn(2)) {
      runner.underThread = ancestor.secondThread;
    }
    world.setpgid(runner, runner, choices.oneIn(2) ? runner.pid : runner.group);
    int who = choices.below(6);
    if (who == 1 && runner.namespace == ancestor.namespace) {
      subreaper = ancestor;
    } else if (who == 2 && above.pid != 1 && runner.namespace == above.namespace) {
      subreaper = above;
    } else if (who == 3) {
      subreaper = runner;
    }
    if (subreaper != null) {
      subreaper.subreaper = true;
      say("the run's subreaper is " + subreaper);
    }
  }

  private Task newborn(String name, Task parent) {
    return newborn(name, parent, false);
  }

  private Task newborn(String name, Task parent, boolean newNamespace) {
    Task t = world.beginFork(parent, false, newNamespace, parent.pid);
    if (t == null) {
      throw new IllegalStateException("no number is free");
    }
    world.endFork(t);
    say(name + " is " + t + ", child of " + parent);
    return t;
  }

  void say(String what) {
    if (log != null) {
      log.add(what);
    }
  }

  /** One thing happens, or nothing. Whether anything did. */
  boolean step() {
    Task t = world.tasks.get(choices.below(world.tasks.size()));
    if (!scope.plain && !t.member && choices.oneIn(2)) {
      t = world.tasks.get(choices.below(world.tasks.size()));
    }
    int action = scope.plain ? 1 + choices.below(5) : choices.below(20);
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
    boolean newNamespace = !scope.plain && choices.oneIn(16);
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
    if (t.pid == 1 || t == subreaper || isBusy(t) || (scope.plain && t.subreaper)) {
      return false;
    }
    t.subreaper = !t.subreaper;
    say("  " + t + (t.subreaper ? " becomes a subreaper" : " is no subreaper any more"));
    return true;
  }

  private boolean exits(Task t) {
    if (t.pid == 1 || (t == runner && !runnerMayExit) || t.forksInFlight > 0) {
      return false;
    }
    world.exit(t);
    boolean collected = scope.plain || !choices.oneIn(3);
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
      if (t.forker == runner) {
        world.endFork(t);
      }
    }
    say("R dies");
    if (runner.lives()) {
      world.exit(runner);
    }
    if (runner.state == State.ZOMBIE && (scope.plain || !choices.oneIn(3))) {
      world.collect(runner);
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
    if (!target.member && world.groupIsMadeByMember(group, runner)) {
      return false;
    }
    boolean done = target.lives() && world.setpgid(caller, target, group);
    if (done) {
      say("  " + caller + " puts " + target + " into group " + group);
    }
    return done;
  }

  private boolean timePasses() {
    world.nowTicks += 1 + choices.below(2);
    say("  tick " + world.nowTicks);
    return true;
  }

  private boolean numbersPass() {
    int many = 1 + choices.below(scope.pidMax);
    for (int i = 0; i < many; i++) {
      world.handOut();
      if (i % (scope.pidMax / 2) == 0) {
        world.nowTicks++;
      }
    }
    say("  other numbers go by, the last is " + world.virtualLast());
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
    if (t != ancestor || t.forksInFlight > 0) {
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
