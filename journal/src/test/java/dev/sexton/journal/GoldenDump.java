package dev.sexton.journal;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A journal as text, one line a record, printable ASCII. The dumps of old versions must stay as
 * they are: a field that a later version adds is written only where it is set.
 */
final class GoldenDump {
  private static final int PRINTABLE_FIRST = 0x20;
  private static final int PRINTABLE_LAST = 0x7E;

  private final StringBuilder line = new StringBuilder();

  private GoldenDump() {}

  static List<String> of(Path runDirectory) throws JournalException {
    List<String> lines = new ArrayList<>();
    try (LineageReader reader = LineageReader.open(runDirectory)) {
      reader.forEach(record -> lines.add(new GoldenDump().lineOf(record)));
    }
    return lines;
  }

  private String lineOf(LineageEventDecoder record) {
    line.append(record.sequence()).append(' ').append(record.type());
    field("epoch", record.epoch());
    switch (record.type()) {
      case HEADER -> header(record.header());
      case BIRTH, CHANGE -> process(record);
      case DEATHS -> {
        for (int i = 0; i < record.deathCount(); i++) {
          line.append(' ').append(record.deathPid(i)).append('@').append(record.deathStartTicks(i));
        }
      }
      case ANCESTOR -> {
        field("index", record.ancestorIndex());
        field("pid", record.pid());
        field("startTicks", record.startTicks());
        field("runnerThread", record.runnerThread());
        text("comm", record.comm());
      }
      case COMMIT -> commit(record);
      case EVENT -> {
        field("kind", record.eventKind());
        field("bootNs", record.eventBootNs());
        field("wallMillis", record.eventWallMillis());
        field("value", record.eventValue());
        text("text", record.eventText());
      }
    }
    return line.toString();
  }

  private void header(JournalHeader header) {
    field("runId", header.runId());
    field("runnerPid", header.runnerPid());
    field("runnerStartTicks", header.runnerStartTicks());
    field("runnerInode", header.runnerInode());
    field("bootId", header.bootId());
    field("machineId", header.machineId());
    field("pidNamespace", header.pidNamespace());
    field("timeNamespace", header.timeNamespace());
    field("realUid", header.realUid());
    field("savedUid", header.savedUid());
    field("runnerPrivileged", header.runnerPrivileged());
    field("subreaperKind", header.subreaperKind());
    field("subreaperPid", header.subreaperPid());
    field("subreaperStartTicks", header.subreaperStartTicks());
    field("subreaperBeforeFirstFork", header.subreaperBeforeFirstFork());
    field("embedded", header.embedded());
    field("samplerPid", header.samplerPid());
    text("samplerVersion", header.samplerVersion());
    field("intervalNs", header.intervalNs());
    field("ticksPerSecond", header.ticksPerSecond());
    field("pidMax", header.pidMax());
    field("numbersPerSecondMax", header.numbersPerSecondMax());
    field("createdWallMillis", header.createdWallMillis());
    field("createdBootNs", header.createdBootNs());
    text("ownCgroup", header.ownCgroup());
    field("ancestryComplete", header.ancestryComplete());
    field("scope", header.scope());
    field("store", header.store());
    if (!header.storeReason().isEmpty()) {
      text("storeReason", header.storeReason());
    }
  }

  private void process(LineageEventDecoder record) {
    field("pid", record.pid());
    field("startTicks", record.startTicks());
    field("parentPid", record.parentPid());
    field("parentStartTicks", record.parentStartTicks());
    field("processGroup", record.processGroup());
    field("session", record.session());
    field("pidfdInode", record.pidfdInode());
    field("realUid", record.realUid());
    field("savedUid", record.savedUid());
    field("state", (char) record.state());
    field("flags", record.flags());
    field("listedUnderThread", record.listedUnderThread());
    field("cgroupNote", record.cgroupNote());
    text("comm", record.comm());
  }

  private void commit(LineageEventDecoder record) {
    field("flags", record.flags());
    field("virtualBefore", record.virtualBefore());
    field("virtualAfter", record.virtualAfter());
    field("startTicks", record.passStartTicks());
    field("previousVirtualBefore", record.previousVirtualBefore());
    field("previousStartTicks", record.previousStartTicks());
    field("births", record.births());
    field("changes", record.changes());
    field("deaths", record.deaths());
    field("threads", record.threads());
  }

  private void field(String name, Object value) {
    line.append(' ').append(name).append('=').append(value);
  }

  private void text(String name, String value) {
    text(name, value.getBytes(StandardCharsets.UTF_8));
  }

  private void text(String name, byte[] value) {
    line.append(' ').append(name).append("=\"");
    for (byte b : value) {
      boolean plain = b >= PRINTABLE_FIRST && b <= PRINTABLE_LAST && b != '\\' && b != '"';
      line.append(plain ? String.valueOf((char) b) : "\\x%02x".formatted(b & 0xFF));
    }
    line.append('"');
  }
}
