package dev.sexton.engine.attribution;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** When scans that show nothing amount to a proof. */
class AgreeingScansTest {
  private final AgreeingScans scans = new AgreeingScans();

  @Test
  void twoThatShowNothingAreNoProofWithoutOneBefore() {
    scans.shows(true, 0, 0);
    assertThat(scans.isQuiet()).isTrue();
    scans.shows(true, 0, 0);
    assertThat(scans.isConcluded()).isFalse();

    scans.shows(true, 0, 0);
    assertThat(scans.isConcluded()).isTrue();
  }

  @Test
  void theOneBeforeMayShowAnything() {
    scans.shows(false, 0, 0);
    scans.shows(true, 0, 0);
    assertThat(scans.isConcluded()).as("one that shows nothing").isFalse();

    scans.shows(true, 0, 0);
    assertThat(scans.isConcluded()).isTrue();
  }

  @Test
  void twoWithSomethingSeenInBetweenAreNone() {
    scans.shows(false, 0, 0);
    scans.shows(true, 0, 0);
    scans.shows(false, 0, 0);
    scans.shows(true, 0, 0);

    assertThat(scans.isConcluded()).isFalse();
  }

  @Test
  void numbersThatBeganAnewSinceTheOneBeforeAreNoProof() {
    scans.shows(false, 0, 1);
    scans.shows(true, 1, 1);
    scans.shows(true, 1, 1);
    assertThat(scans.isConcluded()).as("anew during the one before").isFalse();

    scans.shows(true, 1, 2);
    scans.shows(true, 2, 2);
    assertThat(scans.isConcluded()).as("anew during the first").isFalse();

    scans.shows(true, 3, 3);
    scans.shows(true, 3, 3);
    assertThat(scans.isConcluded()).as("anew between two").isFalse();

    scans.shows(true, 3, 4);
    assertThat(scans.isConcluded()).as("anew during the last").isFalse();

    scans.shows(true, 4, 4);
    scans.shows(true, 4, 4);
    scans.shows(true, 4, 4);
    assertThat(scans.isConcluded()).isTrue();
  }

  @Test
  void aLookAtBirthsInBetweenBeginsTheCountAnew() {
    scans.shows(false, 0, 0);
    scans.shows(true, 0, 0);
    scans.interrupted();
    scans.shows(true, 0, 0);

    assertThat(scans.isConcluded()).isFalse();
  }

  @Test
  void whatIsConcludedStaysSo() {
    scans.shows(true, 0, 0);
    scans.shows(true, 0, 0);
    scans.shows(true, 0, 0);
    scans.shows(false, 0, 0);

    assertThat(scans.isConcluded()).isTrue();
  }
}
