package dev.sexton.procfs;

/** How the reading of one process went. */
public enum ReadResult {
  /** A whole line, about the process that was asked for. */
  OK,
  /** No such process any more: it was listed, or followed, and is gone. */
  VANISHED,
  /** The kernel refused (EACCES, EPERM): it may well be alive. */
  DENIED,
  /** The line ended too early, twice. */
  SHORT,
  /** The line is not one, or is about another number, twice. */
  GARBLED,
  /**
   * The process is being released: parent 0, process group -1, session -1. Number, name and start
   * ticks are good; it counts as vanishing, not as a member of session -1.
   */
  RELEASING,
  /** Anything else that kept it from being read, such as want of descriptors; see the errno. */
  FAILED;

  /** What an errno of a read, or of an open, says about its process. */
  public static ReadResult ofErrno(int errno) {
    return switch (errno) {
      case Errno.ENOENT, Errno.ESRCH -> VANISHED;
      case Errno.EACCES, Errno.EPERM -> DENIED;
      default -> FAILED;
    };
  }

  /** Whether number, start ticks and name of the row are those of the process. */
  public boolean identifies() {
    return this == OK || this == RELEASING;
  }
}
