package dev.sexton.procfs;

/** What one reading of {@code /proc/PID/status} said. Reused; filled by {@link StatusReader}. */
public final class ProcessStatus {
  /** A number that the file did not give. */
  public static final int ABSENT = -1;

  /** A user id that the file did not give; the ids themselves are unsigned 32-bit numbers. */
  public static final long ABSENT_UID = -1;

  int pid;
  int parent;
  int threads;
  long realUid;
  long effectiveUid;
  long savedUid;
  int namespacePidLast;
  int namespacePidCount;
  boolean hasCapabilities;
  long effectiveCapabilities;
  int errno;

  /** Nothing read yet. */
  public ProcessStatus() {
    clear();
  }

  void clear() {
    pid = ABSENT;
    parent = ABSENT;
    threads = ABSENT;
    realUid = ABSENT_UID;
    effectiveUid = ABSENT_UID;
    savedUid = ABSENT_UID;
    namespacePidLast = ABSENT;
    namespacePidCount = 0;
    hasCapabilities = false;
    effectiveCapabilities = 0;
    errno = 0;
  }

  /** Its number. */
  public int pid() {
    return pid;
  }

  /** Its parent's number. */
  public int parent() {
    return parent;
  }

  /** Its threads, or {@link #ABSENT}. */
  public int threads() {
    return threads;
  }

  /** The user who it acts for. */
  public long realUid() {
    return realUid;
  }

  /** The user whose rights it has now. */
  public long effectiveUid() {
    return effectiveUid;
  }

  /** The user whose rights it may take again. */
  public long savedUid() {
    return savedUid;
  }

  /**
   * Its number in the innermost pid namespace it is in: 1 is that namespace's init. {@link #ABSENT}
   * before Linux 4.1.
   */
  public int namespacePidLast() {
    return namespacePidLast;
  }

  /** In how many pid namespaces it has a number, counted from that of {@code /proc}. */
  public int namespacePidCount() {
    return namespacePidCount;
  }

  /** Whether {@link #effectiveCapabilities} was given. */
  public boolean hasCapabilities() {
    return hasCapabilities;
  }

  /** Its effective capabilities, one bit each (capability.h); 0 if not given. */
  public long effectiveCapabilities() {
    return effectiveCapabilities;
  }

  /** The positive errno of a reading that failed in a system call, otherwise 0. */
  public int errno() {
    return errno;
  }
}
