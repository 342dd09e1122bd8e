package dev.sexton.engine.attribution;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

class PassTest {
  private static final int PID_MAX = 100;

  private static boolean handedOut(int number, long from, long to) {
    return Pass.handedOut(number, from, to, PID_MAX);
  }

  @Test
  void theLastNumberBeforeIsOutsideAndTheLastNumberAfterIsInside() {
    assertThat(handedOut(40, 40, 45)).isFalse();
    assertThat(handedOut(41, 40, 45)).isTrue();
    assertThat(handedOut(45, 40, 45)).isTrue();
    assertThat(handedOut(46, 40, 45)).isFalse();
  }

  @Test
  void nothingIsHandedOutInNoTime() {
    for (int number = 1; number < PID_MAX; number++) {
      assertThat(handedOut(number, 40, 40)).as("number %d", number).isFalse();
    }
  }

  @Test
  void aWrapHandsOutTheHighAndTheLowNumbers() {
    long from = 3L * PID_MAX + 97;
    long to = 4L * PID_MAX + 2;
    assertThat(handedOut(97, from, to)).isFalse();
    assertThat(handedOut(98, from, to)).isTrue();
    assertThat(handedOut(99, from, to)).isTrue();
    assertThat(handedOut(1, from, to)).isTrue();
    assertThat(handedOut(2, from, to)).isTrue();
    assertThat(handedOut(3, from, to)).isFalse();
    assertThat(handedOut(50, from, to)).isFalse();
  }

  @Test
  void allButOneOfACycleLeavesOneNumber() {
    assertThat(handedOut(40, 40, 40 + PID_MAX - 1)).isFalse();
    assertThat(handedOut(39, 40, 40 + PID_MAX - 1)).isTrue();
    assertThat(handedOut(41, 40, 40 + PID_MAX - 1)).isTrue();
  }

  @Test
  void aWholeCycleHandsOutEverything() {
    for (int number = 1; number < PID_MAX; number++) {
      assertThat(handedOut(number, 40, 40 + PID_MAX)).as("number %d", number).isTrue();
    }
  }

  @Test
  void aJumpForUnknownContinuityHandsOutEverything() {
    Pass pass = new Pass(Pass.Kind.BIRTHS, 40, 45 + 2L * PID_MAX, 7, PID_MAX);
    assertThat(pass.handedOut(40)).isTrue();
    assertThat(pass.handedOut(99)).isTrue();
  }

  @Test
  void agreesWithCountingOneByOne() {
    int small = 7;
    for (long from = 0; from < 3L * small; from++) {
      for (long to = from; to <= from + small; to++) {
        for (int number = 0; number < small; number++) {
          boolean counted = false;
          for (long virtual = from + 1; virtual <= to; virtual++) {
            counted |= virtual % small == number;
          }
          assertThat(Pass.handedOut(number, from, to, small))
              .as("number %d in (%d, %d]", number, from, to)
              .isEqualTo(counted);
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Pass.Kind.class,
      names = {"CENSUS", "FULL", "REAP"})
  void coversAll(Pass.Kind kind) {
    assertThat(new Pass(kind, 1, 1, 1, PID_MAX).coversAll()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(
      value = Pass.Kind.class,
      names = {"BIRTHS", "UNCOMMITTED"})
  void coversNotAll(Pass.Kind kind) {
    assertThat(new Pass(kind, 1, 1, 1, PID_MAX).coversAll()).isFalse();
  }

  @ParameterizedTest
  @EnumSource(value = Pass.Kind.class, mode = Mode.EXCLUDE, names = "UNCOMMITTED")
  void committedPassesMayDecideForeign(Pass.Kind kind) {
    assertThat(new Pass(kind, 1, 1, 1, PID_MAX).mayDecideForeign()).isTrue();
  }

  @Test
  void aTailWithoutItsCommitMayNotDecideForeign() {
    assertThat(new Pass(Pass.Kind.UNCOMMITTED, 1, 1, 1, PID_MAX).mayDecideForeign()).isFalse();
  }

  /**
   * pid_max 32768, last number 1000, 10 threads, 2000 numbers a tick. The turn of 999 comes after
   * 32,767 numbers, of which 40 may be in use and 300 are never handed out twice: 32,427 must be
   * handed out first. In 16 ticks 32,001 can be, in 17 ticks 34,001.
   */
  @Test
  void theTurnOfANumberIsExcludedForAsLongAsTooFewCanHaveBeenHandedOut() {
    Pass pass = new Pass(Pass.Kind.BIRTHS, 1_000, 1_000, 500, 32_768).bounded(10, 2_000);

    assertThat(pass.excludesTurnUntil(999, 500 + 15)).isTrue();
    assertThat(pass.excludesTurnUntil(999, 500 + 16)).isFalse();
    assertThat(pass.excludesTurnUntil(1_000, 500 + 15)).as("a whole round away").isTrue();
    assertThat(pass.excludesTurnUntil(1_001, 500)).as("the very next").isFalse();
    assertThat(pass.excludesTurnUntil(1_000 + 340 + 2_001, 500)).isFalse();
    assertThat(pass.excludesTurnUntil(1_000 + 340 + 2_002, 500)).isTrue();
  }

  @Test
  void nothingIsExcludedWithoutBounds() {
    Pass pass = new Pass(Pass.Kind.BIRTHS, 1_000, 1_000, 500, 32_768);

    assertThat(pass.excludesTurnUntil(999, 500)).isFalse();
    assertThat(pass.bounded(-1, 2_000).excludesTurnUntil(999, 500)).isFalse();
    assertThat(pass.bounded(10, 0).excludesTurnUntil(999, 500)).isFalse();
    assertThat(pass.bounded(8_200, 2_000).excludesTurnUntil(999, 500))
        .as("all numbers may be in use")
        .isFalse();
    assertThat(pass.bounded(10, 2_000).excludesTurnUntil(999, Long.MAX_VALUE - 1)).isFalse();
  }

  @Test
  void boundsAndShiftsKeepEachOther() {
    Pass pass = new Pass(Pass.Kind.BIRTHS, 1_000, 1_000, 500, 32_768).bounded(10, 2_000);

    assertThat(pass.shifted(2L * 32_768).excludesTurnUntil(999, 515)).isTrue();
  }

  @Test
  void aCountIsContinuedByWholeRoundsWithEverythingHandedOutInBetween() {
    Pass last = new Pass(Pass.Kind.BIRTHS, 5L * 32_768 + 7, 5L * 32_768 + 9, 500, 32_768);
    long first = 1_234;

    long shift = last.shiftToContinue(first);

    assertThat(shift % 32_768).isZero();
    assertThat(first + shift - last.virtualAfter()).isBetween(2L * 32_768, 3L * 32_768);
  }
}
