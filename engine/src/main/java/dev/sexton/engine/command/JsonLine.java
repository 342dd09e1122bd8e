package dev.sexton.engine.command;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import dev.sexton.engine.model.ProcessIdentity;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/**
 * One JSON object on one line, in the order in which it is written. Streamed: binding objects takes
 * far more classes to load. ASCII only, so that no locale can garble it.
 */
final class JsonLine {
  /** The version of everything that the command writes as JSON. */
  static final int SCHEMA = 1;

  private static final JsonFactory FACTORY =
      JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  private JsonLine() {}

  /** Writes the fields of an object. */
  interface Body {
    void write(JsonGenerator json) throws IOException;
  }

  /** An object that begins with the schema's number. */
  static String of(Body body) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(text)) {
      json.writeStartObject();
      json.writeNumberField("schema", SCHEMA);
      body.write(json);
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory", e);
    }
    return text.toString();
  }

  /** Pid and start ticks as a field that holds an object. */
  static void identity(JsonGenerator json, String field, ProcessIdentity identity)
      throws IOException {
    json.writeObjectFieldStart(field);
    json.writeNumberField("pid", identity.pid());
    json.writeNumberField("startTicks", identity.startTicks());
    json.writeEndObject();
  }

  /** A field that holds a list of texts. */
  static void texts(JsonGenerator json, String field, Iterable<String> texts) throws IOException {
    json.writeArrayFieldStart(field);
    for (String text : texts) {
      json.writeString(text);
    }
    json.writeEndArray();
  }
}
