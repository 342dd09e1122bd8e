package dev.sexton.engine.report;

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
public final class JsonLine {
  /** The version of everything that is written as JSON. */
  public static final int SCHEMA = 1;

  private static final JsonFactory FACTORY =
      JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  private JsonLine() {}

  /** Writes the fields of an object. */
  public interface Body {
    /** Writes them. */
    void write(JsonGenerator json) throws IOException;
  }

  /** An object that begins with the schema's number. */
  public static String of(Body body) {
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
  public static void identity(JsonGenerator json, String field, ProcessIdentity identity)
      throws IOException {
    json.writeObjectFieldStart(field);
    json.writeNumberField("pid", identity.pid());
    json.writeNumberField("startTicks", identity.startTicks());
    json.writeEndObject();
  }

  /** A field that holds a list of texts. */
  public static void texts(JsonGenerator json, String field, Iterable<String> texts)
      throws IOException {
    json.writeArrayFieldStart(field);
    for (String text : texts) {
      json.writeString(text);
    }
    json.writeEndArray();
  }
}
