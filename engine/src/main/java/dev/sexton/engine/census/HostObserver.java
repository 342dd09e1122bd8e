package dev.sexton.engine.census;

import dev.sexton.engine.attribution.Pass;
import dev.sexton.engine.model.ProcessIdentity;
import dev.sexton.procfs.FollowedProcesses;
import dev.sexton.procfs.HostFacts;
import dev.sexton.procfs.PidFilter;
import dev.sexton.procfs.PidNumbers;
import dev.sexton.procfs.ProcFileSystem;
import dev.sexton.procfs.ProcessScanner;
import dev.sexton.procfs.ProcessTable;
import dev.sexton.procfs.ProcfsException;
import dev.sexton.procfs.ReadResult;
import dev.sexton.procfs.ScanSummary;
import java.util.function.LongSupplier;

/**
 * Looks at the host once for any number of runs.
 *
 * <p>A look costs what has happened: what was born since the last but one look is listed and read,
 * and the followed are read through kept descriptors. A number is handed out a moment before its
 * process becomes visible, hence the last but one. Everything is listed when asked for, when the
 * numbers began anew or may have, and where a listing cannot begin at a number.
 *
 * <p>Allocates nothing when nothing was born. Not thread-safe.
 */
public final class HostObserver implements AutoCloseable {
  private static final long NO_TICKS = 0;
  private static final long SUPERSEDED = -2;
  private static final int PARENT_TRIES = 3;
  private static final int NONE = -1;

  /** Beyond this many rows another read is cheaper than looking through those made already. */
  private static final int FOLLOWED_SEARCHED_MAX = 1_000;

  private final ProcFileSystem files;
  private final HostFacts facts;
  private final ProcessScanner scanner;
  private final LongSupplier nanoClock;
  private final FollowedProcesses followed;
  private final Reading reading = new Reading();
  private final PidTable known = new PidTable();
  private final PidTable parentsRead = new PidTable();
  private final ProcessTable scratch = new ProcessTable(4);
  private final PidFilter skipKnown = known::contains;
  private final GoneProcesses gone = new GoneProcesses();

  private Baseline[] baselines = new Baseline[64];
  private int slots;
  private int lookCount;
  private int previousLast = NONE;
  private int lastButOne = NONE;
  private long previousStartTicks;
  private boolean mustListAll = true;

  /** What a followed process looked like when last shown. */
  private static final class Baseline {
    boolean used;
    int parent;
    int processGroup;
    int session;
    boolean dead;
    boolean stopped;
    ReadResult result = ReadResult.OK;
    int commHash;
  }

  /**
   * An observer of the processes that {@code files} shows.
   *
   * @param keptDescriptorsMax how many descriptors may be kept open for followed processes
   * @param nanoClock monotonic
   */
  public HostObserver(
      ProcFileSystem files, HostFacts facts, int keptDescriptorsMax, LongSupplier nanoClock) {
    this.files = files;
    this.facts = facts;
    this.nanoClock = nanoClock;
    scanner = new ProcessScanner(files, facts, nanoClock);
    followed = new FollowedProcesses(files, keptDescriptorsMax);
    reading.numbersPerTickMax =
        numbersPerTickMax(
            PidNumbers.numbersPerSecondMax(facts.numbers().processors()),
            facts.numbers().ticksPerSecond());
  }

  /** Rounded up. */
  static int numbersPerTickMax(long numbersPerSecondMax, long ticksPerSecond) {
    return (int) ((numbersPerSecondMax + ticksPerSecond - 1) / ticksPerSecond);
  }

  private int pidMax() {
    return facts.numbers().pidMax();
  }

  ProcFileSystem files() {
    return files;
  }

  public HostFacts facts() {
    return facts;
  }

  public ProcessScanner scanner() {
    return scanner;
  }

  GoneProcesses gone() {
    return gone;
  }

  /** From now on everybody counts as not seen before: the next look is over everything. */
  void forgetKnown() {
    known.clear();
    mustListAll = true;
  }

  /** Follows a process from the next look on. */
  int follow(int pid, long startTicks) {
    int slot = followed.follow(pid, startTicks);
    if (slot >= baselines.length) {
      baselines = java.util.Arrays.copyOf(baselines, Math.max(slot + 1, baselines.length * 2));
    }
    slots = Math.max(slots, slot + 1);
    Baseline baseline = baselines[slot];
    if (baseline == null) {
      baseline = new Baseline();
      baselines[slot] = baseline;
    }
    baseline.used = true;
    baseline.result = ReadResult.FAILED; // so that its first reading is shown
    return slot;
  }

  void unfollow(int slot) {
    followed.unfollow(slot);
    baselines[slot].used = false;
  }

  /**
   * Looks.
   *
   * @param all whether to list everything
   * @throws ProcfsException if the host could not be looked at; nothing is known of this pass then,
   *     and the next look lists everything
   */
  public Reading look(boolean all) throws ProcfsException {
    try {
      return tryLook(all);
    } catch (ProcfsException | RuntimeException e) {
      forgetKnown();
      throw e;
    }
  }

  private Reading tryLook(boolean all) throws ProcfsException {
    Reading r = reading;
    boolean wasQuiet = r.quiet;
    long quietVirtual = r.virtualBefore;
    long quietTicks = r.startTicks;
    lookCount++;
    r.rows.clear();
    r.followed.clear();
    gone.clear();
    r.missedByBirthPasses = 0;
    r.partial = false;
    r.startNs = nanoClock.getAsLong();
    PidNumbers numbers = scanner.numbers();
    PidNumbers.Continuity continuity = scanner.observeLastPid(numbers);
    int last = numbers.lastPid();
    r.threads = scanner.threadsOnHost();
    long previousVirtualBefore = r.virtualBefore;
    r.ascending = true;
    r.wrapExcluded = true;
    r.ownPidSeen = true;
    r.full =
        all
            || mustListAll
            || continuity != PidNumbers.Continuity.NOT_WRAPPED
            || !scanner.listsBirthsOnly();
    if (r.full) {
      takeSummary(r, scanner.scanAll(r.rows));
    } else if (last != previousLast || last != lastButOne) {
      takeSummary(r, scanner.scanFrom(lastButOne + 1, r.rows, skipKnown));
      if (!r.ascending) {
        // A listing that begins elsewhere than it was asked to may have left out births.
        r.full = true;
        takeSummary(r, scanner.scanAll(r.rows));
      }
    } else {
      r.virtualBefore = numbers.virtualLast();
      r.startTicks = scanner.bootTicks();
    }
    r.virtualAfter = r.virtualBefore;
    r.continuous =
        previousLast != NONE
            && Math.floorDiv(previousVirtualBefore, (long) pidMax())
                == Math.floorDiv(r.virtualBefore, (long) pidMax());
    rereadFollowed(r);
    boolean anyTooYoung = false;
    for (int row = 0; row < r.rows.rows(); row++) {
      r.partial |= isUnreadable(r.rows.result(row));
      anyTooYoung |= isTooYoung(r, row);
    }
    r.quiet = !r.full && r.rows.rows() == 0 && !anyFollowedChanged(r);
    if (!r.quiet) {
      establishParents(r);
      PidNumbers.Continuity after = scanner.observeLastPid(numbers);
      r.wrapExcluded &= after == PidNumbers.Continuity.NOT_WRAPPED;
      r.virtualAfter = numbers.virtualLast();
      remember(r);
    }
    r.quietBefore =
        wasQuiet && !r.quiet
            ? new Pass(Pass.Kind.BIRTHS, quietVirtual, quietVirtual, quietTicks, pidMax())
            : null;
    lastButOne = previousLast == NONE ? last : previousLast;
    previousLast = last;
    previousStartTicks = r.startTicks;
    mustListAll = anyTooYoung;
    return r;
  }

  /**
   * Whether a process began in the tick of its reading, or later, where a whole round of numbers
   * fits into a tick: another process may get its number within that tick, and nothing would tell
   * them apart. Once the tick is over, whoever has its number and ticks is the one that is there:
   * the kernel takes the start time after the number (copy_process in kernel/fork.c), so another
   * with the same ticks must have had the number before.
   */
  private boolean isTooYoung(Reading r, int row) {
    return pidMax() < ProcessIdentity.TICKS_SUFFICE_FROM_PID_MAX
        && r.rows.result(row) == ReadResult.OK
        && r.rows.startTicks(row) >= r.startTicks;
  }

  private static void takeSummary(Reading r, ScanSummary summary) {
    r.virtualBefore = summary.virtualBefore();
    r.startTicks = summary.startBootTicks();
    r.ascending = summary.ascending();
    r.wrapExcluded = summary.wrapExcluded();
    r.ownPidSeen = summary.ownPidSeen() || !r.full;
  }

  private void rereadFollowed(Reading r) {
    for (int slot = 0; slot < slots; slot++) {
      if (baselines[slot].used) {
        int row = r.followed.rows();
        r.ensureFollowed(row + 1);
        ReadResult result = followed.reread(slot, r.followed);
        r.partial |= isUnreadable(result);
        r.followedChanged[row] = differs(baselines[slot], result, r.followed, row);
        r.followedTicks[row] = followed.startTicks(slot);
        r.followedParentTicks[row] = NO_TICKS;
      }
    }
  }

  private static boolean isUnreadable(ReadResult result) {
    return switch (result) {
      case OK, VANISHED, RELEASING -> false;
      case DENIED, SHORT, GARBLED, FAILED -> true;
    };
  }

  private static boolean differs(Baseline b, ReadResult result, ProcessTable t, int row) {
    int commHash = commHash(t, row);
    boolean differs =
        b.result != result
            || b.parent != t.parent(row)
            || b.processGroup != t.processGroup(row)
            || b.session != t.session(row)
            || b.dead != t.isDead(row)
            || b.stopped != isStopped(t, row)
            || b.commHash != commHash;
    if (differs) {
      b.result = result;
      b.parent = t.parent(row);
      b.processGroup = t.processGroup(row);
      b.session = t.session(row);
      b.dead = t.isDead(row);
      b.stopped = isStopped(t, row);
      b.commHash = commHash;
    }
    return differs;
  }

  private static boolean isStopped(ProcessTable t, int row) {
    return t.state(row) == 'T' || t.state(row) == 't';
  }

  private static int commHash(ProcessTable t, int row) {
    int hash = 1;
    for (int i = 0; i < t.commLength(row); i++) {
      hash = 31 * hash + t.commByte(row, i);
    }
    return hash;
  }

  private static boolean anyFollowedChanged(Reading r) {
    for (int row = 0; row < r.followed.rows(); row++) {
      if (r.followedChanged[row]) {
        return true;
      }
    }
    return false;
  }

  /**
   * Finds out which process the number of a parent named when its child was read.
   *
   * <p>Whoever has the number now and started before this pass began had it all along. Where it
   * started during the pass, the child is read again after its parent was: if it still names the
   * same number it is the same parent, since a process that is born with a number that was used
   * before is nobody's ancestor and adopts nobody.
   */
  private void establishParents(Reading r) {
    parentsRead.clear();
    int rows = r.rows.rows();
    for (int row = 0; row < rows; row++) {
      r.ensureRows(r.rows.rows() + PARENT_TRIES);
      r.rowParentTicks[row] = NO_TICKS;
      boolean isNew = known.get(r.rows.pid(row)) != r.rows.startTicks(row);
      r.rowIsNew[row] = isNew;
      r.rowTooYoung[row] = isTooYoung(r, row);
      if (isNew && r.rows.result(row) == ReadResult.OK && !r.rowTooYoung[row]) {
        establishRowParent(r, row);
      }
    }
    for (int row = 0; row < r.followed.rows(); row++) {
      if (r.followedChanged[row] && r.followed.result(row) == ReadResult.OK) {
        r.followedParentTicks[row] = parentTicks(r, r.followed, row, false);
      }
    }
  }

  /** Appends the child's later readings to the rows where its parent had gone meanwhile. */
  private void establishRowParent(Reading r, int firstRow) {
    int row = firstRow;
    for (int attempt = 0; attempt < PARENT_TRIES; attempt++) {
      long ticks = parentTicks(r, r.rows, row, attempt > 0);
      r.rowParentTicks[row] = ticks;
      if (ticks != NO_TICKS || r.rows.parent(row) <= 0 || attempt == PARENT_TRIES - 1) {
        return;
      }
      int again = r.rows.rows();
      ReadResult result = scanner.readOne(r.rows.pid(row), r.rows);
      r.ensureRows(again + 1);
      r.rowIsNew[again] = true;
      r.rowTooYoung[again] = isTooYoung(r, again);
      r.rowParentTicks[again] = NO_TICKS;
      if (result != ReadResult.OK || r.rows.startTicks(again) != r.rows.startTicks(row)) {
        return;
      }
      r.rowParentTicks[row] = SUPERSEDED;
      row = again;
    }
  }

  /** Whether a later row of the same process replaces this one. */
  static boolean isSuperseded(Reading r, int row) {
    return r.rowParentTicks[row] == SUPERSEDED;
  }

  private long parentTicks(Reading r, ProcessTable table, int row, boolean readAnew) {
    int parent = table.parent(row);
    if (parent <= 0) {
      return NO_TICKS;
    }
    long ticks = readAnew ? PidTable.ABSENT : parentsRead.getMarked(parent, lookCount);
    if (ticks == PidTable.ABSENT) {
      ticks = readAnew ? PidTable.ABSENT : followedTicks(r, parent);
      if (ticks == PidTable.ABSENT) {
        scratch.clear();
        if (scanner.readOne(parent, scratch) != ReadResult.OK) {
          return NO_TICKS;
        }
        ticks = scratch.startTicks(0);
      }
      parentsRead.put(parent, ticks, lookCount);
    }
    if (ticks < r.startTicks) {
      return ticks;
    }
    scratch.clear();
    boolean sameParent =
        scanner.readOne(table.pid(row), scratch) == ReadResult.OK
            && scratch.startTicks(0) == table.startTicks(row)
            && scratch.parent(0) == parent;
    return sameParent ? ticks : NO_TICKS;
  }

  /** Start ticks of a followed process, which was read after all births were; or ABSENT. */
  private static long followedTicks(Reading r, int pid) {
    int rows = Math.min(r.followed.rows(), FOLLOWED_SEARCHED_MAX);
    for (int row = 0; row < rows; row++) {
      if (r.followed.pid(row) == pid && r.followed.result(row) == ReadResult.OK) {
        return r.followed.startTicks(row);
      }
    }
    return PidTable.ABSENT;
  }

  private void remember(Reading r) {
    for (int row = 0; row < r.rows.rows(); row++) {
      int pid = r.rows.pid(row);
      switch (r.rows.result(row)) {
        case OK -> {
          long ticks = r.rows.startTicks(row);
          if (r.rowTooYoung[row]) {
            continue;
          }
          if (r.full && !mustListAll && known.get(pid) != ticks && ticks < previousStartTicks) {
            r.missedByBirthPasses++;
          }
          known.put(pid, ticks, lookCount);
        }
        case VANISHED, RELEASING -> {}
        case DENIED, SHORT, GARBLED, FAILED -> {
          // Unreadable is not absent: whoever was known to have the number keeps it.
          long ticks = known.get(pid);
          if (ticks != PidTable.ABSENT) {
            known.put(pid, ticks, lookCount);
          }
        }
      }
    }
    if (r.full) {
      known.removeUnmarked(lookCount, gone);
    }
  }

  @Override
  public void close() {
    followed.close();
  }
}
