package dev.sexton.engine.report;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sexton.engine.model.RunReport;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What outlives a journal that was proved: the run's report, where and when the proof was made, and
 * what the journal consisted of. docs/reaping.md names every field.
 *
 * @param writtenAt the wall clock's time, as ISO-8601 in UTC; for people
 * @param sextonVersion who made the proof
 * @param host where
 * @param journal what the proof was made from
 * @param run the report, as it was before the journal was retired
 */
public record Certificate(
    String writtenAt, String sextonVersion, HostStamp host, JournalStamp journal, RunReport run) {

  /** The version of a certificate's form. */
  public static final int VERSION = 1;

  /**
   * The host, the boot and the namespace that the proof is of.
   *
   * @param bootId the kernel's id of the boot, absent if unreadable
   * @param machineId as in {@code /etc/machine-id}, absent if there is none
   * @param pidNamespace inode of the pid namespace
   * @param timeNamespace inode of the time namespace, 0 where the kernel has none
   * @param pidMax one above the highest process number handed out
   */
  public record HostStamp(
      @Nullable UUID bootId,
      @Nullable String machineId,
      String kernelRelease,
      long pidNamespace,
      long timeNamespace,
      int pidMax) {}

  /**
   * The journal's files as they were when the certificate was written.
   *
   * @param files in the order of their names, the writer's lock left out
   * @param sha256 of the lines that {@code sha256sum} prints for these files in this order
   */
  public record JournalStamp(List<FileStamp> files, String sha256) {
    /** Copies the list. */
    public JournalStamp {
      files = List.copyOf(files);
    }
  }

  /**
   * One file.
   *
   * @param sha256 of what was in it, 64 hexadecimal digits
   */
  public record FileStamp(String name, long sizeBytes, String sha256) {
    /** The line that {@code sha256sum} prints for it, with its end. */
    public String line() {
      return String.format(Locale.ROOT, "%s  %s\n", sha256, name);
    }
  }

  /** One JSON object on one line, without the line's end. */
  public String json() {
    return JsonLine.of(
        json -> {
          json.writeNumberField("certificate", VERSION);
          json.writeStringField("writtenAt", writtenAt);
          json.writeStringField("sexton", sextonVersion);
          host(json);
          journal(json);
          json.writeFieldName("run");
          ReapJson.run(json, run);
        });
  }

  private void host(JsonGenerator json) throws IOException {
    UUID bootId = host.bootId();
    json.writeObjectFieldStart("host");
    json.writeStringField("bootId", bootId == null ? null : bootId.toString());
    json.writeStringField("machineId", host.machineId());
    json.writeStringField("kernel", host.kernelRelease());
    json.writeNumberField("pidNamespace", host.pidNamespace());
    json.writeNumberField("timeNamespace", host.timeNamespace());
    json.writeNumberField("pidMax", host.pidMax());
    json.writeEndObject();
  }

  private void journal(JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("journal");
    json.writeStringField("sha256", journal.sha256());
    json.writeArrayFieldStart("files");
    for (FileStamp file : journal.files()) {
      json.writeStartObject();
      json.writeStringField("file", file.name());
      json.writeNumberField("sizeBytes", file.sizeBytes());
      json.writeStringField("sha256", file.sha256());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }
}
