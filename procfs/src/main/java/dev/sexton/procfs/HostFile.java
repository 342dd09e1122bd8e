package dev.sexton.procfs;

/** The files that tell about the host and about the reader itself, not about another process. */
public enum HostFile {
  /** Load, number of threads, last number handed out; read for each sample. */
  LOADAVG("loadavg"),
  /** Seconds since boot with two decimals. */
  UPTIME("uptime"),
  PID_MAX("sys/kernel/pid_max"),
  BOOT_ID("sys/kernel/random/boot_id"),
  KERNEL_RELEASE("sys/kernel/osrelease"),
  MOUNTINFO("self/mountinfo"),
  AUXV("self/auxv"),
  MACHINE_ID("/etc/machine-id"),
  /** The processors that are on line, as ranges. Not confined to the reader's own affinity. */
  PROCESSORS("/sys/devices/system/cpu/online");

  private final String path;

  HostFile(String path) {
    this.path = path;
  }

  /** Relative to the mount point of the process file system unless it begins with a slash. */
  public String path() {
    return path;
  }
}
