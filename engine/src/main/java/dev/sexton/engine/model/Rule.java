package dev.sexton.engine.model;

/**
 * The rules of attribution, in the order in which they are tried; the first that applies decides.
 */
public enum Rule {
  RUNNER("runner", "it is the runner"),
  PREDATES_RUNNER("predates-runner", "it started before the runner did"),
  PARENT_OWNED("parent-owned", "its parent is a member"),
  PARENT_FOREIGN("parent-foreign", "its parent is foreign and cannot adopt the run's orphans"),
  OUTSIDE_SUBREAPER("outside-subreaper", "it is outside the tree that the run cannot leave"),
  SESSION_OWNED("session-owned", "a member created its session"),
  SESSION_FOREIGN("session-foreign", "its session was there without any member"),
  GROUP_OWNED("group-owned", "a member created its process group"),
  THREAD_CHILD("thread-child", "its parent forked it from a thread that adopts nobody"),
  CONTAINMENT("containment", "its cgroup decides"),
  OTHER_RUN("other-run", "it descends from another run's runner"),
  VOUCHED("vouched", "the caller vouched that it is not the run's"),
  MARKER("marker", "its environment bears the run's id"),
  NONE("none", "nothing decides");

  private final String jsonName;
  private final String meaning;

  Rule(String jsonName, String meaning) {
    this.jsonName = jsonName;
    this.meaning = meaning;
  }

  /** The stable name, as in reports and docs. */
  public String jsonName() {
    return jsonName;
  }

  /** Half a sentence for people. */
  public String meaning() {
    return meaning;
  }
}
