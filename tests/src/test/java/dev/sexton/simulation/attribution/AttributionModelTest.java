package dev.sexton.simulation.attribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.sexton.simulation.Choices;
import dev.sexton.simulation.Shortening;
import dev.sexton.simulation.attribution.ModelActions.Scope;
import dev.sexton.simulation.attribution.ModelHistory.Tally;
import dev.sexton.simulation.attribution.ModelHistory.Violation;
import dev.sexton.simulation.attribution.RandomHistory.Plan;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The whole attributor in small worlds whose truth is known: whatever happens and whenever it is
 * looked at, who is called OWNED is a member, who is called FOREIGN is none, and what a conclusive
 * scan signs is true.
 *
 * <p>{@code -Dsexton.seed=N} repeats a run, {@code -Dsexton.histories=N} sets its length.
 */
class AttributionModelTest {
  private static final int HISTORIES = Integer.getInteger("sexton.histories", 50_000);
  private static final long SEED = Long.getLong("sexton.seed", System.nanoTime());

  /** Begins a history with the choices that it is given. */
  private interface Course {
    ModelHistory begin(Choices choices, @Nullable List<String> log);
  }

  static List<ModelShape> shapes() {
    return Shapes.all();
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void everyShortHistory(ModelShape shape, TestReporter reporter) {
    Tally tally = new Tally();
    int[] script = new int[0];
    while (script != null) {
      Choices choices = Choices.ofScript(script);
      run((c, log) -> new ShapedHistory(shape, c, log), choices, tally, shape.name());
      script = choices.next();
    }
    reporter.publishEntry(shape.name(), tally.toString());
    assertThat(tally.owned).isPositive();
    assertThat(tally.foreign).isPositive();
  }

  @Test
  void passesThatTakeNoTime(TestReporter reporter) {
    random(new Plan(new Scope(64, 12, false), true, 24), reporter);
  }

  @Test
  void numbersThatAreRecycled(TestReporter reporter) {
    random(new Plan(new Scope(16, 9, false), true, 40), reporter);
  }

  @Test
  void numbersThatAreRecycledSlowly(TestReporter reporter) {
    random(new Plan(new Scope(400, 9, false), true, 40), reporter);
  }

  @Test
  void forksInFlight(TestReporter reporter) {
    random(new Plan(new Scope(18, 10, true), true, 40), reporter);
  }

  @Test
  void worldThatMovesDuringPasses(TestReporter reporter) {
    random(new Plan(new Scope(64, 12, true), false, 24), reporter);
  }

  @Test
  void worldThatMovesAndRecyclesDuringPasses(TestReporter reporter) {
    random(new Plan(new Scope(18, 10, true), false, 40), reporter);
  }

  private static void random(Plan plan, TestReporter reporter) {
    Tally tally = new Tally();
    for (long i = 0; i < HISTORIES; i++) {
      run(
          (choices, log) -> new RandomHistory(plan, choices, log),
          Choices.ofSeed(SEED + i),
          tally,
          "-Dsexton.seed=" + SEED + ", history " + i);
    }
    reporter.publishEntry("seed " + SEED, tally.toString());
    assertThat(tally.owned).isPositive();
    assertThat(tally.foreign).isPositive();
    assertThat(tally.proofs).isPositive();
  }

  private static void run(Course course, Choices choices, Tally tally, String name) {
    try {
      course.begin(choices, null).run(tally);
    } catch (Violation violation) {
      int[] shortest =
          Shortening.of(choices.taken(), script -> violationOf(course, script, null) != null);
      List<String> log = new ArrayList<>();
      Violation last = violationOf(course, shortest, log);
      fail(name + ": " + (last == null ? violation : last).getMessage() + "\n" + lines(log));
    }
  }

  private static String lines(List<String> log) {
    return String.join("\n", log);
  }

  private static @Nullable Violation violationOf(
      Course course, int[] script, @Nullable List<String> log) {
    try {
      course.begin(Choices.ofScript(script), log).run(new Tally());
      return null;
    } catch (Violation violation) {
      return violation;
    }
  }
}
