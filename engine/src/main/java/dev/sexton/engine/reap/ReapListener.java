package dev.sexton.engine.reap;

/** Is told how a reap comes along. Called on the reaping thread, which waits: return soon. */
public interface ReapListener {
  /** Hears nothing. */
  ReapListener NONE = new ReapListener() {};

  /**
   * A scan of the host was looked at.
   *
   * @param scans how many there were so far
   * @param alive members that are alive
   * @param undecided processes of which nothing tells whose they are
   */
  default void scanned(int scans, int alive, int undecided) {}

  /** Members were sent a signal. */
  default void signalled(String signal, int processes) {}
}
