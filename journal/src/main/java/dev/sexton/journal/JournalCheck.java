package dev.sexton.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Checks a journal: its files and how they end, then every record's checksum, sequence and shape.
 * Never writes. Beside a living writer it checks a prefix; ask {@link LineageJournal#writerState}
 * to tell.
 */
public final class JournalCheck {
  private final Path directory;
  private final CheckReport.Level level;
  private final List<CheckReport.FileReport> files = new ArrayList<>();
  private final List<CheckReport.Finding> findings = new ArrayList<>();
  private @Nullable JournalHeader header;

  private JournalCheck(Path directory, CheckReport.Level level) {
    this.directory = directory;
    this.level = level;
  }

  /** Checks every record. What cannot be read is a verdict, not an exception. */
  public static CheckReport check(Path runDirectory) {
    return check(runDirectory, CheckReport.Level.RECORDS);
  }

  /** Checks the journal in a run directory. What cannot be read is a verdict, not an exception. */
  public static CheckReport check(Path runDirectory, CheckReport.Level level) {
    return new JournalCheck(runDirectory.toAbsolutePath().normalize(), level).check();
  }

  private CheckReport check() {
    // Asked first: what a writer adds between two countings is no mismatch.
    boolean writing = LineageJournal.writerState(directory) == WriterState.ALIVE;
    try (LineageReader reader = LineageReader.open(directory)) {
      header = reader.header();
      return switch (level) {
        case STRUCTURE -> structure();
        case RECORDS -> records(reader, writing);
      };
    } catch (JournalException e) {
      add(CheckReport.Finding.Kind.UNOPENED, "", 0, 0, String.valueOf(e.getMessage()));
      return new CheckReport(
          name(),
          level,
          verdict(e.kind()),
          header,
          CheckReport.Counts.NONE,
          null,
          null,
          files,
          findings);
    }
  }

  private String name() {
    return String.valueOf(directory.getFileName());
  }

  private CheckReport structure() throws JournalException {
    JournalFiles.Listing listing;
    try {
      listing = JournalFiles.list(directory);
    } catch (IOException e) {
      throw IoFailures.from("list " + directory, e);
    }
    StructureCheck structure = new StructureCheck(directory, listing);
    structure.check();
    files.addAll(structure.files());
    findings.addAll(structure.findings());
    boolean damaged = !findings.isEmpty();
    addTail(
        structure.tail(),
        listing.records().get(listing.records().size() - 1),
        structure.tailOffset(),
        structure.tailBytes());
    addForeign(listing.foreign());
    return new CheckReport(
        name(),
        level,
        damaged ? CheckReport.Verdict.DAMAGED : verdict(structure.tail()),
        header,
        CheckReport.Counts.NONE,
        structure.tail(),
        null,
        files,
        findings);
  }

  private CheckReport records(LineageReader reader, boolean writing) throws JournalException {
    SampleTrace trace = new SampleTrace(reader.header());
    reader.forEach(trace::take);
    ReadReport read = reader.report();
    RecordCount count = new RecordCount(reader.header());
    List<CheckReport.Finding> ofChronicle = new ArrayList<>();
    for (String file : read.files()) {
      countFile(file, count, ofChronicle);
    }
    addHoles(read);
    findings.addAll(count.findings());
    List<CheckReport.Finding> mismatches = writing ? List.of() : count.compare(read);
    findings.addAll(mismatches);
    findings.addAll(StructureCheck.missingFiles(read.files()));
    findings.addAll(ofChronicle);
    String last = read.files().get(read.files().size() - 1);
    addTail(read.tail(), last, read.tailOffset(), read.tailBytes());
    addForeign(read.foreignFiles());
    boolean damaged = read.damaged() || !mismatches.isEmpty();
    return new CheckReport(
        name(),
        level,
        damaged ? CheckReport.Verdict.DAMAGED : verdict(read.tail()),
        header,
        new CheckReport.Counts(
            read.records(),
            read.bytes(),
            read.staleRecords(),
            read.unreadableRecords(),
            RecordCount.missing(read)),
        read.tail(),
        trace.lastSample(modified(last)),
        files,
        findings);
  }

  private @Nullable FileTime modified(String file) {
    try {
      return Files.getLastModifiedTime(directory.resolve(file), LinkOption.NOFOLLOW_LINKS);
    } catch (IOException e) {
      // The report then says that it cannot be told.
      return null;
    }
  }

  private static CheckReport.Verdict verdict(ReadReport.Tail tail) {
    return switch (tail) {
      case CLEAN, UNWRITTEN -> CheckReport.Verdict.CLEAN;
      case TORN, CUT -> CheckReport.Verdict.TORN_TAIL;
    };
  }

  private static CheckReport.Verdict verdict(JournalException.Kind kind) {
    return switch (kind) {
      case NOT_A_JOURNAL, NOT_FOUND -> CheckReport.Verdict.NOT_A_JOURNAL;
      case UNKNOWN_VERSION -> CheckReport.Verdict.UNKNOWN_VERSION;
      case HEADER_DAMAGED, UNTRUSTED -> CheckReport.Verdict.DAMAGED;
      case FULL,
          UNAVAILABLE_FLAGS,
          UNSUPPORTED_FILE_SYSTEM,
          LOCKED,
          EXISTS,
          NOT_PERMITTED,
          IO,
          APPENDER_FAILED ->
          CheckReport.Verdict.UNREADABLE;
    };
  }

  private void addHoles(ReadReport read) {
    for (ReadReport.Hole hole : read.holes()) {
      findings.add(
          new CheckReport.Finding(
              CheckReport.Finding.Kind.HOLE,
              hole.file(),
              hole.offset(),
              hole.firstMissing(),
              hole.lastMissing() - hole.firstMissing() + 1,
              "sequence " + hole.firstMissing() + " to " + hole.lastMissing() + " missing"));
    }
  }

  private void addTail(ReadReport.Tail tail, String file, long offset, long bytes) {
    switch (tail) {
      case TORN -> add(CheckReport.Finding.Kind.TORN_TAIL, file, offset, bytes, bytes + " bytes");
      case CUT -> add(CheckReport.Finding.Kind.CUT_TAIL, file, offset, bytes, bytes + " bytes");
      case CLEAN, UNWRITTEN -> {}
    }
  }

  private void addForeign(List<String> names) {
    for (String foreign : names) {
      add(CheckReport.Finding.Kind.FOREIGN_FILE, foreign, 0, 0, "not read");
    }
  }

  private void countFile(String name, RecordCount count, List<CheckReport.Finding> ofChronicle)
      throws JournalException {
    try (FileWindow window = FileWindow.open(directory.resolve(name))) {
      long records = count.countFile(name, window);
      if (JournalFiles.isPlain(name)) {
        PlainWalk walk = new PlainWalk();
        walk.walk(window);
        files.add(
            new CheckReport.FileReport(name, window.size(), records, walk.records(), walk.end()));
        return;
      }
      ChronicleWalk walk = new ChronicleWalk();
      walk.walk(window, 0);
      if (walk.dataRecords() < records) {
        ofChronicle.add(
            new CheckReport.Finding(
                CheckReport.Finding.Kind.CHRONICLE_STOPS_EARLY,
                name,
                walk.position(),
                CheckReport.SEQUENCE_NONE,
                records - walk.dataRecords(),
                walk.dataRecords() + " of " + records + " records, then " + walk.stop()));
      }
      files.add(
          new CheckReport.FileReport(name, window.size(), records, walk.dataRecords(), walk.end()));
    }
  }

  private void add(
      CheckReport.Finding.Kind kind, String file, long offset, long count, String detail) {
    findings.add(
        new CheckReport.Finding(kind, file, offset, CheckReport.SEQUENCE_NONE, count, detail));
  }
}
