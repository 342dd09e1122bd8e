package dev.sexton.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Who waits for whom, on gates of the test's own. */
@ExtendWith(NoSurvivors.class)
@Timeout(120)
class HostOrphanGateTest {

  private static final Duration SHORT = Duration.ofMillis(200);

  @TempDir private Path temp;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private HostOrphanGate gate;

  @BeforeEach
  void makeGate() {
    Requirements.assumeLinux();
    gate = HostOrphanGate.blindIn(folder());
  }

  @AfterEach
  void endThreads() throws InterruptedException {
    threads.shutdownNow();
    assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
  }

  private Path folder() {
    return temp.resolve("gate");
  }

  /** A test of its own, on a thread of its own. */
  private final class Visitor {
    private final CountDownLatch leave = new CountDownLatch(1);
    private final CountDownLatch entered = new CountDownLatch(1);
    private final Future<?> end;

    Visitor(Supplier<HostOrphanGate.Hold> entrance) {
      int placesBefore = gate.entries().size();
      end =
          threads.submit(
              () -> {
                try (HostOrphanGate.Hold hold = entrance.get()) {
                  assertThat(hold).isNotNull();
                  entered.countDown();
                  leave.await();
                }
                return null;
              });
      Deadline.standard()
          .await("has a place", () -> gate.entries().size() > placesBefore || end.isDone());
    }

    boolean isIn() {
      return entered.getCount() == 0;
    }

    Visitor awaitIn() {
      Deadline.standard().await("holds the gate", this::isIn);
      return this;
    }

    void leave() throws InterruptedException, ExecutionException, TimeoutException {
      leave.countDown();
      end.get(30, TimeUnit.SECONDS);
    }
  }

  @Test
  void aVerifierWaitsForHoldersAndHoldsNewOnesBack() throws Exception {
    Visitor orphaning = new Visitor(gate::mayOrphan).awaitIn();
    Visitor verifying = new Visitor(gate::noForeignOrphans);
    Visitor late = new Visitor(gate::mayOrphan);
    Visitor lateVerifying = new Visitor(gate::noForeignOrphans);
    assertThat(List.of(verifying, late, lateVerifying)).noneMatch(Visitor::isIn);

    orphaning.leave();
    verifying.awaitIn();
    assertThat(List.of(late, lateVerifying)).noneMatch(Visitor::isIn);

    verifying.leave();
    late.awaitIn();
    assertThat(lateVerifying.isIn()).isFalse();

    late.leave();
    lateVerifying.awaitIn().leave();
    assertThat(gate.entries()).isEmpty();
  }

  @Test
  void thoseWhoMayOrphanDoNotWaitForEachOther() throws Exception {
    Visitor one = new Visitor(gate::mayOrphan).awaitIn();
    Visitor two = new Visitor(gate::mayOrphan).awaitIn();
    Visitor three = new Visitor(gate::mayOrphan).awaitIn();
    one.leave();
    three.leave();
    two.leave();
  }

  /** It would stand behind the verifier, which waits for it. */
  @Test
  void aTestThatHoldsTheGateIsGivenMoreThoughAVerifierWaits() throws Exception {
    HostOrphanGate.Hold first = gate.mayOrphan();
    Visitor verifying = new Visitor(gate::noForeignOrphans);
    HostOrphanGate.Hold second = gate.mayOrphan();
    HostOrphanGate.Hold third = gate.mayOrphan();
    first.close();
    first.close();
    third.close();
    assertThat(verifying.isIn()).isFalse();
    second.close();
    verifying.awaitIn().leave();
  }

  @Test
  void theWrongOrderFailsAtOnce() {
    try (HostOrphanGate.Hold hold = gate.mayOrphan()) {
      assertThat(hold).isNotNull();
      assertThatThrownBy(gate::noForeignOrphans)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("theWrongOrderFailsAtOnce")
          .hasMessageContaining("take noForeignOrphans() first");
    }
    assertThat(gate.entries()).isEmpty();
  }

  /** Its own orphans are in nobody's way but its own; others stay out until they are gone too. */
  @Test
  void aVerifierMayLeaveOrphans() throws Exception {
    HostOrphanGate.Hold verifying = gate.noForeignOrphans();
    HostOrphanGate.Hold again = gate.noForeignOrphans();
    HostOrphanGate.OrphanHold orphaning = gate.mayOrphan();
    Visitor other = new Visitor(gate::mayOrphan);
    verifying.close();
    again.close();
    assertThat(gate.entries()).hasSize(2);
    assertThat(other.isIn()).isFalse();
    orphaning.close();
    other.awaitIn().leave();
  }

  @Test
  void closingWaitsUntilTheOrphanIsDead() throws Exception {
    try (ProcessWorld world = ProcessWorld.open()) {
      Actor child = world.launcher().fork("child");
      Visitor orphaning = new Visitor(() -> gate.mayOrphan().until(child.pid())).awaitIn();
      Visitor verifying = new Visitor(gate::noForeignOrphans);
      Future<?> left =
          threads.submit(
              () -> {
                orphaning.leave();
                return null;
              });
      assertThatThrownBy(() -> left.get(SHORT.toMillis(), TimeUnit.MILLISECONDS))
          .isInstanceOf(TimeoutException.class);
      assertThat(verifying.isIn()).isFalse();
      child.exit();
      assertThat(child.isGone()).as("a zombie, which counts as dead").isFalse();
      left.get(30, TimeUnit.SECONDS);
      verifying.awaitIn().leave();
    }
  }

  @Test
  void aNumberThatNobodyHasIsDead() {
    try (HostOrphanGate.OrphanHold hold = gate.mayOrphan()) {
      hold.until(1 << 23);
    }
    HostOrphanGate.waitUntilGone(1 << 23);
    assertThatThrownBy(() -> HostOrphanGate.waitUntilGone(-1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> HostOrphanGate.waitUntilGroupGone(0))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aGroupIsGoneWithItsLastMember() throws Exception {
    try (ProcessWorld world = ProcessWorld.open()) {
      Actor leader = world.launcher().fork("leader", ForkOptions.none().setpgid());
      Actor member = leader.fork("member");
      Future<?> gone = threads.submit(() -> HostOrphanGate.waitUntilGroupGone(leader.pid()));
      member.exit();
      assertThatThrownBy(() -> gone.get(SHORT.toMillis(), TimeUnit.MILLISECONDS))
          .isInstanceOf(TimeoutException.class);
      leader.exit();
      gone.get(30, TimeUnit.SECONDS);
      HostOrphanGate.waitUntilGone(member.pid());
      assertThat(leader.isGone()).as("a zombie, which counts as dead").isFalse();
    }
  }

  @Test
  void anotherJvmsHoldersCount() throws Exception {
    try (ProcessWorld world = ProcessWorld.open()) {
      Program other = user(world, "other");
      tell(other, "mayOrphan");
      Visitor verifying = new Visitor(gate::noForeignOrphans);
      assertThat(verifying.isIn()).isFalse();
      other.send("close");
      other.awaitLine("close");
      verifying.awaitIn();
      other.send("mayOrphan");
      Deadline.standard().await("has a place", () -> gate.entries().size() == 2);
      verifying.leave();
      other.awaitLine("mayOrphan");
    }
  }

  @Test
  void aHolderThatWasKilledHoldsNothing() throws Exception {
    try (ProcessWorld world = ProcessWorld.open()) {
      Program orphaning = user(world, "orphaning");
      tell(orphaning, "mayOrphan");
      Visitor verifying = new Visitor(gate::noForeignOrphans);
      assertThat(verifying.isIn()).isFalse();
      orphaning.kill9();
      verifying.awaitIn().leave();

      Program exclusive = user(world, "exclusive");
      tell(exclusive, "noForeignOrphans");
      Program waiting = user(world, "waiting");
      waiting.send("noForeignOrphans");
      Deadline.standard().await("has a place", () -> gate.entries().size() == 2);
      Visitor last = new Visitor(gate::mayOrphan);
      waiting.kill9();
      assertThat(last.isIn()).isFalse();
      exclusive.kill9();
      last.awaitIn().leave();
      assertThat(gate.entries()).isEmpty();
    }
  }

  private Program user(ProcessWorld world, String name) {
    Program program = world.runJava(name, GateUser.class, folder().toString());
    program.awaitLine("ready");
    return program;
  }

  private static void tell(Program user, String line) {
    user.send(line);
    user.awaitLine(line);
  }

  /** A test that ran out of time has to give back what it held. */
  @Test
  void anInterruptedTestLeaves() throws Exception {
    Visitor holder = new Visitor(gate::noForeignOrphans).awaitIn();
    Visitor waiting = new Visitor(gate::mayOrphan);
    threads.shutdownNow();
    assertThatThrownBy(() -> waiting.end.get(30, TimeUnit.SECONDS))
        .hasMessageContaining("interrupted while waiting at the gate");
    assertThatThrownBy(() -> holder.end.get(30, TimeUnit.SECONDS))
        .hasCauseInstanceOf(InterruptedException.class);
    assertThat(gate.entries()).isEmpty();
  }

  @Test
  void aFolderThatOthersCouldWriteToIsRefused() throws IOException {
    Path open = Files.createDirectory(temp.resolve("open"));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
    Path link = Files.createSymbolicLink(temp.resolve("link"), folder());
    Path file = Files.createFile(temp.resolve("file"));
    for (Path folder : List.of(open, link, file)) {
      assertThatThrownBy(() -> HostOrphanGate.blindIn(folder))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining(folder.toString());
    }
  }

  @Test
  void entriesOfAnotherBootAreNobodys() throws IOException {
    HostOrphanGate.Hold hold = gate.noForeignOrphans();
    Path queue = folder().resolve("queue");
    List<String> lines = Files.readAllLines(queue);
    hold.close();
    Files.write(queue, List.of("boot of-before", lines.get(1)));
    assertThat(gate.entries()).isEmpty();
    try (HostOrphanGate.Hold now = gate.noForeignOrphans()) {
      assertThat(now).isNotNull();
      assertThat(gate.entries()).hasSize(1);
    }
  }
}
