package dev.sexton.trees;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** How many process numbers there are where a tree is played. */
enum Numbers {
  /** So few that they go round every few trees; a proof that they did not may not be had. */
  SCARCE,
  /** Few, but enough for the product to tell that they did not go round during a scan. */
  FEW,
  /** As many as a small host has. */
  USUAL,
  /** The host's own. */
  HOST;

  private static final int SCARCE_MAX = 800;
  private static final int RESERVED = 300;
  private static final int FEW_MIN = 4_000;
  private static final int USUAL_MAX = 32_768;

  /** The pid_max; it is not asked of {@link #HOST}. */
  int pidMax() {
    return switch (this) {
      case SCARCE -> SCARCE_MAX;
      // Four numbers in use are allowed for each thread of the host, and then a scan takes time.
      case FEW -> Math.min(USUAL_MAX, Math.max(FEW_MIN, 8 * threadsOnHost() + 2_000));
      case USUAL -> USUAL_MAX;
      case HOST -> throw new IllegalStateException("the host's are not ours to choose");
    };
  }

  /**
   * Whether the product can tell now that the numbers did not go round during a scan: not with few
   * numbers, and not with many on a host that has thousands of threads or zombies.
   */
  boolean allowConclusions(int pidMax) {
    return this == HOST || (this != SCARCE && 4 * threadsOnHost() + RESERVED < pidMax / 2);
  }

  private static int threadsOnHost() {
    try {
      String load = Files.readString(Path.of("/proc/loadavg"));
      int slash = load.indexOf('/');
      return Integer.parseInt(load.substring(slash + 1, load.indexOf(' ', slash)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
