package dev.sexton.procfs;

/** The files of {@code /proc/PID} that are read. */
public enum ProcFile {
  STAT("stat"),
  STATUS("status"),
  ENVIRON("environ"),
  CGROUP("cgroup"),
  CMDLINE("cmdline");

  private final String fileName;

  ProcFile(String fileName) {
    this.fileName = fileName;
  }

  /** The file's name below {@code /proc/PID}. */
  public String fileName() {
    return fileName;
  }
}
