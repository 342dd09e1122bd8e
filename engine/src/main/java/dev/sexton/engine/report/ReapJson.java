package dev.sexton.engine.report;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sexton.engine.model.ProcessReport;
import dev.sexton.engine.model.ReapReport;
import dev.sexton.engine.model.RefusalReason;
import dev.sexton.engine.model.RunReport;
import dev.sexton.engine.model.SignalReport;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A reap as one JSON object; docs/command.md names every field. */
public final class ReapJson {
  private ReapJson() {}

  /** The whole report. */
  public static String of(ReapReport report) {
    return JsonLine.of(
        json -> {
          json.writeBooleanField("verified", report.verified());
          reasons(json, report.reason(), report.reasons());
          json.writeNumberField("journals", report.journals());
          json.writeNumberField("signalled", report.signalled());
          json.writeArrayFieldStart("remaining");
          for (int pid : report.remaining()) {
            json.writeNumber(pid);
          }
          json.writeEndArray();
          json.writeBooleanField("dryRun", report.dryRun());
          json.writeNumberField("elapsedMs", report.elapsedMs());
          json.writeArrayFieldStart("runs");
          for (RunReport run : report.runs()) {
            run(json, run);
          }
          json.writeEndArray();
        });
  }

  private static void reasons(
      JsonGenerator json, Optional<RefusalReason> first, List<RefusalReason> all)
      throws IOException {
    json.writeStringField("reason", first.map(RefusalReason::jsonName).orElse(null));
    JsonLine.texts(json, "reasons", all.stream().map(RefusalReason::jsonName).toList());
  }

  /** One run as an object, at the place where the generator is. */
  static void run(JsonGenerator json, RunReport run) throws IOException {
    json.writeStartObject();
    json.writeStringField("run", run.run());
    json.writeStringField("journal", run.journal());
    JsonLine.identity(json, "runner", run.runner());
    json.writeStringField("bootId", run.bootId());
    json.writeBooleanField("verified", run.verified());
    reasons(json, run.reason(), run.reasons());
    json.writeNumberField("lastSampleAgeMs", run.lastSampleAgeMs());
    json.writeNumberField("blindWindowMs", run.blindWindowMs());
    json.writeNumberField("scans", run.scans());
    json.writeStringField("identityStrength", run.identityStrength().jsonName());
    JsonLine.texts(json, "evidence", run.evidence());
    JsonLine.texts(json, "assumptions", run.assumptions());
    json.writeNumberField("uncollected", run.uncollected());
    json.writeBooleanField("retired", run.retired());
    String certificate = run.settlement().certificate();
    json.writeStringField("certificate", certificate.isEmpty() ? null : certificate);
    json.writeArrayFieldStart("processes");
    for (ProcessReport process : run.processes()) {
      process(json, process);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void process(JsonGenerator json, ProcessReport process) throws IOException {
    json.writeStartObject();
    json.writeNumberField("pid", process.identity().pid());
    json.writeNumberField("startTicks", process.identity().startTicks());
    json.writeStringField("comm", process.comm());
    json.writeNumberField("uid", process.uid());
    json.writeNumberField("parent", process.parentPid());
    json.writeNumberField("session", process.session());
    json.writeStringField(
        "attribution", process.verdict().attribution().name().toLowerCase(Locale.ROOT));
    json.writeStringField("rule", process.verdict().rule().jsonName());
    json.writeStringField("evidence", process.verdict().evidence().text());
    json.writeStringField("fate", process.fate().jsonName());
    json.writeArrayFieldStart("signals");
    for (SignalReport signal : process.signals()) {
      json.writeStartObject();
      json.writeStringField("signal", signal.signal());
      json.writeNumberField("afterMs", signal.afterMs());
      json.writeStringField("error", signal.isDelivered() ? null : signal.error());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeStringField("note", process.note());
    json.writeEndObject();
  }
}
