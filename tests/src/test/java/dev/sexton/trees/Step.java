package dev.sexton.trees;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/**
 * One step of a script.
 *
 * @param what is done
 * @param who does it, by the name that the script gave it; empty where the test does it
 * @param child whom it concerns besides, or empty
 * @param manners of a birth
 * @param count of children, threads or numbers
 */
record Step(What what, String who, String child, Set<Manner> manners, int count) {

  static final String RUNNER = "R";
  static final String LAUNCHER = "launcher";
  static final String STRANGER = "stranger";

  /** The abstract tags of which scripts are made. */
  enum What {
    /** Forks a process that does what the script says. */
    SPAWN,
    /** Forks some that only pause. */
    BROOD,
    /** Starts a chain of silent ones that keeps forking, one alive at a time. */
    CHAIN,
    SETSID,
    /** Moves into a process group of its own, or into that of the other named. */
    SETPGID,
    /** Executes a program anew, with some environment, an empty one or the run's mark. */
    EXEC,
    SUBREAPER,
    THREADS,
    /** Its leading thread ends, and another goes on. */
    END_LEADER,
    STOP,
    /** Waits for its dead children. */
    COLLECT,
    EXIT,
    /** A stranger uses up process numbers. */
    BURN,
    /** A stranger forks one that gets the number of a member that is gone. */
    USURP,
    SAMPLE,
    /** The runner begins, and its census is committed. */
    START,
    /** The sampler ends. */
    END_SAMPLING,
    /** The runner ends, by SIGKILL. */
    KILL_RUNNER;

    /** Without it there is nothing to reap. */
    boolean isIndispensable() {
      return this == START || this == KILL_RUNNER || this == END_SAMPLING;
    }
  }

  Step {
    manners = Set.copyOf(manners);
  }

  static Step of(What what) {
    return new Step(what, "", "", Set.of(), 0);
  }

  static Step by(String who, What what) {
    return new Step(what, who, "", Set.of(), 0);
  }

  static Step spawn(String who, String child, Set<Manner> manners) {
    return new Step(What.SPAWN, who, child, manners, 0);
  }

  Step with(Set<Manner> some) {
    return new Step(what, who, child, some, count);
  }

  Step times(int number) {
    return new Step(what, who, child, manners, number);
  }

  Step toward(String other) {
    return new Step(what, who, other, manners, count);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    text.append(who.isEmpty() ? "the test" : who).append(": ");
    text.append(what.name().toLowerCase(Locale.ROOT).replace('_', '-'));
    if (!child.isEmpty()) {
      text.append(' ').append(child);
    }
    if (count > 0) {
      text.append(' ').append(count);
    }
    if (!manners.isEmpty()) {
      text.append(' ').append(EnumSet.copyOf(manners));
    }
    return text.toString();
  }
}
