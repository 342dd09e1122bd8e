package dev.sexton.simulation.attribution;

import dev.sexton.simulation.Choices;
import dev.sexton.simulation.attribution.ModelWorld.Task;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who lives in a {@link ModelWorld} before the run begins: the init, F, a foreign service, perhaps
 * C, a container, and T, A's other child; the ancestor A, and R, the runner.
 */
final class ModelCast {
  /** Who and what is there besides init, F, A and R. */
  enum Extra {
    /** C, F's child, is the init of a pid namespace. */
    CONTAINER,
    /** A is C's child, so that the whole run is in C's namespace. */
    ANCESTOR_IN_CONTAINER,
    /** T is A's child. */
    SIBLING,
    /** A has a second thread. */
    SECOND_THREAD,
    /** The second thread forked R. */
    RUNNER_UNDER_SECOND_THREAD,
    /** A is a subreaper, and the run knows it. */
    KNOWN_SUBREAPER,
    /** A is a subreaper, but no run knows. */
    SUBREAPER,
    ANCESTOR_LEADS_SESSION,
    RUNNER_LEADS_SESSION,
    RUNNER_LEADS_GROUP,
    SIBLING_IN_RUNNERS_GROUP
  }

  final ModelWorld world;
  final Task ancestor;
  final Task runner;
  @Nullable Task subreaper;
  private final @Nullable List<String> log;

  /** With exactly these. */
  ModelCast(ModelWorld world, Set<Extra> extras, @Nullable List<String> log) {
    this.world = world;
    this.log = log;
    Task init = world.tasks.get(0);
    Task service = newborn("F", init);
    world.setsid(service);
    boolean inside = extras.contains(Extra.ANCESTOR_IN_CONTAINER);
    Task container =
        inside || extras.contains(Extra.CONTAINER) ? newborn("C", service, true) : null;
    ancestor = newborn("A", inside && container != null ? container : init);
    if (extras.contains(Extra.ANCESTOR_LEADS_SESSION)) {
      world.setsid(ancestor);
    }
    Task sibling = extras.contains(Extra.SIBLING) ? newborn("T", ancestor) : null;
    if (extras.contains(Extra.SECOND_THREAD)) {
      ancestor.secondThread = world.handOut();
    }
    world.numbers.passTicks(1);
    runner = newborn("R", ancestor);
    runner.member = true;
    if (extras.contains(Extra.RUNNER_UNDER_SECOND_THREAD)) {
      runner.underThread = ancestor.secondThread;
    }
    if (extras.contains(Extra.RUNNER_LEADS_SESSION)) {
      world.setsid(runner);
    }
    if (extras.contains(Extra.RUNNER_LEADS_GROUP)) {
      world.setpgid(runner, runner, runner.pid);
    }
    if (sibling != null && extras.contains(Extra.SIBLING_IN_RUNNERS_GROUP)) {
      world.setpgid(ancestor, sibling, runner.group);
    }
    ancestor.subreaper = extras.contains(Extra.SUBREAPER) || extras.contains(Extra.KNOWN_SUBREAPER);
    subreaper = extras.contains(Extra.KNOWN_SUBREAPER) ? ancestor : null;
  }

  /** Left to chance. */
  ModelCast(ModelWorld world, Choices choices, @Nullable List<String> log) {
    this.world = world;
    this.log = log;
    Task init = world.tasks.get(0);
    Task service = newborn("F", init);
    world.setsid(service);
    Task container = choices.oneIn(4) ? newborn("C", service, true) : null;
    Task above = choices.oneIn(3) ? newborn("B", init) : init;
    if (container != null && choices.oneIn(4)) {
      above = container;
    }
    ancestor = newborn("A", above);
    ancestor.subreaper = choices.oneIn(2);
    if (choices.oneIn(2)) {
      world.setsid(ancestor);
    }
    prepareAncestor(above, container, choices);
    world.numbers.passTicks(choices.oneIn(3) ? 0 : 1);
    runner = newborn("R", ancestor);
    runner.member = true;
    if (choices.oneIn(2)) {
      world.setsid(runner);
    }
    prepareRunner(above, choices);
  }

  private void prepareAncestor(Task above, @Nullable Task container, Choices choices) {
    above.subreaper = choices.oneIn(3);
    if (choices.oneIn(3)) {
      ancestor.secondThread = world.handOut();
    }
    if (choices.oneIn(3)) {
      newborn("T", ancestor);
    }
    if (container != null && container != above && choices.oneIn(3)) {
      ancestor.childNamespace = container.namespace;
    }
  }

  private void prepareRunner(Task above, Choices choices) {
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
    t.name = name;
    world.endFork(t);
    say(name + " is " + t + ", child of " + parent);
    return t;
  }

  private void say(String what) {
    if (log != null) {
      log.add(what);
    }
  }
}
