package dev.sexton.procfs.linux;

import dev.sexton.procfs.Errno;
import dev.sexton.procfs.UnsupportedHostException;
import org.jspecify.annotations.Nullable;

/** Says at the start what this host cannot do, in one sentence. */
public final class KernelSupport {
  private KernelSupport() {}

  /** Why processes cannot be followed here, or null if they can. */
  public static @Nullable String whyNotFollowed() {
    try {
      LinuxProcFileSystem.open().close();
      return null;
    } catch (UnsupportedHostException unsupported) {
      return unsupported.getMessage();
    }
  }

  /** Why processes cannot be signalled by descriptor here, or null if they can. */
  public static @Nullable String whyNotSignalled() {
    try {
      LinuxPidfds pidfds = LinuxPidfds.open();
      int pidfd = pidfds.open((int) ProcessHandle.current().pid());
      if (pidfd < 0) {
        return notSupported("opened", pidfd);
      }
      int result = pidfds.signal(pidfd, 0);
      pidfds.close(pidfd);
      return result < 0 ? notSupported("signalled through", result) : null;
    } catch (UnsupportedHostException unsupported) {
      return unsupported.getMessage();
    }
  }

  private static String notSupported(String verb, int negatedErrno) {
    return "Process descriptors (Linux 5.3) cannot be "
        + verb
        + " on this host: "
        + Errno.name(-negatedErrno)
        + ".";
  }
}
