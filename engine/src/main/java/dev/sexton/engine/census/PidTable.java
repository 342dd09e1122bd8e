package dev.sexton.engine.census;

import java.util.Arrays;

/**
 * Which process each number names, as far as is known: number to start ticks, without boxing.
 *
 * <p>Open addressing with linear probing; allocates only to grow.
 */
final class PidTable {
  static final long ABSENT = -1;

  private static final int EMPTY = 0;
  private static final int INITIAL_CAPACITY = 1024;

  private int[] pids = new int[INITIAL_CAPACITY];
  private long[] ticks = new long[INITIAL_CAPACITY];
  private int[] marks = new int[INITIAL_CAPACITY];
  private int size;

  /** Start ticks of the process that has the number, or {@link #ABSENT}. */
  long get(int pid) {
    int i = find(pid);
    return pids[i] == EMPTY ? ABSENT : ticks[i];
  }

  /** As {@link #get}, if the entry bears this mark. */
  long getMarked(int pid, int mark) {
    int i = find(pid);
    return pids[i] == EMPTY || marks[i] != mark ? ABSENT : ticks[i];
  }

  void clear() {
    Arrays.fill(pids, EMPTY);
    size = 0;
  }

  boolean contains(int pid) {
    return pids[find(pid)] != EMPTY;
  }

  int size() {
    return size;
  }

  /** Puts a process, with a mark that {@link #removeUnmarked} compares. */
  void put(int pid, long startTicks, int mark) {
    if (size * 2 >= pids.length) {
      grow();
    }
    int i = find(pid);
    if (pids[i] == EMPTY) {
      pids[i] = pid;
      size++;
    }
    ticks[i] = startTicks;
    marks[i] = mark;
  }

  void remove(int pid) {
    int hole = find(pid);
    if (pids[hole] == EMPTY) {
      return;
    }
    size--;
    int mask = pids.length - 1;
    int i = hole;
    while (true) {
      i = (i + 1) & mask;
      if (pids[i] == EMPTY) {
        break;
      }
      int home = home(pids[i]);
      boolean movable = hole <= i ? home <= hole || home > i : home <= hole && home > i;
      if (movable) {
        pids[hole] = pids[i];
        ticks[hole] = ticks[i];
        marks[hole] = marks[i];
        hole = i;
      }
    }
    pids[hole] = EMPTY;
  }

  /** Called for each entry that is removed. */
  interface Removed {
    void removed(int pid, long startTicks);
  }

  /** Removes every entry whose mark is another. */
  void removeUnmarked(int mark, Removed removed) {
    boolean again = true;
    while (again) {
      again = false;
      for (int i = 0; i < pids.length; i++) {
        if (pids[i] != EMPTY && marks[i] != mark) {
          int pid = pids[i];
          long startTicks = ticks[i];
          remove(pid);
          removed.removed(pid, startTicks);
          again = true;
        }
      }
    }
  }

  private int find(int pid) {
    int mask = pids.length - 1;
    int i = home(pid);
    while (pids[i] != EMPTY && pids[i] != pid) {
      i = (i + 1) & mask;
    }
    return i;
  }

  private int home(int pid) {
    return ((pid * 0x9E3779B9) >>> 7) & (pids.length - 1);
  }

  private void grow() {
    int[] oldPids = pids;
    long[] oldTicks = ticks;
    int[] oldMarks = marks;
    int capacity = pids.length * 2;
    pids = new int[capacity];
    ticks = new long[capacity];
    marks = new int[capacity];
    size = 0;
    for (int i = 0; i < oldPids.length; i++) {
      if (oldPids[i] != EMPTY) {
        put(oldPids[i], oldTicks[i], oldMarks[i]);
      }
    }
  }
}
