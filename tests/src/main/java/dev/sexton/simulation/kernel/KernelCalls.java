package dev.sexton.simulation.kernel;

/**
 * What happens around the calls of one reader: the world moves, calls fail, signals are noticed.
 *
 * <p>Called before the call looks at anything. May use the kernel in any way, but not make calls of
 * the same reader.
 */
public interface KernelCalls {
  /** No number is meant by the call. */
  int NO_PID = 0;

  /** Nothing moves, nothing fails. */
  KernelCalls STILL = (kind, pid) -> 0;

  /**
   * A call begins.
   *
   * @param pid the number that it is about, as the reader gave it, or {@link #NO_PID}
   * @return 0 to go on, or a negated errno that the call answers
   */
  int before(CallKind kind, int pid);

  /** A signal is about to be sent; also if the kernel will refuse it. */
  default void signalled(SimTask target, int signal) {}

  /**
   * The reader waits and nobody has exited. The world moves, and its clock should; it is asked
   * again until the time is over. If the clock did not move, the rest of the time passes at once.
   *
   * @param timeoutNs what is left of the time
   */
  default void waiting(long timeoutNs) {}
}
