package dev.sexton.engine.census;

import static dev.sexton.engine.census.JournalStory.INIT;
import static dev.sexton.engine.census.JournalStory.INIT_TICKS;
import static dev.sexton.engine.census.JournalStory.PID_MAX;
import static dev.sexton.engine.census.JournalStory.RUNNER;
import static dev.sexton.engine.census.JournalStory.RUNNER_TICKS;
import static dev.sexton.engine.census.JournalStory.SHELL;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When a journal shows by itself that nobody of the run is left, and when it only seems to. */
class SampledEndTest {
  private static final int GOOD = CommitFlags.FULL | CommitFlags.CLEAN | CommitFlags.SEES_ALL;
  private static final int BIRTHS = 0;
  private static final int LAST = 210;
  private static final long BORN = 1_100;

  @TempDir private Path root;

  private boolean isNothingLeft(JournalStory.Chapter chapter) throws Exception {
    return JournalStory.replayed(
            root,
            JournalStory.header().build(),
            story -> {
              story.census(CommitFlags.CLEAN | CommitFlags.SEES_ALL);
              chapter.tell(story);
            })
        .nothingLeft();
  }

  private static void commits(JournalStory story, int... flags) throws Exception {
    for (int each : flags) {
      story.commit(each, LAST);
    }
  }

  private static void endOfTheRunner(JournalStory story) throws Exception {
    story.death(RUNNER, RUNNER_TICKS);
    story.commit(CommitFlags.FULL, LAST);
  }

  @Test
  void scansThatAgreeShowTheEnd() throws Exception {
    assertThat(
            isNothingLeft(
                story -> {
                  endOfTheRunner(story);
                  commits(story, GOOD, GOOD);
                }))
        .isTrue();
  }

  @Test
  void aLivingMemberIsLeft() throws Exception {
    assertThat(
            isNothingLeft(
                story -> {
                  story.row(205, BORN, RUNNER, RUNNER_TICKS, SHELL);
                  endOfTheRunner(story);
                  commits(story, GOOD, GOOD, GOOD);
                }))
        .isFalse();
  }

  @Test
  void aProcessThatNobodyKnowsMayBeLeft() throws Exception {
    assertThat(
            isNothingLeft(
                story -> {
                  story.row(205, BORN, INIT, INIT_TICKS, 205);
                  endOfTheRunner(story);
                  commits(story, GOOD, GOOD, GOOD);
                }))
        .isFalse();
  }

  @Test
  void scansThatWereNotCleanShowNothing() throws Exception {
    int unclean = CommitFlags.FULL | CommitFlags.SEES_ALL;
    assertThat(
            isNothingLeft(
                story -> {
                  endOfTheRunner(story);
                  commits(story, unclean, unclean, unclean);
                }))
        .isFalse();
  }

  @Test
  void aSamplerFromWhomProcessesAreHiddenShowsNothing() throws Exception {
    int blind = CommitFlags.FULL | CommitFlags.CLEAN;
    assertThat(
            isNothingLeft(
                story -> {
                  endOfTheRunner(story);
                  commits(story, blind, blind, blind);
                }))
        .isFalse();
  }

  @Test
  void aLookAtBirthsInBetweenBeginsTheCountAnew() throws Exception {
    assertThat(
            isNothingLeft(
                story -> {
                  endOfTheRunner(story);
                  commits(story, GOOD, BIRTHS, GOOD);
                }))
        .isFalse();
  }

  @Test
  void numbersThatBeganAnewInBetweenBeginTheCountAnew() throws Exception {
    assertThat(
            isNothingLeft(
                story -> {
                  endOfTheRunner(story);
                  story.commit(GOOD, LAST);
                  story.commit(GOOD, PID_MAX + LAST);
                }))
        .isFalse();
  }
}
