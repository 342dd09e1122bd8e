package dev.sexton.trees;

import dev.sexton.testing.Deadline;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Plays any number of trees, a stage for each choice of numbers and a new one now and then. The
 * first that fails is made smaller, as far as that goes, and fails the whole.
 *
 * <p>Not thread-safe.
 */
final class Forest implements AutoCloseable {

  private static final int TREES_PER_STAGE = 60;

  private final Path folder;
  private final Map<Numbers, Tally> tallies = new EnumMap<>(Numbers.class);
  private final Map<Numbers, TreeStage> stages = new EnumMap<>(Numbers.class);

  Forest(Path folder) {
    this.folder = folder;
  }

  Map<Numbers, Tally> tallies() {
    return tallies;
  }

  /**
   * Plays the scripts, until there is no time left.
   *
   * @return how many were played
   */
  int play(List<TreeScript> scripts, Deadline deadline) {
    int count = 0;
    while (count < scripts.size() && !deadline.passed()) {
      play(scripts.get(count));
      count++;
    }
    return count;
  }

  private void play(TreeScript script) {
    try {
      playOnce(script, tallies.computeIfAbsent(script.numbers(), n -> new Tally()));
    } catch (TreeFailure failure) {
      throw new Shrinking(this, script, failure).smaller();
    }
  }

  /**
   * Plays one script.
   *
   * @throws TreeFailure if something was not as it must be; the stage is then closed
   */
  void playOnce(TreeScript script, Tally tally) {
    TreeStage at = stageFor(script.numbers());
    TreePlay play = new TreePlay(at, script, folder);
    boolean clean = false;
    try {
      play.play();
      tally.played(script.steps().size() - play.leftOut().size(), play.leftOut().size());
      new TreeJudge(at, play, script).judge(tally);
      play.endAll();
      clean = true;
    } catch (TreeFailure failure) {
      throw failure;
    } catch (AssertionError | RuntimeException e) {
      throw new TreeFailure(e + "\nin truth\n" + play.reference(), e);
    } finally {
      if (!clean) {
        close(script.numbers());
      }
    }
  }

  private TreeStage stageFor(Numbers numbers) {
    TreeStage stage = stages.get(numbers);
    if (stage != null && stage.nextTree() > TREES_PER_STAGE) {
      close(numbers);
      stage = null;
    }
    if (stage == null) {
      stage = TreeStage.open(numbers, folder);
      stages.put(numbers, stage);
    }
    return stage;
  }

  private void close(Numbers numbers) {
    TreeStage stage = stages.remove(numbers);
    if (stage != null) {
      stage.close();
    }
  }

  @Override
  public void close() {
    for (Numbers numbers : Numbers.values()) {
      close(numbers);
    }
  }
}
