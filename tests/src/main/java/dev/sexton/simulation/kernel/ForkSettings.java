package dev.sexton.simulation.kernel;

/**
 * How a process forks, as flags of clone(2).
 *
 * @param cloneParent CLONE_PARENT: the child becomes a sibling
 * @param newPidNamespace CLONE_NEWPID: the child becomes the init of a pid namespace of its own. A
 *     caller without CAP_SYS_ADMIN gets CLONE_NEWUSER with it, without which it may not
 * @param underThread the number of the thread that forks, or {@link #LEADER}
 */
public record ForkSettings(boolean cloneParent, boolean newPidNamespace, int underThread) {
  /** Stands for the leading thread. */
  public static final int LEADER = 0;

  /** As fork(2), by the leading thread. */
  public static final ForkSettings PLAIN = new ForkSettings(false, false, LEADER);

  /** By the leading thread, as a sibling. */
  public static final ForkSettings SIBLING = new ForkSettings(true, false, LEADER);

  /** By the leading thread, as the init of a new pid namespace. */
  public static final ForkSettings NAMESPACE = new ForkSettings(false, true, LEADER);

  /** As fork(2), by a thread. */
  public static ForkSettings byThread(int tid) {
    return new ForkSettings(false, false, tid);
  }
}
