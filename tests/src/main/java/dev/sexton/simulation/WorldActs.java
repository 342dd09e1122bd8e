package dev.sexton.simulation;

import dev.sexton.simulation.World.Actor;
import dev.sexton.simulation.kernel.EnvironmentChange;
import dev.sexton.simulation.kernel.ForkSettings;
import dev.sexton.simulation.kernel.SimKernel;
import dev.sexton.simulation.kernel.SimSignal;
import dev.sexton.simulation.kernel.SimTask;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the processes of a {@link World} do, one system call at a time. */
final class WorldActs {
  private static final int THREADS_MAX = 2;
  private static final long MICRO = 1_000;
  private static final long MILLI = 1_000_000;

  private final World world;
  private final SimKernel kernel;
  private final Choices choices;

  WorldActs(World world, SimKernel kernel, Choices choices) {
    this.world = world;
    this.kernel = kernel;
    this.choices = choices;
  }

  void perform(SimTask t, Actor actor, Act act) {
    switch (act) {
      case NOTHING -> {}
      case FORK -> fork(t, actor, false, false);
      case CLONE_PARENT -> fork(t, actor, true, false);
      case FORK_INTO_NAMESPACE -> forkIntoNamespace(t, actor);
      case DAEMONIZE -> daemonize(t, actor);
      case FORK_DAEMON -> forkDaemon(t, actor);
      case PIPELINE -> pipeline(t, actor);
      case FORK_FOLLOWER -> forkFollower(t, actor);
      case SETSID -> {
        if (kernel.setsid(t)) {
          world.say("  setsid: " + t);
        }
      }
      case SETPGID -> setpgid(t);
      case EXEC -> exec(t, EnvironmentChange.KEEP);
      case CLEAR_ENVIRONMENT -> exec(t, EnvironmentChange.CLEAR);
      case IGNORE_TERM -> t.setIgnoresTerm(true);
      case STOP -> stopChild(t);
      case BECOME_SUBREAPER -> subreaper(t, true);
      case END_SUBREAPER -> subreaper(t, false);
      case BEGIN_THREAD -> beginThread(t);
      case END_THREAD -> endThread(t);
      case LEADER_ENDS -> leaderEnds(t);
      case ENTER_NAMESPACE -> enterNamespace(t);
      case NUMBERS_PASS -> numbersPass();
      case TIME_PASSES -> timePasses();
      case EXIT -> exits(t);
    }
  }

  /** A fork that nothing comes in between of; null if the kernel refuses it. */
  @Nullable SimTask forkNow(SimTask parent) {
    for (SimTask t : List.copyOf(world.tasks())) {
      if (t.forker() == parent && t.state() == SimTask.State.FORKING) {
        kernel.endFork(t);
      }
    }
    int thread =
        parent.leaderAlive() || parent.threadCount() < 2 ? ForkSettings.LEADER : parent.threadId(1);
    return kernel.fork(parent, ForkSettings.byThread(thread));
  }

  private @Nullable SimTask fork(
      SimTask t, Actor actor, boolean cloneParent, boolean newNamespace) {
    if (world.isFull()) {
      return null;
    }
    int thread = 0;
    int others = t.threadCount() - 1;
    if (others > 0 && (!t.leaderAlive() || choices.oneIn(2))) {
      thread = t.threadId(1 + choices.below(others));
    }
    if (t.isForking(thread)) {
      return null;
    }
    SimTask child = kernel.beginFork(t, new ForkSettings(cloneParent, newNamespace, thread));
    if (child == null) {
      return null;
    }
    world.add(child, actor.role.ofChildren());
    if (world.isLogging()) {
      world.say(
          "  %s forks %s%s%s"
              .formatted(
                  t,
                  child,
                  cloneParent ? " with CLONE_PARENT" : "",
                  newNamespace ? " into a new pid namespace" : ""));
    }
    if (!choices.oneIn(3)) {
      kernel.endFork(child);
    }
    return child;
  }

  void endFork(SimTask child) {
    boolean visible = kernel.endFork(child);
    world.say(visible ? "  visible now: " + child : "  fork aborted: " + child);
  }

  private void forkIntoNamespace(SimTask t, Actor actor) {
    if (isPrivileged(t)) {
      fork(t, actor, false, true);
    }
  }

  private static boolean isPrivileged(SimTask t) {
    return t.effectiveUid() == 0;
  }

  private void daemonize(SimTask t, Actor actor) {
    SimTask child = fork(t, actor, false, false);
    if (child != null) {
      Actor middle = world.actor(child);
      if (choices.oneIn(2)) {
        middle.plan.add(Act.SETSID);
      }
      middle.plan.add(Act.FORK_DAEMON);
      middle.plan.add(Act.EXIT);
    }
  }

  private void forkDaemon(SimTask t, Actor actor) {
    SimTask daemon = fork(t, actor, false, false);
    if (daemon != null) {
      if (choices.oneIn(2)) {
        world.actor(daemon).plan.add(Act.EXEC);
      }
      if (choices.oneIn(2)) {
        world.actor(daemon).plan.add(Act.CLEAR_ENVIRONMENT);
      }
    }
  }

  private void pipeline(SimTask t, Actor actor) {
    SimTask leader = fork(t, actor, false, false);
    if (leader != null) {
      actor.pipelineLeader = leader;
      if (leader.lives() && leader.isVisible()) {
        kernel.setpgid(t, leader, leader.pid());
      }
      actor.plan.add(Act.FORK_FOLLOWER);
    }
  }

  private void forkFollower(SimTask t, Actor actor) {
    SimTask leader = actor.pipelineLeader;
    SimTask follower = fork(t, actor, false, false);
    if (leader != null && follower != null && follower.isVisible()) {
      join(t, follower, leader.pid());
    }
  }

  /**
   * Nobody but members is put into a group that a member made: the assumption that the rule {@code
   * group-owned} states. The runner's own group excepted, which its starter shares.
   */
  private void join(SimTask caller, SimTask target, int group) {
    SimTask maker = null;
    for (SimTask holder : world.holdersOf(group)) {
      if (holder.state() != SimTask.State.FORKING) {
        maker = holder;
      }
    }
    boolean makersRun =
        maker != null && isOfARun(world.actor(maker).role) && !sameRuns(target, maker);
    if (!makersRun && kernel.setpgid(caller, target, group)) {
      if (world.isLogging()) {
        world.say("  " + caller + " puts " + target + " into group " + group);
      }
    }
  }

  private static boolean isOfARun(Role role) {
    return role == Role.MEMBER || role == Role.RUNNER;
  }

  /** Whether every run that the maker of a group is of is the target's too. */
  private boolean sameRuns(SimTask target, SimTask maker) {
    for (SimTask t = maker; t != null; t = t.forker()) {
      if (world.actor(t).role == Role.RUNNER && t != maker && !target.descendsFrom(t)) {
        return false;
      }
    }
    return true;
  }

  private void setpgid(SimTask caller) {
    List<SimTask> targets = new ArrayList<>();
    targets.add(caller);
    for (SimTask t : world.tasks()) {
      if (t.parent() == caller && t.isVisible() && t.lives()) {
        targets.add(t);
      }
    }
    SimTask target = targets.get(choices.below(targets.size()));
    SimTask other = world.tasks().get(choices.below(world.tasks().size()));
    join(caller, target, choices.oneIn(2) ? other.group() : target.pid());
  }

  private void exec(SimTask t, EnvironmentChange environment) {
    if (isBusy(t)) {
      return;
    }
    if (kernel.exec(t, "prog" + choices.below(3), environment) && world.isLogging()) {
      world.say("  exec: " + t + (environment == EnvironmentChange.CLEAR ? " without mark" : ""));
    }
  }

  private void stopChild(SimTask t) {
    for (SimTask child : world.tasks()) {
      if (child.parent() == t && child.lives() && child.isVisible() && !child.isStopped()) {
        kernel.signal(t, child, SimSignal.STOP);
        world.say("  " + t + " stops " + child);
        return;
      }
    }
  }

  private void subreaper(SimTask t, boolean on) {
    if (t.isSubreaper() != on && !world.actor(t).keepsSubreaper) {
      kernel.setSubreaper(t, on);
      if (world.isLogging()) {
        world.say("  " + t + (on ? " becomes a subreaper" : " is no subreaper any more"));
      }
    }
  }

  private void beginThread(SimTask t) {
    if (t.threadCount() <= THREADS_MAX && t.leaderAlive()) {
      int tid = kernel.startThread(t);
      if (world.isLogging()) {
        world.say("  " + t + " begins thread " + tid);
      }
    }
  }

  private void endThread(SimTask t) {
    int others = t.threadCount() - 1;
    int thread = others > 0 ? t.threadId(1 + choices.below(others)) : 0;
    if (thread != 0 && t.leaderAlive() && !t.isForking(thread)) {
      kernel.endThread(t, thread);
      if (world.isLogging()) {
        world.say("  a thread ends: " + t);
      }
    }
  }

  private void leaderEnds(SimTask t) {
    if (t.threadCount() > 1 && t.leaderAlive() && t.pid() != 1 && !t.isForking(0)) {
      kernel.endLeaderThread(t);
      if (world.isLogging()) {
        world.say("  the leading thread ends: " + t);
      }
    }
  }

  private void enterNamespace(SimTask t) {
    if (!isPrivileged(t)) {
      return;
    }
    for (SimTask other : world.tasks()) {
      if (other.isNamespaceInit() && other.pid() != 1 && other.lives() && choices.oneIn(2)) {
        if (kernel.enterPidNamespace(t, other)) {
          world.say("  " + t + " forks into the namespace of " + other + " from now on");
        }
        return;
      }
    }
  }

  private void numbersPass() {
    if (!world.family().recyclesNumbers()) {
      kernel.passNumbers(choices.below(20));
      return;
    }
    int many = choices.below(kernel.settings().pidMax());
    kernel.passNumbers(many);
    if (world.isLogging()) {
      world.say("  " + many + " other numbers go by, the last is " + kernel.lastPid());
    }
  }

  private void timePasses() {
    switch (choices.below(4)) {
      case 0, 1 -> kernel.advance(100 * MICRO);
      case 2 -> kernel.advance(3 * MILLI);
      default -> kernel.advance(25 * MILLI);
    }
  }

  private void exits(SimTask t) {
    if (t.pid() == 1 || world.actor(t).stays) {
      return;
    }
    if (isBusy(t)) {
      return;
    }
    world.say("  exits: " + t);
    kernel.exit(t);
    if (t.state() == SimTask.State.ZOMBIE && choices.oneIn(2)) {
      collect(t);
    }
  }

  /** Whether a thread of it is in the middle of a fork. */
  static boolean isBusy(SimTask t) {
    for (int i = 0; i < t.threadCount(); i++) {
      if (t.isForking(t.threadId(i))) {
        return true;
      }
    }
    return false;
  }

  /** Who waits for its children, does so sooner or later; a runner may not care. */
  void collect(SimTask zombie) {
    SimTask parent = zombie.parent();
    if (parent == null || !parent.lives() || parent.isStopped()) {
      return;
    }
    boolean waits = parent.pid() == 1 ? kernel.settings().reapingInit() : choices.oneIn(2);
    if (!waits) {
      return;
    }
    if (choices.oneIn(3)) {
      kernel.beginRelease(zombie);
      world.say("  is being collected: " + zombie);
    } else {
      kernel.collect(zombie);
      world.say("  collected: " + zombie);
    }
  }
}
