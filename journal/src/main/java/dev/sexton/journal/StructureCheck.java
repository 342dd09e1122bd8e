package dev.sexton.journal;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * The first level of a check: which files there are, and where their own lengths lead. Looks at no
 * checksum, so it takes a fraction of the time, and can say that a journal is damaged but not that
 * it is whole.
 */
final class StructureCheck {
  private final Path directory;
  private final JournalFiles.Listing listing;
  private final List<CheckReport.FileReport> files = new ArrayList<>();
  private final List<CheckReport.Finding> findings = new ArrayList<>();
  private final TailProbe tailProbe = new TailProbe();
  private long tailOffset;

  StructureCheck(Path directory, JournalFiles.Listing listing) {
    this.directory = directory;
    this.listing = listing;
  }

  /** Looks at each file. */
  void check() throws JournalException {
    findings.addAll(missingFiles(listing.records()));
    int last = listing.records().size() - 1;
    for (int i = 0; i <= last; i++) {
      checkFile(listing.records().get(i), i == last);
    }
  }

  private void checkFile(String name, boolean isLast) throws JournalException {
    try (FileWindow window = FileWindow.open(directory.resolve(name))) {
      CheckReport.FileReport file = report(name, window);
      files.add(file);
      boolean early =
          file.end() != CheckReport.FileEnd.MARKED
              && (file.end() != CheckReport.FileEnd.UNWRITTEN || tailProbe.bytes() > 0);
      if (!isLast && early) {
        findings.add(
            new CheckReport.Finding(
                CheckReport.Finding.Kind.LENGTHS_STOP_EARLY,
                name,
                tailOffset,
                CheckReport.SEQUENCE_NONE,
                file.framedRecords(),
                "they lead to " + file.framedRecords() + " records and to no end"));
      }
    }
  }

  /** Walks the file, and leaves in the probe what follows. */
  private CheckReport.FileReport report(String name, FileWindow window) throws JournalException {
    if (JournalFiles.isPlain(name)) {
      PlainWalk walk = new PlainWalk();
      walk.walk(window);
      tailOffset = walk.position();
      tailProbe.probePlain(window, walk.position(), false);
      return new CheckReport.FileReport(
          name, window.size(), CheckReport.NOT_COUNTED, walk.records(), walk.end());
    }
    ChronicleWalk walk = new ChronicleWalk();
    walk.walk(window, 0);
    tailOffset = walk.position();
    // The probe expects where the last record's frame begins, which is behind Chronicle's header.
    long frameAt = walk.dataRecords() == 0 ? 0 : walk.lastDataAt() + Integer.BYTES;
    tailProbe.probe(window, walk.dataRecords() == 0 ? 0 : walk.position(), frameAt, false);
    return new CheckReport.FileReport(
        name, window.size(), CheckReport.NOT_COUNTED, walk.dataRecords(), walk.end());
  }

  /** One finding for each store whose files do not follow one another from the first. */
  static List<CheckReport.Finding> missingFiles(List<String> names) {
    List<CheckReport.Finding> missing = new ArrayList<>();
    addMissing(
        missing, names.stream().filter(JournalFiles::isPlain).toList(), JournalFiles::plainName);
    addMissing(
        missing,
        names.stream().filter(name -> !JournalFiles.isPlain(name)).toList(),
        JournalFiles::cycleName);
    return missing;
  }

  private static void addMissing(
      List<CheckReport.Finding> missing, List<String> names, IntFunction<String> nameOf) {
    for (int i = 0; i < names.size(); i++) {
      if (!names.get(i).equals(nameOf.apply(i))) {
        missing.add(
            new CheckReport.Finding(
                CheckReport.Finding.Kind.MISSING_FILE,
                nameOf.apply(i),
                0,
                CheckReport.SEQUENCE_NONE,
                0,
                "the next one there is " + names.get(i)));
        return;
      }
    }
  }

  List<CheckReport.FileReport> files() {
    return files;
  }

  List<CheckReport.Finding> findings() {
    return findings;
  }

  /** How the last file ends, by its lengths. */
  ReadReport.Tail tail() {
    return tailProbe.tail();
  }

  /** Where the lengths of the last file lead no further. */
  long tailOffset() {
    return tailOffset;
  }

  /** How many bytes that are not zero follow there. */
  long tailBytes() {
    return tailProbe.bytes();
  }
}
