package dev.sexton.engine.command;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Option;

/** What all subcommands have in common: where they print, and that they return a status. */
abstract class Subcommand implements Callable<Integer> {
  private final Output output;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help and exit.")
  @SuppressWarnings("unused") // picocli looks at it
  private boolean help;

  Subcommand(Output output) {
    this.output = output;
  }

  final Output output() {
    return output;
  }

  /** The statuses that the subcommand can end with, for its help. */
  abstract List<ExitStatus> statuses();

  /** Does it. What is thrown is told to the caller as {@link Failure} says. */
  abstract ExitStatus execute() throws Exception;

  @Override
  public final Integer call() throws Exception {
    return execute().code();
  }
}
