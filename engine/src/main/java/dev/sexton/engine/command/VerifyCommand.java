package dev.sexton.engine.command;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sexton.engine.census.HostClock;
import dev.sexton.engine.census.LineageCheck;
import dev.sexton.journal.CheckReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** {@code sexton verify}. */
final class VerifyCommand extends Subcommand {
  private static final double NANOS_PER_SECOND = 1e9;

  private final PositionalParamSpec target = Arguments.rootOrRun();
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
      "  sexton verify /var/lib/sexton         every run under a root",
      "  sexton verify /var/lib/sexton/RUN     one run",
      "  sexton verify /var/lib/sexton --json  one JSON object on one line",
      "",
      "A torn end is what a killed writer leaves: it is said, and is no damage."
    };
  }

  @Override
  List<ArgSpec> arguments() {
    return List.of(target, json);
  }

  @Override
  List<ExitStatus> statuses() {
    return List.of(
        ExitStatus.DONE,
        ExitStatus.INTERNAL_ERROR,
        ExitStatus.USAGE,
        ExitStatus.DAMAGED,
        ExitStatus.HOST_CANNOT);
  }

  @Override
  ExitStatus execute() throws Exception {
    long startNs = HostClock.SYSTEM.nanoTime();
    List<RunCheck> checks = new ArrayList<>();
    for (Path run : Runs.under(Arguments.value(target, Path.class))) {
      checks.add(RunCheck.of(run));
    }
    double seconds = (HostClock.SYSTEM.nanoTime() - startNs) / NANOS_PER_SECOND;
    ExitStatus status = worst(checks);
    if (Arguments.isSet(json)) {
      output().line(jsonOf(checks, status, seconds));
    } else {
      output().out().print(textOf(checks, status, seconds));
    }
    return status;
  }

  /** Damage is worse than not having been able to look. */
  private static ExitStatus worst(List<RunCheck> checks) {
    ExitStatus worst = ExitStatus.DONE;
    for (RunCheck check : checks) {
      if (check.status() == ExitStatus.DAMAGED) {
        return ExitStatus.DAMAGED;
      }
      worst = check.status() == ExitStatus.DONE ? worst : check.status();
    }
    return worst;
  }

  private static String textOf(List<RunCheck> checks, ExitStatus status, double seconds) {
    StringBuilder text = new StringBuilder();
    long records = 0;
    long bytes = 0;
    boolean partial = false;
    for (RunCheck check : checks) {
      CheckReport report = check.structure();
      records += report.records();
      bytes += report.bytes();
      partial |= check.partial();
      text.append("Run ").append(report.runDirectory()).append(": ").append(check.meaning());
      text.append(check.partial() ? " (partial: its writer is at work)\n" : "\n");
      for (CheckReport.FileReport file : report.files()) {
        text.append(
            "  %s: %d bytes, %d records%s%n"
                .formatted(
                    file.name(),
                    file.sizeBytes(),
                    file.records(),
                    file.chronicleRecords() == CheckReport.CHRONICLE_RECORDS_NONE
                        ? ""
                        : ", %d of them by Chronicle's headers"
                            .formatted(file.chronicleRecords())));
      }
      for (CheckReport.Finding finding : report.findings()) {
        text.append("  ").append(name(finding)).append(' ').append(finding.file());
        text.append(" at ").append(finding.offset()).append(": ").append(finding.detail());
        text.append(" - ").append(RunCheck.meaningOf(finding.kind())).append('\n');
      }
      for (LineageCheck.Finding finding : check.lineage()) {
        text.append("  impossible: ").append(finding.text()).append('\n');
      }
    }
    text.append(status == ExitStatus.DONE ? "clean" : "NOT clean")
        .append(partial ? ", partial" : "");
    text.append(
        String.format(
            Locale.ROOT,
            ": %d %s, %d records, %d bytes checked in %.2f s%n",
            checks.size(),
            checks.size() == 1 ? "run" : "runs",
            records,
            bytes,
            seconds));
    return text.toString();
  }

  private static String name(CheckReport.Finding finding) {
    return finding.kind().name().toLowerCase(Locale.ROOT);
  }

  private static String jsonOf(List<RunCheck> checks, ExitStatus status, double seconds) {
    return JsonLine.of(
        line -> {
          line.writeBooleanField("clean", status == ExitStatus.DONE);
          line.writeBooleanField("partial", checks.stream().anyMatch(RunCheck::partial));
          line.writeNumberField("seconds", seconds);
          line.writeArrayFieldStart("runs");
          for (RunCheck check : checks) {
            writeRun(line, check);
          }
          line.writeEndArray();
        });
  }

  private static void writeRun(JsonGenerator line, RunCheck check) throws IOException {
    CheckReport report = check.structure();
    line.writeStartObject();
    line.writeStringField("run", report.runDirectory());
    line.writeStringField("journal", check.directory().toString());
    line.writeStringField("verdict", report.verdict().name().toLowerCase(Locale.ROOT));
    line.writeBooleanField("partial", check.partial());
    line.writeNumberField("records", report.records());
    line.writeNumberField("bytes", report.bytes());
    line.writeArrayFieldStart("files");
    for (CheckReport.FileReport file : report.files()) {
      line.writeStartObject();
      line.writeStringField("file", file.name());
      line.writeNumberField("sizeBytes", file.sizeBytes());
      line.writeNumberField("records", file.records());
      if (file.chronicleRecords() != CheckReport.CHRONICLE_RECORDS_NONE) {
        line.writeNumberField("chronicleRecords", file.chronicleRecords());
      }
      line.writeEndObject();
    }
    line.writeEndArray();
    line.writeArrayFieldStart("findings");
    for (CheckReport.Finding finding : report.findings()) {
      line.writeStartObject();
      line.writeStringField("kind", name(finding));
      line.writeStringField("file", finding.file());
      line.writeNumberField("offset", finding.offset());
      line.writeStringField("detail", finding.detail());
      line.writeStringField("meaning", RunCheck.meaningOf(finding.kind()));
      line.writeEndObject();
    }
    line.writeEndArray();
    JsonLine.texts(
        line, "impossible", check.lineage().stream().map(LineageCheck.Finding::text).toList());
    line.writeEndObject();
  }
}
