package dev.sexton.simulation;

import static dev.sexton.simulation.Act.BECOME_SUBREAPER;
import static dev.sexton.simulation.Act.BEGIN_THREAD;
import static dev.sexton.simulation.Act.CLEAR_ENVIRONMENT;
import static dev.sexton.simulation.Act.CLONE_PARENT;
import static dev.sexton.simulation.Act.DAEMONIZE;
import static dev.sexton.simulation.Act.END_SUBREAPER;
import static dev.sexton.simulation.Act.END_THREAD;
import static dev.sexton.simulation.Act.ENTER_NAMESPACE;
import static dev.sexton.simulation.Act.EXEC;
import static dev.sexton.simulation.Act.EXIT;
import static dev.sexton.simulation.Act.FORK;
import static dev.sexton.simulation.Act.FORK_INTO_NAMESPACE;
import static dev.sexton.simulation.Act.IGNORE_TERM;
import static dev.sexton.simulation.Act.LEADER_ENDS;
import static dev.sexton.simulation.Act.NOTHING;
import static dev.sexton.simulation.Act.NUMBERS_PASS;
import static dev.sexton.simulation.Act.PIPELINE;
import static dev.sexton.simulation.Act.SETPGID;
import static dev.sexton.simulation.Act.SETSID;
import static dev.sexton.simulation.Act.STOP;
import static dev.sexton.simulation.Act.TIME_PASSES;

/** What processes do, each act as often as it is likely. */
final class Habits {
  private static final Act[] INIT = {NOTHING, NUMBERS_PASS, TIME_PASSES, TIME_PASSES};

  private static final Act[] SERVICE = {
    NOTHING, FORK, FORK, DAEMONIZE, DAEMONIZE, BEGIN_THREAD, END_THREAD, TIME_PASSES
  };

  private static final Act[] SHELL = {
    NOTHING, PIPELINE, PIPELINE, FORK, DAEMONIZE, SETPGID, TIME_PASSES
  };

  private static final Act[] USER = {
    NOTHING, FORK, DAEMONIZE, SETSID, SETPGID, EXEC, CLEAR_ENVIRONMENT, EXIT, EXIT, EXIT
  };

  private static final Act[] ANCESTOR = {
    NOTHING,
    FORK,
    FORK,
    PIPELINE,
    BEGIN_THREAD,
    END_THREAD,
    LEADER_ENDS,
    BECOME_SUBREAPER,
    END_SUBREAPER,
    TIME_PASSES
  };

  private static final Act[] CONTAINER_INIT = {NOTHING, FORK, DAEMONIZE, TIME_PASSES};

  private static final Act[] MEMBER = {
    NOTHING,
    FORK,
    FORK,
    FORK,
    DAEMONIZE,
    DAEMONIZE,
    CLONE_PARENT,
    PIPELINE,
    SETSID,
    SETSID,
    SETPGID,
    EXEC,
    CLEAR_ENVIRONMENT,
    IGNORE_TERM,
    STOP,
    BECOME_SUBREAPER,
    END_SUBREAPER,
    BEGIN_THREAD,
    END_THREAD,
    LEADER_ENDS,
    FORK_INTO_NAMESPACE,
    ENTER_NAMESPACE,
    TIME_PASSES,
    EXIT,
    EXIT,
    EXIT,
    EXIT
  };

  private static final Act[] RUNNER = {
    NOTHING,
    FORK,
    FORK,
    FORK,
    FORK,
    DAEMONIZE,
    CLONE_PARENT,
    PIPELINE,
    SETSID,
    SETPGID,
    BECOME_SUBREAPER,
    BEGIN_THREAD,
    END_THREAD,
    LEADER_ENDS,
    TIME_PASSES
  };

  private static final Act[] SEXTON = {NOTHING};

  private Habits() {}

  static Act[] of(Role role) {
    return switch (role) {
      case INIT -> INIT;
      case SERVICE -> SERVICE;
      case SHELL -> SHELL;
      case USER -> USER;
      case ANCESTOR -> ANCESTOR;
      case CONTAINER_INIT -> CONTAINER_INIT;
      case MEMBER -> MEMBER;
      case RUNNER -> RUNNER;
      case SEXTON -> SEXTON;
    };
  }
}
