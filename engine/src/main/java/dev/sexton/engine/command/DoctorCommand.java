package dev.sexton.engine.command;

import java.util.List;
import picocli.CommandLine.Command;

@Command(name = "doctor")
final class DoctorCommand extends Subcommand {
  DoctorCommand(Output output) {
    super(output);
  }

  @Override
  List<ExitStatus> statuses() {
    return List.of(ExitStatus.DONE);
  }

  @Override
  ExitStatus execute() {
    return ExitStatus.DONE;
  }
}
