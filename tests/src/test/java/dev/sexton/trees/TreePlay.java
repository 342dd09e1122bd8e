package dev.sexton.trees;

import dev.sexton.engine.census.RunRequest;
import dev.sexton.testing.Actor;
import dev.sexton.testing.ActorException;
import dev.sexton.testing.Deadline;
import dev.sexton.testing.Environment;
import dev.sexton.testing.ForkOptions;
import dev.sexton.testing.ProcStat;
import dev.sexton.testing.ProcText;
import dev.sexton.testing.ProcessGroupChange;
import dev.sexton.testing.ProcessWorld;
import dev.sexton.testing.Storm;
import dev.sexton.testing.sexton.SampledRunner;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Has a script done by real processes, and keeps the reference model at it.
 *
 * <p>A step that cannot be done, because whoever should do it is gone or stopped or because the
 * kernel refuses, is left out and noted. So a script stays one whatever is taken out of it.
 */
final class TreePlay {

  private static final long LINK_LIFE_US = 3_000;

  /** Distinguishes all trees of this JVM. */
  private static final AtomicInteger TREES = new AtomicInteger();

  private final TreeStage stage;
  private final ProcessWorld world;
  private final ProcText proc;
  private final TreeScript script;
  private final Path root;
  private final String prefix;
  private final String membersName;
  private final String strangersName;
  private final Reference reference;
  private final List<String> leftOut = new ArrayList<>();
  private boolean launcherAdopts;
  private boolean sampling;
  private int execs;

  TreePlay(TreeStage stage, TreeScript script, Path folder) {
    this.stage = stage;
    this.script = script;
    world = stage.world();
    proc = world.proc();
    int tree = TREES.incrementAndGet();
    prefix = "t" + tree + ".";
    root = folder.resolve("journals" + tree);
    // Whoever plays other trees on this machine at the same time has another pid.
    String unique = Long.toString(ProcessHandle.current().pid(), Character.MAX_RADIX) + "." + tree;
    membersName = "m" + unique;
    strangersName = "s" + unique;
    reference = new Reference(proc, membersName);
    for (String tag : List.of(Step.LAUNCHER, Step.STRANGER)) {
      Participant known = Participant.of(tag, null, false, world.actor(tag));
      known.witnessed = true;
      reference.add(known);
    }
  }

  ProcText proc() {
    return proc;
  }

  Reference reference() {
    return reference;
  }

  /** The steps that were not done, and why. */
  List<String> leftOut() {
    return leftOut;
  }

  void play() {
    for (Step step : script.steps()) {
      try {
        take(step);
      } catch (ActorException refused) {
        leftOut.add(step + ": " + refused.errnoName());
      } catch (IllegalStateException gone) {
        if (!isGone(step.who())) {
          throw gone;
        }
        leftOut.add(step + ": ended meanwhile");
      }
    }
  }

  /** The kernel ends those of an orphaned group in which one is stopped, in its own time. */
  private boolean isGone(String name) {
    Participant who = reference.find(name);
    return who != null && who.actor != null && !who.actor.answers();
  }

  /** Waits until those that are about to end have ended. */
  void settle() {
    for (Participant participant : reference.all()) {
      Actor actor = participant.able(proc);
      if (actor != null && !actor.answers()) {
        actor.awaitDead();
      }
    }
  }

  private void take(Step step) {
    switch (step.what()) {
      case START -> start(step);
      case SAMPLE -> sample();
      case END_SAMPLING -> endSampling();
      case KILL_RUNNER -> runner().kill9();
      default -> {
        Participant who = reference.find(step.who());
        Actor actor = who == null ? null : who.able(proc);
        if (who == null || actor == null) {
          leftOut.add(step + ": not there");
        } else {
          take(step, who, actor);
        }
      }
    }
  }

  private void take(Step step, Participant who, Actor actor) {
    switch (step.what()) {
      case SPAWN -> spawn(step, who, actor, ForkOptions.none());
      case USURP -> usurp(step, who, actor);
      case BROOD -> brood(step, who, actor);
      case CHAIN -> chain(step, actor);
      case SETSID -> actor.setsid();
      case SETPGID -> actor.setpgid(new ProcessGroupChange(0, groupOf(step.child())));
      case EXEC -> exec(step, who, actor);
      case SUBREAPER -> {
        actor.subreaper(true);
        launcherAdopts |= step.who().equals(Step.LAUNCHER);
      }
      case THREADS -> actor.threads(step.count());
      case END_LEADER -> actor.exitLeader();
      case STOP -> stop(step, who, actor);
      case COLLECT -> actor.collect();
      case EXIT -> actor.exit();
      case BURN -> actor.burnPids(step.count());
      default -> throw new IllegalStateException(step.toString());
    }
  }

  /**
   * Without its leader a process shows as a zombie, stopped or not; and no signal from inside a
   * namespace stops its init.
   */
  private void stop(Step step, Participant who, Actor actor) {
    if (actor.stat().state() == 'Z' || actor.ownPid() == 1) {
      leftOut.add(step + ": it would not show");
      return;
    }
    actor.stop();
    who.stopped = true;
  }

  private int groupOf(String name) {
    Participant other = reference.find(name);
    ProcStat stat = other == null ? null : proc.stat(other.pid);
    return stat == null ? 0 : stat.pgid();
  }

  private void start(Step step) {
    for (Participant early : reference.all()) {
      // Whose start is not earlier than the runner's by a tick is not known to predate it.
      SampledRunner.awaitTickAfter(Objects.requireNonNull(early.actor));
      early.witnessed = true;
    }
    ForkOptions options = Manner.options(ForkOptions.none().comm(membersName), step.manners());
    Actor actor = world.launcher().fork(prefix + Step.RUNNER, options);
    Participant launcher = reference.find(Step.LAUNCHER);
    Participant runner = Participant.of(Step.RUNNER, launcher, true, actor);
    runner.witnessed = true;
    reference.add(runner);
    stage.begin(root, actor);
    sampling = true;
  }

  private Actor runner() {
    Participant runner = Objects.requireNonNull(reference.find(Step.RUNNER), "no runner");
    return Objects.requireNonNull(runner.actor);
  }

  private void sample() {
    if (sampling) {
      stage.sample();
      reference.looked();
    }
  }

  private void endSampling() {
    stage.endSampling();
    sampling = false;
  }

  private void usurp(Step step, Participant who, Actor actor) {
    Participant predecessor = reference.findReplaceable();
    if (predecessor == null) {
      leftOut.add(step + ": no number of a member is free");
    } else {
      spawn(step, who, actor, ForkOptions.none().at(predecessor.pid));
    }
  }

  private void spawn(Step step, Participant who, Actor actor, ForkOptions first) {
    boolean member = who.member;
    String comm = member ? membersName : strangersName;
    Set<Manner> manners = step.manners();
    ForkOptions options = Manner.options(first.comm(comm), manners);
    if (!member) {
      options = options.record();
    }
    Actor born = actor.fork(prefix + step.child(), options);
    Participant child = Participant.of(step.child(), who, member, born);
    child.forkerHidden =
        manners.stream().anyMatch(Manner::hidesForker) || adoptsStrangers(who, actor);
    reference.add(child);
  }

  /** Whether being its child shows nothing: the run's orphans come to it, or others' too. */
  private static boolean adoptsStrangers(Participant who, Actor actor) {
    return who.name.equals(Step.LAUNCHER) || actor.ownPid() == 1;
  }

  private void brood(Step step, Participant who, Actor actor) {
    if (actor.ownPid() != actor.pid()) {
      leftOut.add(step + ": its numbers are another namespace's");
      return;
    }
    ForkOptions options = Manner.options(ForkOptions.none(), step.manners());
    for (int pid : actor.forkSilent(step.count(), options)) {
      ProcStat stat = proc.stat(pid);
      if (stat != null) {
        String name = who.name + "/" + pid + "@" + stat.startTicks();
        reference.add(Participant.silent(name, who, pid, stat.startTicks()));
      }
    }
  }

  private void chain(Step step, Actor actor) {
    Storm storm = Storm.of(step.count()).memberLife(LINK_LIFE_US, TimeUnit.MICROSECONDS);
    if (step.manners().contains(Manner.SETSID)) {
      storm = storm.setsid();
    }
    if (step.manners().contains(Manner.SETPGID)) {
      storm = storm.linger();
    }
    reference.chainStarted();
    actor.storm(storm);
  }

  private void exec(Step step, Participant who, Actor actor) {
    Environment environment = Environment.empty();
    if (step.manners().contains(Manner.MARKED)) {
      environment = environment.with(RunRequest.MARKER, prefix + Step.RUNNER);
    }
    if (!step.manners().contains(Manner.CLEAR_ENVIRONMENT)) {
      environment = environment.with("PATH", "/usr/bin:/bin");
    }
    execs++;
    Actor same = actor.exec(prefix + who.name + ".exec" + execs, environment);
    same.comm(who.member ? membersName : strangersName);
    if (!who.member) {
      same.record();
    }
    who.actor = same;
  }

  /** All that is foreign: the world and the strangers of this tree. */
  Bystanders bystanders() {
    List<Actor> foreign = stage.bystanders();
    for (Participant stranger : reference.livingStrangers()) {
      if (stranger.forker != null && stranger.actor != null) {
        foreign.add(stranger.actor);
      }
    }
    return new Bystanders(foreign);
  }

  /** Ends what is left of the tree and its strangers, not of the world. */
  void endAll() {
    if (sampling) {
      endSampling();
    }
    Deadline.standard().await("nothing is left of tree " + prefix, this::endOnce);
    if (launcherAdopts) {
      world.launcher().subreaper(false);
    }
    world.launcher().collect();
    world.stranger().collect();
  }

  private boolean endOnce() {
    List<ProcStat> left = reference.livingMembers();
    for (Participant stranger : reference.livingStrangers()) {
      ProcStat stat = stranger.forker == null ? null : proc.stat(stranger.pid);
      if (stat != null && stat.startTicks() == stranger.startTicks) {
        left.add(stat);
      }
    }
    left.forEach(world::kill);
    return left.isEmpty();
  }
}
