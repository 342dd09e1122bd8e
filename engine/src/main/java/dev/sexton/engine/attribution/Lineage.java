package dev.sexton.engine.attribution;

import dev.sexton.engine.model.IdentityMatch;
import dev.sexton.engine.model.ProcessIdentity;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the rules may ask: the run's fixed facts, what was observed, and the pass at hand. */
final class Lineage {
  final RunFacts run;
  final LineageIndex index = new LineageIndex();
  final Set<Integer> memberUids = new HashSet<>();
  final Map<ProcessIdentity, ProcessIdentity> claims = new LinkedHashMap<>();
  final Set<ProcessIdentity> vouched = new HashSet<>();
  boolean everPrivileged;
  boolean censusComplete;
  Pass pass;

  Lineage(RunFacts run, Pass nothing) {
    this.run = run;
    this.pass = nothing;
    everPrivileged = run.privileged();
    addUid(run.realUid());
    addUid(run.savedUid());
  }

  void addUid(int uid) {
    if (uid != Observation.UID_UNKNOWN) {
      memberUids.add(uid);
    }
  }

  boolean isRunner(KnownProcess p) {
    return run.runner().match(p.identity(), run.pidMax()) == IdentityMatch.SAME;
  }

  /** Whether a process is the runner, or cannot be told from it. */
  boolean mayBeRunner(KnownProcess p) {
    return run.runner().match(p.identity(), run.pidMax()) != IdentityMatch.DIFFERENT;
  }

  /** Whether a process is an ancestor of the runner, without any doubt. */
  boolean isCertainlyAncestor(KnownProcess p) {
    for (ProcessIdentity ancestor : run.ancestors()) {
      if (ancestor.match(p.identity(), run.pidMax()) == IdentityMatch.SAME) {
        return true;
      }
    }
    return false;
  }

  /** Whether a process was an ancestor of the runner. A tie of doubt counts as being one. */
  boolean isAncestor(KnownProcess p) {
    for (ProcessIdentity ancestor : run.ancestors()) {
      if (ancestor.match(p.identity(), run.pidMax()) != IdentityMatch.DIFFERENT) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether the process is the runner's own parent, or was: by the ancestry recorded first, or by
   * what was seen since, for a runner whose parent died has another.
   */
  boolean isRunnersParent(KnownProcess p) {
    KnownProcess runner = index.get(run.runner().pid(), run.runner().startTicks());
    boolean wasSince = runner != null && runner.parents().contains(p);
    return wasSince
        || (!run.ancestors().isEmpty()
            && run.ancestors().get(0).match(p.identity(), run.pidMax()) != IdentityMatch.DIFFERENT);
  }

  /**
   * Whether the process may be the init of a pid namespace, and so may adopt orphans that it is no
   * ancestor of.
   *
   * <p>An init into whose namespace no member can have gone is left out of account: the run never
   * had CAP_SYS_ADMIN, the init belongs to another user, and its namespace is not in a user
   * namespace that the run's user may own.
   */
  boolean mayBeForeignInit(KnownProcess p) {
    if (p.pid == 1) {
      return true;
    }
    if (!p.has(Observation.STATUS_READ)) {
      return true;
    }
    return p.has(Observation.NESTED_INIT)
        && (everPrivileged
            || !p.has(Observation.ENTRY_BARRED)
            || memberUids.contains(p.realUid)
            || memberUids.contains(p.savedUid));
  }

  /** The known process that was the parent of {@code p} at its last observation, or null. */
  @Nullable KnownProcess currentParent(KnownProcess p) {
    if (p.parentStartTicks == Observation.PARENT_NOT_ESTABLISHED) {
      return null;
    }
    for (KnownProcess parent : p.parents()) {
      if (parent.pid == p.parentPid && parent.startTicks == p.parentStartTicks) {
        return parent;
      }
    }
    return index.get(p.parentPid, p.parentStartTicks);
  }
}
