package dev.sexton.procfs;

/** The namespaces whose identity matters: numbers and start times mean nothing outside of them. */
public enum Namespace {
  PID("pid"),
  TIME("time"),
  USER("user");

  private final String fileName;

  Namespace(String fileName) {
    this.fileName = fileName;
  }

  /** The link's name below {@code /proc/PID/ns}. */
  public String fileName() {
    return fileName;
  }
}
