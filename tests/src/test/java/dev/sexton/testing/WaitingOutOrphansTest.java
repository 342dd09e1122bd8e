package dev.sexton.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sexton.testing.sexton.SampledRunner;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Real orphans on this host, and who has to wait for them. All of it runs behind the host's own
 * gate; what is tried is another.
 */
@ExtendWith(NoSurvivors.class)
@NoForeignOrphans
@Timeout(120)
class WaitingOutOrphansTest {

  private static final Duration SHORT = Duration.ofMillis(300);
  private static final Duration LONG = Duration.ofSeconds(60);

  @TempDir private Path temp;
  private ProcessWorld world;

  @BeforeEach
  void open() {
    // Not this test's, for the gates that are tried: a test on another thread.
    world = elsewhere(ProcessWorld::open);
  }

  @AfterEach
  void close() {
    world.close();
  }

  private static <T> T elsewhere(java.util.function.Supplier<T> work) {
    return CompletableFuture.supplyAsync(work).join();
  }

  private HostOrphanGate gate(Duration limit) {
    return HostOrphanGate.in(temp.resolve("gate"), limit);
  }

  private Actor orphan(String tag) {
    Actor orphan = world.stranger().fork(tag, ForkOptions.none().daemon());
    assertThat(orphan.stat().ppid()).isNotEqualTo(world.stranger().pid());
    return orphan;
  }

  @Test
  void anOrphanThatStaysIsNamed() {
    Actor orphan = orphan("orphan");
    HostOrphanGate gate = gate(SHORT);
    assertThatThrownBy(gate::noForeignOrphans)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining(orphan.pid() + ", child of " + orphan.stat().ppid());
    assertThat(gate.entries()).as("a failed one holds nothing").isEmpty();
  }

  @Test
  void anOrphanThatEndsIsWaitedOutAndItsCorpseIsNoDanger() {
    Actor orphan = orphan("orphan");
    CompletableFuture<Boolean> aliveAtEntrance =
        CompletableFuture.supplyAsync(
            () -> {
              try (HostOrphanGate.Hold hold = gate(LONG).noForeignOrphans()) {
                assertThat(hold).isNotNull();
                return orphan.isAlive();
              }
            });
    HostOrphanGate gate = gate(LONG);
    Deadline.standard().await("stands at the gate", () -> gate.entries().size() == 1);
    assertThat(aliveAtEntrance).isNotDone();
    orphan.exit();
    assertThat(aliveAtEntrance.orTimeout(30, TimeUnit.SECONDS).join()).isFalse();
  }

  @Test
  void whatThisTestOrphanedIsNotForeign() {
    try (ProcessWorld own = ProcessWorld.open()) {
      Actor orphan = own.stranger().fork("orphan", ForkOptions.none().daemon());
      try (HostOrphanGate.Hold hold = gate(LONG).noForeignOrphans()) {
        assertThat(hold).isNotNull();
        assertThat(orphan.isAlive()).isTrue();
      }
    }
  }

  @Test
  void whoIsNoOrphanIsInNobodysWay() {
    Actor child = world.launcher().fork("child", ForkOptions.none().setsid());
    assertThat(HostOrphans.now()).noneMatch(orphan -> orphan.identity().pid() == child.pid());
  }

  /** The reap waits for the held orphan, and proves; without waiting it would have to refuse. */
  @Test
  void aVerifyingReapWaitsForHeldOrphansAndHoldsNewOnesBack() {
    HostOrphanGate gate = HostOrphanGate.blindIn(temp.resolve("gate"));
    Actor runner = SampledRunner.startRunner(world, "R", ForkOptions.none());
    try (SampledRunner run = SampledRunner.onDemand(temp.resolve("journals"), runner)) {
      Actor member = runner.fork("member");
      run.sample();
      HostOrphanGate.OrphanHold orphaning = gate.mayOrphan();
      Actor orphan = orphan("orphan");
      orphaning.until(orphan.pid());
      run.killUnsampled();
      CompletableFuture<?> reaped =
          CompletableFuture.runAsync(
              () -> {
                try (HostOrphanGate.Hold hold = gate.noForeignOrphans()) {
                  assertThat(hold).isNotNull();
                  assertThat(orphan.isAlive()).isFalse();
                  run.reap().noGrace().go().verified().ended(member);
                }
              });
      Deadline.standard().await("two stand at the gate", () -> gate.entries().size() == 2);
      CompletableFuture<Boolean> next =
          CompletableFuture.supplyAsync(
              () -> {
                try (HostOrphanGate.Hold hold = gate.mayOrphan()) {
                  assertThat(hold).isNotNull();
                  boolean afterTheReap = !member.isAlive();
                  orphan("next").exit();
                  return afterTheReap;
                }
              });
      Deadline.standard().await("three stand at the gate", () -> gate.entries().size() == 3);
      assertThat(reaped).isNotDone();
      assertThat(member.isAlive()).isTrue();
      orphan.exit();
      orphaning.close();
      reaped.orTimeout(60, TimeUnit.SECONDS).join();
      assertThat(next.orTimeout(60, TimeUnit.SECONDS).join()).isTrue();
    }
  }
}
