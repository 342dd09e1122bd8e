package dev.sexton.trees;

import java.util.ArrayList;
import java.util.List;

/**
 * What happens to one tree.
 *
 * @param seed from which it was made
 * @param numbers how many process numbers there are where it is played
 * @param politely whether the reap begins with SIGTERM
 */
record TreeScript(long seed, Numbers numbers, boolean politely, List<Step> steps) {

  TreeScript {
    steps = List.copyOf(steps);
  }

  /** The same without the dispensable ones of the steps from one place to another. */
  TreeScript without(int from, int to) {
    List<Step> rest = new ArrayList<>();
    for (int i = 0; i < steps.size(); i++) {
      if (i < from || i >= to || steps.get(i).what().isIndispensable()) {
        rest.add(steps.get(i));
      }
    }
    return new TreeScript(seed, numbers, politely, rest);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    text.append("tree of seed ").append(seed).append(", numbers ").append(numbers);
    text.append(politely ? ", ended politely\n" : ", killed\n");
    for (Step step : steps) {
      text.append("  ").append(step).append('\n');
    }
    return text.toString();
  }
}
