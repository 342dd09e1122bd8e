package dev.sexton.simulation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs many histories on all processors, and shortens the first one in which a promise is broken.
 *
 * <p>A history is named by its family, the seed and its index, and is the same whenever it is run.
 */
public final class Simulation {
  private static final long CHUNK = 200;

  /** A history with several runs takes as long as some with one. */
  private static final int TURNS_OF_A_SINGLE_RUN = 4;

  private static final long MIX = 0x9E3779B97F4A7C15L;

  /** A file system in memory: a million small journals are made and removed. */
  private static final Path IN_MEMORY = Path.of("/dev/shm");

  /** Whose turn it is, again and again. */
  private final List<Family> turns = new ArrayList<>();

  private final long seed;
  private final int threads;

  /**
   * @param families which kinds; those with several runs less often than the others
   * @param seed of all histories
   * @param threads how many at once
   */
  public Simulation(List<Family> families, long seed, int threads) {
    for (Family family : families) {
      int often = family.hasSeveralRuns() ? 1 : TURNS_OF_A_SINGLE_RUN;
      turns.addAll(Collections.nCopies(often, family));
    }
    this.seed = seed;
    this.threads = threads;
  }

  /**
   * Runs histories.
   *
   * @param goOn asked before every few hundred; with {@code count} histories in all at most
   * @return what came out, family by family
   * @throws SimulationFailure if a promise was broken
   */
  public Map<Family, Tally> run(long count, BooleanSupplier goOn) {
    AtomicLong next = new AtomicLong();
    ExecutorService workers = Executors.newFixedThreadPool(threads);
    try {
      List<Future<Map<Family, Tally>>> results = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        results.add(workers.submit(() -> work(next, count, goOn)));
      }
      Map<Family, Tally> all = new EnumMap<>(Family.class);
      for (Future<Map<Family, Tally>> result : results) {
        merge(all, result.get());
      }
      return all;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof SimulationFailure failure) {
        throw failure;
      }
      throw new IllegalStateException(e.getCause());
    } finally {
      workers.shutdownNow();
    }
  }

  private static void merge(Map<Family, Tally> all, Map<Family, Tally> part) {
    part.forEach((family, tally) -> all.computeIfAbsent(family, f -> new Tally()).add(tally));
  }

  private Map<Family, Tally> work(AtomicLong next, long count, BooleanSupplier goOn)
      throws IOException {
    Map<Family, Tally> tallies = new EnumMap<>(Family.class);
    Path directory = scratch();
    try {
      while (goOn.getAsBoolean()) {
        long from = next.getAndAdd(CHUNK);
        for (long i = from; i < Math.min(from + CHUNK, count); i++) {
          Family family = turns.get((int) (i % turns.size()));
          one(family, i, directory, tallies.computeIfAbsent(family, f -> new Tally()), null);
        }
        if (from + CHUNK >= count) {
          break;
        }
      }
    } catch (SimulationFailure failure) {
      next.set(count); // The others stop too.
      throw failure;
    } finally {
      delete(directory);
    }
    return tallies;
  }

  /** Runs the history of one name, and shortens it if it breaks a promise. */
  void one(Family family, long index, Path directory, Tally tally, @Nullable List<String> log) {
    Choices choices = Choices.ofSeed(seedOf(family, index));
    RuntimeException broken = attempt(family, choices, directory, tally, log);
    if (broken != null) {
      String name =
          "--family %s --seed %d --history %d".formatted(family.commandName(), seed, index);
      throw failure(family, directory, choices.taken(), broken, name);
    }
  }

  private static SimulationFailure failure(
      Family family, Path directory, int[] failing, RuntimeException broken, String name) {
    int[] shortest =
        Shortening.of(
            failing,
            script -> broken.getClass().isInstance(again(family, script, directory, null)));
    List<String> log = new ArrayList<>();
    RuntimeException last = again(family, shortest, directory, log);
    RuntimeException shown = last == null ? broken : last;
    return new SimulationFailure(
        "%s%nRepeat: tests/bin/simulate %s%nShortened from %d choices to %d:%n%s"
            .formatted(shown, name, failing.length, shortest.length, String.join("\n", log)),
        shown);
  }

  private static @Nullable RuntimeException again(
      Family family, int[] script, Path directory, @Nullable List<String> log) {
    return attempt(family, Choices.ofScript(script), directory, new Tally(), log);
  }

  private long seedOf(Family family, long index) {
    return (seed + index) * MIX + family.commandName().hashCode();
  }

  /**
   * Runs one history.
   *
   * @return what was broken, or null. An exception of the product is a broken promise too
   */
  static @Nullable RuntimeException attempt(
      Family family, Choices choices, Path directory, Tally tally, @Nullable List<String> log) {
    Path root = directory.resolve("runs");
    try {
      new History(family, choices, root, tally, log).run();
      return null;
    } catch (Violation violation) {
      return violation;
    } catch (RuntimeException unexpected) {
      return unexpected;
    } finally {
      delete(root);
    }
  }

  /** A directory that only this user can write to, in memory where there is one. */
  static Path scratch() throws IOException {
    return Files.isWritable(IN_MEMORY)
        ? Files.createTempDirectory(IN_MEMORY, "sexton-simulation")
        : Files.createTempDirectory("sexton-simulation");
  }

  static void delete(Path directory) {
    if (!Files.exists(directory)) {
      return;
    }
    try {
      Files.walkFileTree(
          directory,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
              Files.delete(file);
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException e)
                throws IOException {
              Files.delete(visited);
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
