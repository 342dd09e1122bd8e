package dev.sexton.trees;

import dev.sexton.engine.model.Attribution;
import dev.sexton.engine.model.Fate;
import dev.sexton.engine.model.RefusalReason;
import dev.sexton.engine.reap.ReapOptions;
import dev.sexton.testing.ProcStat;
import dev.sexton.testing.sexton.ProcessFacts;
import dev.sexton.testing.sexton.ReapCheck;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Reaps a tree that was played, and compares what came of it with the reference model. */
final class TreeJudge {

  private static final Duration GRACE = Duration.ofMillis(40);

  /** Where no scan is conclusive a reap takes all the time it is given, and no longer helps. */
  private static final Duration HOPELESS = Duration.ofMillis(120);

  private static final int CHAIN_ROUNDS_MAX = 20;
  private static final Duration SHORT = Duration.ofMillis(300);
  private static final Duration LONG = Duration.ofSeconds(3);
  private static final Duration FINAL = Duration.ofSeconds(20);

  private final TreeStage stage;
  private final TreePlay play;
  private final Reference reference;
  private final ReapOptions options;

  /** Whether the last reap's scans could be conclusive all the time. */
  private boolean conclusive;

  TreeJudge(TreeStage stage, TreePlay play, TreeScript script) {
    this.stage = stage;
    this.play = play;
    reference = play.reference();
    options = ReapOptions.DEFAULT.grace(script.politely() ? GRACE : Duration.ZERO);
  }

  /** Reaps, judges, ends what the reap was right to leave, and reaps to the proof. */
  void judge(Tally tally) {
    play.settle();
    int living = reference.livingMembers().size();
    reference.looked();
    boolean excused = reference.doubtsAreExcused();
    ReapCheck check = reap(excused ? SHORT : FINAL);
    for (Duration longer : List.of(LONG, FINAL)) {
      if (isMatterOfTime(check)) {
        check = reap(longer);
      }
    }
    requireReasons(check, excused);
    tally.reaped(check, excused, living, reference.livingMembers().isEmpty());
    if (!check.isVerified()) {
      tally.reapedAtLast(reapEnded());
    }
  }

  /** A chain can escape the test's own looks as well, but not for ever: its links are counted. */
  private ReapCheck reapEnded() {
    play.endAll();
    ReapCheck last = reap(FINAL);
    for (int again = 0; again < CHAIN_ROUNDS_MAX && isChainFound(last); again++) {
      play.endAll();
      last = reap(FINAL);
    }
    requireReasons(last, false);
    return last;
  }

  private boolean isChainFound(ReapCheck check) {
    return reference.chainsStarted() && check.reasons().contains(RefusalReason.UNATTRIBUTED_ORPHAN);
  }

  /** Whether the deadline was in the way. */
  private boolean isMatterOfTime(ReapCheck check) {
    return check.reasons().contains(RefusalReason.SURVIVORS)
        || (conclusive && check.reasons().contains(RefusalReason.SCAN_INCONCLUSIVE));
  }

  private ReapCheck reap(Duration deadline) {
    conclusive = stage.allowsConclusions();
    ReapCheck check = reapWithin(conclusive ? deadline : HOPELESS);
    if (!conclusive && check.reasons().contains(RefusalReason.SURVIVORS)) {
      check = reapWithin(LONG);
    }
    conclusive &= stage.allowsConclusions();
    return check;
  }

  private ReapCheck reapWithin(Duration deadline) {
    Bystanders bystanders = play.bystanders();
    ReapCheck check = stage.reap(options.deadline(deadline));
    compare(check);
    bystanders.assertUntouched();
    return check;
  }

  /** What holds of every reap. */
  private void compare(ReapCheck check) {
    for (ProcessFacts facts : check.processes()) {
      boolean member = reference.isMember(facts.pid(), facts.startTicks(), facts.comm());
      boolean touched = !facts.signals().isEmpty() || facts.fate() == Fate.ENDED;
      require(member || !touched, "no signal to " + facts, check);
      require(member || facts.attribution() != Attribution.OWNED, "foreign: " + facts, check);
      require(!member || facts.attribution() != Attribution.FOREIGN, "member: " + facts, check);
    }
    if (check.isVerified()) {
      List<ProcStat> living = reference.livingMembers();
      require(living.isEmpty(), "nobody alive after a proof, not " + living, check);
    }
  }

  private void requireReasons(ReapCheck check, boolean excused) {
    if (check.isVerified()) {
      return;
    }
    Set<RefusalReason> allowed = EnumSet.noneOf(RefusalReason.class);
    if (excused) {
      allowed.add(RefusalReason.UNATTRIBUTED_ORPHAN);
    }
    if (!conclusive) {
      allowed.add(RefusalReason.SCAN_INCONCLUSIVE);
    }
    require(allowed.containsAll(check.reasons()), "no reasons but " + allowed, check);
    if (check.reasons().contains(RefusalReason.UNATTRIBUTED_ORPHAN)) {
      requireLivingDoubt(check);
    }
  }

  /** Whom the refusal names lives, and nothing that was shown would have told whose it is. */
  private void requireLivingDoubt(ReapCheck check) {
    int named = 0;
    for (ProcessFacts facts : check.processes()) {
      if (facts.attribution() != Attribution.UNDECIDED || !facts.fate().isAlive()) {
        continue;
      }
      named++;
      Participant known = reference.find(facts.pid(), facts.startTicks());
      require(known == null || !known.witnessed, "no doubt about " + known, check);
      require(known == null || known.isAlive(play.proc()), "alive: " + known, check);
    }
    require(named > 0, "a refusal that names somebody", check);
  }

  private void require(boolean holds, String what, ReapCheck check) {
    if (!holds) {
      throw new TreeFailure("expected " + what + ", but\n" + check + "in truth\n" + reference);
    }
  }
}
