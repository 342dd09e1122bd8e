package dev.sexton.simulation.kernel;

import org.jspecify.annotations.Nullable;

/**
 * One life of a number, or of one number for each level of nested namespaces (struct pid). It is in
 * use while somebody bears it as process, thread, process group or session.
 */
final class SimPid {
  final SimNamespace namespace;

  /** Its number in each namespace, the outermost first. */
  final int[] numbers;

  /** Unlike the numbers never given again before the next boot. */
  final long inode;

  /** The thread that bears it, from when it is visible until its release begins. */
  @Nullable SimThread thread;

  /** The process that was given it, as long as it is in flight, visible, or being released. */
  @Nullable SimTask holder;

  int groupMembers;
  int sessionMembers;

  SimPid(SimNamespace namespace, int[] numbers, long inode) {
    this.namespace = namespace;
    this.numbers = numbers;
    this.inode = inode;
  }

  /** The outermost number. */
  int number() {
    return numbers[0];
  }

  /** Its number there, 0 if it has none (pid_nr_ns in kernel/pid.c). */
  int numberIn(SimNamespace reader) {
    if (reader.level == 0) {
      return numbers[0];
    }
    return namespace.isWithin(reader) ? numbers[reader.level] : 0;
  }

  /** The process whose leading thread bears it. */
  @Nullable SimTask leader() {
    SimThread bearer = thread;
    return bearer != null && bearer.isLeader() ? bearer.task : null;
  }

  boolean inUse() {
    return thread != null || holder != null || groupMembers > 0 || sessionMembers > 0;
  }
}
