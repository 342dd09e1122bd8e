package dev.sexton.engine.command;

import dev.sexton.engine.census.Host;
import dev.sexton.procfs.ProcfsException;
import dev.sexton.procfs.UnsupportedHostException;
import dev.sexton.procfs.linux.KernelSupport;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/** {@code sexton doctor}. */
final class DoctorCommand extends Subcommand {
  private final OptionSpec root =
      Arguments.path("--journal")
          .paramLabel("ROOT")
          .description("A journal root, existing or not, to look at as well.")
          .build();
  private final OptionSpec tryFacts =
      Arguments.flag(
          "--try-facts",
          "Start a few short processes of its own, and try on them what the kernel is relied on"
              + " for. Nothing is left of them.");
  private final OptionSpec json = Arguments.json("Print one JSON object on one line.");

  DoctorCommand(Output output) {
    super(output);
  }

  @Override
  String[] description() {
    return new String[] {
      "Says which kernel facts hold on this host, how strong identities and proofs are here, what"
          + " is missing and how to get it. Changes nothing.",
      ""
    };
  }

  @Override
  String[] footer() {
    return new String[] {
      "",
      "Examples:",
      "  sexton doctor",
      "  sexton doctor --try-facts                 also with processes of its own",
      "  sexton doctor --journal /var/lib/sexton   also whether a journal can be written there",
      "  sexton doctor --json                      one JSON object on one line"
    };
  }

  @Override
  List<ArgSpec> arguments() {
    return List.of(root, tryFacts, json);
  }

  @Override
  List<ExitStatus> statuses() {
    return List.of(
        ExitStatus.DONE, ExitStatus.INTERNAL_ERROR, ExitStatus.USAGE, ExitStatus.HOST_CANNOT);
  }

  @Override
  ExitStatus execute() {
    Diagnosis diagnosis = new Diagnosis();
    try (Host host = Host.open()) {
      diagnosis.examine(host);
      diagnosis.examineKernel(FactReport.of(host, Arguments.isSet(tryFacts)));
    } catch (UnsupportedHostException | ProcfsException e) {
      diagnosis.cannot("kernel", String.valueOf(e.getMessage()), "Use Linux 5.3 or newer.");
    }
    diagnosis.examineJvm(KernelSupport.class.getModule());
    Path journals = Arguments.valueOrNull(root, Path.class);
    if (journals != null) {
      diagnosis.examineRoot(journals);
    }
    if (Arguments.isSet(json)) {
      output().line(diagnosis.json());
    } else {
      output().print(diagnosis.text());
    }
    return diagnosis.canDoIt() ? ExitStatus.DONE : ExitStatus.HOST_CANNOT;
  }
}
