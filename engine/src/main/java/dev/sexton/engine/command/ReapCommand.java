package dev.sexton.engine.command;

import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sexton reap}. */
@Command(
    name = "reap",
    description = {
      "Ends what dead runners left, and proves that nothing is left or refuses.",
      "",
      "Replays the journal of each run, finds out whose every living process is, signals those that"
          + " are the run's (SIGTERM, then SIGKILL, always through a process descriptor), and looks"
          + " again until two scans of everything in a row show nothing. A runner that is alive is"
          + " never touched, nor is any process of which nothing tells whose it is: the reap"
          + " refuses and names it. A proved run's journal is removed.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  sexton reap /var/lib/sexton                    all runs under a root",
      "  sexton reap /var/lib/sexton/RUN --dry-run      what would be ended; signals nothing",
      "  sexton reap /var/lib/sexton --json             one JSON object on one line",
      "  sexton reap /var/lib/sexton --known 4711@9182  4711 is not the run's, you vouch for it"
    })
final class ReapCommand extends Subcommand {
  @Parameters(
      paramLabel = "ROOT|RUNDIR",
      description = "A journal root, or the directory of one run in it.")
  private Path target = Path.of("");

  @Option(names = "--dry-run", description = "Say what would be ended, signal nothing.")
  private boolean dryRun;

  @Option(names = "--json", description = "Print one JSON object on one line.")
  private boolean json;

  @Mixin private ReapFlags flags = new ReapFlags();

  ReapCommand(Output output) {
    super(output);
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
    return new ReapCall(output(), json, flags.explain())
        .reap(target, flags.options().dryRun(dryRun));
  }
}
