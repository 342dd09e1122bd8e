package dev.sexton.engine.command;

import dev.sexton.engine.census.HostClock;
import dev.sexton.journal.JournalException;
import dev.sexton.journal.JournalSalvage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** {@code sexton verify}. */
final class VerifyCommand extends Subcommand {
  private static final double NANOS_PER_SECOND = 1e9;

  private final PositionalParamSpec target = Arguments.rootOrRun();
  private final OptionSpec level =
      OptionSpec.builder("--level")
          .type(CheckLevel.class)
          .converters(new CheckLevel.Converter())
          .paramLabel("LEVEL")
          .defaultValue(CheckLevel.LINEAGE.optionName())
          .description(
              "structure: the files and how they end. records: each record's checksum, sequence"
                  + " and shape. lineage: whether what they tell can have happened. Each includes"
                  + " the ones before (default: ${DEFAULT-VALUE}).")
          .build();
  private final OptionSpec salvage =
      Arguments.path("--salvage")
          .paramLabel("COPY")
          .description(
              "Also write the whole records to new journals under COPY, a directory that must not"
                  + " be there yet. A damaged journal's copy stays damaged.")
          .build();
  private final OptionSpec json = Arguments.json("Print one JSON object on one line.");

  VerifyCommand(Output output) {
    super(output);
  }

  @Override
  String[] description() {
    return new String[] {
      "Checks a journal: checksums and sequence of its records, how its files end, and whether the"
          + " lineage in it can have happened. Says of each defect what it means for a reap."
          + " Changes nothing; beside a writer at work it checks what is there and says 'partial'.",
      ""
    };
  }

  @Override
  String[] footer() {
    return new String[] {
      "",
      "Examples:",
      "  sexton verify /var/lib/sexton                    every run under a root",
      "  sexton verify /var/lib/sexton/RUN                one run",
      "  sexton verify /var/lib/sexton --json             one JSON object on one line",
      "  sexton verify --level structure /var/lib/sexton  no record's checksum",
      "  sexton verify --salvage COPY /var/lib/sexton/RUN what is whole of it, to COPY/RUN",
      "",
      "A torn end is what a killed writer leaves: it is said, and is no damage."
    };
  }

  @Override
  List<ArgSpec> arguments() {
    return List.of(target, level, salvage, json);
  }

  @Override
  List<ExitStatus> statuses() {
    return List.of(
        ExitStatus.DONE,
        ExitStatus.INTERNAL_ERROR,
        ExitStatus.USAGE,
        ExitStatus.REFUSED,
        ExitStatus.DAMAGED,
        ExitStatus.HOST_CANNOT,
        ExitStatus.WRITER_ALIVE);
  }

  @Override
  ExitStatus execute() throws Exception {
    long startNs = HostClock.SYSTEM.nanoTime();
    List<Path> runs = Runs.under(Arguments.value(target, Path.class));
    CheckLevel depth = Arguments.value(level, CheckLevel.class);
    Path copy = Arguments.valueOrNull(salvage, Path.class);
    List<RunCheck> checks = new ArrayList<>();
    Map<RunCheck, RunSalvage> salvages = new LinkedHashMap<>();
    if (copy == null) {
      check(runs, depth, checks);
    } else {
      requireElsewhere(copy, runs);
      // Made first: a name that is taken is told before the check, which may take its time.
      try (JournalSalvage into = JournalSalvage.into(copy)) {
        check(runs, depth, checks);
        checks.forEach(run -> salvages.put(run, RunSalvage.of(into, run)));
      }
    }
    double seconds = (HostClock.SYSTEM.nanoTime() - startNs) / NANOS_PER_SECOND;
    VerifyReport report = new VerifyReport(depth, checks, salvages, seconds);
    if (Arguments.isSet(json)) {
      output().line(VerifyJson.of(report));
    } else {
      output().print(VerifyText.of(report));
    }
    return report.status();
  }

  private static void check(List<Path> runs, CheckLevel depth, List<RunCheck> into)
      throws JournalException {
    for (Path run : runs) {
      into.add(RunCheck.of(run, depth));
    }
  }

  private static void requireElsewhere(Path copy, List<Path> runs)
      throws UsageException, JournalException {
    if (runs.isEmpty()) {
      throw new UsageException("there is no run to salvage: name a root with runs, or a run.");
    }
    for (Path run : runs) {
      if (JournalSalvage.wouldTouch(copy, run)) {
        throw new UsageException(
            copy + " is in the journal root or the run itself: name a directory elsewhere.");
      }
    }
  }
}
