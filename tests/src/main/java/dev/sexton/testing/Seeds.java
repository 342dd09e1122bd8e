package dev.sexton.testing;

import java.util.concurrent.ThreadLocalRandom;

/** Seeds of random tests: printed always, and given again by {@code -Dsexton.seed=N}. */
public final class Seeds {

  private static final String PROPERTY = "sexton.seed";

  private Seeds() {}

  /** The seed for the named test: the one asked for, else a new one. It is printed. */
  public static long seedFor(String testName) {
    Long asked = Long.getLong(PROPERTY);
    long seed = asked != null ? asked : ThreadLocalRandom.current().nextLong();
    System.err.println(testName + ": repeat with -D" + PROPERTY + "=" + seed);
    return seed;
  }
}
