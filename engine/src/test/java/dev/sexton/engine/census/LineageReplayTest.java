package dev.sexton.engine.census;

import static dev.sexton.engine.census.JournalStory.INIT;
import static dev.sexton.engine.census.JournalStory.PID_MAX;
import static dev.sexton.engine.census.JournalStory.RUNNER;
import static dev.sexton.engine.census.JournalStory.RUNNER_TICKS;
import static dev.sexton.engine.census.JournalStory.SERVICE;
import static dev.sexton.engine.census.JournalStory.SERVICE_TICKS;
import static dev.sexton.engine.census.JournalStory.SHELL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sexton.engine.attribution.Attributor;
import dev.sexton.engine.attribution.KnownProcess;
import dev.sexton.engine.attribution.Pass;
import dev.sexton.engine.model.Attribution;
import dev.sexton.journal.JournalHeader;
import dev.sexton.journal.SubreaperKind;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a journal's records are taken for, and what not. */
class LineageReplayTest {
  @TempDir private Path root;

  private LineageReplay.Replayed replay(JournalHeader header, JournalStory.Chapter chapter)
      throws Exception {
    return JournalStory.replayed(root, header, chapter);
  }

  private static KnownProcess known(LineageReplay.Replayed replayed, int pid) {
    @Nullable KnownProcess p = replayed.attributor().known(pid);
    if (p == null) {
      throw new AssertionError("process " + pid + " is not known");
    }
    return p;
  }

  private static Attribution verdict(LineageReplay.Replayed replayed, int pid) {
    return known(replayed, pid).attribution();
  }

  @Test
  void rowsCountWithTheirCommit() throws Exception {
    LineageReplay.Replayed replayed =
        replay(
            JournalStory.header().build(),
            story -> {
              story.census(CommitFlags.CLEAN);
              story.row(201, 1_100, SERVICE, SERVICE_TICKS, SERVICE);
              story.row(202, 1_100, RUNNER, RUNNER_TICKS, SHELL);
              story.commit(0, 202);
            });

    assertThat(verdict(replayed, 201)).isEqualTo(Attribution.FOREIGN);
    assertThat(verdict(replayed, 202)).isEqualTo(Attribution.OWNED);
    assertThat(replayed.censusTaken()).isTrue();
    assertThat(replayed.samples()).isEqualTo(2);
  }

  @Test
  void whoHasNoRecordWasSeenUnchanged() throws Exception {
    assertThat(verdict(withWitnessIn(0), 201)).isEqualTo(Attribution.FOREIGN);
  }

  @Test
  void whoHasNoRecordNeedNotHaveBeenSeenWhereNotEverybodyCouldBeRead() throws Exception {
    assertThat(verdict(withWitnessIn(CommitFlags.PARTIAL), 201)).isEqualTo(Attribution.UNDECIDED);
  }

  /** The service bears witness for its session only if the second pass saw it there. */
  private LineageReplay.Replayed withWitnessIn(int flags) throws Exception {
    return replay(
        JournalStory.header().build(),
        story -> {
          story.census(CommitFlags.CLEAN);
          story.row(201, 1_100, INIT, 1, SERVICE);
          story.commit(CommitFlags.FULL | flags, 202);
        });
  }

  @Test
  void rowsWithoutTheirCommitMakeNobodyForeign() throws Exception {
    LineageReplay.Replayed replayed =
        replay(
            JournalStory.header().build(),
            story -> {
              story.census(CommitFlags.CLEAN);
              story.row(201, 1_100, SERVICE, SERVICE_TICKS, SERVICE);
              story.row(202, 1_100, RUNNER, RUNNER_TICKS, SHELL);
            });

    assertThat(verdict(replayed, 201)).isEqualTo(Attribution.UNDECIDED);
    assertThat(verdict(replayed, 202)).isEqualTo(Attribution.OWNED);
  }

  @Test
  void rowsWithoutTheirCommitAreNotTheLastSample() throws Exception {
    LineageReplay.Replayed replayed =
        replay(
            JournalStory.header().build(),
            story -> {
              story.census(CommitFlags.CLEAN);
              story.row(202, 1_100, RUNNER, RUNNER_TICKS, SHELL);
            });

    assertThat(replayed.samples()).isOne();
    Pass lastSample = replayed.lastSample();
    if (lastSample == null) {
      throw new AssertionError("the census was committed");
    }
    assertThat(lastSample).isNotSameAs(replayed.lastPass());
    assertThat(lastSample.virtualAfter()).isEqualTo(200);
  }

  /** Only a clean pass shows that no member was in the service's session. */
  @Test
  void aPassThatWasNotCleanMakesNoWitness() throws Exception {
    assertThat(verdictInTheServicesSession(CommitFlags.CLEAN)).isEqualTo(Attribution.FOREIGN);
    root = root.resolve("other");
    assertThat(verdictInTheServicesSession(0)).isEqualTo(Attribution.UNDECIDED);
  }

  private Attribution verdictInTheServicesSession(int cleanOrNot) throws Exception {
    LineageReplay.Replayed replayed =
        replay(
            JournalStory.header().build(),
            story -> {
              story.census(cleanOrNot);
              story.row(SERVICE, SERVICE_TICKS, INIT, 1, SERVICE);
              story.row(201, 1_100, INIT, 1, SERVICE);
              story.commit(0, 201);
            });
    return verdict(replayed, 201);
  }

  @Test
  void aSubreaperThatMayHaveComeLateIsNone() throws Exception {
    JournalHeader.Builder late =
        JournalStory.header()
            .subreaperKind(SubreaperKind.GUARDIAN)
            .subreaperPid(SHELL)
            .subreaperStartTicks(400);
    Attributor attributor =
        replay(late.build(), story -> story.census(CommitFlags.CLEAN)).attributor();
    assertThat(attributor.run().subreaper()).isNull();

    root = root.resolve("other");
    JournalHeader inTime = late.subreaperBeforeFirstFork(true).build();
    attributor = replay(inTime, story -> story.census(CommitFlags.CLEAN)).attributor();
    assertThat(attributor.run().subreaper()).isNotNull();
  }

  @Test
  void anIncompleteAncestryStaysSo() throws Exception {
    LineageReplay.Replayed replayed =
        replay(
            JournalStory.header().ancestryComplete(false).build(),
            story -> {
              story.census(CommitFlags.CLEAN);
              story.row(201, 1_100, SERVICE, SERVICE_TICKS, SHELL);
              story.commit(0, 201);
            });

    assertThat(verdict(replayed, 201)).isEqualTo(Attribution.UNDECIDED);
  }

  @Test
  void aRowThatNoKernelGivesIsDamage() throws Exception {
    LineageReplay.Replayed replayed =
        replay(
            JournalStory.header().build(),
            story -> {
              story.census(CommitFlags.CLEAN);
              story.row(PID_MAX, 1_100, RUNNER, RUNNER_TICKS, SHELL);
              story.row(-5, 1_100, RUNNER, RUNNER_TICKS, SHELL);
              story.commit(0, 201);
            });

    assertThat(replayed.malformedRecords()).isEqualTo(2);
    assertThat(replayed.attributor().known(PID_MAX)).isNull();
  }
}
