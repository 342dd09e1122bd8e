package dev.sexton.simulation.kernel;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A thread: what children are listed under. */
final class SimThread {
  private static final int CHILDREN_USUAL = 4;

  final SimTask task;
  final SimPid pid;
  long startTicks;

  /** Cleared when it begins to exit (PF_EXITING). */
  boolean alive = true;

  /** The child that it is about to have, whose number is handed out already. */
  @Nullable SimTask forking;

  private @Nullable List<SimTask> children;

  SimThread(SimTask task, SimPid pid) {
    this.task = task;
    this.pid = pid;
  }

  boolean isLeader() {
    return task.leader == this;
  }

  /** Its children, dead ones too, in the order in which it got them. */
  List<SimTask> children() {
    return children == null ? List.of() : children;
  }

  void add(SimTask child) {
    if (children == null) {
      children = new ArrayList<>(CHILDREN_USUAL);
    }
    children.add(child);
    child.parent = this;
  }

  void remove(SimTask child) {
    if (children == null || !children.remove(child)) {
      throw new IllegalStateException(child + " is not a child of " + task);
    }
  }

  /** Takes all its children away from it. */
  List<SimTask> takeChildren() {
    List<SimTask> taken = children();
    children = null;
    return taken;
  }
}
