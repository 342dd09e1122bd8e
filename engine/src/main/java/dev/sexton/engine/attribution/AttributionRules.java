package dev.sexton.engine.attribution;

import dev.sexton.engine.model.Attribution;
import dev.sexton.engine.model.Verdict;
import java.util.List;

/** All rules, and the order in which they are put to a process. */
final class AttributionRules {
  private static final AttributionRule SESSION_OWNED = MembershipRules::sessionOwned;

  /** The first rule that rests on more than the kernel's own facts. */
  private static final AttributionRule GROUP_OWNED = MembershipRules::groupOwned;

  /** In the order in which they are tried; the first that applies decides. */
  private static final List<AttributionRule> RULES =
      List.of(
          DescentRules::runner,
          DescentRules::predatesRunner,
          DescentRules::parentOwned,
          DescentRules::parentForeign,
          DescentRules::outsideSubreaper,
          SESSION_OWNED,
          MembershipRules::sessionForeign,
          GROUP_OWNED,
          DescentRules::threadChild,
          MembershipRules::containment,
          MembershipRules::otherRun,
          MembershipRules::vouched,
          MembershipRules::marker);

  private AttributionRules() {}

  /** What the first rule that applies says, UNDECIDED if none does or it is too early to tell. */
  static Verdict verdictOf(KnownProcess p, Lineage lineage) {
    for (AttributionRule rule : RULES) {
      boolean tooEarly =
          (rule == SESSION_OWNED && awaitsStatusOf(p, lineage, Attribution.OWNED))
              || (rule == GROUP_OWNED && awaitsStatusOf(p, lineage, Attribution.FOREIGN));
      if (tooEarly) {
        return Verdict.UNDECIDED;
      }
      Verdict verdict = rule.apply(p, lineage);
      if (verdict == null) {
        continue;
      }
      if (verdict.attribution() == Attribution.OWNED || lineage.pass.mayDecideForeign()) {
        return verdict;
      }
      return Verdict.UNDECIDED;
    }
    return Verdict.UNDECIDED;
  }

  /** Whether a rule about parents would decide but for what is not known yet of a parent. */
  static boolean awaitsParentsStatus(KnownProcess p, Lineage lineage) {
    return awaitsStatusOf(p, lineage, Attribution.OWNED)
        || awaitsStatusOf(p, lineage, Attribution.FOREIGN);
  }

  /**
   * Whether a parent that is a member, or one that is not, would decide but for its status: then no
   * rule comes before it that rests on more than the kernel's facts. A member's status is always
   * read, so nobody else comes before such a parent at all.
   */
  private static boolean awaitsStatusOf(KnownProcess p, Lineage lineage, Attribution attribution) {
    for (KnownProcess parent : p.parents()) {
      boolean couldDecide =
          parent.is(attribution)
              && (attribution == Attribution.OWNED
                  || (parent.pid != 1 && !lineage.isAncestor(parent)));
      if (couldDecide
          && !parent.isDead()
          && !parent.has(Observation.STATUS_READ)
          && !parent.has(Observation.STATUS_UNREADABLE)) {
        return true;
      }
    }
    return false;
  }
}
