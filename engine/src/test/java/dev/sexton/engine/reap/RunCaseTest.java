package dev.sexton.engine.reap;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** When scans that show nothing amount to a proof: see ConclusiveScan for why one does not. */
class RunCaseTest {
  private final RunCase run = new RunCase(Path.of("run"));

  @Test
  void oneScanThatShowsNothingIsNoProof() {
    run.scanShows(true, 0, 0);

    assertThat(run.isConcluded()).isFalse();
    assertThat(run.isQuiet()).isTrue();
  }

  @Test
  void twoInARowAreOne() {
    run.scanShows(true, 0, 0);
    run.scanShows(true, 0, 0);

    assertThat(run.isConcluded()).isTrue();
  }

  @Test
  void twoWithSomethingSeenInBetweenAreNone() {
    run.scanShows(true, 0, 0);
    run.scanShows(false, 0, 0);
    run.scanShows(true, 0, 0);

    assertThat(run.isConcluded()).isFalse();
  }

  @Test
  void numbersThatBeganAnewDuringOrBetweenThemAreNoProof() {
    run.scanShows(true, 0, 1);
    run.scanShows(true, 1, 1);
    assertThat(run.isConcluded()).as("anew during the first").isFalse();

    run.scanShows(true, 2, 2);
    assertThat(run.isConcluded()).as("anew between the two").isFalse();

    run.scanShows(true, 2, 3);
    assertThat(run.isConcluded()).as("anew during the second").isFalse();

    run.scanShows(true, 3, 3);
    run.scanShows(true, 3, 3);
    assertThat(run.isConcluded()).isTrue();
  }

  @Test
  void aLookAtBirthsInBetweenBeginsTheCountAnew() {
    run.scanShows(true, 0, 0);
    run.scanInterrupted();
    run.scanShows(true, 0, 0);

    assertThat(run.isConcluded()).isFalse();
  }

  @Test
  void whatIsConcludedStaysSo() {
    run.scanShows(true, 0, 0);
    run.scanShows(true, 0, 0);
    run.scanShows(false, 0, 0);

    assertThat(run.isConcluded()).isTrue();
  }
}
