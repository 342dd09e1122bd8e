package dev.sexton.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Many who go through one gate, in several threads, at random. While one is in there is a file of
 * its kind, so that it sees those of all JVMs who are in with it. A program, for more than one JVM:
 * gate folder, folder for the files, seed, threads, rounds of each; says {@code passed N} or what
 * was wrong.
 */
final class GateStress {

  private static final String SHARED = "shared";
  private static final String ALONE = "alone";

  private final HostOrphanGate gate;
  private final Path inside;

  GateStress(Path gateFolder, Path inside) {
    this.gate = HostOrphanGate.blindIn(gateFolder);
    this.inside = inside;
  }

  public static void main(String[] arguments) throws InterruptedException {
    GateStress stress = new GateStress(Path.of(arguments[0]), Path.of(arguments[1]));
    try {
      int passed =
          stress.run(
              Long.parseLong(arguments[2]),
              Integer.parseInt(arguments[3]),
              Integer.parseInt(arguments[4]));
      System.out.println("passed " + passed);
    } catch (ExecutionException e) {
      System.out.println("failed " + e.getCause());
    }
  }

  /** Returns how often somebody was in. */
  int run(long seed, int threads, int rounds) throws InterruptedException, ExecutionException {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<Integer>> results = new ArrayList<>();
      for (int thread = 0; thread < threads; thread++) {
        Random random = new Random(seed + thread);
        results.add(pool.submit(() -> visit(random, rounds)));
      }
      int passed = 0;
      for (Future<Integer> result : results) {
        passed += result.get();
      }
      return passed;
    } finally {
      pool.shutdownNow();
    }
  }

  private int visit(Random random, int rounds) throws IOException {
    for (int round = 0; round < rounds; round++) {
      if (random.nextInt(3) == 0) {
        try (HostOrphanGate.Hold hold = gate.noForeignOrphans();
            HostOrphanGate.Hold more = random.nextBoolean() ? gate.mayOrphan() : hold) {
          stay(ALONE, more);
        }
      } else {
        try (HostOrphanGate.Hold hold = gate.mayOrphan();
            HostOrphanGate.Hold more = random.nextBoolean() ? gate.mayOrphan() : hold) {
          stay(SHARED, more);
        }
      }
    }
    return rounds;
  }

  private void stay(String kind, HostOrphanGate.Hold hold) throws IOException {
    require(kind, hold);
    Path self = Files.createTempFile(inside, kind, "");
    require(kind, hold);
    Files.delete(self);
  }

  /** Alone means alone but for oneself. */
  private void require(String kind, HostOrphanGate.Hold hold) {
    int shared = 0;
    int alone = 0;
    try (DirectoryStream<Path> files = Files.newDirectoryStream(inside)) {
      for (Path file : files) {
        boolean isShared = file.getFileName().toString().startsWith(SHARED);
        shared += isShared ? 1 : 0;
        alone += isShared ? 0 : 1;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    boolean right = kind.equals(SHARED) ? alone == 0 : shared == 0 && alone <= 1;
    if (!right) {
      throw new AssertionError(
          "%s with %s, beside %d shared and %d alone".formatted(kind, hold, shared, alone));
    }
  }
}
