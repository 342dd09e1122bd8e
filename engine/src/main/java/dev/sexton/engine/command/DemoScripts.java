package dev.sexton.engine.command;

/**
 * What the demonstration starts: POSIX shell, coreutils and setsid(1).
 *
 * <p>Each process says its part and its number once it is what it is to be. All end by themselves
 * after a minute, should the demonstration be killed.
 */
final class DemoScripts {
  static final String RUNNER = "runner";
  static final String SAME_GROUP = "same-group";
  static final String OWN_SESSION = "own-session";
  static final String DAEMON = "daemon";
  static final String DAEMON_PARENT = "daemon-parent";
  static final String BARE = "bare";
  static final String DEAF = "deaf";
  static final String MISNAMED = "misnamed";
  static final String ORPHAN = "orphan";

  /**
   * A runner with a child of each kind. A line on standard input starts the children, a second one
   * ends the daemon's parent. Background processes get an empty standard input, so it is kept as
   * descriptor 3.
   */
  static final String FULL_RUN =
      """
      exec 3<&0
      echo "runner $$"
      read go || exit 1
      sh -c 'echo "same-group $$"; exec sleep 60' &
      setsid sh -c 'echo "own-session $$"; exec sleep 60' &
      sh -c 'setsid sh -c "echo daemon \\$\\$; exec sleep 60" &
        echo "daemon-parent $$"; read gone <&3' &
      (cd / && exec env -i /bin/sh -c 'echo "bare $$"; exec sleep 60') &
      sh -c 'trap "" TERM; echo "deaf $$"; exec sleep 60' &
      sh -c 'printf ") S 1 1 (" >/proc/self/comm; echo "misnamed $$"; sleep 60; :' &
      wait
      """;

  /** A runner with one child. */
  static final String SMALL_RUN =
      """
      echo "runner $$"
      read go || exit 1
      setsid sh -c 'echo "own-session $$"; exec sleep 60' &
      wait
      """;

  /**
   * Not the run's: leaves an orphan in a session of its own, once a line on standard input says so.
   * What an orphan writes after its starter has exited, {@link Process} does not deliver.
   */
  static final String STRANGER =
      """
      setsid sh -c 'echo "orphan $$"; exec sleep 60' &
      read go
      """;

  private DemoScripts() {}
}
