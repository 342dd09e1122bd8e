package dev.sexton.engine.command;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sexton.engine.report.JsonLine;
import dev.sexton.journal.JournalException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** {@code sexton show}. */
final class ShowCommand extends Subcommand {
  private final PositionalParamSpec target = Arguments.rootOrRun();
  private final OptionSpec all =
      Arguments.flag("--all", "Also show who is certainly not the run's, and the undecided dead.");
  private final OptionSpec json = Arguments.json("Print one JSON object on one line.");

  ShowCommand(Output output) {
    super(output);
  }

  @Override
  String[] description() {
    return new String[] {
      "Shows what a journal says: the lineage as a tree, living and dead, with whose each process"
          + " is and the rule that decided it. On the host that wrote the journal it also says who"
          + " is alive now. Changes nothing; the writer may be at work.",
      ""
    };
  }

  @Override
  String[] footer() {
    return new String[] {
      "",
      "Examples:",
      "  sexton show /var/lib/sexton            every run under a root",
      "  sexton show /var/lib/sexton/RUN --all  with the processes that are not the run's",
      "  sexton show /var/lib/sexton --json     one JSON object on one line"
    };
  }

  @Override
  List<ArgSpec> arguments() {
    return List.of(target, all, json);
  }

  @Override
  List<ExitStatus> statuses() {
    return List.of(
        ExitStatus.DONE, ExitStatus.INTERNAL_ERROR, ExitStatus.USAGE, ExitStatus.DAMAGED);
  }

  @Override
  ExitStatus execute() throws Exception {
    List<Path> runs = Runs.under(Arguments.value(target, Path.class));
    try (LivingProcesses living = LivingProcesses.open()) {
      return Arguments.isSet(json) ? showJson(runs, living) : showText(runs, living);
    }
  }

  private ExitStatus showText(List<Path> runs, LivingProcesses living) {
    ExitStatus status = ExitStatus.DONE;
    if (runs.isEmpty()) {
      output().line("There is no run here.");
    }
    for (Path run : runs) {
      try {
        output().print(ShowText.of(LineageView.read(run, living, Arguments.isSet(all))));
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
      view = LineageView.read(run, living, Arguments.isSet(all));
    } catch (JournalException e) {
      ShowJson.writeUnread(
          line, String.valueOf(run.getFileName()), run.toString(), String.valueOf(e.getMessage()));
      return false;
    }
    ShowJson.write(line, run.toString(), view);
    return true;
  }
}
