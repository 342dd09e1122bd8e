package dev.sexton.engine.attribution;

import dev.sexton.engine.model.Attribution;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Decides whether a pass over everything shows what it seems to show.
 *
 * <h2>The claim</h2>
 *
 * After a first listing of {@code /proc}, list it twice in a row, reading every number as it comes.
 * If (a) the numbers did not begin anew from before that first one to after the last and these two
 * ascended, (b) no listed process is a living member or may be one, and (c) no listed number that
 * was not known to be foreign vanished or died between being listed and being read, then no member
 * lives at the end; and since only a member can fork a member, none ever will again.
 *
 * <h2>Why</h2>
 *
 * Suppose a member Z lives at the end, unlisted by the second listing. Then it became visible after
 * that listing had passed its number, so its parent W was alive then. If W was there when the first
 * listing began, that listing shows it (against b). Else W's number was handed out since, and as
 * numbers did not begin anew, Z's is higher: the second listing had passed W's number too. If W was
 * visible when it passed, W was listed, and its later reading shows it alive (against b) or freshly
 * dead or gone (against c). Else the same holds for W and its parent; the chain ends at a process
 * that was visible when a listing began. A zombie that was known dead before cannot fork and breaks
 * nothing.
 *
 * <p>One listing is not enough: a member whose number was handed out before the numbers last began
 * anew stands above its newest child, can fork it into the part that was passed already, and be
 * gone before its own turn. (Assumes that no fork stays in flight while half of all numbers are
 * handed out.)
 *
 * <p>This class holds (a) within one listing, and (c), which the sampler needs for its clean passes
 * too; (b) is the caller's, who knows whose orphans count. {@link AgreeingScans} counts to two,
 * sees to it that numbers did not begin anew, and says why another scan must come before the two.
 *
 * <p>Use between {@link Attributor#beginPass} and {@link Attributor#endPass} of the same pass. Not
 * thread-safe.
 */
public final class ConclusiveScan {
  /** Why a scan was not conclusive. */
  public enum Kind {
    /** Numbers began anew during the scan, or it cannot be excluded. */
    WRAPPED("process numbers began anew during the scan, or may have"),
    /** The listing did not ascend, or the host lists in another order. */
    NOT_ASCENDING("the listing of /proc was not in ascending order"),
    /** The scanner did not find itself: the listing was short. */
    SHORT_LISTING("the listing of /proc left out the scanner itself"),
    /** Listed, and gone before it could be read. */
    VANISHED("it vanished between being listed and being read"),
    /** Found dead, and not known to have been dead before the scan. */
    FRESHLY_DEAD("it died during the scan or shortly before"),
    /** Listed, and it could not be read. */
    UNREADABLE("it could not be read"),
    /** Its number and start ticks do not name it alone until its tick is over. */
    TOO_YOUNG(
        "it started in the very clock tick of its reading, in which another process may get its"
            + " number, there being so few");

    private final String text;

    Kind(String text) {
      this.text = text;
    }

    public String text() {
      return text;
    }
  }

  /**
   * One doubt.
   *
   * @param pid the number concerned, 0 where the whole scan is
   */
  public record Doubt(Kind kind, int pid) {
    @Override
    public String toString() {
      return pid == 0 ? kind.text() : "process " + pid + ": " + kind.text();
    }
  }

  private final Attributor attributor;
  private final List<Doubt> doubts = new ArrayList<>();

  public ConclusiveScan(Attributor attributor) {
    this.attributor = attributor;
  }

  /** Begins to judge a pass over everything. */
  public void begin(boolean ascending, boolean wrapExcluded, boolean ownPidListed) {
    doubts.clear();
    if (!wrapExcluded) {
      doubts.add(new Doubt(Kind.WRAPPED, 0));
    }
    if (!ascending) {
      doubts.add(new Doubt(Kind.NOT_ASCENDING, 0));
    }
    if (!ownPidListed) {
      doubts.add(new Doubt(Kind.SHORT_LISTING, 0));
    }
  }

  /** A listed number was gone, or being released, when it was read. */
  public void vanished(int pid) {
    if (!attributor.isStillForeign(pid)) {
      doubts.add(new Doubt(Kind.VANISHED, pid));
    }
  }

  /** A listed number could not be read. */
  public void unreadable(int pid) {
    doubts.add(new Doubt(Kind.UNREADABLE, pid));
  }

  /** A listed process that another may yet be taken for, and that was not shown therefore. */
  public void tooYoung(int pid) {
    doubts.add(new Doubt(Kind.TOO_YOUNG, pid));
  }

  /** After deciding: whether nothing is left to doubt but the living. */
  public boolean conclude() {
    for (KnownProcess p : attributor.owned()) {
      doubtFreshDeath(p);
    }
    for (KnownProcess p : attributor.undecided()) {
      doubtFreshDeath(p);
    }
    return doubts.isEmpty();
  }

  private void doubtFreshDeath(KnownProcess p) {
    if (p.has(Observation.DEAD)
        && attributor.isOfThisPass(p.deadSince)
        && !p.is(Attribution.FOREIGN)) {
      doubts.add(new Doubt(Kind.FRESHLY_DEAD, p.pid()));
    }
  }

  /** What is in doubt, in the order in which it was found. */
  public List<Doubt> doubts() {
    return Collections.unmodifiableList(doubts);
  }
}
