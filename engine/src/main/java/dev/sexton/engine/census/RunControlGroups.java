package dev.sexton.engine.census;

import java.util.HashSet;
import java.util.Set;

/**
 * The cgroups that matter to one run: its own, if it has one, and those its members were seen in.
 */
final class RunControlGroups {
  /** The run has no cgroup of its own. */
  static final String NONE = "";

  private final String own;
  private final int runnerUid;
  private final Set<String> members = new HashSet<>();
  private boolean memberUnknown;

  /**
   * @param own path within the reader's cgroup namespace, or {@link #NONE}
   * @param runnerUid the run's user
   */
  RunControlGroups(String own, int runnerUid) {
    this.own = own;
    this.runnerUid = runnerUid;
  }

  int runnerUid() {
    return runnerUid;
  }

  boolean isInOwn(String path) {
    return !own.equals(NONE) && (path.equals(own) || path.startsWith(own + "/"));
  }

  void noteMember(String path) {
    members.add(path);
  }

  /** A member's cgroup could not be read, so nothing is said of where members were not. */
  void noteUnknownMember() {
    memberUnknown = true;
  }

  boolean mayHoldMembers(String path) {
    return memberUnknown || members.isEmpty() || members.contains(path);
  }
}
