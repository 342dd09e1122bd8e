package dev.sexton.engine.attribution;

import dev.sexton.engine.model.Attribution;
import dev.sexton.engine.model.Evidence;
import dev.sexton.engine.model.Rule;
import dev.sexton.engine.model.Verdict;
import org.jspecify.annotations.Nullable;

/** The rules that rest on who is whose parent, and since when. */
final class DescentRules {
  private DescentRules() {}

  static @Nullable Verdict runner(KnownProcess p, Lineage lineage) {
    return lineage.isRunner(p)
        ? Verdict.owned(Rule.RUNNER, witness(Evidence.Kind.IDENTITY, p))
        : null;
  }

  /**
   * A descendant cannot start before its ancestor. Equal ticks are a tie and no evidence; but an
   * ancestor of the runner, which may have started in the runner's own tick, is no descendant.
   */
  static @Nullable Verdict predatesRunner(KnownProcess p, Lineage lineage) {
    if (lineage.isCertainlyAncestor(p)) {
      return Verdict.foreign(Rule.PREDATES_RUNNER, witness(Evidence.Kind.ANCESTOR, p));
    }
    if (p.startTicks >= lineage.run.runner().startTicks()) {
      return null;
    }
    return Verdict.foreign(
        Rule.PREDATES_RUNNER,
        new Evidence(
            Evidence.Kind.START_ORDER,
            lineage.run.runner().pid(),
            lineage.run.runner().startTicks(),
            0));
  }

  /**
   * A parent that is a member forked the process, or adopted it as its ancestor.
   *
   * <p>Not where the member is the init of a nested pid namespace: an init adopts every orphan of
   * its namespace, and whoever enters with setns leaves orphans there too. Such a child is left to
   * the other rules. It costs no proof: the kernel ends the whole namespace with its init
   * (zap_pid_ns_processes).
   */
  static @Nullable Verdict parentOwned(KnownProcess p, Lineage lineage) {
    for (KnownProcess parent : p.parents()) {
      boolean adoptsOnlyDescendants =
          parent.has(Observation.STATUS_READ) && !parent.has(Observation.NESTED_INIT);
      if (parent.is(Attribution.OWNED) && adoptsOnlyDescendants) {
        return Verdict.owned(Rule.PARENT_OWNED, witness(Evidence.Kind.PARENT, parent));
      }
    }
    return null;
  }

  /**
   * Only members, ancestors of the runner and inits adopt the run's orphans, so the child of
   * anybody else is nobody's orphan of ours. Rests on knowing every ancestor.
   */
  static @Nullable Verdict parentForeign(KnownProcess p, Lineage lineage) {
    if (!lineage.run.ancestryComplete()) {
      return null;
    }
    for (KnownProcess parent : p.parents()) {
      if (parent.is(Attribution.FOREIGN)
          && !lineage.isAncestor(parent)
          && !lineage.mayBeForeignInit(parent)) {
        return Verdict.foreign(Rule.PARENT_FOREIGN, witness(Evidence.Kind.PARENT, parent));
      }
    }
    return null;
  }

  /**
   * While a subreaper above the runner lives, no orphan of the run passes it. So whoever's parent
   * was then an ancestor above it, or the init of the reader's namespace, is none.
   *
   * <p>Not where the runner itself is the subreaper: a member can make the runner a sibling with
   * CLONE_PARENT, and that sibling's orphans never come past the runner. And not under the init of
   * a nested pid namespace, which adopts without being an ancestor.
   */
  static @Nullable Verdict outsideSubreaper(KnownProcess p, Lineage lineage) {
    var subreaper = lineage.run.subreaper();
    KnownProcess parent = lineage.currentParent(p);
    if (subreaper == null
        || parent == null
        || lineage.run.subreaperIsRunner()
        || !lineage.run.ancestryComplete()
        || !p.has(Observation.SUBREAPER_ALIVE)
        || parent.pid == subreaper.pid()) {
      return null;
    }
    boolean isTopInit = parent.pid == 1;
    boolean above = isTopInit || isAboveSubreaper(parent, lineage);
    return above && (isTopInit || !lineage.mayBeForeignInit(parent))
        ? Verdict.foreign(
            Rule.OUTSIDE_SUBREAPER,
            new Evidence(Evidence.Kind.SUBREAPER, subreaper.pid(), subreaper.startTicks(), 0))
        : null;
  }

  private static boolean isAboveSubreaper(KnownProcess parent, Lineage lineage) {
    boolean passed = false;
    for (var ancestor : lineage.run.ancestors()) {
      if (passed && ancestor.pid() == parent.pid && ancestor.startTicks() == parent.startTicks) {
        return true;
      }
      passed |= ancestor.equals(lineage.run.subreaper());
    }
    return false;
  }

  /**
   * An orphan goes to the first living thread of its adopter, which is the leader while it lives.
   * So what an ancestor lists under another thread is that thread's own child, unless it is the
   * thread under which the runner itself is listed: CLONE_PARENT puts children there.
   */
  static @Nullable Verdict threadChild(KnownProcess p, Lineage lineage) {
    KnownProcess parent = lineage.currentParent(p);
    int thread = p.listedUnderThread;
    if (parent == null
        || thread == Observation.THREAD_UNKNOWN
        || thread == parent.pid
        || !p.has(Observation.PARENT_LEADER_ALIVE)
        || !lineage.isAncestor(parent)) {
      return null;
    }
    int runnerThread = lineage.run.runnerThread();
    boolean cloneParentPossible =
        lineage.isRunnersParent(parent)
            && (runnerThread == Observation.THREAD_UNKNOWN || runnerThread == thread);
    return cloneParentPossible
        ? null
        : Verdict.foreign(
            Rule.THREAD_CHILD,
            new Evidence(Evidence.Kind.THREAD, parent.pid, parent.startTicks, thread));
  }

  static Evidence witness(Evidence.Kind kind, KnownProcess p) {
    return new Evidence(kind, p.pid, p.startTicks, 0);
  }
}
