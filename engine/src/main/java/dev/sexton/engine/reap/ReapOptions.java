package dev.sexton.engine.reap;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/**
 * How a reap goes about it. Immutable; start from {@link #DEFAULT}.
 *
 * @param graceNs from SIGTERM to SIGKILL; 0 goes straight to SIGKILL
 * @param deadlineNs after this the reap refuses instead of trying on
 * @param dryRun whether to signal nothing and keep everything
 * @param allUsers whether undecided processes of every user count
 * @param known processes that the caller vouches are not the run's
 * @param retire whether to remove a journal after its proof
 * @param certificatesMax how many certificates of proved runs to keep under a root, the newest; 0
 *     keeps none and touches none
 */
public record ReapOptions(
    long graceNs,
    long deadlineNs,
    boolean dryRun,
    boolean allUsers,
    Set<Known> known,
    boolean retire,
    int certificatesMax) {

  /**
   * A process that the caller knows.
   *
   * @param pid its number
   * @param startTicks its start ticks, as a report names them
   */
  public record Known(int pid, long startTicks) {
    /**
     * Reads {@code PID@TICKS}.
     *
     * @throws IllegalArgumentException with a sentence that says what is expected
     */
    public static Known parse(String text) {
      int at = text.indexOf('@');
      try {
        Known known =
            new Known(
                Integer.parseInt(text.substring(0, Math.max(0, at))),
                Long.parseLong(text.substring(at + 1)));
        if (known.pid > 1 && known.startTicks > 0) {
          return known;
        }
      } catch (NumberFormatException e) {
        // Said below, the same for every way to get it wrong.
      }
      throw new IllegalArgumentException(
          "'" + text + "' is not PID@TICKS: copy both from the refusal, such as 4711@123456.");
    }
  }

  /** How many certificates the command keeps if it is not told. */
  public static final int CERTIFICATES_DEFAULT = 100;

  /** The most that can be kept. */
  public static final int CERTIFICATES_MOST = 100_000;

  private static final Duration LONGEST = Duration.ofDays(1);

  public static final ReapOptions DEFAULT =
      new ReapOptions(
          Duration.ofSeconds(2).toNanos(),
          Duration.ofSeconds(30).toNanos(),
          false,
          false,
          Set.of(),
          true,
          0);

  public ReapOptions {
    known = Set.copyOf(known);
    if (graceNs < 0 || graceNs > LONGEST.toNanos()) {
      throw new IllegalArgumentException("The grace period must be between 0 and one day.");
    }
    if (deadlineNs < 0 || deadlineNs > LONGEST.toNanos()) {
      throw new IllegalArgumentException("The deadline must be between 0 and one day.");
    }
    if (certificatesMax < 0 || certificatesMax > CERTIFICATES_MOST) {
      throw new IllegalArgumentException(
          "The number of certificates must be between 0 and " + CERTIFICATES_MOST + ".");
    }
  }

  /** The same with another grace period. */
  public ReapOptions grace(Duration grace) {
    return new ReapOptions(
        grace.toNanos(), deadlineNs, dryRun, allUsers, known, retire, certificatesMax);
  }

  /** The same with another deadline. */
  public ReapOptions deadline(Duration deadline) {
    return new ReapOptions(
        graceNs, deadline.toNanos(), dryRun, allUsers, known, retire, certificatesMax);
  }

  /** The same, signalling nothing if {@code yes}. */
  public ReapOptions dryRun(boolean yes) {
    return new ReapOptions(graceNs, deadlineNs, yes, allUsers, known, retire, certificatesMax);
  }

  /** The same, with undecided processes of every user counting if {@code yes}. */
  public ReapOptions allUsers(boolean yes) {
    return new ReapOptions(graceNs, deadlineNs, dryRun, yes, known, retire, certificatesMax);
  }

  /** The same, with one more process vouched for. */
  public ReapOptions vouchFor(Known process) {
    Set<Known> more = new HashSet<>(known);
    more.add(process);
    return new ReapOptions(graceNs, deadlineNs, dryRun, allUsers, more, retire, certificatesMax);
  }

  /** The same, keeping the journal after a proof if not {@code yes}. */
  public ReapOptions retire(boolean yes) {
    return new ReapOptions(graceNs, deadlineNs, dryRun, allUsers, known, yes, certificatesMax);
  }

  /** The same, keeping this many certificates under a root; 0 for none. */
  public ReapOptions keepCertificates(int max) {
    return new ReapOptions(graceNs, deadlineNs, dryRun, allUsers, known, retire, max);
  }
}
