package dev.sexton.simulation.attribution;

import dev.sexton.simulation.attribution.ModelCast.Extra;
import dev.sexton.simulation.attribution.ModelMoves.Kind;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What short histories are made of, act by act: all those of one shape are run.
 *
 * @param name for the report
 * @param pidMax numbers are below this
 * @param numbersPerTick no more are handed out in a tick
 * @param settings with whom it begins: one history for each
 * @param acts what happens, and is looked at, one after the other
 */
record ModelShape(
    String name, int pidMax, int numbersPerTick, List<Set<Extra>> settings, List<Act> acts) {
  /** What an act is. */
  enum What {
    HAPPENS,
    FULL_PASS,
    CENSUS,
    BIRTHS_PASS,
    PERHAPS_A_BIRTHS_PASS,
    REAP_SCAN,
    RUNNER_DIES
  }

  /**
   * One act.
   *
   * @param most how much may happen in it, at most
   * @param all whether not less
   * @param kinds what may happen
   * @param oneByOne whether a pass reads each number as it is listed, and not when all are
   */
  record Act(What what, int most, boolean all, Set<Kind> kinds, boolean oneByOne) {}

  /** Puts a shape together. */
  static final class Builder {
    private final String name;
    private final List<Act> acts = new ArrayList<>();
    private int pidMax = 64;
    private int numbersPerTick = 4;
    private List<Set<Extra>> settings = List.of(EnumSet.noneOf(Extra.class));

    Builder(String name) {
      this.name = name;
    }

    Builder numbersBelow(int number) {
      pidMax = number;
      return this;
    }

    Builder numbersPerTick(int most) {
      numbersPerTick = most;
      return this;
    }

    /** With all of {@code always}, and every choice of {@code perhaps}. */
    Builder with(Set<Extra> always, Extra... perhaps) {
      settings = new ArrayList<>();
      for (int bits = 0; bits < 1 << perhaps.length; bits++) {
        Set<Extra> extras = EnumSet.noneOf(Extra.class);
        extras.addAll(always);
        for (int i = 0; i < perhaps.length; i++) {
          if ((bits >> i & 1) != 0) {
            extras.add(perhaps[i]);
          }
        }
        settings.add(extras);
      }
      return this;
    }

    /** Up to so many of these. */
    Builder upTo(int most, Kind... kinds) {
      return act(new Act(What.HAPPENS, most, false, Set.of(kinds), false));
    }

    /** One of these; histories in which none can happen are left out. */
    Builder one(Kind... kinds) {
      return act(new Act(What.HAPPENS, 1, true, Set.of(kinds), false));
    }

    /** A look, during which nothing happens. */
    Builder look(What what) {
      return act(new Act(what, 0, false, Set.of(), false));
    }

    /** A look that has listed everything when up to so many of these happen, between two reads. */
    Builder lookWhile(What what, int most, Kind... kinds) {
      return act(new Act(what, most, false, Set.of(kinds), false));
    }

    /** A look that reads each number as it is listed, with up to so many of these in between. */
    Builder lookOneByOneWhile(What what, int most, Kind... kinds) {
      return act(new Act(what, most, false, Set.of(kinds), true));
    }

    Builder census() {
      return look(What.FULL_PASS).look(What.CENSUS);
    }

    Builder runnerDies() {
      return look(What.RUNNER_DIES);
    }

    private Builder act(Act act) {
      acts.add(act);
      return this;
    }

    ModelShape build() {
      return new ModelShape(name, pidMax, numbersPerTick, List.copyOf(settings), List.copyOf(acts));
    }
  }
}
