package dev.sexton.simulation.attribution;

import dev.sexton.engine.attribution.Pass;
import dev.sexton.simulation.Choices;
import dev.sexton.simulation.attribution.ModelMoves.Kind;
import dev.sexton.simulation.attribution.ModelMoves.Move;
import dev.sexton.simulation.attribution.ModelShape.Act;
import dev.sexton.simulation.attribution.ModelShape.What;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One history of a {@link ModelShape}. */
final class ShapedHistory extends ModelHistory {
  private static final int PROCESSES_MAX = 9;

  private final ModelShape shape;
  private final Choices choices;
  private final ModelMoves moves;
  private int movesLeftInPass;
  private Set<Kind> kindsInPass = Set.of();
  private boolean oneByOne;

  ShapedHistory(ModelShape shape, Choices choices, @Nullable List<String> log) {
    super(castOf(shape, choices, log), log);
    this.shape = shape;
    this.choices = choices;
    moves = new ModelMoves(cast(), PROCESSES_MAX);
    begin(false);
  }

  private static ModelCast castOf(ModelShape shape, Choices choices, @Nullable List<String> log) {
    ModelWorld world = new ModelWorld(shape.pidMax(), shape.numbersPerTick(), false);
    return new ModelCast(world, shape.settings().get(choices.below(shape.settings().size())), log);
  }

  @Override
  void run(Tally tally) {
    for (Act act : shape.acts()) {
      if (act.what() == What.HAPPENS) {
        if (!happens(act)) {
          return;
        }
      } else if (act.what() == What.RUNNER_DIES) {
        say("R dies");
        moves.runnerDies();
        nextReader();
      } else if (act.what() != What.PERHAPS_A_BIRTHS_PASS || choices.below(2) == 1) {
        look(act);
      }
    }
    count(tally);
  }

  private boolean happens(Act act) {
    for (int i = 0; i < act.most(); i++) {
      List<Move> possible = moves.possible(act.kinds());
      if (act.all() && possible.isEmpty()) {
        return false;
      }
      int chosen = choices.below(possible.size() + (act.all() ? 0 : 1));
      if (!act.all() && chosen-- == 0) {
        return true;
      }
      make(possible.get(chosen));
    }
    return true;
  }

  private void make(Move move) {
    say("  " + move);
    moves.make(move);
  }

  private void look(Act act) {
    movesLeftInPass = act.most();
    kindsInPass = act.kinds();
    oneByOne = act.oneByOne();
    look(
        switch (act.what()) {
          case FULL_PASS -> Pass.Kind.FULL;
          case CENSUS -> Pass.Kind.CENSUS;
          case BIRTHS_PASS, PERHAPS_A_BIRTHS_PASS -> Pass.Kind.BIRTHS;
          case REAP_SCAN -> Pass.Kind.REAP;
          case HAPPENS, RUNNER_DIES -> throw new IllegalStateException("no look: " + act);
        });
  }

  /** What happens in a pass happens at one place in it. */
  @Override
  void betweenReads() {
    if (movesLeftInPass == 0 || choices.below(2) == 0) {
      return;
    }
    int left = movesLeftInPass;
    movesLeftInPass = 0;
    while (left-- > 0) {
      List<Move> possible = moves.possible(kindsInPass);
      int chosen = choices.below(possible.size() + 1);
      if (chosen == 0) {
        return;
      }
      make(possible.get(chosen - 1));
    }
  }

  @Override
  int chunkEnd(int next) {
    int end = next;
    while (oneByOne && end < world().numbers.pidMax && world().visible(end) == null) {
      end++;
    }
    return oneByOne ? Math.min(world().numbers.pidMax, end + 1) : world().numbers.pidMax;
  }

  /** All that a reader may find or not is found. */
  @Override
  boolean chance(int n) {
    return false;
  }

  @Override
  int cutAt(int looks) {
    return looks;
  }
}
