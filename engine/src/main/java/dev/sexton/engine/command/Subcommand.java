package dev.sexton.engine.command;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/**
 * What all subcommands have in common: how they are declared, where they print, and that they
 * return a status.
 *
 * <p>The declaration is made of calls and not of annotations: annotations are read by reflection
 * and through generated classes, which took a third of the command's start-up time.
 */
abstract class Subcommand implements Callable<Integer> {
  private final Output output;

  Subcommand(Output output) {
    this.output = output;
  }

  final Output output() {
    return output;
  }

  /** What the help says the subcommand does. */
  abstract String[] description();

  /** What the help ends with: examples. */
  abstract String[] footer();

  /** Its options and parameters. */
  abstract List<ArgSpec> arguments();

  /** The statuses that the subcommand can end with, for its help. */
  abstract List<ExitStatus> statuses();

  /** Whether the command's help lists it. */
  boolean isListed() {
    return true;
  }

  /** Does it. What is thrown is told to the caller as {@link Failure} says. */
  abstract ExitStatus execute() throws Exception;

  @Override
  public final Integer call() throws Exception {
    return execute().code();
  }

  /** The declaration as the parser wants it; what was parsed is in the arguments. */
  final CommandSpec spec() {
    CommandSpec spec = CommandSpec.wrapWithoutInspection(this);
    spec.addOption(Arguments.help());
    for (ArgSpec argument : arguments()) {
      spec.add(argument);
    }
    spec.usageMessage().description(description()).footer(footer()).hidden(!isListed());
    ExitStatus.describe(statuses(), spec.usageMessage());
    return spec;
  }
}
