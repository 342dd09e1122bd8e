package dev.sexton.simulation;

import dev.sexton.engine.census.RunRequest;
import dev.sexton.simulation.kernel.EnvironmentChange;
import dev.sexton.simulation.kernel.ForkSettings;
import dev.sexton.simulation.kernel.SimKernel;
import dev.sexton.simulation.kernel.SimTask;
import java.util.ArrayList;
import java.util.List;

/** Who is there when a history begins: services, shells, users, and those above the runner. */
final class Cast {
  /** The run's user, and of half of the others. */
  static final int RUN_USER = 1000;

  private static final int OTHER_USER = 1001;
  private static final int ROOT = 0;

  private final World world;
  private final SimKernel kernel;
  private final Choices choices;
  private final boolean privileged;
  private final SimTask service;
  private final SimTask top;
  private final List<SimTask> foreigners = new ArrayList<>();

  Cast(World world, Choices choices) {
    this.world = world;
    this.choices = choices;
    kernel = world.kernel();
    privileged = world.family().isPrivileged();
    service = stays(world.spawn(kernel.init(), Role.SERVICE, "service"));
    kernel.setsid(service);
    SimTask shell = user(world.spawn(service, Role.SHELL, "shell"), anyUser());
    stays(shell);
    kernel.setsid(shell);
    foreigners.add(user(world.spawn(shell, Role.USER, "user"), anyUser()));
    if (privileged && choices.oneIn(2)) {
      container();
    }
    pass();
    top = above();
  }

  private SimTask stays(SimTask t) {
    world.actor(t).stays = true;
    return t;
  }

  private SimTask user(SimTask t, int uid) {
    if (uid != ROOT) {
      kernel.setUids(t, uid, uid, uid);
    }
    return t;
  }

  private int anyUser() {
    return choices.oneIn(3) ? OTHER_USER : RUN_USER;
  }

  private void container() {
    SimTask init = kernel.beginFork(service, ForkSettings.NAMESPACE);
    if (init != null) {
      kernel.endFork(init);
      init.setLabel("container");
      world.add(init, Role.CONTAINER_INIT);
      stays(init);
      world.say("container is " + init);
    }
  }

  /** Ticks go by, or not: then two processes start in one. */
  private void pass() {
    if (!choices.oneIn(3)) {
      kernel.advance(10_000_000);
    }
  }

  /** A chain of one to three above the runner. */
  private SimTask above() {
    SimTask above = kernel.init();
    int generations = 1 + choices.below(3);
    for (int i = 0; i < generations; i++) {
      boolean nearest = i == generations - 1;
      SimTask next = world.spawn(above, Role.ANCESTOR, "A" + (generations - i));
      if (nearest) {
        user(next, privileged ? ROOT : RUN_USER);
      }
      // The nearest may die: then the runner has another parent.
      world.actor(next).stays = !nearest || choices.oneIn(2);
      if (choices.oneIn(2)) {
        kernel.setsid(next);
      }
      if (choices.oneIn(3)) {
        kernel.setSubreaper(next, true);
      }
      if (choices.oneIn(4)) {
        kernel.startThread(next);
      }
      if (choices.oneIn(3)) {
        foreigners.add(world.spawn(next, Role.USER, "old" + i));
      }
      above = next;
      pass();
    }
    return above;
  }

  SimTask service() {
    return service;
  }

  /** The nearest above the runner, or above its guardian. */
  SimTask top() {
    return top;
  }

  /** A runner, child of {@code parent}. */
  SimTask runner(SimTask parent, String runId) {
    SimTask runner = world.spawn(parent, Role.RUNNER, "R-" + runId);
    user(runner, privileged ? ROOT : RUN_USER);
    stays(runner);
    if (choices.oneIn(2)) {
      kernel.exec(
          runner, "runner", EnvironmentChange.to(RunRequest.MARKER + "=" + runId + "\0HOME=/\0"));
    }
    if (choices.oneIn(2)) {
      kernel.setsid(runner);
    } else if (choices.oneIn(2)) {
      kernel.setpgid(parent, runner, runner.pid());
    }
    return runner;
  }

  /** A process of ours under {@code parent}, which starts nothing by itself. */
  SimTask sexton(SimTask parent, String label, boolean root) {
    SimTask t = world.spawn(parent, Role.SEXTON, label);
    stays(t);
    if (!root) {
      user(t, RUN_USER);
    }
    return t;
  }

  /** Somebody who is not of the run and may start a reaper. */
  SimTask anybody() {
    return switch (choices.below(3)) {
      case 0 -> service;
      case 1 -> kernel.init();
      default -> top.lives() ? top : service;
    };
  }
}
