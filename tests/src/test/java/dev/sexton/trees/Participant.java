package dev.sexton.trees;

import dev.sexton.testing.Actor;
import dev.sexton.testing.ProcStat;
import dev.sexton.testing.ProcText;
import org.jspecify.annotations.Nullable;

/** A process of a script, and what the reference model knows of it. */
final class Participant {

  final String name;

  /** Who forked it; null for those who were there before the script. */
  final @Nullable Participant forker;

  /** Whether it descends from the runner by fork. */
  final boolean member;

  /** Its pid in the world's namespace. */
  final int pid;

  final long startTicks;

  /** Null if it only pauses. */
  @Nullable Actor actor;

  /** The process that its parent is from birth is another than the forker, or adopts strangers. */
  boolean forkerHidden;

  /**
   * It was seen at a time when descent alone told whose it is: before the runner was there, or as
   * the child of one that had been witnessed itself. From then on there is no excuse for a doubt.
   */
  boolean witnessed;

  boolean stopped;

  private Participant(
      String name,
      @Nullable Participant forker,
      boolean member,
      int pid,
      long startTicks,
      @Nullable Actor actor) {
    this.name = name;
    this.forker = forker;
    this.member = member;
    this.pid = pid;
    this.startTicks = startTicks;
    this.actor = actor;
  }

  static Participant of(String name, @Nullable Participant forker, boolean member, Actor actor) {
    return new Participant(name, forker, member, actor.pid(), actor.startTicks(), actor);
  }

  static Participant silent(String name, Participant forker, int pid, long startTicks) {
    return new Participant(name, forker, forker.member, pid, startTicks, null);
  }

  /** By a look of the test's own. */
  boolean isAlive(ProcText proc) {
    ProcStat stat = proc.stat(pid);
    return stat != null && stat.startTicks() == startTicks && !stat.isDead();
  }

  /** The actor, if it can do what it is told. */
  @Nullable Actor able(ProcText proc) {
    return actor != null && !stopped && isAlive(proc) ? actor : null;
  }

  @Override
  public String toString() {
    return name + "(" + pid + "@" + startTicks + ")";
  }
}
