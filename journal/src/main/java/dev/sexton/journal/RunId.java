package dev.sexton.journal;

import java.security.SecureRandom;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/**
 * The name of a run, which is the name of its directory: a letter or digit, then up to 62 letters,
 * digits, dots, underscores or hyphens. It can therefore never be hidden, be a path, or need
 * quoting.
 *
 * <p>{@link #CERTIFICATES} has that form and is no run id: it names the directory beside the runs
 * in which certificates of proved runs are kept.
 */
public final class RunId {
  /** The longest run id. */
  public static final int LENGTH_MAX = 63;

  /** The name under a journal root that no run can have. */
  public static final String CERTIFICATES = "certificates";

  private static final Pattern FORM = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");
  private static final DateTimeFormatter PREFIX =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final int SUFFIX_BITS = 48;

  private RunId() {}

  /** Whether the text has the form of a run id. */
  public static boolean isValid(String text) {
    return FORM.matcher(text).matches() && !text.equals(CERTIFICATES);
  }

  /**
   * Returns the text itself if it has the form of a run id.
   *
   * @throws IllegalArgumentException if it has not
   */
  public static String requireValid(String text) {
    if (!isValid(text)) {
      throw new IllegalArgumentException(
          "a run id is a letter or digit followed by up to 62 of A-Z a-z 0-9 . _ -, and not \""
              + CERTIFICATES
              + "\"; this is \""
              + text
              + '"');
    }
    return text;
  }

  /** A fresh run id that sorts by the given time and ends in 48 bits from a secure generator. */
  public static String fresh(long wallMillis) {
    return fresh(wallMillis, new SecureRandom());
  }

  /**
   * A fresh run id, for instance {@code 20250615-093000-1f3c5a7b9d0e}.
   *
   * @param wallMillis milliseconds since 1970, from year 1 to year 9999; gives the order only
   * @param random where the suffix comes from
   */
  public static String fresh(long wallMillis, RandomGenerator random) {
    long suffix = random.nextLong() >>> (Long.SIZE - SUFFIX_BITS);
    return requireValid(
        PREFIX.format(Instant.ofEpochMilli(wallMillis))
            + String.format(Locale.ROOT, "-%012x", suffix));
  }
}
