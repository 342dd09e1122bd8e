package dev.sexton.engine.command;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sexton.engine.attribution.KnownProcess;
import dev.sexton.engine.model.Comm;
import dev.sexton.engine.report.JsonLine;
import dev.sexton.journal.JournalHeader;
import java.io.IOException;
import java.util.Locale;

/** A lineage as part of a JSON object; docs/command.md names every field. */
final class ShowJson {
  private ShowJson() {}

  static void write(JsonGenerator json, String journal, LineageView view) throws IOException {
    JournalHeader header = view.journal().header();
    json.writeStartObject();
    json.writeStringField("run", header.runId());
    json.writeStringField("journal", journal);
    JsonLine.identity(json, "runner", view.journal().attributor().run().runner());
    json.writeStringField("bootId", header.bootId().toString());
    json.writeNumberField("samples", view.journal().samples());
    json.writeBooleanField("censusTaken", view.journal().censusTaken());
    json.writeBooleanField("damaged", view.journal().report().damaged());
    json.writeBooleanField("runnerGone", view.journal().runnerGone());
    json.writeBooleanField("closedCleanly", view.journal().closedCleanly());
    json.writeNullField("error");
    json.writeArrayFieldStart("processes");
    for (LineageView.Entry entry : view.entries()) {
      process(json, entry);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  /** A run that could not be read. */
  static void writeUnread(JsonGenerator json, String run, String journal, String error)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("run", run);
    json.writeStringField("journal", journal);
    json.writeStringField("error", error);
    json.writeArrayFieldStart("processes");
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void process(JsonGenerator json, LineageView.Entry entry) throws IOException {
    KnownProcess p = entry.process();
    json.writeStartObject();
    json.writeNumberField("pid", p.pid());
    json.writeNumberField("startTicks", p.startTicks());
    json.writeStringField("comm", Comm.printable(p.comm()));
    json.writeNumberField("uid", p.realUid());
    json.writeNumberField("parent", p.parentPid());
    json.writeNumberField("parentStartTicks", p.parentStartTicks());
    KnownProcess first = p.firstParent();
    json.writeNumberField("firstParent", first == null ? 0 : first.pid());
    json.writeNumberField("session", p.session());
    json.writeNumberField("processGroup", p.processGroup());
    json.writeNumberField("depth", entry.depth());
    json.writeStringField(
        "attribution", entry.verdict().attribution().name().toLowerCase(Locale.ROOT));
    json.writeStringField("rule", entry.verdict().rule().jsonName());
    json.writeStringField("evidence", entry.verdict().evidence().text());
    json.writeBooleanField("recordedDead", entry.recordedDead());
    json.writeStringField("now", entry.life().text());
    json.writeEndObject();
  }
}
