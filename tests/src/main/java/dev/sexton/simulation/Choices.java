package dev.sexton.simulation;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Where a history takes its choices from: a seed, or a script of earlier choices. Every choice is
 * recorded with its bound, so that a history can be repeated, shortened and enumerated. Choice 0 is
 * always the plainest one.
 */
public final class Choices {
  private final int[] script;
  private final @Nullable SplittableRandom random;
  private int[] taken = new int[256];
  private int[] bounds = new int[256];
  private int count;

  private Choices(int[] script, @Nullable SplittableRandom random) {
    this.script = script;
    this.random = random;
  }

  public static Choices ofSeed(long seed) {
    return new Choices(new int[0], new SplittableRandom(seed));
  }

  /** Repeats {@code script}; what goes beyond it is 0. */
  public static Choices ofScript(int[] script) {
    return new Choices(script, null);
  }

  public int below(int bound) {
    int value = 0;
    if (count < script.length) {
      value = Math.min(script[count], bound - 1);
    } else if (random != null) {
      value = random.nextInt(bound);
    }
    if (count == taken.length) {
      taken = Arrays.copyOf(taken, 2 * count);
      bounds = Arrays.copyOf(bounds, 2 * count);
    }
    taken[count] = value;
    bounds[count++] = bound;
    return value;
  }

  public boolean oneIn(int n) {
    return below(n) == n - 1;
  }

  public int[] taken() {
    return Arrays.copyOf(taken, count);
  }

  /** The next script in the order of an odometer, or null after the last. */
  public int @Nullable [] next() {
    int last = count - 1;
    while (last >= 0 && taken[last] + 1 >= bounds[last]) {
      last--;
    }
    if (last < 0) {
      return null;
    }
    int[] next = Arrays.copyOf(taken, last + 1);
    next[last]++;
    return next;
  }
}
