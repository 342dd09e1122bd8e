package dev.sexton.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The gate under many, of several JVMs, some of whom are killed. */
@ExtendWith(NoSurvivors.class)
@Timeout(300)
class HostOrphanGateStressTest {

  private static final int THREADS = 4;
  private static final int ROUNDS = 50;
  private static final int OTHER_JVMS = 2;
  private static final int VERIFIERS = 20;
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  @TempDir private Path temp;
  private Path inside;

  @BeforeEach
  void makeFolder() throws IOException {
    Requirements.assumeActors();
    inside = Files.createDirectory(temp.resolve("inside"));
  }

  private Path folder() {
    return temp.resolve("gate");
  }

  @Test
  void nobodyIsInBesideAVerifier() throws Exception {
    long seed = Seeds.seedFor("HostOrphanGateStressTest");
    try (ProcessWorld world = ProcessWorld.open()) {
      List<Program> others = new ArrayList<>();
      for (int i = 0; i < OTHER_JVMS; i++) {
        others.add(start(world, "jvm" + i, seed + 100L * (i + 1), ROUNDS));
      }
      // This one is killed at some moment, and must not stand in anybody's way after that.
      Path elsewhere = Files.createDirectory(temp.resolve("elsewhere"));
      Program killed =
          world.runJava("killed", GateStress.class, arguments(elsewhere, seed, 1_000_000));
      HostOrphanGate gate = HostOrphanGate.blindIn(folder());
      Deadline.standard()
          .await(
              "the one to be killed is in",
              () -> gate.entries().stream().anyMatch(e -> e.jvm().pid() == killed.pid()));
      GateStress stress = new GateStress(folder(), inside);
      CompletableFuture<Integer> here =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  return stress.run(seed, THREADS, ROUNDS);
                } catch (Exception e) { // told by the future
                  throw new IllegalStateException(e);
                }
              });
      killed.kill9();
      assertThat(here.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo(THREADS * ROUNDS);
      for (Program other : others) {
        assertThat(other.readLine(Deadline.after(PATIENCE)))
            .as(other.errors())
            .isEqualTo("passed " + THREADS * ROUNDS);
      }
      assertThat(gate.entries()).isEmpty();
    }
  }

  private Program start(ProcessWorld world, String name, long seed, int rounds) {
    return world.runJava(name, GateStress.class, arguments(inside, seed, rounds));
  }

  private String[] arguments(Path files, long seed, int rounds) {
    return new String[] {
      folder().toString(),
      files.toString(),
      Long.toString(seed),
      Integer.toString(THREADS),
      Integer.toString(rounds)
    };
  }

  /** With a gate that lets in whoever may come in, four who overlap would keep a verifier out. */
  @Test
  void neitherSideStarves() throws Exception {
    HostOrphanGate gate = HostOrphanGate.blindIn(folder());
    AtomicBoolean ended = new AtomicBoolean();
    AtomicInteger visits = new AtomicInteger();
    List<CompletableFuture<Void>> orphaning = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      orphaning.add(
          CompletableFuture.runAsync(
              () -> {
                while (!ended.get()) {
                  try (HostOrphanGate.Hold hold = gate.mayOrphan()) {
                    assertThat(hold).isNotNull();
                    visits.incrementAndGet();
                  }
                }
              },
              run -> new Thread(run, "orphaning").start()));
    }
    try {
      for (int i = 0; i < VERIFIERS; i++) {
        try (HostOrphanGate.Hold hold = gate.noForeignOrphans()) {
          assertThat(hold).isNotNull();
        }
        int before = visits.get();
        Deadline.standard().await("others come in again", () -> visits.get() > before);
      }
    } finally {
      ended.set(true);
    }
    for (CompletableFuture<Void> visitor : orphaning) {
      visitor.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }
    assertThat(gate.entries()).isEmpty();
  }
}
