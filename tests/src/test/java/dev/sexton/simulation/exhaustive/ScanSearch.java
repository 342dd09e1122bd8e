package dev.sexton.simulation.exhaustive;

import static dev.sexton.simulation.exhaustive.SmallKernel.ALIVE;
import static dev.sexton.simulation.exhaustive.SmallKernel.FORKING;
import static dev.sexton.simulation.exhaustive.SmallKernel.FREE;
import static dev.sexton.simulation.exhaustive.SmallKernel.ZOMBIE;

import dev.sexton.simulation.exhaustive.ScanJudge.Opening;
import dev.sexton.simulation.exhaustive.ScanJudge.Start;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Every interleaving of forks, exits, collections and scans in a row on a {@link SmallKernel}, from
 * every opening, with a {@link ScanJudge} deciding which scan signs.
 *
 * <p>Left out is only what cannot matter: once a scan has shown something, no proof comes of it
 * (the next scan is the first of another path); and once no member is left, whatever the others do,
 * a proof is true.
 */
final class ScanSearch {
  /**
   * How much is searched.
   *
   * @param numbers how many numbers there are
   * @param usedMax how many are in use to begin with, at most
   * @param birthsMax how many forks are begun, at most
   * @param oldForksInFlight whether a fork may be in flight when the first scan begins whose number
   *     was handed out before the numbers last began anew
   * @param lookBefore whether the scans go on after a first one that left doubts
   */
  record Scope(
      int numbers, int usedMax, int birthsMax, boolean oldForksInFlight, boolean lookBefore) {}

  /**
   * What was found.
   *
   * @param signable states in which the product signs
   * @param violations those in which a member was alive when the last listing ended
   * @param firstViolation the steps to the first of them
   */
  record Result(
      long states, long observed, long signable, long violations, List<String> firstViolation) {}

  private static final int SCANS_MAX = 3;
  private static final int FORKS = 0;
  private static final int EXITS = 1;
  private static final int BECOMES_VISIBLE = 2;
  private static final int FORK_ABORTED = 3;
  private static final int COLLECTED = 4;
  private static final int READ = 5;
  private static final int LISTED = 6;
  private static final int LISTING_ENDS = 7;
  private static final int SCAN_BEGINS = 8;
  private static final int PASSED = 9;
  private static final String[] NAMES = {
    "forks",
    "exits",
    "becomes visible",
    "fails to be forked",
    "is collected",
    "is read",
    "is listed",
    "the listing ends",
    "a scan begins",
    "is passed"
  };
  private static final int MOVES_OF_A_NUMBER = 16;

  private final Scope scope;
  private final Weakening weakening;
  private final ScanJudge judge;
  private final SmallKernel k;
  private final StateSet states = new StateSet();
  private final List<String> firstViolation = new ArrayList<>();
  private int[] todo = new int[1 << 12];
  private int todoSize;
  private int at;
  private long statesSeen;
  private long observed;
  private long signable;
  private long violations;

  ScanSearch(Scope scope, Weakening weakening) {
    this.scope = scope;
    this.weakening = weakening;
    judge = new ScanJudge(scope.numbers, weakening, scope.lookBefore);
    k = new SmallKernel(scope.numbers);
  }

  /**
   * Searches from one opening after the other: what is known of them differs, so no state is
   * shared.
   */
  Result run() {
    Start[] starts = new Start[scope.numbers];
    Arrays.fill(starts, Start.NOTHING);
    open(starts, 0, 0);
    return new Result(statesSeen, observed, signable, violations, firstViolation);
  }

  private void searchOn() {
    while (todoSize > 0 && !(firstViolationOnly() && violations > 0)) {
      at = todo[--todoSize];
      reload();
      if (k.scansOver + k.phase > 0) {
        worldMoves(k.memberLives());
      }
      scanMoves();
    }
    statesSeen += states.size();
    observed += judge.size();
    todoSize = 0;
    states.clear();
    judge.clear();
  }

  /** Where one is to be found, one will do. */
  private boolean firstViolationOnly() {
    return weakening != Weakening.NONE || scope.oldForksInFlight;
  }

  private void open(Start[] starts, int from, int used) {
    for (int last = 0; last <= scope.numbers; last++) {
      open(starts, last, false);
      open(starts, last, true);
    }
    for (int n = from; n < scope.numbers && used < scope.usedMax; n++) {
      for (Start start : Start.values()) {
        if (start != Start.NOTHING) {
          starts[n] = start;
          open(starts, n + 1, used + 1);
        }
      }
      starts[n] = Start.NOTHING;
    }
  }

  private void open(Start[] starts, int last, boolean longAgo) {
    k.load(0, 0);
    k.last = last;
    for (int n = 1; n <= scope.numbers; n++) {
      Start start = starts[n - 1];
      k.member[n] = start.isMember();
      k.state[n] =
          switch (start) {
            case NOTHING -> FREE;
            case MEMBER_IN_FLIGHT -> FORKING;
            case MEMBER_ZOMBIE, FOREIGN_ZOMBIE -> ZOMBIE;
            case MEMBER, FOREIGN, MEMBER_THAT_WAS_FOREIGN -> ALIVE;
          };
    }
    List<Start> all = List.of(starts);
    boolean reused = all.contains(Start.MEMBER_THAT_WAS_FOREIGN);
    boolean ageMatters = all.contains(Start.FOREIGN) || all.contains(Start.FOREIGN_ZOMBIE);
    boolean possible = k.memberLives() && (longAgo ? reused || ageMatters : !reused);
    for (int n = 1; n <= scope.numbers; n++) {
      if (k.state[n] == FORKING) {
        k.parent[n] = idleMember();
        possible &= k.parent[n] != SmallKernel.INIT && (n <= last || scope.oldForksInFlight);
      }
    }
    if (possible) {
      k.knowledge = judge.open(new Opening(all, longAgo, judge.virtualLast(k)));
      at = StateSet.NOBODY;
      push(SCAN_BEGINS, 0);
      searchOn();
    }
  }

  private int idleMember() {
    for (int n = 1; n <= scope.numbers; n++) {
      if (k.state[n] == ALIVE && k.member[n] && !k.isForking(n)) {
        return n;
      }
    }
    return SmallKernel.INIT;
  }

  private void reload() {
    k.load(states.low(at), states.high(at));
  }

  /** The state as changed is one to go on from; then back to the state that is gone on from. */
  private void push(int move, int number) {
    if (states.add(k.low(), k.high(), at, move * MOVES_OF_A_NUMBER + number)) {
      if (todoSize == todo.length) {
        todo = Arrays.copyOf(todo, 2 * todoSize);
      }
      todo[todoSize++] = states.size() - 1;
    }
    if (at != StateSet.NOBODY) {
      reload();
    }
  }

  private void worldMoves(boolean memberLives) {
    for (int n = 1; n <= scope.numbers; n++) {
      if (k.state[n] == ZOMBIE) {
        k.free(n);
        push(COLLECTED, n);
      } else if (memberLives && k.state[n] == FORKING) {
        k.state[n] = ALIVE;
        push(BECOMES_VISIBLE, n);
        k.free(n);
        push(FORK_ABORTED, n);
      } else if (memberLives && k.state[n] == ALIVE && !k.isForking(n)) {
        fork(n);
        k.exit(n);
        push(EXITS, n);
      }
    }
  }

  private void fork(int n) {
    if (k.births < scope.birthsMax && k.beginFork(n)) {
      if (k.phase == SmallKernel.BETWEEN_SCANS || judge.counts(k, doubtsToo())) {
        push(FORKS, n);
      } else {
        reload();
      }
    }
  }

  private void scanMoves() {
    for (int n = 1; n <= scope.numbers; n++) {
      if (k.pending[n]) {
        k.pending[n] = false;
        judge.read(k, n);
        if (judge.counted(k, doubtsToo())) {
          endIfRead(READ, n);
        }
        reload();
      }
    }
    if (k.phase == SmallKernel.BETWEEN_SCANS) {
      k.phase = SmallKernel.LISTING;
      k.cursor = weakening == Weakening.DESCENDING_LISTING ? scope.numbers + 1 : 0;
      judge.beginScan(k);
      push(SCAN_BEGINS, 0);
    } else if (k.phase == SmallKernel.LISTING) {
      list();
    }
  }

  /** A scan with doubts may yet be the one that comes before those that count. */
  private boolean doubtsToo() {
    return scope.lookBefore && k.scansOver == 0;
  }

  /**
   * The listing looks at the next number: the kernel walks its table of numbers without a lock
   * (next_tgid in fs/proc/base.c), so what it passed may be filled before it finds the next.
   */
  private void list() {
    int next = k.cursor + (weakening == Weakening.DESCENDING_LISTING ? -1 : 1);
    if (next < 1 || next > scope.numbers) {
      k.phase = SmallKernel.READING;
      k.cursor = 0;
      k.memberAtEnd = k.memberLives();
      endIfRead(LISTING_ENDS, 0);
      reload();
      return;
    }
    k.cursor = next;
    if (!k.isVisible(next)) {
      push(PASSED, next);
      return;
    }
    k.pending[next] = true;
    boolean inReach = next > k.last || weakening == Weakening.NO_WRAP_CHECK;
    boolean reusable = inReach && k.births < scope.birthsMax && k.foreignerLives();
    if (reusable || judge.mayCount(k, next, doubtsToo())) {
      push(LISTED, next);
    } else {
      reload();
    }
  }

  /** A scan is over once it has listed everything and read what it listed. */
  private void endIfRead(int move, int number) {
    if (k.phase != SmallKernel.READING || k.anyPending()) {
      push(move, number);
    } else if (judge.signs(k)) {
      signable++;
      if (k.memberAtEnd && violations++ == 0) {
        explain(move, number);
      }
    } else if (judge.counts(k, doubtsToo()) && k.scansOver < SCANS_MAX - 1) {
      judge.endScan(k);
      k.scansOver++;
      k.phase = SmallKernel.BETWEEN_SCANS;
      k.memberAtEnd = false;
      push(move, number);
    }
  }

  private void explain(int move, int number) {
    firstViolation.add(text(move, number));
    int from = at;
    while (states.predecessor(from) != StateSet.NOBODY) {
      int code = states.move(from);
      firstViolation.add(text(code / MOVES_OF_A_NUMBER, code % MOVES_OF_A_NUMBER));
      from = states.predecessor(from);
    }
    SmallKernel start = new SmallKernel(scope.numbers);
    start.load(states.low(from), states.high(from));
    StringBuilder text = new StringBuilder("last number " + start.last);
    for (int n = 1; n <= scope.numbers; n++) {
      if (start.state[n] != FREE) {
        text.append(start.member[n] ? ", member " : ", foreign ").append(n);
        text.append(start.state[n] == ZOMBIE ? " (zombie)" : "");
      }
    }
    firstViolation.add(text.toString());
    Collections.reverse(firstViolation);
  }

  private static String text(int move, int number) {
    return (number == 0 ? "" : number + " ") + NAMES[move];
  }
}
