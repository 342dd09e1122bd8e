package dev.sexton.mutants;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Tries mutants, several at a time.
 *
 * <p>Before that the same tests are to be run on the product as it is: a test that fails anyway
 * catches nothing.
 */
public final class MutantCheck {
  private final ProjectFiles project;
  private final MutantCompiler compiler;
  private final Path scratch;
  private final int parallel;

  private MutantCheck(ProjectFiles project, Path scratch, int parallel) {
    this.project = project;
    this.compiler = new MutantCompiler(project);
    this.scratch = scratch;
    this.parallel = parallel;
  }

  /**
   * A check of the project that the working directory is in.
   *
   * @param scratch an empty folder; whoever made it removes it
   * @param parallel how many mutants are tried at a time
   * @throws IllegalStateException if the project is not built
   */
  public static MutantCheck in(Path scratch, int parallel) {
    try {
      return new MutantCheck(ProjectFiles.find(), scratch, parallel);
    } catch (MutantException e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
  }

  /**
   * What is wrong with a mutant before it is tried: text that is not there, a test that is not.
   *
   * @return one sentence for each
   */
  public List<String> complaints(List<Mutant> mutants) {
    List<String> complaints = new ArrayList<>();
    for (Mutant mutant : mutants) {
      try {
        compiler.sourcesOf(mutant);
        Killers.resolve(project, mutant.killers());
      } catch (MutantException e) {
        complaints.add(failed(mutant, e, Duration.ZERO).complaint());
      }
    }
    return complaints;
  }

  /**
   * Runs the tests of all these mutants on the product as it is.
   *
   * @return what is wrong, or an empty text
   */
  public String withoutMutant(List<Mutant> mutants) throws InterruptedException {
    Set<String> killers = new LinkedHashSet<>();
    mutants.forEach(mutant -> killers.addAll(mutant.killers()));
    try (KillerJvm jvm = new KillerJvm(project, scratch.resolve("none"))) {
      Path nothing = Files.createDirectories(scratch.resolve("none/classes"));
      KillerJvm.Answer answer = jvm.run(nothing, List.copyOf(killers), KillerJvm.ALL_MAX);
      return switch (answer.result()) {
        case PASSED, SKIPPED -> "";
        case FAILED, ERROR -> answer.killer() + " fails without any mutant: " + answer.text();
      };
    } catch (MutantException | IOException e) {
      return String.valueOf(e.getMessage());
    }
  }

  /** Tries them all. The outcomes are in the order of the mutants. */
  public List<Outcome> run(List<Mutant> mutants) throws InterruptedException {
    ConcurrentLinkedQueue<Mutant> left = new ConcurrentLinkedQueue<>(mutants);
    Map<Mutant, Outcome> outcomes = new ConcurrentHashMap<>();
    ExecutorService threads = Executors.newFixedThreadPool(parallel);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int worker = 0; worker < parallel; worker++) {
        Path folder = scratch.resolve("jvm-" + worker);
        running.add(
            threads.submit(
                () -> {
                  work(left, outcomes, folder);
                  return null;
                }));
      }
      for (Future<?> worker : running) {
        worker.get();
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    } finally {
      threads.shutdownNow();
    }
    return mutants.stream().map(outcomes::get).toList();
  }

  private void work(ConcurrentLinkedQueue<Mutant> left, Map<Mutant, Outcome> outcomes, Path folder)
      throws InterruptedException {
    try (KillerJvm jvm = new KillerJvm(project, folder)) {
      for (Mutant mutant = left.poll(); mutant != null; mutant = left.poll()) {
        outcomes.put(mutant, attempt(mutant, jvm));
      }
    }
  }

  private Outcome attempt(Mutant mutant, KillerJvm jvm) throws InterruptedException {
    long startNs = System.nanoTime();
    try {
      Path classes = Files.createDirectories(scratch.resolve("mutant-" + mutant.id()));
      compiler.compile(mutant, classes);
      KillerJvm.Answer answer = jvm.run(classes, mutant.killers(), KillerJvm.MUTANT_MAX);
      Outcome.Kind kind =
          switch (answer.result()) {
            case FAILED -> Outcome.Kind.CAUGHT;
            case PASSED -> Outcome.Kind.SURVIVED;
            case SKIPPED -> Outcome.Kind.NOT_TRIED;
            case ERROR -> Outcome.Kind.BROKEN;
          };
      String detail = kind == Outcome.Kind.NOT_TRIED ? "its tests were skipped" : answer.text();
      return new Outcome(mutant, kind, answer.killer(), detail, since(startNs));
    } catch (MutantException e) {
      return failed(mutant, e, since(startNs));
    } catch (IOException e) {
      return new Outcome(mutant, Outcome.Kind.BROKEN, "", e.toString(), since(startNs));
    }
  }

  private static Outcome failed(Mutant mutant, MutantException e, Duration time) {
    Outcome.Kind kind =
        switch (e.kind()) {
          case STALE -> Outcome.Kind.STALE;
          case BROKEN -> Outcome.Kind.BROKEN;
        };
    return new Outcome(mutant, kind, "", String.valueOf(e.getMessage()), time);
  }

  private static Duration since(long startNs) {
    return Duration.ofNanos(System.nanoTime() - startNs);
  }
}
