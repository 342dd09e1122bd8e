package dev.sexton.engine.model;

/**
 * One recorded fact that a rule used. The text is made only when somebody asks, so that deciding
 * costs no string.
 *
 * @param kind what sort of fact
 * @param pid the process that bears witness, or {@link #NOBODY}
 * @param startTicks start ticks of that process, or 0
 * @param number the session, group or thread concerned, or 0
 */
public record Evidence(Kind kind, int pid, long startTicks, int number) {
  /** No process bears witness. */
  public static final int NOBODY = 0;

  public static final Evidence NOTHING = new Evidence(Kind.NOTHING, NOBODY, 0, 0);

  /**
   * The sorts of fact, each with its sentence: {@code %P} is the witness, {@code %N} the number.
   */
  public enum Kind {
    NOTHING("born during the run, and nothing recorded settles whose it is"),
    IDENTITY("pid and start ticks are the runner's"),
    START_ORDER("it started at an earlier tick than runner %P"),
    ANCESTOR("it is an ancestor of the runner"),
    PARENT("parent %P"),
    PARENT_UNDECIDED("its parent %P is undecided itself"),
    SUBREAPER("subreaper %P lived when its parent was read, and its parents do not reach it"),
    SESSION_CREATOR("session %N was created by member %P and has been kept since"),
    SESSION_SEEN("session %N was made during the run, member %P was seen in it"),
    SESSION_WITNESS(
        "session %N: %P was in it at a clean full pass and still is, no member ever was"),
    GROUP_CREATOR("process group %N was created by member %P and has been kept since"),
    THREAD("listed under thread %N of %P, which adopts no orphans"),
    CGROUP("its cgroup"),
    CLAIM("owned by another run, whose runner is %P"),
    VOUCHED("vouched for by the caller"),
    MARKER("SEXTON_RUN in its environment names this run");

    private final String sentence;

    Kind(String sentence) {
      this.sentence = sentence;
    }
  }

  /** The fact as a sentence. */
  public String text() {
    return kind.sentence
        .replace("%P", pid + "@" + startTicks)
        .replace("%N", Integer.toString(number));
  }
}
