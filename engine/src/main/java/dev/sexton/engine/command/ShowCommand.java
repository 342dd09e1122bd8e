package dev.sexton.engine.command;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sexton.journal.JournalException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sexton show}. */
@Command(
    name = "show",
    description = {
      "Shows what a journal says: the lineage as a tree, living and dead, with whose each process"
          + " is and the rule that decided it. On the host that wrote the journal it also says who"
          + " is alive now. Changes nothing; the writer may be at work.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  sexton show /var/lib/sexton            every run under a root",
      "  sexton show /var/lib/sexton/RUN --all  with the processes that are not the run's",
      "  sexton show /var/lib/sexton --json     one JSON object on one line"
    })
final class ShowCommand extends Subcommand {
  @Parameters(
      paramLabel = "ROOT|RUNDIR",
      description = "A journal root, or the directory of one run in it.")
  private Path target = Path.of("");

  @Option(
      names = "--all",
      description = "Also show who is certainly not the run's, and the undecided dead.")
  private boolean all;

  @Option(names = "--json", description = "Print one JSON object on one line.")
  private boolean json;

  ShowCommand(Output output) {
    super(output);
  }

  @Override
  List<ExitStatus> statuses() {
    return List.of(
        ExitStatus.DONE, ExitStatus.INTERNAL_ERROR, ExitStatus.USAGE, ExitStatus.DAMAGED);
  }

  @Override
  ExitStatus execute() throws Exception {
    List<Path> runs = Runs.under(target);
    try (LivingProcesses living = LivingProcesses.open()) {
      return json ? showJson(runs, living) : showText(runs, living);
    }
  }

  private ExitStatus showText(List<Path> runs, LivingProcesses living) {
    ExitStatus status = ExitStatus.DONE;
    if (runs.isEmpty()) {
      output().line("There is no run here.");
    }
    for (Path run : runs) {
      try {
        output().out().print(ShowText.of(LineageView.read(run, living, all)));
      } catch (JournalException e) {
        output().complain(run.getFileName() + ": " + e.getMessage());
        status = ExitStatus.DAMAGED;
      }
    }
    return status;
  }

  private ExitStatus showJson(List<Path> runs, LivingProcesses living) {
    boolean[] unread = new boolean[1];
    output()
        .line(
            JsonLine.of(
                line -> {
                  line.writeArrayFieldStart("runs");
                  for (Path run : runs) {
                    unread[0] |= !writeRun(line, run, living);
                  }
                  line.writeEndArray();
                }));
    return unread[0] ? ExitStatus.DAMAGED : ExitStatus.DONE;
  }

  private boolean writeRun(JsonGenerator line, Path run, LivingProcesses living)
      throws IOException {
    LineageView view;
    try {
      view = LineageView.read(run, living, all);
    } catch (JournalException e) {
      ShowJson.writeUnread(
          line, String.valueOf(run.getFileName()), run.toString(), String.valueOf(e.getMessage()));
      return false;
    }
    ShowJson.write(line, run.toString(), view);
    return true;
  }
}
