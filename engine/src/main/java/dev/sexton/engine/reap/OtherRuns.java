package dev.sexton.engine.reap;

import dev.sexton.engine.attribution.KnownProcess;
import dev.sexton.engine.model.Attribution;
import dev.sexton.engine.model.ProcessIdentity;
import dev.sexton.journal.JournalHeader;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What several runs say of one process.
 *
 * <p>Descent is a tree. A process that descends from run B's runner descends from run A's only if
 * one of the two runners descends from the other. So where that is excluded, who is B's is not A's.
 * Where it is not, and both runs own a process, one of them must own the other's runner; if neither
 * does, the journals contradict each other, and nobody is signalled on their word.
 */
final class OtherRuns {
  private final List<RunCase> all;

  OtherRuns(List<RunCase> all) {
    this.all = all;
  }

  /** Tells each run's attributor who belongs to another run and so not to it. */
  void exchangeClaims() {
    for (RunCase mine : all) {
      boolean claimed = false;
      for (KnownProcess p : List.copyOf(undecided(mine))) {
        for (RunCase other : all) {
          if (other != mine && owns(other, p) && areDisjoint(mine, other)) {
            mine.attributor().claimedElsewhere(p.identity(), other.runner());
            claimed = true;
          }
        }
      }
      if (claimed) {
        mine.attributor().decide();
      }
    }
  }

  /** Members of a run that another run owns too although neither runner is the other's. */
  Set<KnownProcess> contested(RunCase mine) {
    Set<KnownProcess> contested = new HashSet<>();
    for (RunCase other : all) {
      if (other == mine || other.observer() == null || isNested(mine, other)) {
        continue;
      }
      for (KnownProcess p : mine.livingMembers()) {
        if (owns(other, p)) {
          contested.add(p);
        }
      }
    }
    return contested;
  }

  private static Set<KnownProcess> undecided(RunCase run) {
    return run.observer() == null ? Set.of() : run.attributor().undecided();
  }

  private static boolean owns(RunCase run, KnownProcess p) {
    if (run.observer() == null) {
      return false;
    }
    KnownProcess there = run.attributor().known(p.pid());
    return there != null
        && there.startTicks() == p.startTicks()
        && there.attribution() == Attribution.OWNED;
  }

  private static boolean isNested(RunCase a, RunCase b) {
    return a.seenAs(b.runner()) == Attribution.OWNED || b.seenAs(a.runner()) == Attribution.OWNED;
  }

  private static boolean areDisjoint(RunCase a, RunCase b) {
    if (areScopesOfOneService(a, b)) {
      return true;
    }
    return a.seenAs(b.runner()) == Attribution.FOREIGN
        && b.seenAs(a.runner()) == Attribution.FOREIGN;
  }

  /** The roots of two scopes are both the service's own children, as the service declared. */
  private static boolean areScopesOfOneService(RunCase a, RunCase b) {
    JournalHeader headerA = header(a);
    JournalHeader headerB = header(b);
    List<ProcessIdentity> ancestorsA = a.attributor().run().ancestors();
    List<ProcessIdentity> ancestorsB = b.attributor().run().ancestors();
    return headerA.scope()
        && headerB.scope()
        && !a.runner().equals(b.runner())
        && !ancestorsA.isEmpty()
        && !ancestorsB.isEmpty()
        && ancestorsA.get(0).equals(ancestorsB.get(0));
  }

  private static JournalHeader header(RunCase run) {
    var replayed = run.replayed();
    if (replayed == null) {
      throw new IllegalStateException("run " + run.runId() + " was not replayed");
    }
    return replayed.header();
  }
}
