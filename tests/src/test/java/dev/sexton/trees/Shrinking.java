package dev.sexton.trees;

import dev.sexton.testing.Deadline;
import java.time.Duration;

/**
 * Leaves steps out of a script that failed as long as it fails without them. What the kernel's
 * scheduler had a part in does not fail again each time; then the script stays as it was.
 */
final class Shrinking {

  private static final int TRIES_MAX = 60;
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final Forest forest;
  private TreeScript smallest;
  private TreeFailure failure;
  private int tries;
  private int failed;

  Shrinking(Forest forest, TreeScript script, TreeFailure failure) {
    this.forest = forest;
    this.smallest = script;
    this.failure = failure;
  }

  /** The failure of the smallest script that was found to fail. */
  TreeFailure smaller() {
    Deadline deadline = Deadline.after(LIMIT);
    TreeScript original = smallest;
    TreeFailure first = failure;
    for (int size = original.steps().size() / 2; size > 0; size /= 2) {
      int from = 0;
      while (from < smallest.steps().size() && tries < TRIES_MAX && !deadline.passed()) {
        TreeScript candidate = smallest.without(from, from + size);
        if (candidate.steps().size() == smallest.steps().size() || !fails(candidate)) {
          from += size;
        }
      }
    }
    String story =
        failed == 0
            ? "No smaller one failed in " + tries + " tries."
            : "The smallest that failed, in " + tries + " tries:\n" + smallest + failure;
    return new TreeFailure(original + first.getMessage() + "\n" + story, first);
  }

  private boolean fails(TreeScript candidate) {
    tries++;
    try {
      forest.playOnce(candidate, new Tally());
      return false;
    } catch (TreeFailure again) {
      failed++;
      smallest = candidate;
      failure = again;
      return true;
    }
  }
}
