package dev.sexton.procfs.linux;

import dev.sexton.procfs.ProcfsException;
import dev.sexton.procfs.UnsupportedHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Whether orphans among this process's descendants become its children.
 *
 * <p>An attribute of the process, not inherited by fork, kept over exec. Safe for use by any
 * thread.
 */
public final class Subreaper {
  private static final int PR_SET_CHILD_SUBREAPER = 36; // include/uapi/linux/prctl.h, Linux 3.4
  private static final int PR_GET_CHILD_SUBREAPER = 37;

  private Subreaper() {}

  /** Becomes one, or ceases to be. Holds for orphans from now on. */
  public static void set(boolean on) throws ProcfsException, UnsupportedHostException {
    check(LinuxLibC.get().prctl(PR_SET_CHILD_SUBREAPER, on ? 1 : 0), "becoming a subreaper");
  }

  /** Whether this process is one. */
  public static boolean isSet() throws ProcfsException, UnsupportedHostException {
    LinuxLibC libC = LinuxLibC.get();
    ByteBuffer answer = ByteBuffer.allocateDirect(Integer.BYTES).order(ByteOrder.nativeOrder());
    check(libC.prctl(PR_GET_CHILD_SUBREAPER, libC.address(answer)), "being a subreaper");
    return answer.getInt(0) != 0;
  }

  private static void check(int result, String what) throws ProcfsException {
    if (result < 0) {
      throw new ProcfsException(what, -result);
    }
  }
}
