package dev.sexton.simulation;

import java.util.Arrays;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Leaves out and lowers the choices of a history as long as it still breaks a promise. */
public final class Shortening {
  private static final int TRIES_MAX = 20_000;
  private static final long TIME_MAX_NS = 20_000_000_000L;
  private static final int[] WIDTHS = {256, 64, 16, 8, 4, 3, 2, 1, 0};

  private final Predicate<int[]> breaks;
  private final long untilNs = System.nanoTime() + TIME_MAX_NS;
  private int tries;

  private Shortening(Predicate<int[]> breaks) {
    this.breaks = breaks;
  }

  /**
   * The shortest choices found in bounded tries and time.
   *
   * @param failing choices that break the promise
   * @param breaks whether others break it too
   */
  public static int[] of(int[] failing, Predicate<int[]> breaks) {
    return new Shortening(breaks).shorten(failing);
  }

  private int[] shorten(int[] failing) {
    int[] best = failing;
    boolean shorter = true;
    while (shorter && mayTry()) {
      shorter = false;
      for (int width : WIDTHS) {
        for (int at = 0; at + width <= best.length && mayTry(); at++) {
          int[] candidate = width > 0 ? without(best, at, width) : lowered(best, at);
          tries++;
          if (candidate != null && breaks.test(candidate)) {
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
