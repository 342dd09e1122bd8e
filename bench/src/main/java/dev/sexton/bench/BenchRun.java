package dev.sexton.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * Runs what JMH's command line asks for, with allocation and CPU time measured too, and writes one
 * file with the figures and what they were measured on.
 *
 * <p>{@code bench/run} sets the properties that say when and what of.
 */
public final class BenchRun {
  private static final String RESULTS = "sexton.bench.results";

  private BenchRun() {}

  /** Takes JMH's options; {@code -h} lists them. */
  public static void main(String[] args)
      throws CommandLineOptionException, RunnerException, IOException {
    CommandLineOptions commandLine = new CommandLineOptions(args);
    if (commandLine.shouldHelp()) {
      commandLine.showHelp();
      return;
    }
    Runner runner =
        new Runner(
            new OptionsBuilder()
                .parent(commandLine)
                .addProfiler(GCProfiler.class)
                .addProfiler(CpuTimeProfiler.class)
                .shouldFailOnError(true)
                .build());
    if (commandLine.shouldList()) {
      runner.list();
      return;
    }
    Collection<RunResult> results = runner.run();
    String folder = System.getProperty(RESULTS);
    if (folder != null) {
      RunFacts facts = RunFacts.ofThisHost(String.join(" ", args));
      Path file = Path.of(folder, facts.fileName());
      Files.writeString(file, new ResultText(facts, results).toString());
    }
  }
}
