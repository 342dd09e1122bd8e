package dev.sexton.engine.command;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command {@code sexton}. Only {@link #main} exits; everything else returns a status. */
public final class Main {
  private static final String NAME = "sexton";
  private static final int USAGE_WIDTH = 100;
  private static final String LOG = "org.slf4j.simpleLogger.";

  private static final List<String> SUBCOMMANDS =
      List.of("watch", "reap", "show", "verify", "doctor", "demo", RehearseCommand.NAME);

  private static final String[] DESCRIPTION = {
    "Keeps the register of everything a runner starts, and when the runner is dead ends what it"
        + " left and proves that nothing is left, or refuses and names who is in the way.",
    ""
  };

  private static final String[] FOOTER = {
    "",
    "A run in two commands:",
    "  sexton watch --pid 4711 --journal /var/lib/sexton    records until process 4711 is dead",
    "  sexton reap /var/lib/sexton                          ends what it left, with a proof",
    "",
    "'sexton demo' shows all of it with real processes in under 20 seconds; 'sexton doctor'"
        + " says what this host can do; 'sexton SUBCOMMAND --help' has examples."
  };

  /** The command without a subcommand. */
  private static final class Root implements Runnable {
    private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this);

    Root() {
      spec.name(NAME);
      spec.addOption(Arguments.help());
      spec.addOption(
          OptionSpec.builder("-V", "--version")
              .type(boolean.class)
              .versionHelp(true)
              .description("Show the version and exit.")
              .build());
      spec.usageMessage().description(DESCRIPTION).footer(FOOTER);
      ExitStatus.describe(List.of(ExitStatus.values()), spec.usageMessage());
    }

    @Override
    public void run() {
      throw new ParameterException(
          spec.commandLine(), "Name a subcommand; 'sexton --help' lists them.");
    }
  }

  /** Runs the command and exits with its status. */
  public static void main(String[] args) {
    quietLogging();
    slimParser();
    int status = run(args, System.out, System.err);
    if (status != ExitStatus.DONE.code() || !endsByItself()) {
      System.exit(status);
    }
  }

  /**
   * Whether the JVM exits, with status 0, once {@link #main} returns. That is faster where it does:
   * from JDK 21 {@code System.exit} sets up logging, for which it looks into every jar.
   */
  private static boolean endsByItself() {
    ThreadGroup all = Thread.currentThread().getThreadGroup();
    for (ThreadGroup above = all.getParent(); above != null; above = above.getParent()) {
      all = above;
    }
    // Filled to the last place it may not hold all of them.
    Thread[] threads = new Thread[all.activeCount() + 8];
    int count = all.enumerate(threads);
    for (int i = 0; i < count; i++) {
      if (threads[i] != Thread.currentThread() && !threads[i].isDaemon()) {
        return false;
      }
    }
    return count < threads.length;
  }

  /** Logging of the command, not of whoever embeds the library: set only where nobody did. */
  private static void quietLogging() {
    setIfUnset(LOG + "defaultLogLevel", "warn");
    setIfUnset(LOG + "log.net.openhft", "error");
    setIfUnset(LOG + "showThreadName", "false");
    setIfUnset(LOG + "showShortLogName", "true");
  }

  /**
   * Keeps the parser from looking for Groovy, which opens every jar of the class path, and from
   * loading what it has converters for, {@code java.sql} among it: no argument is of these types.
   */
  private static void slimParser() {
    setIfUnset("picocli.disable.closures", "true");
    setIfUnset("picocli.converters.excludes", "java[.].*");
  }

  private static void setIfUnset(String property, String value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, value);
    }
  }

  /** Runs the command in this JVM and returns its status. */
  static int run(String[] args, PrintStream out, PrintStream err) {
    Output output = Output.of(out, err);
    boolean isNamed = args.length > 0 && SUBCOMMANDS.contains(args[0]);
    int status =
        isNamed
            ? parser(args[0], output).execute(Arrays.copyOfRange(args, 1, args.length))
            : parserOfAll(output).execute(args);
    out.flush();
    err.flush();
    return status;
  }

  /** For one subcommand, without the parser above it: each takes its time. */
  private static CommandLine parser(String name, Output output) {
    CommandSpec spec = subcommand(name, output).spec();
    return prepared(new CommandLine(spec.name(NAME.concat(" ").concat(name))), output);
  }

  /** For the command's own options and help, and for what is no subcommand. */
  private static CommandLine parserOfAll(Output output) {
    CommandLine root = new CommandLine(new Root().spec);
    for (String name : SUBCOMMANDS) {
      root.addSubcommand(name, new CommandLine(subcommand(name, output).spec()));
    }
    return prepared(root, output);
  }

  private static CommandLine prepared(CommandLine parser, Output output) {
    parser.setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF));
    parser.setUsageHelpWidth(USAGE_WIDTH);
    parser.setOut(writer(output.out()));
    parser.setErr(writer(output.err()));
    Handlers handlers = new Handlers(output);
    parser.getCommandSpec().versionProvider(handlers);
    parser.setParameterExceptionHandler(handlers);
    parser.setExecutionExceptionHandler(handlers);
    return parser;
  }

  private static Subcommand subcommand(String name, Output output) {
    return switch (name) {
      case "watch" -> new WatchCommand(output);
      case "reap" -> new ReapCommand(output);
      case "show" -> new ShowCommand(output);
      case "verify" -> new VerifyCommand(output);
      case "doctor" -> new DoctorCommand(output);
      case "demo" -> new DemoCommand(output);
      case RehearseCommand.NAME -> new RehearseCommand(output);
      default -> throw new IllegalArgumentException(name);
    };
  }

  private static PrintWriter writer(PrintStream stream) {
    return new PrintWriter(stream, true, StandardCharsets.UTF_8);
  }

  /**
   * What picocli is to call. A class and no lambdas: those of an interface as old as picocli's are
   * not kept in a class archive, and each costs milliseconds at every start.
   */
  private static final class Handlers
      implements IParameterExceptionHandler, IExecutionExceptionHandler, IVersionProvider {
    private final Output output;

    Handlers(Output output) {
      this.output = output;
    }

    @Override
    public int handleParseException(ParameterException e, String[] args) {
      output.complain(String.valueOf(e.getMessage()));
      UnmatchedArgumentException.printSuggestions(e, e.getCommandLine().getErr());
      output
          .err()
          .println("Try '" + e.getCommandLine().getCommandSpec().qualifiedName() + " --help'.");
      return ExitStatus.USAGE.code();
    }

    @Override
    public int handleExecutionException(Exception e, CommandLine line, ParseResult parsed) {
      Failure failure = Failure.of(e);
      output.complain(failure.sentence());
      return failure.status().code();
    }

    @Override
    public String[] getVersion() {
      String version = Main.class.getPackage().getImplementationVersion();
      return new String[] {NAME + " " + (version == null ? "(unpackaged)" : version)};
    }
  }
}
