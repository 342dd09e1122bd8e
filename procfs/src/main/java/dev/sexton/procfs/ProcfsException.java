package dev.sexton.procfs;

import java.io.IOException;

/** The kernel could not be asked. Says what was looked at; never means that nothing is there. */
public final class ProcfsException extends IOException {
  private static final long serialVersionUID = 1L;

  /** The errno of a failure that was not a system call's: an answer that makes no sense. */
  public static final int NO_ERRNO = 0;

  private final int errno;

  /** Names what was looked at, and how the kernel refused ({@link #NO_ERRNO} if it did not). */
  public ProcfsException(String lookedAt, int errno) {
    super(errno == NO_ERRNO ? lookedAt : lookedAt + ": " + Errno.name(errno));
    this.errno = errno;
  }

  /** The positive errno, or {@link #NO_ERRNO}. */
  public int errno() {
    return errno;
  }
}
