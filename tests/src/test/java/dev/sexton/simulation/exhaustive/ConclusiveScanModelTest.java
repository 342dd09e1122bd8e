package dev.sexton.simulation.exhaustive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sexton.simulation.exhaustive.ScanSearch.Result;
import dev.sexton.simulation.exhaustive.ScanSearch.Scope;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * When an empty scan is a proof: the claim of {@link dev.sexton.engine.attribution.ConclusiveScan},
 * with the product's decision in the loop, over every interleaving on a kernel of a few numbers,
 * which may have begun anew before the scans and may do so during and between them.
 *
 * <p>{@code -Dsexton.numbers=6} searches a larger one.
 */
class ConclusiveScanModelTest {
  private static final int NUMBERS = Integer.getInteger("sexton.numbers", 5);

  /** Two scans, and before them one that saw to it that no old fork is in flight. */
  private static final Scope TWO_SCANS = new Scope(NUMBERS, 2, 2, false, false);

  /** All three, and forks in flight whose number is from before the numbers began anew. */
  private static final Scope THREE_SCANS = new Scope(NUMBERS - 1, 2, 1, true, true);

  @Test
  void noInterleavingOfTwoScansLeadsToAWrongProof(TestReporter reporter) {
    assertNoViolation(TWO_SCANS, reporter);
  }

  @Test
  void noInterleavingOfThreeScansLeadsToAWrongProof(TestReporter reporter) {
    assertNoViolation(THREE_SCANS, reporter);
  }

  private static void assertNoViolation(Scope scope, TestReporter reporter) {
    Result result = new ScanSearch(scope, Weakening.NONE).run();
    reporter.publishEntry(scope.toString(), summary(result));
    assertThat(result.firstViolation()).isEmpty();
    assertThat(result.violations()).isZero();
    assertThat(result.signable()).isPositive();
  }

  @ParameterizedTest
  @EnumSource(value = Weakening.class, mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void withoutAnyOneConditionAProofCanBeWrong(Weakening weakening, TestReporter reporter) {
    int numbers = weakening == Weakening.DESCENDING_LISTING ? 4 : 3;
    Scope scope = new Scope(numbers, 1, 4, false, false);
    Result result = new ScanSearch(scope, weakening).run();
    reporter.publishEntry(
        weakening + ", " + scope,
        summary(result) + ", the first: " + String.join("; ", result.firstViolation()));
    assertThat(result.violations()).isPositive();
  }

  /**
   * Why a scan must come before the two: V, unknown so far, has a number from before the numbers
   * began anew, and is forking W, whose number is from before it too, when the first scan begins.
   * The first scan passes W before it is visible and V after it is gone, the second passes W's low
   * child before it is visible and W after it is gone.
   */
  @Test
  void withoutAScanBeforeAForkInFlightIsNotCovered(TestReporter reporter) {
    Scope scope = new Scope(4, 2, 1, true, false);
    Result result = new ScanSearch(scope, Weakening.NONE).run();
    reporter.publishEntry(
        scope.toString(), summary(result) + ": " + String.join("; ", result.firstViolation()));
    assertThat(result.violations()).isPositive();
  }

  private static String summary(Result result) {
    return "%,d states, %,d ways to have observed them, %,d signable, %,d violations"
        .formatted(result.states(), result.observed(), result.signable(), result.violations());
  }
}
