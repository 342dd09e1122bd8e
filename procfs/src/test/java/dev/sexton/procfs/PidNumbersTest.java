package dev.sexton.procfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sexton.procfs.PidNumbers.Continuity;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PidNumbersTest {
  private static final long MS = 1_000_000;
  private static final int SMALL = 32_768;

  @Test
  void theBoundGrowsWithProcessorsToAMillion() {
    assertThat(PidNumbers.numbersPerSecondMax(1)).isEqualTo(100_000);
    assertThat(PidNumbers.numbersPerSecondMax(4)).isEqualTo(400_000);
    assertThat(PidNumbers.numbersPerSecondMax(10)).isEqualTo(1_000_000);
    assertThat(PidNumbers.numbersPerSecondMax(256)).isEqualTo(1_000_000);
    assertThat(PidNumbers.numbersPerSecondMax(PidNumbers.PROCESSORS_UNKNOWN)).isEqualTo(1_000_000);
  }

  @Test
  void aSmallStepInAShortTimeIsNoWrap() {
    PidNumbers numbers = new PidNumbers(SMALL, 2);
    assertThat(numbers.observe(1000, 200, 0, MS)).isEqualTo(Continuity.FIRST);
    assertThat(numbers.observe(1000, 200, 2 * MS, 3 * MS)).isEqualTo(Continuity.NOT_WRAPPED);
    assertThat(numbers.observe(1010, 200, 4 * MS, 5 * MS)).isEqualTo(Continuity.NOT_WRAPPED);
    assertThat(numbers.virtualLast()).isEqualTo(1010);
    assertThat(numbers.epoch()).isZero();
  }

  @Test
  void aSmallerNumberInAShortTimeIsOneWrap() {
    PidNumbers numbers = new PidNumbers(SMALL, 2);
    numbers.observe(32_700, 200, 0, MS);
    assertThat(numbers.observe(310, 200, 2 * MS, 3 * MS)).isEqualTo(Continuity.WRAPPED_ONCE);
    assertThat(numbers.virtualLast()).isEqualTo(SMALL + 310);
    assertThat(numbers.epoch()).isZero();
    assertThat(numbers.handedOutBetween(32_701, 32_700, numbers.virtualLast())).isTrue();
    assertThat(numbers.handedOutBetween(32_700, 32_700, numbers.virtualLast())).isFalse();
    assertThat(numbers.handedOutBetween(305, 32_700, numbers.virtualLast())).isTrue();
    assertThat(numbers.handedOutBetween(311, 32_700, numbers.virtualLast())).isFalse();
  }

  @Test
  void theSameNumberAfterLongMayBeAWholeRound() {
    PidNumbers numbers = new PidNumbers(SMALL, 2);
    numbers.observe(1000, 200, 0, MS);
    // 200,000 numbers a second go round 32,468 numbers, less 800 in use, in 158 ms.
    assertThat(numbers.observe(1000, 200, 150 * MS, 158 * MS)).isEqualTo(Continuity.NOT_WRAPPED);
    assertThat(numbers.observe(1000, 200, 300 * MS, 310 * MS)).isEqualTo(Continuity.UNKNOWN);
    assertThat(numbers.epoch()).isEqualTo(1);
  }

  @Test
  void onALargeRangeSecondsPassSafely() {
    PidNumbers numbers = new PidNumbers(4_194_304, 64);
    numbers.observe(1000, 5000, 0, MS);
    assertThat(numbers.observe(2000, 5000, 4000 * MS, 4001 * MS)).isEqualTo(Continuity.NOT_WRAPPED);
    assertThat(numbers.observe(3000, 5000, 9000 * MS, 9001 * MS)).isEqualTo(Continuity.UNKNOWN);
  }

  @Test
  void numbersInUseShortenTheRound() {
    PidNumbers numbers = new PidNumbers(SMALL, 2);
    numbers.observe(1000, 7_500, 0, MS);
    assertThat(numbers.observe(1000, 7_500, 2 * MS, 3 * MS)).isEqualTo(Continuity.NOT_WRAPPED);
    assertThat(numbers.observe(1000, 8_500, 15 * MS, 20 * MS)).isEqualTo(Continuity.UNKNOWN);
    assertThat(numbers.observe(1000, 8_500, 15 * MS, 20 * MS)).isEqualTo(Continuity.UNKNOWN);
  }

  @Test
  void timeIsCountedFromBeforeTheFirstToAfterTheSecond() {
    PidNumbers numbers = new PidNumbers(SMALL, 2);
    numbers.observe(1000, 0, 0, 150 * MS);
    assertThat(numbers.observe(1000, 0, 151 * MS, 170 * MS)).isEqualTo(Continuity.UNKNOWN);
  }

  @Test
  void whatIsNotKnownExcludesNothing() {
    PidNumbers numbers = new PidNumbers(SMALL, 2);
    numbers.observe(1000, PidNumbers.THREADS_UNKNOWN, 0, 1);
    assertThat(numbers.observe(1001, 5, 2, 3)).isEqualTo(Continuity.UNKNOWN);
    assertThat(numbers.observe(1002, 5, 4, 1)).as("clock goes back").isEqualTo(Continuity.UNKNOWN);
    assertThat(numbers.observe(SMALL, 5, 5, 6))
        .as("bound was raised")
        .isEqualTo(Continuity.UNKNOWN);
    assertThat(numbers.observe(1003, 5, 7, 8)).isEqualTo(Continuity.UNKNOWN);
    assertThat(numbers.observe(1004, 5, 9, Long.MAX_VALUE)).isEqualTo(Continuity.UNKNOWN);
    assertThat(numbers.epoch()).isEqualTo(5);
  }

  @Test
  void aLastNumberThatIsNotToldExcludesNothing() {
    PidNumbers numbers = new PidNumbers(SMALL, 2);
    numbers.observe(1000, 100, 0, 1);
    long before = numbers.virtualLast();
    assertThat(numbers.observe(PidNumbers.LAST_PID_UNKNOWN, 100, 2, 3))
        .isEqualTo(Continuity.UNKNOWN);
    assertThat(numbers.observe(PidNumbers.LAST_PID_UNKNOWN, 100, 4, 5))
        .isEqualTo(Continuity.UNKNOWN);
    assertThat(numbers.virtualLast() - before).isGreaterThan(SMALL);
    assertThat(numbers.observe(1001, 100, 6, 7)).isEqualTo(Continuity.UNKNOWN);
    assertThat(numbers.observe(1002, 100, 8, 9)).isEqualTo(Continuity.NOT_WRAPPED);
  }

  @Test
  void lostContinuityMakesEveryNumberHandedOut() {
    PidNumbers numbers = new PidNumbers(SMALL, 2);
    numbers.observe(1000, 100, 0, 1);
    long before = numbers.virtualLast();
    numbers.observe(1001, 100, 10_000 * MS, 10_001 * MS);
    for (int number : new int[] {1, 300, 1000, 1001, 1002, SMALL - 1}) {
      assertThat(numbers.handedOutBetween(number, before, numbers.virtualLast())).isTrue();
    }
  }

  @Test
  void resetIsALossOfContinuity() {
    PidNumbers numbers = new PidNumbers(SMALL, 2);
    numbers.observe(1000, 100, 0, 1);
    long before = numbers.virtualLast();
    numbers.reset();
    assertThat(numbers.observe(900, 100, 2, 3)).isEqualTo(Continuity.FIRST);
    assertThat(numbers.virtualLast() - before).isGreaterThan(SMALL);
    assertThat(numbers.epoch()).isEqualTo(1);
  }

  @Test
  void nothingIsHandedOutInNoTime() {
    PidNumbers numbers = new PidNumbers(SMALL, 2);
    assertThat(numbers.handedOutBetween(5, 5, 5)).isFalse();
    assertThat(numbers.handedOutBetween(5, 4, 5)).isTrue();
    assertThat(numbers.handedOutBetween(5, 5, 6)).isFalse();
    assertThat(numbers.handedOutBetween(5, 6, 5)).isFalse();
  }

  @Test
  void aRangeWithoutNumbersIsRefused() {
    assertThatThrownBy(() -> new PidNumbers(300, 1)).isInstanceOf(IllegalArgumentException.class);
  }

  /** A kernel that hands numbers out at most at the assumed rate is never called wrong. */
  @Test
  void agreesWithAnAllocatorThatKeepsTheBound() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int round = 0; round < 300; round++) {
      int pidMax = 301 + random.nextInt(5000);
      int inUse = random.nextInt(50);
      PidNumbers numbers = new PidNumbers(pidMax, 1);
      CyclicAllocator kernel = new CyclicAllocator(pidMax, inUse, random);
      long now = 0;
      long virtualBefore = 0;
      int epochBefore = 0;
      for (int step = 0; step < 50; step++) {
        long elapsed = random.nextInt(40) * MS / 2;
        kernel.roundsSinceLook = 0;
        int last = kernel.last;
        boolean[] handedOut = new boolean[pidMax];
        kernel.allocate(elapsed * 100_000 / 1_000_000_000, handedOut);
        now += elapsed;
        Continuity continuity = numbers.observe(kernel.last, inUse, now, now);
        String where = "seed %d, round %d, step %d".formatted(seed, round, step);
        if (continuity == Continuity.NOT_WRAPPED) {
          assertThat(kernel.roundsSinceLook).as(where).isZero();
          assertThat(numbers.lastPid()).as(where).isGreaterThanOrEqualTo(last);
        } else if (continuity == Continuity.WRAPPED_ONCE) {
          assertThat(kernel.roundsSinceLook).as(where).isEqualTo(1);
        }
        if (continuity != Continuity.FIRST) {
          for (int number = 0; number < pidMax; number++) {
            if (handedOut[number]) {
              assertThat(numbers.handedOutBetween(number, virtualBefore, numbers.virtualLast()))
                  .as(where)
                  .isTrue();
            }
          }
          assertThat(numbers.epoch() != epochBefore).isEqualTo(continuity == Continuity.UNKNOWN);
        }
        assertThat(numbers.virtualLast()).as(where).isGreaterThanOrEqualTo(virtualBefore);
        virtualBefore = numbers.virtualLast();
        epochBefore = numbers.epoch();
      }
    }
  }

  /** As idr_alloc_cyclic, some numbers always in use. */
  private static final class CyclicAllocator {
    private final int pidMax;
    private final boolean[] inUse;
    int last = 300;
    int roundsSinceLook;

    CyclicAllocator(int pidMax, int inUseCount, Random random) {
      this.pidMax = pidMax;
      inUse = new boolean[pidMax];
      for (int i = 0; i < inUseCount && i < (pidMax - 300) / 2; i++) {
        inUse[300 + random.nextInt(pidMax - 300)] = true;
      }
      inUse[300] = false;
    }

    void allocate(long count, boolean[] handedOut) {
      for (long i = 0; i < count; i++) {
        do {
          last++;
          if (last >= pidMax) {
            last = 300;
            roundsSinceLook++;
          }
        } while (inUse[last]);
        handedOut[last] = true;
      }
    }
  }
}
