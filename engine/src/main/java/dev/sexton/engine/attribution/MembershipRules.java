package dev.sexton.engine.attribution;

import dev.sexton.engine.model.Evidence;
import dev.sexton.engine.model.ProcessIdentity;
import dev.sexton.engine.model.Rule;
import dev.sexton.engine.model.Verdict;
import org.jspecify.annotations.Nullable;

/** The rules that rest on sessions, groups, cgroups, other runs and marks. */
final class MembershipRules {
  private MembershipRules() {}

  /**
   * A session id is only ever inherited or taken by setsid. So everybody in a session that a member
   * created is a member; and a session that did not exist at the census, in which a member was seen
   * and which the runner did not inherit, can only have been created by a member.
   */
  static @Nullable Verdict sessionOwned(KnownProcess p, Lineage lineage) {
    KeptNumber session = lineage.index.sessionIfKnown(p.session);
    if (session == null || session.witness == null) {
      return null;
    }
    KnownProcess creator = session.creator;
    boolean madeDuringRun =
        lineage.censusComplete && !session.existedAtCensus && !session.inheritedByRunner;
    if ((creator == null && !madeDuringRun) || !session.keptUntil(p, lineage.pass)) {
      return null;
    }
    return Verdict.owned(
        Rule.SESSION_OWNED,
        creator != null
            ? numbered(Evidence.Kind.SESSION_CREATOR, creator, p.session)
            : numbered(Evidence.Kind.SESSION_SEEN, session.witness, p.session));
  }

  /**
   * A clean full pass saw a foreign process in the session and no member had ever been seen there.
   * By the reasoning of the conclusive scan, restricted to that session, no member was in it at the
   * end of that pass; and since members get into a session only by inheriting it from a member or
   * by creating it, none is in it as long as it is the same session, which the foreign process that
   * still is in it shows.
   *
   * <p>"Ever seen" and not "seen now", because a member may leave a session by setsid after having
   * forked into it. For the same reason a pass in which somebody who may be a member is first seen
   * leading a session of its own is not clean: it may have left any other just before.
   */
  static @Nullable Verdict sessionForeign(KnownProcess p, Lineage lineage) {
    KeptNumber session = lineage.index.sessionIfKnown(p.session);
    if (session == null
        || session.everSuspected()
        || session.inheritedByRunner
        || !p.wasReadIn(lineage.pass)
        || lineage.pass.handedOut(p.session)) {
      return null;
    }
    for (KnownProcess w : session.foreigners) {
      if (w != p
          && !w.gone
          && w.session == p.session
          && w.cleanPassSession == p.session
          && w.wasReadIn(lineage.pass)) {
        return Verdict.foreign(
            Rule.SESSION_FOREIGN, numbered(Evidence.Kind.SESSION_WITNESS, w, p.session));
      }
    }
    return null;
  }

  /** Whether everybody in the session of a member is a member. */
  static boolean isInSessionOfTheRun(KnownProcess member, Lineage lineage) {
    return member.session == member.pid || sessionOwned(member, lineage) != null;
  }

  /** Whether a member other than the runner made the group of a member. */
  static boolean isInGroupOfTheRun(KnownProcess member, Lineage lineage) {
    KeptNumber group = lineage.index.groupIfKnown(member.processGroup);
    boolean leads = member.processGroup == member.pid;
    return (leads && group != null && !group.inheritedByRunner)
        || groupOwned(member, lineage) != null;
  }

  /**
   * A group that a member other than the runner leads was made by a member. The group that the
   * runner inherited is no evidence: in {@code runner | tee} the shell made it, and tee is in it.
   * Assumes that nobody outside the run puts a process into a group that the run made.
   */
  static @Nullable Verdict groupOwned(KnownProcess p, Lineage lineage) {
    KeptNumber group = lineage.index.groupIfKnown(p.processGroup);
    if (group == null
        || group.creator == null
        || group.inheritedByRunner
        || !group.keptUntil(p, lineage.pass)) {
      return null;
    }
    return Verdict.owned(
        Rule.GROUP_OWNED, numbered(Evidence.Kind.GROUP_CREATOR, group.creator, p.processGroup));
  }

  static @Nullable Verdict containment(KnownProcess p, Lineage lineage) {
    if (p.has(Observation.IN_RUN_CGROUP)) {
      return Verdict.owned(Rule.CONTAINMENT, DescentRules.witness(Evidence.Kind.CGROUP, p));
    }
    return p.has(Observation.IN_BARRED_CGROUP) && !lineage.everPrivileged
        ? Verdict.foreign(Rule.CONTAINMENT, DescentRules.witness(Evidence.Kind.CGROUP, p))
        : null;
  }

  /**
   * Descent is a tree: who descends from another run's runner descends from this one's only if one
   * of the two runners descends from the other, which whoever made the claim has excluded.
   */
  static @Nullable Verdict otherRun(KnownProcess p, Lineage lineage) {
    ProcessIdentity otherRunner =
        lineage.claims.isEmpty() ? null : lineage.claims.get(withoutInode(p));
    return otherRunner == null
        ? null
        : Verdict.foreign(
            Rule.OTHER_RUN,
            new Evidence(Evidence.Kind.CLAIM, otherRunner.pid(), otherRunner.startTicks(), 0));
  }

  static @Nullable Verdict vouched(KnownProcess p, Lineage lineage) {
    return !lineage.vouched.isEmpty() && lineage.vouched.contains(withoutInode(p))
        ? Verdict.foreign(Rule.VOUCHED, DescentRules.witness(Evidence.Kind.VOUCHED, p))
        : null;
  }

  /** Settles only what descent left open; its absence proves nothing. */
  static @Nullable Verdict marker(KnownProcess p, Lineage lineage) {
    return p.has(Observation.MARKED)
        ? Verdict.owned(Rule.MARKER, DescentRules.witness(Evidence.Kind.MARKER, p))
        : null;
  }

  static ProcessIdentity withoutInode(KnownProcess p) {
    return new ProcessIdentity(p.pid, p.startTicks, ProcessIdentity.UNKNOWN_INODE);
  }

  private static Evidence numbered(Evidence.Kind kind, KnownProcess witness, int number) {
    return new Evidence(kind, witness.pid, witness.startTicks, number);
  }
}
