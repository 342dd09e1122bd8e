package dev.sexton.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Whose the survivors are when several checks are under way: no others may be here. */
@Isolated
class SurvivorCheckTest {

  @BeforeEach
  void assumeActors() {
    Requirements.assumeActors();
  }

  private static <T> T onAnotherThread(Supplier<T> work) {
    return CompletableFuture.supplyAsync(work, run -> new Thread(run, "another test").start())
        .join();
  }

  @Test
  void aProcessOfAnotherTestsWorldIsThatTests() {
    SurvivorCheck mine = SurvivorCheck.begin();
    ProcessWorld another = onAnotherThread(ProcessWorld::open);
    try (ProcessWorld own = ProcessWorld.open()) {
      assertThat(mine.findings())
          .hasSize(3)
          .noneMatch(finding -> finding.contains("pid=" + another.launcher().pid() + ","))
          .anyMatch(finding -> finding.contains("pid=" + own.launcher().pid() + ","));
    } finally {
      another.close();
    }
    mine.assertNothingNew();
  }

  @Test
  void forAProcessThatNothingNamesTheLastWhoMayHaveLeftItAnswers() throws Exception {
    SurvivorCheck mine = SurvivorCheck.begin();
    SurvivorCheck other = onAnotherThread(SurvivorCheck::begin);
    Process bare = sleep();
    try {
      mine.assertNothingNew();
      assertThat(other.findings())
          .singleElement()
          .asString()
          .contains("pid=" + bare.pid() + ",")
          .contains("or of one of [SurvivorCheckTest.");
    } finally {
      bare.destroyForcibly().waitFor();
    }
    other.assertNothingNew();
  }

  @Test
  void whatWasThereBeforeIsAnothers() throws Exception {
    SurvivorCheck earlier = SurvivorCheck.begin();
    Process bare = sleep();
    try {
      SurvivorCheck later = onAnotherThread(SurvivorCheck::begin);
      assertThat(earlier.findings()).hasSize(1);
      later.assertNothingNew();
    } finally {
      bare.destroyForcibly().waitFor();
    }
    earlier.assertNothingNew();
  }

  /** It lives until it is destroyed, or for a minute. */
  private static Process sleep() throws IOException {
    return new ProcessBuilder("sleep", "60").start();
  }
}
