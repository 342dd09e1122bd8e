package dev.sexton.simulation.attribution;

import java.util.function.IntPredicate;

/**
 * Numbers that go round, and the clock: no more than so many are handed out in a tick.
 *
 * <p>Follows alloc_pid of kernel/pid.c: what is in use is passed over, and below {@link #RESERVED}
 * no number is handed out twice. In a world of fewer numbers all but the init's are.
 */
final class ModelNumbers {
  private static final int FIRST = 2;
  private static final int RESERVED = 300;

  final int pidMax;
  final int perTick;
  private final int first;
  private final IntPredicate inUse;
  private int last;
  private long cycles;
  private long nowTicks = 10;
  private int handedOutInTick;

  /**
   * Numbers from the first to below {@code pidMax}.
   *
   * @param perTick no more are handed out in a tick
   * @param inUse whether somebody bears a number
   */
  ModelNumbers(int pidMax, int perTick, IntPredicate inUse) {
    this.pidMax = pidMax;
    this.perTick = perTick;
    this.inUse = inUse;
    first = pidMax > RESERVED ? RESERVED : FIRST;
    last = first - 1;
  }

  /** The count of numbers handed out, as the product's passes have it. */
  long virtualLast() {
    return cycles * pidMax + last;
  }

  /** Whether {@code number} was handed out in {@code (from, to]}, counted as above. */
  static boolean handedOut(int number, long from, long to, int pidMax) {
    long lastTurn = to - Math.floorMod(to - number, (long) pidMax);
    return lastTurn > from;
  }

  long nowTicks() {
    return nowTicks;
  }

  void passTicks(int many) {
    nowTicks += many;
    handedOutInTick = 0;
  }

  /** The next that is free, or 0. */
  int handOut() {
    for (int i = 0; i < pidMax; i++) {
      if (++last >= pidMax) {
        last = first;
        cycles++;
      }
      if (!inUse.test(last)) {
        if (++handedOutInTick > perTick) {
          passTicks(1);
          handedOutInTick = 1;
        }
        return last;
      }
    }
    return 0;
  }

  /** Whether it is free and its turn can come. */
  boolean mayBeHandedOut(int number) {
    return number >= first && !inUse.test(number);
  }

  boolean isNext(int number) {
    int next = last;
    do {
      next = next + 1 < pidMax ? next + 1 : first;
    } while (next != number && inUse.test(next));
    return next == number;
  }
}
