package dev.sexton.engine.command;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sexton.engine.census.LineageCheck;
import dev.sexton.engine.report.JsonLine;
import dev.sexton.journal.CheckReport;
import dev.sexton.journal.ReadReport;
import dev.sexton.journal.SalvageReport;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A {@link VerifyReport} as JSON. */
final class VerifyJson {
  private VerifyJson() {}

  static String of(VerifyReport report) {
    return JsonLine.of(
        line -> {
          line.writeBooleanField("clean", report.clean());
          line.writeBooleanField("partial", report.partial());
          line.writeNumberField("seconds", report.seconds());
          line.writeStringField("level", report.level().optionName());
          line.writeArrayFieldStart("runs");
          for (RunCheck check : report.checks()) {
            line.writeStartObject();
            writeRun(line, check);
            writeSalvage(line, report.salvages().get(check));
            line.writeEndObject();
          }
          line.writeEndArray();
        });
  }

  private static void writeRun(JsonGenerator line, RunCheck check) throws IOException {
    CheckReport structure = check.structure();
    line.writeStringField("run", structure.runDirectory());
    line.writeStringField("journal", check.directory().toString());
    line.writeStringField("verdict", VerifyText.nameOf(structure.verdict()));
    line.writeBooleanField("partial", check.partial());
    line.writeNumberField("records", structure.records());
    line.writeNumberField("bytes", structure.bytes());
    writeFiles(line, structure.files());
    writeFindings(line, check);
    JsonLine.texts(line, "impossible", check.impossible());
    line.writeNumberField("stale", structure.counts().stale());
    line.writeNumberField("unreadable", structure.counts().unreadable());
    line.writeNumberField("missing", structure.counts().missing());
    ReadReport.Tail tail = structure.tail();
    line.writeStringField("tail", tail == null ? null : VerifyText.nameOf(tail));
    writeLastSample(line, structure.lastSample());
    writeLineage(line, check.lineage());
  }

  private static void writeFiles(JsonGenerator line, List<CheckReport.FileReport> files)
      throws IOException {
    line.writeArrayFieldStart("files");
    for (CheckReport.FileReport file : files) {
      boolean ofChronicle = file.chronicleRecords() != CheckReport.CHRONICLE_RECORDS_NONE;
      line.writeStartObject();
      line.writeStringField("file", file.name());
      line.writeNumberField("sizeBytes", file.sizeBytes());
      line.writeNumberField("records", file.records());
      line.writeNumberField(
          ofChronicle ? "chronicleRecords" : "framedRecords", file.framedRecords());
      line.writeStringField("end", VerifyText.nameOf(file.end()));
      line.writeEndObject();
    }
    line.writeEndArray();
  }

  private static void writeFindings(JsonGenerator line, RunCheck check) throws IOException {
    line.writeArrayFieldStart("findings");
    for (CheckReport.Finding finding : check.findings()) {
      line.writeStartObject();
      line.writeStringField("kind", VerifyText.nameOf(finding.kind()));
      line.writeStringField("file", finding.file());
      line.writeNumberField("offset", finding.offset());
      line.writeStringField("detail", finding.detail());
      line.writeStringField("meaning", check.meaningOf(finding));
      line.writeNumberField("sequence", finding.sequence());
      line.writeNumberField("count", finding.count());
      line.writeEndObject();
    }
    line.writeEndArray();
  }

  private static void writeLastSample(JsonGenerator line, CheckReport.@Nullable LastSample last)
      throws IOException {
    if (last == null) {
      line.writeNullField("lastSample");
      return;
    }
    line.writeObjectFieldStart("lastSample");
    line.writeNumberField("samples", last.samples());
    line.writeNumberField("startTicks", last.startTicks());
    line.writeNumberField("recordsAfter", last.recordsAfter());
    line.writeNumberField("newestRecordAfterMs", RunCheck.millis(last.newestRecordAfterNs()));
    line.writeNumberField("modifiedAfterMs", RunCheck.millis(last.modifiedAfterNs()));
    line.writeEndObject();
  }

  private static void writeLineage(JsonGenerator line, LineageCheck.@Nullable Report lineage)
      throws IOException {
    if (lineage == null) {
      line.writeNullField("lineage");
      return;
    }
    line.writeObjectFieldStart("lineage");
    line.writeNumberField("records", lineage.records());
    line.writeNumberField("samples", lineage.samples());
    line.writeNumberField("births", lineage.births());
    line.writeNumberField("changes", lineage.changes());
    line.writeNumberField("deaths", lineage.deaths());
    line.writeNumberField("uncommitted", lineage.uncommitted());
    line.writeEndObject();
  }

  private static void writeSalvage(JsonGenerator line, @Nullable RunSalvage salvage)
      throws IOException {
    if (salvage == null) {
      line.writeNullField("salvage");
      return;
    }
    line.writeObjectFieldStart("salvage");
    SalvageReport written = salvage.report();
    line.writeStringField("journal", written == null ? null : written.directory().toString());
    line.writeStringField("refused", salvage.refused());
    if (written != null) {
      line.writeNumberField("records", written.records());
      line.writeNumberField("bytes", written.bytes());
      JsonLine.texts(line, "leftOut", written.leftOut());
    }
    line.writeEndObject();
  }
}
