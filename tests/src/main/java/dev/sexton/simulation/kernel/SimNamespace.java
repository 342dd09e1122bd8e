package dev.sexton.simulation.kernel;

import org.jspecify.annotations.Nullable;

/** A pid namespace: its numbers, and where the next one is looked for (kernel/pid.c, alloc_pid). */
final class SimNamespace {
  /** RESERVED_PIDS: numbers below are handed out before the first wrap only. */
  static final int RESERVED = 300;

  static final int LEVELS_MAX = 32; // MAX_PID_NS_LEVEL in include/linux/pid_namespace.h

  final @Nullable SimNamespace outer;
  final int level;
  final long inode;

  /** Who may do what here. */
  final SimUserNamespace owner;

  final PidTable pids = new PidTable();

  /** The process that is pid 1 here; absent until it is visible. */
  @Nullable SimTask init;

  /** Cleared when the init begins to end: nobody is born here any more (PIDNS_ADDING). */
  boolean adding = true;

  private int cursor = 1;

  SimNamespace(@Nullable SimNamespace outer, SimUserNamespace owner, long inode) {
    this.outer = outer;
    this.owner = owner;
    this.inode = inode;
    level = outer == null ? 0 : outer.level + 1;
  }

  /** Whether this is {@code other}, or below it. */
  boolean isWithin(SimNamespace other) {
    SimNamespace at = this;
    while (at.level > other.level && at.outer != null) {
      at = at.outer;
    }
    return at == other;
  }

  int lastPid() {
    return cursor - 1;
  }

  /** The next number, which the cursor moves past; {@link PidTable#NONE} if all are in use. */
  int next(int pidMax) {
    int number = peek(pidMax);
    if (number != PidTable.NONE) {
      cursor = number + 1;
    }
    return number;
  }

  /** Moves the cursor as if that many numbers were handed out, each freed at once. */
  void pass(int count, int pidMax) {
    int left = count;
    while (left > 0) {
      int first = peek(pidMax);
      if (first == PidTable.NONE) {
        return;
      }
      int used = pids.indexAtLeast(first);
      int end = used < pids.size() ? Math.min(pids.number(used), pidMax) : pidMax;
      int taken = Math.min(left, end - first);
      cursor = first + taken;
      left -= taken;
    }
  }

  private int peek(int pidMax) {
    int lowest = cursor > RESERVED ? RESERVED : 1;
    int first = Math.max(cursor, lowest);
    int number = pids.firstFree(first, pidMax);
    return number == PidTable.NONE && first > lowest ? pids.firstFree(lowest, pidMax) : number;
  }
}
