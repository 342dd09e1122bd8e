package dev.sexton.trees;

import dev.sexton.engine.model.Attribution;
import dev.sexton.engine.model.RefusalReason;
import dev.sexton.engine.model.Rule;
import dev.sexton.testing.sexton.ProcessFacts;
import dev.sexton.testing.sexton.ReapCheck;
import java.util.EnumMap;
import java.util.Map;

/** Counts what became of the trees of one kind. Thread-safe. */
final class Tally {

  private int trees;
  private int steps;
  private int leftOut;
  private int living;
  private int signalled;
  private int verified;
  private int excused;
  private int needless;
  private int verifiedAtLast;
  private int unverifiedAtLast;
  private final Map<RefusalReason, Integer> refusals = new EnumMap<>(RefusalReason.class);

  private final Map<Rule, Integer> ownedBy = new EnumMap<>(Rule.class);

  synchronized void played(int stepsDone, int stepsLeftOut) {
    trees++;
    steps += stepsDone;
    leftOut += stepsLeftOut;
  }

  /**
   * A tree was reaped.
   *
   * @param doubtExcused whether somebody lived of whom a doubt was right
   * @param livingBefore how many members lived
   * @param noneLeft whether none lives now
   */
  synchronized void reaped(
      ReapCheck check, boolean doubtExcused, int livingBefore, boolean noneLeft) {
    living += livingBefore;
    excused += doubtExcused ? 1 : 0;
    for (ProcessFacts facts : check.processes()) {
      signalled += facts.signals().isEmpty() ? 0 : 1;
      if (facts.attribution() == Attribution.OWNED) {
        ownedBy.merge(facts.rule(), 1, Integer::sum);
      }
    }
    if (check.isVerified()) {
      verified++;
    } else {
      needless += noneLeft ? 1 : 0;
      refusals.merge(check.reasons().get(0), 1, Integer::sum);
    }
  }

  synchronized void reapedAtLast(ReapCheck check) {
    verifiedAtLast += check.isVerified() ? 1 : 0;
    unverifiedAtLast += check.isVerified() ? 0 : 1;
  }

  synchronized int trees() {
    return trees;
  }

  synchronized int verified() {
    return verified;
  }

  synchronized int signalled() {
    return signalled;
  }

  @Override
  public synchronized String toString() {
    return ("%d trees, %d steps (%d more not possible), %d members alive at the reap, %d signalled,"
            + " members by %s;"
            + " %d proved, refused %s, of which %d although nobody was left; a doubt was excused in"
            + " %d; when all were ended %d more proved, %d not")
        .formatted(
            trees,
            steps,
            leftOut,
            living,
            signalled,
            ownedBy,
            verified,
            refusals,
            needless,
            excused,
            verifiedAtLast,
            unverifiedAtLast);
  }
}
