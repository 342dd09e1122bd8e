package dev.sexton.testing;

/**
 * How a waited-for child ended.
 *
 * @param pid the child, in the waiting actor's own pid namespace
 * @param exitCode its exit code, or {@link #NONE} if a signal ended it
 * @param signalNumber the signal that ended it, or {@link #NONE} if it exited
 */
public record Ending(int pid, int exitCode, int signalNumber) {

  public static final int NONE = -1;

  static Ending parse(String pid, String how) {
    int value = Integer.parseInt(how.substring(how.indexOf(':') + 1));
    boolean exited = how.startsWith("exit:");
    return new Ending(Integer.parseInt(pid), exited ? value : NONE, exited ? NONE : value);
  }
}
