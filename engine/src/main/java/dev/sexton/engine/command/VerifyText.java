package dev.sexton.engine.command;

import dev.sexton.engine.census.LineageCheck;
import dev.sexton.engine.model.Comm;
import dev.sexton.journal.CheckReport;
import dev.sexton.journal.SalvageReport;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A {@link VerifyReport} for people. */
final class VerifyText {
  private final VerifyReport report;
  private final StringBuilder text = new StringBuilder();

  private VerifyText(VerifyReport report) {
    this.report = report;
  }

  static String of(VerifyReport report) {
    VerifyText writer = new VerifyText(report);
    for (RunCheck check : report.checks()) {
      writer.run(check);
      writer.salvage(report.salvages().get(check));
    }
    writer.lastLine();
    return writer.text.toString();
  }

  private void run(RunCheck check) {
    CheckReport structure = check.structure();
    text.append("Run ").append(printable(structure.runDirectory())).append(": ");
    text.append(check.meaning());
    text.append(check.partial() ? " (partial: its writer is at work)\n" : "\n");
    for (CheckReport.FileReport file : structure.files()) {
      file(file);
    }
    for (CheckReport.Finding finding : check.findings()) {
      text.append("  ").append(nameOf(finding.kind())).append(' ');
      text.append(printable(finding.file())).append(" at ").append(finding.offset());
      text.append(": ").append(printable(finding.detail()));
      text.append(" - ").append(check.meaningOf(finding)).append('\n');
    }
    lineage(check);
    for (String impossible : check.impossible()) {
      text.append("  impossible: ").append(impossible).append('\n');
    }
  }

  private void file(CheckReport.FileReport file) {
    text.append("  ").append(file.name()).append(": ").append(file.sizeBytes()).append(" bytes, ");
    if (file.records() == CheckReport.NOT_COUNTED) {
      text.append(file.framedRecords()).append(" records by its lengths");
    } else {
      text.append(file.records()).append(" records");
      if (file.chronicleRecords() != CheckReport.CHRONICLE_RECORDS_NONE) {
        text.append(", ").append(file.chronicleRecords());
        text.append(" of them by Chronicle's headers");
      }
    }
    text.append('\n');
  }

  private void lineage(RunCheck check) {
    LineageCheck.Report lineage = check.lineage();
    if (lineage != null) {
      text.append(
          "  lineage: %d samples, %d births, %d changes, %d deaths, %d of these uncommitted%n"
              .formatted(
                  lineage.samples(),
                  lineage.births(),
                  lineage.changes(),
                  lineage.deaths(),
                  lineage.uncommitted()));
    } else if (report.level() == CheckLevel.LINEAGE) {
      text.append(
          "  lineage: not checked, since what is missing cannot be told from what is"
              + " impossible\n");
    }
  }

  private void salvage(@Nullable RunSalvage salvage) {
    if (salvage == null) {
      return;
    }
    SalvageReport written = salvage.report();
    if (written == null) {
      text.append("  not salvaged: ").append(printable(String.valueOf(salvage.refused())));
      text.append('\n');
      return;
    }
    text.append("  salvaged to ").append(printable(written.directory().toString()));
    text.append(": ").append(written.records()).append(" records, ");
    text.append(written.bytes()).append(" bytes\n");
    for (String left : written.leftOut()) {
      text.append("  left out: ").append(printable(left)).append('\n');
    }
  }

  private void lastLine() {
    boolean structure = report.level() == CheckLevel.STRUCTURE;
    long records = 0;
    long bytes = 0;
    for (RunCheck check : report.checks()) {
      for (CheckReport.FileReport file : check.structure().files()) {
        records += structure ? file.framedRecords() : 0;
        bytes += structure ? file.sizeBytes() : 0;
      }
      records += structure ? 0 : Math.max(0, check.structure().records());
      bytes += structure ? 0 : Math.max(0, check.structure().bytes());
    }
    text.append(report.clean() ? "clean" : "NOT clean");
    text.append(report.partial() ? ", partial" : "");
    if (report.level() != CheckLevel.LINEAGE) {
      text.append(", level ").append(report.level().optionName());
    }
    int runs = report.checks().size();
    text.append(
        String.format(
            Locale.ROOT,
            ": %d %s, %d records%s, %d bytes%s checked in %.2f s%n",
            runs,
            runs == 1 ? "run" : "runs",
            records,
            structure ? " by the files' lengths" : "",
            bytes,
            structure ? " of files" : "",
            report.seconds()));
  }

  static String nameOf(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /** File names come from whoever may write to the directory. */
  private static String printable(String text) {
    return Comm.printable(text.getBytes(StandardCharsets.UTF_8));
  }
}
