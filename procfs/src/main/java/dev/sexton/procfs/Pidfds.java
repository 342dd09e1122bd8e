package dev.sexton.procfs;

/**
 * Process descriptors: the only way a process is ever acted on.
 *
 * <p>Results are at least zero, or a negated errno ({@link Errno}). Not thread-safe.
 */
public interface Pidfds {

  /** What {@link #inode} returns where the kernel has no number of its own for each process. */
  long INODE_NOT_UNIQUE = 0;

  /** Opens a process descriptor; close-on-exec. -ESRCH if there is no such process. */
  int open(int pid);

  /** Closes what {@link #open} returned. */
  void close(int pidfd);

  /**
   * The number that no other process has had or will have until the next boot (Linux 6.9, told from
   * the file system's type and not from the version), {@link #INODE_NOT_UNIQUE}, or a negated
   * errno.
   */
  long inode(int pidfd);

  /** Sends a signal to that process, whoever has its number now. 0, or -ESRCH once it is dead. */
  int signal(int pidfd, int signal);

  /**
   * Waits until one of them has exited. A process of which only the leading thread has exited has
   * not.
   *
   * @param count how many of {@code pidfds}, and of {@code exited}, are in use
   * @param timeoutNs at most this long, rounded up to milliseconds; 0 looks without waiting
   * @param exited set for each that has exited, cleared for each that has not
   * @return the number that have exited, 0 on time-out, or a negated errno (-EINTR among them)
   */
  int awaitExit(int[] pidfds, int count, long timeoutNs, boolean[] exited);
}
