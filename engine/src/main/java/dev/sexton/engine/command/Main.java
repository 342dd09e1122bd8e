package dev.sexton.engine.command;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command {@code sexton}. Only {@link #main} exits; everything else returns a status. */
public final class Main {
  private static final String NAME = "sexton";
  private static final int USAGE_WIDTH = 100;
  private static final String LOG = "org.slf4j.simpleLogger.";

  private static final Map<String, Function<Output, Subcommand>> SUBCOMMANDS = subcommands();

  private Main() {}

  private static Map<String, Function<Output, Subcommand>> subcommands() {
    Map<String, Function<Output, Subcommand>> all = new LinkedHashMap<>();
    all.put("watch", WatchCommand::new);
    all.put("reap", ReapCommand::new);
    all.put("show", ShowCommand::new);
    all.put("verify", VerifyCommand::new);
    all.put("doctor", DoctorCommand::new);
    all.put("demo", DemoCommand::new);
    all.put(RehearseCommand.NAME, RehearseCommand::new);
    return all;
  }

  @Command(
      name = NAME,
      description = {
        "Keeps the register of everything a runner starts, and when the runner is dead ends what it"
            + " left and proves that nothing is left, or refuses and names who is in the way.",
        ""
      },
      footer = {
        "",
        "A run in two commands:",
        "  sexton watch --pid 4711 --journal /var/lib/sexton    records until process 4711 is dead",
        "  sexton reap /var/lib/sexton                          ends what it left, with a proof",
        "",
        "'sexton demo' shows all of it with real processes in under 20 seconds; 'sexton doctor'"
            + " says what this host can do; 'sexton SUBCOMMAND --help' has examples."
      })
  private static final class Root implements Runnable {
    @CommandLine.Option(
        names = {"-h", "--help"},
        usageHelp = true,
        description = "Show this help and exit.")
    @SuppressWarnings("unused") // picocli looks at it
    private boolean help;

    @CommandLine.Option(
        names = {"-V", "--version"},
        versionHelp = true,
        description = "Show the version and exit.")
    @SuppressWarnings("unused") // picocli looks at it
    private boolean version;

    @CommandLine.Spec private CommandLine.Model.@Nullable CommandSpec spec;

    @Override
    public void run() {
      if (spec != null) {
        throw new ParameterException(
            spec.commandLine(), "Name a subcommand; 'sexton --help' lists them.");
      }
    }
  }

  /** Runs the command and exits with its status. */
  public static void main(String[] args) {
    quietLogging();
    System.exit(run(args, System.out, System.err));
  }

  /** Logging of the command, not of whoever embeds the library: set only where nobody did. */
  private static void quietLogging() {
    setIfUnset(LOG + "defaultLogLevel", "warn");
    setIfUnset(LOG + "log.net.openhft", "error");
    setIfUnset(LOG + "showThreadName", "false");
    setIfUnset(LOG + "showShortLogName", "true");
  }

  private static void setIfUnset(String property, String value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, value);
    }
  }

  /** Runs the command in this JVM and returns its status. */
  static int run(String[] args, PrintStream out, PrintStream err) {
    Output output = Output.of(out, err);
    CommandLine root = commandLine(args, output);
    int status = root.execute(args);
    out.flush();
    err.flush();
    return status;
  }

  /** Only the subcommand that is called is built, if it is: reading annotations takes its time. */
  private static CommandLine commandLine(String[] args, Output output) {
    CommandLine root = new CommandLine(new Root());
    String called = args.length > 0 ? args[0] : "";
    if (SUBCOMMANDS.containsKey(called)) {
      add(root, called, output);
    } else {
      SUBCOMMANDS.keySet().forEach(name -> add(root, name, output));
    }
    root.getCommandSpec().usageMessage().exitCodeListHeading("%nExit status:%n");
    root.getCommandSpec().usageMessage().exitCodeList(describe(List.of(ExitStatus.values())));
    root.setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF));
    root.setUsageHelpWidth(USAGE_WIDTH);
    root.setOut(writer(output.out()));
    root.setErr(writer(output.err()));
    Handlers handlers = new Handlers(output);
    root.getCommandSpec().versionProvider(handlers);
    root.setParameterExceptionHandler(handlers);
    root.setExecutionExceptionHandler(handlers);
    return root;
  }

  private static PrintWriter writer(PrintStream stream) {
    return new PrintWriter(stream, true, StandardCharsets.UTF_8);
  }

  private static void add(CommandLine root, String name, Output output) {
    Function<Output, Subcommand> make = SUBCOMMANDS.get(name);
    if (make == null) {
      throw new IllegalArgumentException(name);
    }
    Subcommand subcommand = make.apply(output);
    CommandLine line = new CommandLine(subcommand);
    line.getCommandSpec().usageMessage().exitCodeListHeading("%nExit status:%n");
    line.getCommandSpec().usageMessage().exitCodeList(describe(subcommand.statuses()));
    root.addSubcommand(name, line);
  }

  private static Map<String, String> describe(List<ExitStatus> statuses) {
    Map<String, String> described = new LinkedHashMap<>();
    for (ExitStatus status : statuses) {
      described.put(" " + status.code(), status.meaning());
    }
    return described;
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
