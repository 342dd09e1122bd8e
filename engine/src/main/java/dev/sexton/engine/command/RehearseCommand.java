package dev.sexton.engine.command;

import dev.sexton.engine.census.Host;
import dev.sexton.engine.census.HostClock;
import dev.sexton.engine.census.RunRequest;
import dev.sexton.engine.census.Sampler;
import dev.sexton.engine.census.SamplerListener;
import dev.sexton.engine.census.SamplerOptions;
import dev.sexton.engine.model.ReapReport;
import dev.sexton.engine.reap.ReapOptions;
import dev.sexton.engine.reap.Reaper;
import dev.sexton.engine.report.ReapJson;
import dev.sexton.journal.RunId;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * Goes through what the other subcommands do, on this very process and without signalling anybody,
 * so that the launcher can have the JVM write the classes used into an archive for later starts.
 */
final class RehearseCommand extends Subcommand {
  static final String NAME = "rehearse";

  private final PositionalParamSpec target =
      Arguments.target("DIRECTORY", "An empty directory to work in.");

  RehearseCommand(Output output) {
    super(output);
  }

  @Override
  String[] description() {
    return new String[] {"Goes through everything once, for the launcher's class archive."};
  }

  @Override
  String[] footer() {
    return new String[] {};
  }

  @Override
  List<ArgSpec> arguments() {
    return List.of(target);
  }

  @Override
  boolean isListed() {
    return false;
  }

  @Override
  List<ExitStatus> statuses() {
    return List.of(ExitStatus.DONE, ExitStatus.INTERNAL_ERROR);
  }

  @Override
  ExitStatus execute() throws Exception {
    PrintStream nowhere =
        new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
    Path directory = Arguments.value(target, Path.class);
    String root = directory.toString();
    call(nowhere, "--help");
    call(nowhere, "reap", root);
    call(nowhere, "reap", root, "--json");
    call(nowhere, "watch", "--pid", "1", "--journal", root);
    String run = RunId.fresh(HostClock.SYSTEM.wallMillis());
    try (Sampler sampler =
        new Sampler(Host.open(), directory, SamplerOptions.DEFAULT, SamplerListener.NONE)) {
      sampler.add(RunRequest.runner(run, (int) ProcessHandle.current().pid()));
      sampler.sampleNow();
      ReapReport report =
          Reaper.over(directory).with(ReapOptions.DEFAULT.dryRun(true)).endingTheRunnerToo().reap();
      nowhere.print(ReapText.of(report, true));
      nowhere.print(ReapJson.of(report));
    }
    call(nowhere, "reap", root, "--dry-run", "--explain");
    call(nowhere, "show", root);
    call(nowhere, "show", root, "--json");
    call(nowhere, "verify", root);
    call(nowhere, "doctor");
    return ExitStatus.DONE;
  }

  private static void call(PrintStream nowhere, String... args) {
    if (Main.run(args, nowhere, nowhere) == ExitStatus.INTERNAL_ERROR.code()) {
      throw new IllegalStateException("rehearsing " + String.join(" ", args));
    }
  }
}
