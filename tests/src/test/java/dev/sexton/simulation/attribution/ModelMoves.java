package dev.sexton.simulation.attribution;

import dev.sexton.simulation.attribution.ModelWorld.Namespace;
import dev.sexton.simulation.attribution.ModelWorld.State;
import dev.sexton.simulation.attribution.ModelWorld.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Everything that can happen next in a {@link ModelWorld}, to be enumerated: for {@link
 * ModelActions} the same, left to chance. Forks are over at once, and the dead are collected.
 */
final class ModelMoves {
  /** What may happen. */
  enum Kind {
    FORK("forks"),
    CLONE_PARENT("forks with CLONE_PARENT"),
    SETSID("becomes a session leader"),
    SUBREAPER("becomes a subreaper"),
    EXIT("exits"),
    GROUP("puts into a group"),
    /** A child of the thread that is not the leader. */
    FORK_FROM_SECOND_THREAD("forks from its second thread"),
    END_THREAD("ends its leader thread, or its second"),
    FORK_NAMESPACE("forks the init of a new pid namespace"),
    ENTER_NAMESPACE("has its children born in the namespace of"),
    /** Others' numbers go by until one that was used before is the next. */
    TURN("is the next number"),
    /** Two at once: it forks, and leaves its session to the child. */
    LEAVE("forks, and becomes a session leader"),
    /** Two at once. */
    FORK_LEADER("forks a child that becomes a session leader"),
    /** Four at once: the way to become a daemon. */
    DAEMON("forks a child that becomes a session leader, forks and exits");

    private final String text;

    Kind(String text) {
      this.text = text;
    }
  }

  /**
   * One thing that can happen.
   *
   * @param actor who does it; for {@link Kind#TURN} the init, for want of another
   * @param target whom it is done to
   * @param number the group, the thread or the number concerned
   */
  record Move(Kind kind, Task actor, Task target, int number) {
    @Override
    public String toString() {
      return switch (kind) {
        case TURN -> number + " " + kind.text;
        case GROUP -> actor + " " + kind.text + " " + number + ": " + target;
        case ENTER_NAMESPACE -> actor + " " + kind.text + " " + target;
        default -> actor + " " + kind.text;
      };
    }
  }

  private final ModelWorld world;
  private final ModelCast cast;
  private final int processesMax;

  ModelMoves(ModelCast cast, int processesMax) {
    this.cast = cast;
    this.processesMax = processesMax;
    world = cast.world;
  }

  /** What of these kinds can happen now; the init does nothing. */
  List<Move> possible(Set<Kind> kinds) {
    List<Move> moves = new ArrayList<>();
    for (Task t : world.tasks) {
      if (t.pid != 1 && t.lives()) {
        for (Kind kind : kinds) {
          add(kind, t, moves);
        }
      }
    }
    if (kinds.contains(Kind.TURN)) {
      for (int number : world.formerNumbers) {
        if (world.numbers.mayBeHandedOut(number)) {
          Task init = world.tasks.get(0);
          moves.add(new Move(Kind.TURN, init, init, number));
        }
      }
    }
    return moves;
  }

  private void add(Kind kind, Task t, List<Move> moves) {
    boolean room = world.tasks.size() < processesMax;
    boolean mayDo =
        switch (kind) {
          case FORK, FORK_LEADER, DAEMON -> room;
          case FORK_NAMESPACE -> room && t.childNamespace == t.namespace;
          case CLONE_PARENT -> room && t.member && !t.isNamespaceInit();
          case FORK_FROM_SECOND_THREAD -> room && t.secondThread != 0;
          case SETSID -> world.maySetsid(t);
          case LEAVE -> room && world.maySetsid(t);
          case SUBREAPER -> !t.subreaper;
          case EXIT -> t != cast.runner;
          case END_THREAD -> t.secondThread != 0;
          case GROUP, ENTER_NAMESPACE, TURN -> false;
        };
    if (mayDo) {
      moves.add(new Move(kind, t, t, 0));
    }
    if (kind == Kind.END_THREAD && mayDo && t.leaderAlive) {
      moves.add(new Move(kind, t, t, t.secondThread));
    }
    if (kind == Kind.GROUP) {
      addGroups(t, moves);
    }
    if (kind == Kind.ENTER_NAMESPACE) {
      for (Task init : world.tasks) {
        Namespace to = init.namespace;
        if (init.isNamespaceInit() && to.isWithin(t.namespace) && t.childNamespace != to) {
          moves.add(new Move(kind, t, init, 0));
        }
      }
    }
  }

  /** Nobody but members is put into a group that a member made: what group-owned assumes. */
  private void addGroups(Task caller, List<Move> moves) {
    for (Task target : world.tasks) {
      for (Task other : world.tasks) {
        int group = other.group;
        boolean first = other == firstOf(group);
        boolean ownGroup = other == target && group != target.pid;
        if (ownGroup) {
          addGroup(caller, target, target.pid, moves);
        }
        if (first) {
          addGroup(caller, target, group, moves);
        }
      }
    }
  }

  private void addGroup(Task caller, Task target, int group, List<Move> moves) {
    boolean assumed = target.member || !world.groupIsMadeByMember(group, cast.runner);
    if (assumed && target.lives() && world.maySetpgid(caller, target, group)) {
      moves.add(new Move(Kind.GROUP, caller, target, group));
    }
  }

  private @Nullable Task firstOf(int group) {
    for (Task t : world.tasks) {
      if (t.group == group) {
        return t;
      }
    }
    return null;
  }

  /** Makes it happen. */
  void make(Move move) {
    Task t = move.actor;
    switch (move.kind) {
      case FORK -> fork(t, false, false, ModelWorld.adoptingThread(t));
      case CLONE_PARENT -> fork(t, true, false, ModelWorld.adoptingThread(t));
      case FORK_NAMESPACE -> fork(t, false, true, ModelWorld.adoptingThread(t));
      case FORK_FROM_SECOND_THREAD -> fork(t, false, false, t.secondThread);
      case SETSID -> world.setsid(t);
      case SUBREAPER -> t.subreaper = true;
      case EXIT -> exit(t);
      case GROUP -> world.setpgid(t, move.target, move.number);
      case END_THREAD -> {
        if (move.number != 0 || !t.leaderAlive) {
          world.endSecondThread(t);
          collectIfDead(t);
        } else {
          world.endLeader(t);
        }
      }
      case ENTER_NAMESPACE -> t.childNamespace = move.target.namespace;
      case TURN -> world.passUntilNext(move.number);
      case LEAVE -> {
        fork(t, false, false, ModelWorld.adoptingThread(t));
        world.setsid(t);
      }
      case FORK_LEADER -> {
        Task child = fork(t, false, false, ModelWorld.adoptingThread(t));
        world.setsid(child);
      }
      case DAEMON -> {
        Task child = fork(t, false, false, ModelWorld.adoptingThread(t));
        world.setsid(child);
        fork(child, false, false, child.pid);
        exit(child);
      }
    }
  }

  private Task fork(Task t, boolean cloneParent, boolean newNamespace, int thread) {
    Task child = world.beginFork(t, cloneParent, newNamespace, thread);
    if (child == null) {
      throw new IllegalStateException("no number is free");
    }
    world.endFork(child);
    return child;
  }

  private void exit(Task t) {
    world.exit(t);
    collectIfDead(t);
  }

  private void collectIfDead(Task t) {
    if (t.state == State.ZOMBIE) {
      world.collect(t);
    }
  }

  void runnerDies() {
    if (cast.runner.lives()) {
      exit(cast.runner);
    }
  }
}
