package dev.sexton.engine.census;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Which cgroups are the run's, and where its members may have been. */
class RunControlGroupsTest {
  private static final int USER = 1000;

  @Test
  void theRunsOwnGroupAndWhatIsBelowIt() {
    RunControlGroups groups = new RunControlGroups("/ci/run-1", USER);

    assertThat(groups.isInOwn("/ci/run-1")).isTrue();
    assertThat(groups.isInOwn("/ci/run-1/job")).isTrue();
    assertThat(groups.isInOwn("/ci")).isFalse();
  }

  @Test
  void aNameThatBeginsTheSameIsAnotherGroup() {
    RunControlGroups groups = new RunControlGroups("/ci/run-1", USER);

    assertThat(groups.isInOwn("/ci/run-10")).isFalse();
    assertThat(groups.isInOwn("/ci/run-1-old/job")).isFalse();
  }

  @Test
  void aRunWithoutAGroupOwnsNone() {
    RunControlGroups groups = new RunControlGroups(RunControlGroups.NONE, USER);

    assertThat(groups.isInOwn("/")).isFalse();
    assertThat(groups.isInOwn("")).isFalse();
  }

  @Test
  void whereMembersWereIsKnownOnlyIfEachWasRead() {
    RunControlGroups groups = new RunControlGroups(RunControlGroups.NONE, USER);
    assertThat(groups.mayHoldMembers("/system.slice/a.service")).as("nobody seen").isTrue();

    groups.noteMember("/user.slice");
    assertThat(groups.mayHoldMembers("/user.slice")).isTrue();
    assertThat(groups.mayHoldMembers("/system.slice/a.service")).isFalse();

    groups.noteUnknownMember();
    assertThat(groups.mayHoldMembers("/system.slice/a.service")).isTrue();
  }
}
