package dev.sexton.trees;

import dev.sexton.testing.ForkOptions;
import dev.sexton.testing.Signal;
import java.util.Locale;
import java.util.Set;

/** How a process of a script is born, and what it does to itself at once. */
enum Manner {
  SETSID,
  SETPGID,
  CLEAR_ENVIRONMENT,
  IGNORE_TERM,
  SUBREAPER,
  COLLECTING,
  NON_DUMPABLE,
  FROM_THREAD,
  DOUBLE_FORK,
  DAEMON,
  CLONE_PARENT,
  NESTED_INIT,
  OTHER_USER,
  /** Bears the run's mark, which only a program that is executed anew can. */
  MARKED;

  private static final int NOBODY = 65_534;

  /** The options that ask for these, in the order in which they stand here: the user goes last. */
  static ForkOptions options(ForkOptions first, Set<Manner> manners) {
    ForkOptions options = first;
    for (Manner manner : values()) {
      options = manners.contains(manner) ? manner.on(options) : options;
    }
    return options;
  }

  private ForkOptions on(ForkOptions options) {
    return switch (this) {
      case SETSID -> options.setsid();
      case SETPGID -> options.setpgid();
      case CLEAR_ENVIRONMENT -> options.clearEnvironment();
      case IGNORE_TERM -> options.ignore(Signal.TERM);
      case SUBREAPER -> options.subreaper();
      case COLLECTING -> options.collectChildren();
      case NON_DUMPABLE -> options.nonDumpable();
      case FROM_THREAD -> options.fromThread();
      case DOUBLE_FORK -> options.doubleFork();
      case DAEMON -> options.daemon();
      case CLONE_PARENT -> options.cloneParent();
      case NESTED_INIT -> options.newPidNamespace();
      case OTHER_USER -> options.uid(NOBODY);
      case MARKED -> options;
    };
  }

  /** Whether the process whose child it is from birth is another than the one that was told to. */
  boolean hidesForker() {
    return this == DOUBLE_FORK || this == DAEMON || this == CLONE_PARENT;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
