package dev.sexton.simulation;

/** Who a process is in a history. {@link Habits} says what each is likely to do. */
enum Role {
  /** Process 1: it collects what it is given, and other numbers go by meanwhile. */
  INIT,

  /** A service that leaves daemons behind, as a session manager or a container daemon does. */
  SERVICE,

  /** A user's shell: pipelines and background jobs in groups of their own. */
  SHELL,

  /** What services and shells start. */
  USER,

  /** Above the runner: it starts other things too, from any of its threads. */
  ANCESTOR,

  /** The init of a container that is not the run's. */
  CONTAINER_INIT,

  /** Of the run. */
  MEMBER,

  /** The runner itself does what members do, but never ends by itself. */
  RUNNER,

  /** Sexton itself, which starts nothing. */
  SEXTON;

  /** What its children are. */
  Role ofChildren() {
    return switch (this) {
      case RUNNER, MEMBER -> MEMBER;
      default -> USER;
    };
  }
}
