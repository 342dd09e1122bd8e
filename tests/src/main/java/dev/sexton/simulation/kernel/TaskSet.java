package dev.sexton.simulation.kernel;

import java.util.AbstractList;
import java.util.List;

/** The processes that are not gone, ascending; a list that is handed out does not change. */
final class TaskSet {
  private SimTask[] tasks = new SimTask[0];

  /** An unchanging list of those there are now. */
  List<SimTask> now() {
    return new Snapshot(tasks);
  }

  SimTask[] array() {
    return tasks;
  }

  void add(SimTask task) {
    int index = indexAtLeast(task.pid());
    SimTask[] more = new SimTask[tasks.length + 1];
    System.arraycopy(tasks, 0, more, 0, index);
    more[index] = task;
    System.arraycopy(tasks, index, more, index + 1, tasks.length - index);
    tasks = more;
  }

  void remove(SimTask task) {
    int index = indexAtLeast(task.pid());
    if (index >= tasks.length || tasks[index] != task) {
      throw new IllegalStateException(task + " is gone already");
    }
    SimTask[] fewer = new SimTask[tasks.length - 1];
    System.arraycopy(tasks, 0, fewer, 0, index);
    System.arraycopy(tasks, index + 1, fewer, index, fewer.length - index);
    tasks = fewer;
  }

  private int indexAtLeast(int pid) {
    int low = 0;
    int high = tasks.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (tasks[middle].pid() < pid) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private static final class Snapshot extends AbstractList<SimTask> {
    private final SimTask[] tasks;

    Snapshot(SimTask[] tasks) {
      this.tasks = tasks;
    }

    @Override
    public SimTask get(int index) {
      return tasks[index];
    }

    @Override
    public int size() {
      return tasks.length;
    }
  }
}
