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
 * when the file was written. Plain files are numbered from 0. A directory holds files of one kind;
 * if it holds both, all are read, which can only show more damage.
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

  private static final Pattern PLAIN = Pattern.compile("lineage-[0-9]{8}\\.sxj");
  private static final Pattern BEGUN = Pattern.compile("lineage-[0-9]{8}\\.begun");
  private static final String PLAIN_PREFIX = "lineage-";
  private static final String PLAIN_SUFFIX = ".sxj";
  private static final String BEGUN_SUFFIX = ".begun";
  private static final int ORDINAL_DIGITS = 8;

  private JournalFiles() {}

  /** The names in a run directory, sorted: the files with records, and what is not ours. */
  record Listing(List<String> records, List<String> foreign) {}

  static Listing list(Path runDirectory) throws IOException {
    List<String> records = new ArrayList<>();
    List<String> foreign = new ArrayList<>();
    for (Path entry : entries(runDirectory)) {
      String name = String.valueOf(entry.getFileName());
      if (isRecords(name)) {
        records.add(name);
      } else if (!isOurs(name)) {
        foreign.add(name);
      }
    }
    return new Listing(records, foreign);
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
        || isRecords(name)
        || PRECREATED.matcher(name).matches()
        || BEGUN.matcher(name).matches();
  }

  private static boolean isRecords(String name) {
    return isPlain(name) || CYCLE.matcher(name).matches();
  }

  /** Whether a file with records is a plain one, and not Chronicle's. */
  static boolean isPlain(String name) {
    return PLAIN.matcher(name).matches();
  }

  /** The plain file, counted from 0. */
  static String plainName(int ordinal) {
    return PLAIN_PREFIX + padded(ordinal) + PLAIN_SUFFIX;
  }

  /** The name that the plain file has until its header is whole in it. */
  static String begunName(int ordinal) {
    return PLAIN_PREFIX + padded(ordinal) + BEGUN_SUFFIX;
  }

  /** With zeros in front, so that the order of the names is that of the numbers. */
  private static String padded(int ordinal) {
    String digits = Integer.toString(ordinal);
    return "0".repeat(ORDINAL_DIGITS - digits.length()) + digits;
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
