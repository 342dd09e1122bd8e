package dev.sexton.simulation;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command behind {@code tests/bin/simulate}: histories for as long as wanted. */
@Command(
    name = "simulate",
    mixinStandardHelpOptions = true,
    description = "Runs simulated histories and checks the two promises in each of them.")
public final class SimulateCommand implements Callable<Integer> {
  private static final int PROMISE_BROKEN = 1;

  @Option(names = "--seconds", description = "For how long; default ${DEFAULT-VALUE}.")
  private long seconds = 60;

  @Option(names = "--seed", description = "The seed; by default the time. It is printed.")
  private long seed = System.nanoTime();

  @Option(
      names = "--family",
      description = "Which kinds, such as busy-plain, several separated by commas; default all.",
      split = ",",
      converter = FamilyName.class)
  private List<Family> families = List.of(Family.values());

  @Option(
      names = "--history",
      description = "Only the one history of this index, and tells what happens in it.")
  private long history = -1;

  @Option(names = "--threads", description = "How many at once; default ${DEFAULT-VALUE}.")
  private int threads = Runtime.getRuntime().availableProcessors();

  /** Reads a family as {@link Family#commandName} writes it. */
  static final class FamilyName implements CommandLine.ITypeConverter<Family> {
    @Override
    public Family convert(String name) {
      for (Family family : Family.values()) {
        if (family.commandName().equals(name)) {
          return family;
        }
      }
      List<String> names = new ArrayList<>();
      for (Family family : Family.values()) {
        names.add(family.commandName());
      }
      throw new CommandLine.TypeConversionException(
          "'" + name + "' is no family; there are " + String.join(", ", names) + ".");
    }
  }

  /** Runs the command. */
  public static void main(String[] args) {
    System.exit(new CommandLine(new SimulateCommand()).execute(args));
  }

  @Override
  public Integer call() throws IOException {
    try {
      if (history >= 0) {
        return one();
      }
      System.out.println("seed " + seed);
      long startNs = System.nanoTime();
      long untilNs = startNs + TimeUnit.SECONDS.toNanos(seconds);
      Map<Family, Tally> tallies =
          new Simulation(families, seed, threads)
              .run(Long.MAX_VALUE / 2, () -> System.nanoTime() - untilNs < 0);
      print(tallies, System.nanoTime() - startNs);
      return 0;
    } catch (SimulationFailure failure) {
      System.out.println(failure.getMessage());
      return PROMISE_BROKEN;
    }
  }

  private int one() throws IOException {
    Path directory = Simulation.scratch();
    try {
      Tally tally = new Tally();
      List<String> log = new ArrayList<>();
      new Simulation(families, seed, 1).one(families.get(0), history, directory, tally, log);
      log.forEach(System.out::println);
      System.out.println("nothing broken: " + tally);
      return 0;
    } finally {
      Simulation.delete(directory);
    }
  }

  private static void print(Map<Family, Tally> tallies, long elapsedNs) {
    Tally all = new Tally();
    tallies.forEach(
        (family, tally) -> {
          System.out.printf("%-16s %s%n", family.commandName(), tally);
          all.add(tally);
        });
    double elapsed = elapsedNs / 1e9;
    System.out.printf(
        "%-16s %s%n%.0f s, %,.0f histories a second, no promise broken%n",
        "all", all, elapsed, all.histories() / elapsed);
  }
}
