package dev.sexton.engine.attribution;

import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is known of one session number or one process group number.
 *
 * <p>A number is not handed out again while any process bears it as pid, group or session
 * (kernel/pid.c keeps the struct pid while it is attached). So evidence about a session holds for a
 * process now in a session of that number if and only if the number was kept in between, which
 * {@link #keptUntil} decides from any one of these facts:
 *
 * <ol>
 *   <li>a member that was seen in it is in it still. For a group that member must be the leader: a
 *       process can leave a group and join another of the same number, but a session only once;
 *   <li>sessions only: the process in question started before a pass in which a member was seen in
 *       it, or so soon after that the number's turn cannot have come. It bore the number from
 *       birth, or took it later, which it can have done only as the session's creator;
 *   <li>the number was not handed out since a member was last seen in it.
 * </ol>
 */
final class KeptNumber {
  /** Which of the two kinds of number. */
  enum Kind {
    SESSION,
    GROUP
  }

  final Kind kind;
  final int number;

  /** The census found it existing, so it need not have been made by a member. */
  boolean existedAtCensus;

  /** The runner was in it without having made it. */
  boolean inheritedByRunner;

  /** The member that was seen leading it: it made it. */
  @Nullable KnownProcess creator;

  /** Living members that are in it as far as is known. */
  final Set<KnownProcess> members = new LinkedHashSet<>();

  /** Whoever lives, is OWNED or UNDECIDED and was ever seen in it; FOREIGN ones drop out. */
  final Set<KnownProcess> suspects = new LinkedHashSet<>();

  /** A suspect died without having been found FOREIGN. */
  boolean suspectDied;

  /** How many passes over everything had been made when somebody was last seen in it. */
  long occupiedAt;

  /** FOREIGN processes that a clean full pass saw in it. */
  final Set<KnownProcess> foreigners = new LinkedHashSet<>();

  /** A member that was seen in it, for the report. */
  @Nullable KnownProcess witness;

  private @Nullable Pass lastSeen;
  private @Nullable Pass madeIn;
  private int madeOrder;

  KeptNumber(Kind kind, int number) {
    this.kind = kind;
    this.number = number;
  }

  /** Whether anybody who may be a member was ever seen in it. */
  boolean everSuspected() {
    return suspectDied || !suspects.isEmpty();
  }

  /**
   * A member was seen bearing the number in {@code pass}.
   *
   * <p>If it is the leader and was not there in the pass before, the number's one turn since then
   * was the leader's own. That holds while less than half of all numbers were handed out since:
   * then a fork in flight at the beginning cannot have had the number before. (Assumes that no fork
   * stays in flight while half of all numbers are handed out.)
   */
  void sight(KnownProcess member, Pass pass) {
    if (lastSeen != null && pass.isBefore(lastSeen)) {
      // Somebody who is found gone was last seen earlier than others were; what they show stands.
      return;
    }
    witness = member;
    lastSeen = pass;
    boolean oneTurn = pass.virtualAfter() - member.unseenUntil <= pass.pidMax() / 2;
    if (member.pid == number && member.firstSeen == pass && oneTurn && pass.handedOut(number)) {
      madeIn = pass;
      madeOrder = member.orderInPass;
    }
  }

  /** Whether what was seen of this number speaks of the number that {@code p} bears now. */
  boolean keptUntil(KnownProcess p, Pass now) {
    if (!p.wasReadIn(now)) {
      return false;
    }
    for (KnownProcess member : members) {
      boolean counts = kind == Kind.SESSION || member.pid == number;
      if (counts && member != p && member.lastSeen == now && covers(now, p, now)) {
        return true;
      }
    }
    Pass seen = lastSeen;
    if (seen == null) {
      return false;
    }
    return isBornInto(p, seen) || covers(seen, p, now);
  }

  /**
   * Sessions only: a process bears one from birth, or made it itself. So what matters is whether
   * the number can have changed hands until its birth.
   */
  private boolean isBornInto(KnownProcess p, Pass seen) {
    if (kind != Kind.SESSION) {
      return false;
    }
    boolean inherited = p.pid != number;
    return p.startTicks < seen.startTicks()
        || (inherited && seen.excludesTurnUntil(number, p.startTicks));
  }

  /** Whether the number cannot have changed hands between a sighting and the reading of p. */
  private boolean covers(Pass seen, KnownProcess p, Pass now) {
    if (!Pass.handedOut(number, seen.virtualBefore(), now.virtualAfter(), now.pidMax())) {
      return true;
    }
    // It was handed out since the pass of the sighting began. That is harmless if the hand-out was
    // the one that made this very session or group: its leader was born in that pass and seen in
    // it, and within less than a cycle no number is handed out twice.
    if (madeIn != seen) {
      return false;
    }
    return seen == now
        ? p.orderInPass > madeOrder
        : !Pass.handedOut(number, seen.virtualAfter(), now.virtualAfter(), now.pidMax());
  }
}
