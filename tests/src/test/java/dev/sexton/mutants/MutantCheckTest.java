package dev.sexton.mutants;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** The check itself: what it must not take for a mutant that was caught. */
@Isolated
class MutantCheckTest {
  private static final String SAME = "if (pid != other.pid) {";
  private static final String TEST = "ProcessIdentityTest.anotherNumberIsAnotherProcess";

  @TempDir private Path scratch;

  private static Edit edit(String text) {
    return new Edit("Some", text, "changed");
  }

  private static Mutant mutant(String id, String replacement, String killer) {
    return Mutant.breaking(Promise.BOTH, id)
        .by("does nothing of importance")
        .in("ProcessIdentity")
        .replace(SAME, replacement)
        .caughtBy(killer);
  }

  private Outcome attempt(Mutant mutant) throws InterruptedException {
    return MutantCheck.in(scratch, 1).run(List.of(mutant)).get(0);
  }

  @Test
  void aTextIsFoundWhateverSpaceIsBetweenItsWords() throws Exception {
    assertThat(edit("a + b").applyTo("x = a\n      + b;")).isEqualTo("x = changed;");
  }

  @Test
  void aTextThatIsNotThereOrNotOnceIsStale() {
    assertThatThrownBy(() -> edit("a + b").applyTo("x = a - b;"))
        .isInstanceOf(MutantException.class)
        .hasMessageContaining("does not hold");
    assertThatThrownBy(() -> edit("a").applyTo("a a"))
        .isInstanceOf(MutantException.class)
        .hasMessageContaining("more than once");
  }

  @Test
  void onlyAnAssertionAViolationOrADeadlineIsAJudgement() {
    assertThat(KillerMain.isJudgement(new AssertionError("as expected"))).isTrue();
    assertThat(KillerMain.isJudgement(new TimeoutException("of the test's own"))).isTrue();
    assertThat(KillerMain.isJudgement(new Violation())).isTrue();
    assertThat(KillerMain.isJudgement(new IllegalStateException("crash"))).isFalse();
    assertThat(KillerMain.isJudgement(new NoClassDefFoundError("Missing"))).isFalse();
    assertThat(KillerMain.isJudgement(new AssertionError(new NoClassDefFoundError("Missing"))))
        .isFalse();
  }

  private static final class Violation extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  @Test
  @Timeout(120)
  void whatChangesNothingSurvives() throws InterruptedException {
    Outcome outcome = attempt(mutant("harmless", "if (other.pid != pid) {", TEST));

    assertThat(outcome.kind()).isEqualTo(Outcome.Kind.SURVIVED);
    assertThat(outcome.isFailure()).isTrue();
    assertThat(outcome.complaint()).contains("harmless", "does nothing of importance");
  }

  @Test
  @Timeout(120)
  void whatChangesWhatATestWantsIsCaught() throws InterruptedException {
    Outcome outcome = attempt(mutant("harmful", "if (false) {", TEST));

    assertThat(outcome.kind()).isEqualTo(Outcome.Kind.CAUGHT);
    assertThat(outcome.killer()).isEqualTo(TEST);
  }

  @Test
  @Timeout(120)
  void whatCrashesIsNotCaught() throws InterruptedException {
    Outcome outcome =
        attempt(
            mutant(
                "crash",
                "if (pid > 0) { throw new IllegalStateException(\"crash\"); } " + SAME,
                TEST));

    assertThat(outcome.kind()).isEqualTo(Outcome.Kind.BROKEN);
    assertThat(outcome.complaint()).contains("crash");
  }

  @Test
  @Timeout(120)
  void whatDoesNotCompileIsNotCaught() throws InterruptedException {
    Outcome outcome = attempt(mutant("senseless", "if (pid !! other.pid) {", TEST));

    assertThat(outcome.kind()).isEqualTo(Outcome.Kind.BROKEN);
    assertThat(outcome.complaint()).contains("does not compile");
  }

  @Test
  void aTestThatIsNotThereIsAComplaint() {
    Mutant mutant = mutant("unwatched", "if (false) {", "NoSuchTest.atAll");

    assertThat(MutantCheck.in(scratch, 1).complaints(List.of(mutant))).hasSize(1);
  }

  @Test
  @Timeout(120)
  void aMethodThatIsNotThereIsNotAPass() throws InterruptedException {
    Outcome outcome = attempt(mutant("unwatched", SAME, "ProcessIdentityTest.noSuchMethod"));

    assertThat(outcome.kind()).isEqualTo(Outcome.Kind.BROKEN);
  }
}
