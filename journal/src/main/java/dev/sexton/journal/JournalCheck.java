package dev.sexton.journal;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Checks a journal's structure: checksums, sequence, shapes, and how the files end. Never writes.
 * Beside a living writer it checks a prefix; ask {@link LineageJournal#writerState} to tell.
 */
public final class JournalCheck {
  private final Path directory;
  private final List<CheckReport.FileReport> files = new ArrayList<>();
  private final List<CheckReport.Finding> findings = new ArrayList<>();

  private JournalCheck(Path directory) {
    this.directory = directory;
  }

  /** Checks the journal in a run directory. What cannot be read is a verdict, not an exception. */
  public static CheckReport check(Path runDirectory) {
    return new JournalCheck(runDirectory.toAbsolutePath().normalize()).check();
  }

  private CheckReport check() {
    JournalHeader header = null;
    try (LineageReader reader = LineageReader.open(directory)) {
      header = reader.header();
      // Reading is the check: the reader counts what it meets.
      reader.forEach(record -> {});
      ReadReport read = reader.report();
      addFindings(read);
      for (String file : read.files()) {
        files.add(checkFile(file, JournalFormat.salt(header.runId())));
      }
      return report(verdict(read), header, read.records(), read.bytes());
    } catch (JournalException e) {
      findings.add(
          new CheckReport.Finding(
              CheckReport.Finding.Kind.UNOPENED, "", 0, String.valueOf(e.getMessage())));
      return report(verdict(e.kind()), header, 0, 0);
    }
  }

  private CheckReport report(
      CheckReport.Verdict verdict, @Nullable JournalHeader header, long records, long bytes) {
    return new CheckReport(
        String.valueOf(directory.getFileName()), verdict, header, records, bytes, files, findings);
  }

  private static CheckReport.Verdict verdict(ReadReport read) {
    if (read.damaged()) {
      return CheckReport.Verdict.DAMAGED;
    }
    return switch (read.tail()) {
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

  private void addFindings(ReadReport read) {
    for (ReadReport.Hole hole : read.holes()) {
      add(
          CheckReport.Finding.Kind.HOLE,
          hole.file(),
          hole.offset(),
          "sequence " + hole.firstMissing() + " to " + hole.lastMissing() + " missing");
    }
    if (read.staleRecords() > 0) {
      add(CheckReport.Finding.Kind.STALE_RECORDS, "", 0, read.staleRecords() + " records");
    }
    if (read.unreadableRecords() > 0) {
      add(
          CheckReport.Finding.Kind.UNREADABLE_RECORDS,
          "",
          0,
          read.unreadableRecords() + " records");
    }
    String last = read.files().get(read.files().size() - 1);
    switch (read.tail()) {
      case TORN ->
          add(
              CheckReport.Finding.Kind.TORN_TAIL,
              last,
              read.tailOffset(),
              read.tailBytes() + " bytes");
      case CUT ->
          add(
              CheckReport.Finding.Kind.CUT_TAIL,
              last,
              read.tailOffset(),
              read.tailBytes() + " bytes");
      case CLEAN, UNWRITTEN -> {}
    }
    for (String foreign : read.foreignFiles()) {
      add(CheckReport.Finding.Kind.FOREIGN_FILE, foreign, 0, "not read");
    }
  }

  private CheckReport.FileReport checkFile(String name, byte[] salt) throws JournalException {
    try (FileWindow window = FileWindow.open(directory.resolve(name))) {
      RecordScan scan = new RecordScan(salt);
      long records = 0;
      for (long at = 0; scan.find(window, at); at = scan.end()) {
        records++;
      }
      if (JournalFiles.isPlain(name)) {
        return new CheckReport.FileReport(
            name, window.size(), records, CheckReport.CHRONICLE_RECORDS_NONE);
      }
      ChronicleWalk walk = new ChronicleWalk();
      walk.walk(window, 0);
      if (walk.dataRecords() < records) {
        add(
            CheckReport.Finding.Kind.CHRONICLE_STOPS_EARLY,
            name,
            walk.position(),
            walk.dataRecords() + " of " + records + " records, then " + walk.stop());
      }
      return new CheckReport.FileReport(name, window.size(), records, walk.dataRecords());
    }
  }

  private void add(CheckReport.Finding.Kind kind, String file, long offset, String detail) {
    findings.add(new CheckReport.Finding(kind, file, offset, detail));
  }
}
