package dev.sexton.engine.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** {@code sexton reap}. */
final class ReapCommand extends Subcommand {
  private final PositionalParamSpec target = Arguments.rootOrRun();
  private final OptionSpec dryRun =
      Arguments.flag("--dry-run", "Say what would be ended, signal nothing.");
  private final OptionSpec json = Arguments.json("Print one JSON object on one line.");
  private final ReapFlags flags = new ReapFlags();

  ReapCommand(Output output) {
    super(output);
  }

  @Override
  String[] description() {
    return new String[] {
      "Ends what dead runners left, and proves that nothing is left or refuses.",
      "",
      "Replays the journal of each run, finds out whose every living process is, signals those that"
          + " are the run's (SIGTERM, then SIGKILL, always through a process descriptor), and looks"
          + " again until scans of everything agree that nothing is left. A runner that is alive is"
          + " never touched, nor is any process of which nothing tells whose it is: the reap"
          + " refuses and names it. A proved run's journal is removed.",
      ""
    };
  }

  @Override
  String[] footer() {
    return new String[] {
      "",
      "Examples:",
      "  sexton reap /var/lib/sexton                    all runs under a root",
      "  sexton reap /var/lib/sexton/RUN --dry-run      what would be ended; signals nothing",
      "  sexton reap /var/lib/sexton --json             one JSON object on one line",
      "  sexton reap /var/lib/sexton --keep-certificates  what was proved stays on record",
      "  sexton reap /var/lib/sexton --known 4711@9182  4711 is not the run's, you vouch for it"
    };
  }

  @Override
  List<ArgSpec> arguments() {
    List<ArgSpec> all = new ArrayList<>(List.of(target, dryRun, json));
    all.addAll(flags.arguments());
    return all;
  }

  @Override
  List<ExitStatus> statuses() {
    return List.of(
        ExitStatus.DONE,
        ExitStatus.INTERNAL_ERROR,
        ExitStatus.USAGE,
        ExitStatus.REFUSED,
        ExitStatus.HOST_CANNOT);
  }

  @Override
  ExitStatus execute() throws Exception {
    return new ReapCall(output(), Arguments.isSet(json), flags.explain())
        .reap(Arguments.value(target, Path.class), flags.options().dryRun(Arguments.isSet(dryRun)));
  }
}
