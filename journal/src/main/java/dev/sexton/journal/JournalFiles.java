package dev.sexton.journal;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The names inside a run directory.
 *
 * <p>Chronicle names a file after a day. Its clock stands still here and is moved on by a day for
 * each further file, so the names are ordinals that begin at 1 January 2000, and say nothing of
 * when the file was written.
 */
final class JournalFiles {
  static final String LOCK = "writer.lock";
  static final String METADATA = "metadata.cq4t";

  private static final String SUFFIX = ".cq4";
  private static final String PRECREATED_SUFFIX = ".precreated";
  private static final Pattern CYCLE = Pattern.compile("[0-9]{8}F\\.cq4");
  private static final Pattern PRECREATED = Pattern.compile("[0-9]{8}F\\.precreated");
  private static final LocalDate FIRST_DAY = LocalDate.of(2000, 1, 1);
  private static final long MILLIS_PER_DAY = 86_400_000L;

  private JournalFiles() {}

  /** The names in a run directory, sorted: the files with records, and what is not ours. */
  record Listing(List<String> cycles, List<String> foreign) {}

  static Listing list(Path runDirectory) throws IOException {
    List<String> cycles = new ArrayList<>();
    List<String> foreign = new ArrayList<>();
    for (Path entry : entries(runDirectory)) {
      String name = String.valueOf(entry.getFileName());
      if (CYCLE.matcher(name).matches()) {
        cycles.add(name);
      } else if (!isOurs(name)) {
        foreign.add(name);
      }
    }
    return new Listing(cycles, foreign);
  }

  /** Everything in a directory, in the order of the names. */
  static List<Path> entries(Path directory) throws IOException {
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      entries.forEach(found::add);
    } catch (DirectoryIteratorException e) {
      throw new IOException(String.valueOf(e.getMessage()), e);
    }
    Collections.sort(found);
    return found;
  }

  static boolean isOurs(String name) {
    return name.equals(LOCK)
        || name.equals(METADATA)
        || CYCLE.matcher(name).matches()
        || PRECREATED.matcher(name).matches();
  }

  /** The file, counted from 0. */
  static String cycleName(int ordinal) {
    return day(ordinal) + SUFFIX;
  }

  /**
   * The name under which Chronicle looks for a file made beforehand. It replaces {@code .cq4}: with
   * both suffixes the file would be ignored in silence, and nothing would be protected.
   */
  static String precreatedName(int ordinal) {
    return day(ordinal) + PRECREATED_SUFFIX;
  }

  /** The reading of Chronicle's clock at which it writes to this file: noon of its day, UTC. */
  static long clockMillis(int ordinal) {
    return FIRST_DAY.plusDays(ordinal).toEpochDay() * MILLIS_PER_DAY + MILLIS_PER_DAY / 2;
  }

  private static String day(int ordinal) {
    return FIRST_DAY.plusDays(ordinal).format(DateTimeFormatter.BASIC_ISO_DATE) + "F";
  }

  /** Only files of this format are removed, so that the directory goes only if it held no other. */
  static void removeUnfinished(Path directory) {
    try {
      for (Path entry : entries(directory)) {
        if (isOurs(String.valueOf(entry.getFileName()))) {
          Files.deleteIfExists(entry);
        }
      }
      Files.deleteIfExists(directory);
    } catch (IOException e) {
      // The failure that led here is on its way to the caller; what is left has no header.
      return;
    }
  }
}
