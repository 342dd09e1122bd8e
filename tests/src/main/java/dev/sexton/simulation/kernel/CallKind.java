package dev.sexton.simulation.kernel;

/** The calls that the product makes, before each of which the world may move. */
public enum CallKind {
  /** A listing of processes, before its first entry. */
  LIST,
  /** A listing, between two entries; an error ends what this call lists, and is not shown. */
  LIST_NEXT,
  STAT,
  STATUS,
  ENVIRON,
  CGROUP,
  CMDLINE,
  CHILDREN,
  TASKS,
  /** The opening of a file that is kept. */
  OPEN,
  READ_KEPT,
  HOST_FILE,
  NAMESPACE,
  OWNER,
  PIDFD_OPEN,
  PIDFD_INODE,
  PIDFD_SIGNAL,
  PIDFD_WAIT
}
