package dev.sexton.testing;

/**
 * The fields of {@code /proc/PID/stat} that tests ask for.
 *
 * @param comm the name, one char for each byte (ISO 8859-1)
 * @param startTicks field 22, clock ticks since boot
 */
public record ProcStat(
    int pid,
    String comm,
    char state,
    int ppid,
    int pgid,
    int sid,
    int numThreads,
    long startTicks) {

  /** Z or X with no other thread: nothing of it runs any more. */
  public boolean isDead() {
    return (state == 'Z' || state == 'X') && numThreads <= 1;
  }

  public boolean isStopped() {
    return state == 'T' || state == 't';
  }
}
