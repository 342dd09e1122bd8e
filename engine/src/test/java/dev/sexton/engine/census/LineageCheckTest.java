package dev.sexton.engine.census;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sexton.journal.EventKind;
import dev.sexton.journal.JournalException;
import dev.sexton.journal.LineageAppender;
import dev.sexton.journal.LineageEventEncoder;
import dev.sexton.journal.LineageJournal;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each thing that cannot have happened is found, and what can have is not. */
class LineageCheckTest {
  private static final int PARENT = 100;
  private static final long PARENT_TICKS = 500;
  private static final int CHILD = 101;
  private static final long CHILD_TICKS = 600;

  @TempDir Path root;

  /** What a test appends. */
  private interface Story {
    void tell(LineageAppender journal) throws JournalException;
  }

  private LineageCheck.Report check(Story story) throws Exception {
    try (LineageAppender journal = LineageJournal.create(root, JournalStory.header().build())) {
      story.tell(journal);
    }
    return LineageCheck.check(root.resolve("run"));
  }

  private void assertFinds(LineageCheck.Kind kind, Story story) throws Exception {
    LineageCheck.Report report = check(story);
    assertThat(report.findings())
        .extracting(LineageCheck.Finding::kind)
        .as("%s", report)
        .containsExactly(kind);
    assertThat(report.findings().get(0).text()).contains(kind.text());
  }

  private static LineageEventEncoder filled(
      LineageEventEncoder row, int pid, long ticks, int parent) {
    return row.pid(pid)
        .startTicks(ticks)
        .parentPid(parent)
        .processGroup(pid)
        .session(pid)
        .state((byte) 'S');
  }

  private static void birth(LineageAppender journal, int pid, long ticks, int parent)
      throws JournalException {
    filled(journal.birth(), pid, ticks, parent);
    journal.append();
  }

  private static void death(LineageAppender journal, int pid, long ticks) throws JournalException {
    journal.deaths().add(pid, ticks);
    journal.append();
  }

  private static void commit(LineageAppender journal, long ticks, int births, int deaths)
      throws JournalException {
    journal.commit().startTicks(ticks).births(births).deaths(deaths);
    journal.append();
  }

  @Test
  void whatCanHaveHappenedIsFoundAndCounted() throws Exception {
    LineageCheck.Report report =
        check(
            journal -> {
              birth(journal, PARENT, PARENT_TICKS, 1);
              filled(journal.birth(), CHILD, CHILD_TICKS, PARENT).parentStartTicks(PARENT_TICKS);
              journal.append();
              commit(journal, 700, 2, 0);
              filled(journal.change(), CHILD, CHILD_TICKS, 1);
              journal.append();
              // The number's new bearer is told of before the death of the old one.
              birth(journal, CHILD, CHILD_TICKS + 50, PARENT);
              filled(journal.change(), CHILD, CHILD_TICKS, 1);
              journal.append();
              death(journal, CHILD, CHILD_TICKS);
              journal.commit().startTicks(800).births(1).changes(2).deaths(1);
              journal.append();
              birth(journal, 102, 900, PARENT);
              journal.event(EventKind.CLEAN_CLOSE);
              journal.append();
            });

    assertThat(report.findings()).isEmpty();
    assertThat(report.records()).isEqualTo(11);
    assertThat(report.samples()).isEqualTo(2);
    assertThat(report.births()).isEqualTo(4);
    assertThat(report.changes()).isEqualTo(2);
    assertThat(report.deaths()).isOne();
    assertThat(report.uncommitted()).isOne();
  }

  @Test
  void aChildThatIsOlderThanItsParent() throws Exception {
    assertFinds(
        LineageCheck.Kind.CHILD_OLDER_THAN_PARENT,
        journal -> {
          filled(journal.birth(), CHILD, CHILD_TICKS, PARENT).parentStartTicks(CHILD_TICKS + 1);
          journal.append();
        });
  }

  @Test
  void aSecondLife() throws Exception {
    assertFinds(
        LineageCheck.Kind.SECOND_LIFE,
        journal -> {
          birth(journal, CHILD, CHILD_TICKS, PARENT);
          death(journal, CHILD, CHILD_TICKS);
          birth(journal, CHILD, CHILD_TICKS, PARENT);
        });
  }

  @Test
  void aDeathWithoutALife() throws Exception {
    assertFinds(
        LineageCheck.Kind.DEATH_WITHOUT_LIFE, journal -> death(journal, CHILD, CHILD_TICKS));
  }

  @Test
  void aChangeWithoutALife() throws Exception {
    assertFinds(
        LineageCheck.Kind.CHANGE_WITHOUT_LIFE,
        journal -> {
          birth(journal, CHILD, CHILD_TICKS, PARENT);
          filled(journal.change(), CHILD, CHILD_TICKS + 1, PARENT);
          journal.append();
        });
  }

  @Test
  void aRowThatNoKernelGives() throws Exception {
    assertFinds(
        LineageCheck.Kind.IMPOSSIBLE_NUMBERS,
        journal -> birth(journal, JournalStory.PID_MAX, CHILD_TICKS, PARENT));
  }

  @Test
  void aCommitThatCountsABirthTooMany() throws Exception {
    assertFinds(
        LineageCheck.Kind.COUNTS_DIFFER,
        journal -> {
          birth(journal, CHILD, CHILD_TICKS, PARENT);
          commit(journal, 700, 2, 0);
        });
  }

  @Test
  void aCommitThatCountsADeathTooFew() throws Exception {
    assertFinds(
        LineageCheck.Kind.COUNTS_DIFFER,
        journal -> {
          birth(journal, CHILD, CHILD_TICKS, PARENT);
          death(journal, CHILD, CHILD_TICKS);
          commit(journal, 700, 1, 0);
        });
  }

  @Test
  void aSampleBeforeTheOneBeforeIt() throws Exception {
    assertFinds(
        LineageCheck.Kind.SAMPLE_BEFORE_LAST,
        journal -> {
          commit(journal, 700, 0, 0);
          commit(journal, 699, 0, 0);
        });
  }

  @Test
  void whatFollowsACleanClose() throws Exception {
    assertFinds(
        LineageCheck.Kind.AFTER_CLOSE,
        journal -> {
          journal.event(EventKind.CLEAN_CLOSE);
          journal.append();
          commit(journal, 700, 0, 0);
        });
  }

  /** One that is all wrong must not fill the memory, and what is left out is counted. */
  @Test
  void thousandsOfContradictionsAreCounted() throws Exception {
    LineageCheck.Report report =
        check(
            journal -> {
              for (int i = 0; i < 3_000; i++) {
                death(journal, CHILD, CHILD_TICKS + i);
              }
            });
    assertThat(report.findings().size() + report.furtherFindings()).isEqualTo(3_000);
    assertThat(report.findings()).hasSizeLessThan(2_000);
  }
}
