package dev.sexton.journal;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.wire.DocumentContext;

/** What the tests of this package share: headers, copies of journals, and reading one whole. */
final class Fixtures {
  static final UUID BOOT_ID = UUID.fromString("0b51e3a4-7f55-4c0a-9d2e-2a3b4c5d6e7f");

  private Fixtures() {}

  /** A journal of the run "run" with the default options but for the store. */
  static LineageAppender create(Path root, JournalStore store) throws JournalException {
    return LineageJournal.create(root, header("run"), JournalOptions.defaults().withStore(store));
  }

  /** The name of the first file with records. */
  static String firstFile(JournalStore store) {
    return fileName(store, 0);
  }

  /** The name of a file with records, counted from 0. */
  static String fileName(JournalStore store, int ordinal) {
    return store == JournalStore.PLAIN
        ? JournalFiles.plainName(ordinal)
        : JournalFiles.cycleName(ordinal);
  }

  /** All that a complete reading gave. */
  record Reading(List<String> records, ReadReport report) {}

  static JournalHeader header(String runId) {
    return JournalHeader.builder(runId, BOOT_ID).runnerPid(4711).runnerStartTicks(99).build();
  }

  static Reading read(Path runDirectory) throws JournalException {
    List<String> records = new ArrayList<>();
    try (LineageReader reader = LineageReader.open(runDirectory)) {
      reader.forEach(record -> records.add(describe(record)));
      return new Reading(records, reader.report());
    }
  }

  /** Every field of a record, so that two records are equal if and only if the texts are. */
  static String describe(LineageEventDecoder record) {
    String fields =
        switch (record.type()) {
          case HEADER -> record.header().toString();
          case BIRTH, CHANGE ->
              process(
                  record.pid(),
                  record.parentPid(),
                  record.processGroup(),
                  record.session(),
                  record.startTicks(),
                  record.parentStartTicks(),
                  record.pidfdInode(),
                  record.realUid(),
                  record.savedUid(),
                  record.state(),
                  record.flags(),
                  record.listedUnderThread(),
                  record.cgroupNote(),
                  Arrays.toString(record.comm()));
          case DEATHS -> {
            StringBuilder pairs = new StringBuilder();
            for (int i = 0; i < record.deathCount(); i++) {
              pairs.append(record.deathPid(i)).append('@').append(record.deathStartTicks(i));
              pairs.append(' ');
            }
            yield pairs.toString();
          }
          case ANCESTOR ->
              process(
                  record.ancestorIndex(),
                  record.pid(),
                  record.startTicks(),
                  record.runnerThread(),
                  Arrays.toString(record.comm()));
          case COMMIT ->
              process(
                  record.flags(),
                  record.virtualBefore(),
                  record.virtualAfter(),
                  record.passStartTicks(),
                  record.previousVirtualBefore(),
                  record.previousStartTicks(),
                  record.births(),
                  record.changes(),
                  record.deaths());
          case EVENT ->
              process(
                  record.eventKind(),
                  record.eventBootNs(),
                  record.eventWallMillis(),
                  record.eventValue(),
                  record.eventText());
        };
    return record.sequence() + " " + record.type() + " " + fields;
  }

  static String process(Object... fields) {
    return Arrays.toString(fields);
  }

  /** Appends so many commits whose startTicks counts from 0. */
  static void appendCommits(LineageAppender appender, int count) throws JournalException {
    for (int i = 0; i < count; i++) {
      appender.commit().startTicks(i).virtualBefore(i);
      appender.append();
    }
  }

  /** Copies a run directory, name and all, under another root. The writer must be gone. */
  static Path copy(Path runDirectory, Path toRoot) throws IOException {
    Path to = Files.createDirectories(toRoot.resolve(runDirectory.getFileName()));
    for (Path file : JournalFiles.entries(runDirectory)) {
      Files.copy(file, to.resolve(file.getFileName()));
    }
    return to;
  }

  /** What the directory takes on the disk, in bytes. */
  static long allocatedBytes(Path directory) throws IOException, InterruptedException {
    Process du = new ProcessBuilder("du", "-s", "-B1", directory.toString()).start();
    try (BufferedReader out =
        new BufferedReader(new InputStreamReader(du.getInputStream(), StandardCharsets.UTF_8))) {
      long bytes = Long.parseLong(out.readLine().replaceFirst("\\s.*", ""));
      du.waitFor();
      return bytes;
    }
  }

  /** The frames that Chronicle's own tailer finds, as the sequences in them. */
  static List<Long> sequencesByChronicle(Path runDirectory) {
    List<Long> sequences = new ArrayList<>();
    byte[] frame = new byte[JournalFormat.FRAME_LENGTH_MAX];
    try (ChronicleQueue queue = ChronicleQueue.singleBuilder(runDirectory).readOnly(true).build();
        ExcerptTailer tailer = queue.createTailer()) {
      while (true) {
        try (DocumentContext document = tailer.readingDocument()) {
          if (!document.isPresent()) {
            return sequences;
          }
          int length = (int) document.wire().bytes().readRemaining();
          document.wire().bytes().read(frame, 0, length);
          sequences.add(Bits.getLong(frame, JournalFormat.SEQUENCE_AT));
        }
      }
    }
  }

  /** The command of a child JVM that runs a class of the tests. */
  static List<String> javaCommand(Class<?> main, List<String> flags, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:+UseSerialGC");
    command.add("-XX:TieredStopAtLevel=1");
    command.addAll(flags);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(List.of(arguments));
    return command;
  }
}
