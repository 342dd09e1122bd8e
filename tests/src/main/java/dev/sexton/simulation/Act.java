package dev.sexton.simulation;

/** What a process does in one step of the kernel. */
enum Act {
  NOTHING,
  FORK,
  /** A fork whose child becomes the caller's sibling. */
  CLONE_PARENT,
  /** Two forks, a session between them, and the first parent gone. */
  DAEMONIZE,
  /** Within a daemonising: the second fork. */
  FORK_DAEMON,
  /** A fork whose child leads a group of its own, and then one that joins it. */
  PIPELINE,
  /** Within a pipeline: the second fork. */
  FORK_FOLLOWER,
  SETSID,
  SETPGID,
  EXEC,
  CLEAR_ENVIRONMENT,
  IGNORE_TERM,
  /** A child is stopped. */
  STOP,
  BECOME_SUBREAPER,
  END_SUBREAPER,
  BEGIN_THREAD,
  END_THREAD,
  /** The leading thread ends and others live on. */
  LEADER_ENDS,
  /** A fork whose child is the init of a new pid namespace. */
  FORK_INTO_NAMESPACE,
  /** Children are born in somebody's pid namespace from now on. */
  ENTER_NAMESPACE,
  /** Others' threads and short-lived processes take numbers. */
  NUMBERS_PASS,
  TIME_PASSES,
  EXIT
}
