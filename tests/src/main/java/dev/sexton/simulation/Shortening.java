package dev.sexton.simulation;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Leaves out and lowers the choices of a history as long as it breaks the same promise. */
final class Shortening {
  private static final int TRIES_MAX = 20_000;
  private static final long TIME_MAX_NS = 20_000_000_000L;
  private static final int[] WIDTHS = {256, 64, 16, 8, 4, 3, 2, 1, 0};

  private final Family family;
  private final Path directory;
  private final long untilNs = System.nanoTime() + TIME_MAX_NS;
  private int tries;

  Shortening(Family family, Path directory) {
    this.family = family;
    this.directory = directory;
  }

  /** The failure to report for a history that took these choices. */
  SimulationFailure of(int[] failing, RuntimeException broken, String name) {
    int[] shortest = shorten(failing, broken.getClass());
    List<String> log = new ArrayList<>();
    RuntimeException last =
        Simulation.attempt(family, Choices.ofScript(shortest), directory, new Tally(), log);
    RuntimeException shown = last == null ? broken : last;
    return new SimulationFailure(
        "%s%nRepeat: tests/bin/simulate %s%nShortened from %d choices to %d:%n%s"
            .formatted(shown, name, failing.length, shortest.length, String.join("\n", log)),
        shown);
  }

  private int[] shorten(int[] failing, Class<?> kind) {
    int[] best = failing;
    boolean shorter = true;
    while (shorter && mayTry()) {
      shorter = false;
      for (int width : WIDTHS) {
        for (int at = 0; at + width <= best.length && mayTry(); at++) {
          int[] candidate = width > 0 ? without(best, at, width) : lowered(best, at);
          if (candidate != null && breaks(candidate, kind)) {
            best = candidate;
            shorter = true;
          }
        }
      }
    }
    return best;
  }

  private boolean mayTry() {
    return tries < TRIES_MAX && System.nanoTime() - untilNs < 0;
  }

  private boolean breaks(int[] candidate, Class<?> kind) {
    tries++;
    RuntimeException broken =
        Simulation.attempt(family, Choices.ofScript(candidate), directory, new Tally(), null);
    return kind.isInstance(broken);
  }

  private static int[] without(int[] script, int at, int width) {
    int[] shorter = Arrays.copyOf(script, script.length - width);
    System.arraycopy(script, at + width, shorter, at, script.length - width - at);
    return shorter;
  }

  private static int @Nullable [] lowered(int[] script, int at) {
    if (at >= script.length || script[at] == 0) {
      return null;
    }
    int[] lower = script.clone();
    lower[at] = 0;
    return lower;
  }
}
