package dev.sexton.simulation.attribution;

import dev.sexton.engine.attribution.Pass;
import dev.sexton.simulation.Choices;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A history left to chance. */
final class RandomHistory extends ModelHistory {
  /**
   * How a history is looked at.
   *
   * @param world what may happen
   * @param atomic whether nothing happens during a pass
   * @param steps the most that happens before the runner dies
   */
  record Plan(ModelActions.Scope world, boolean atomic, int steps) {}

  private static final int PASS_MOVES_MAX = 8;

  private final Plan plan;
  private final Choices choices;
  private final ModelActions actions;
  private int movesInPass;

  RandomHistory(Plan plan, Choices choices, @Nullable List<String> log) {
    super(
        new ModelCast(
            new ModelWorld(plan.world.pidMax(), plan.world.numbersPerTick(), choices.oneIn(2)),
            choices,
            log),
        log);
    this.plan = plan;
    this.choices = choices;
    actions = new ModelActions(cast(), plan.world, choices, log);
  }

  @Override
  void run(Tally tally) {
    happen(choices.below(7));
    begin(choices.oneIn(2));
    lookNow(Pass.Kind.FULL);
    happen(choices.below(3));
    lookNow(Pass.Kind.CENSUS);
    for (int left = choices.below(plan.steps); left > 0; left--) {
      actions.step();
      if (choices.oneIn(4)) {
        lookNow(choices.oneIn(3) ? Pass.Kind.FULL : Pass.Kind.BIRTHS);
      }
    }
    if (choices.oneIn(4)) {
      lookNow(Pass.Kind.UNCOMMITTED);
    }
    actions.runnerDies();
    happen(choices.below(6));
    if (choices.oneIn(2)) {
      nextReader();
    }
    for (int left = 1 + choices.below(5); left > 0; left--) {
      lookNow(Pass.Kind.REAP);
      happen(choices.below(4));
    }
    count(tally);
  }

  private void happen(int times) {
    for (int i = 0; i < times; i++) {
      actions.step();
    }
  }

  private void lookNow(Pass.Kind kind) {
    if (choices.oneIn(12)) {
      losesCount();
    }
    movesInPass = 0;
    look(kind);
  }

  @Override
  void betweenReads() {
    if (!plan.atomic && movesInPass < PASS_MOVES_MAX && choices.oneIn(4)) {
      movesInPass++;
      actions.step();
    }
  }

  @Override
  int chunkEnd(int next) {
    int pidMax = world().numbers.pidMax;
    return plan.atomic ? pidMax : Math.min(pidMax, next + 1 + choices.below(6));
  }

  @Override
  boolean chance(int n) {
    return choices.oneIn(n);
  }

  @Override
  int cutAt(int looks) {
    return choices.below(looks + 1);
  }
}
