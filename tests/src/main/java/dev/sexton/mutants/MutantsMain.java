package dev.sexton.mutants;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The check as a command: tries the mutants named, or all. {@code --table} prints the table of the
 * documentation and tries nothing.
 */
final class MutantsMain {
  private static final int PARALLEL = Integer.getInteger("sexton.mutants.parallel", 2);
  private static final double NANOS_PER_SECOND = 1e9;

  private MutantsMain() {}

  /** Runs it; the status is 0 if and only if all that could be tried were caught. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    if (List.of(arguments).equals(List.of("--table"))) {
      MutantTable.markdown(Mutants.all()).forEach(System.out::println);
      return;
    }
    Path scratch = Files.createTempDirectory("sexton-mutants");
    boolean good;
    try {
      good = check(Mutants.named(List.of(arguments)), MutantCheck.in(scratch, PARALLEL));
    } finally {
      Scratch.remove(scratch);
    }
    System.exit(good ? 0 : 1);
  }

  private static boolean check(List<Mutant> mutants, MutantCheck check)
      throws InterruptedException {
    long startNs = System.nanoTime();
    String wrong = check.withoutMutant(mutants);
    if (!wrong.isEmpty()) {
      System.out.println(wrong);
      return false;
    }
    List<Outcome> outcomes = check.run(mutants);
    System.out.print(MutantTable.text(outcomes, (System.nanoTime() - startNs) / NANOS_PER_SECOND));
    return outcomes.stream().noneMatch(Outcome::isFailure);
  }
}
