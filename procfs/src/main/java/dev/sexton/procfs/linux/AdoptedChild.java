package dev.sexton.procfs.linux;

import dev.sexton.procfs.UnsupportedHostException;

/**
 * Collects a dead child that this process did not start: an orphan that it adopted as a subreaper.
 *
 * <p>By number, never any child: {@code waitpid(-1)} would take the exit status of a child of
 * {@code java.lang.Process}, whose {@code waitFor} then answers 0. Whoever calls this must know
 * that the child is not one of those. Safe for use by any thread.
 */
public final class AdoptedChild {
  private static final int WNOHANG = 1; // include/uapi/linux/wait.h

  private AdoptedChild() {}

  /**
   * Collects it if it is dead, without waiting.
   *
   * @param pid above 0
   * @return whether it was collected
   */
  public static boolean collect(int pid) throws UnsupportedHostException {
    if (pid <= 0) {
      throw new IllegalArgumentException("pid " + pid);
    }
    return LinuxLibC.get().waitpid(pid, WNOHANG) == pid;
  }
}
