package dev.sexton.engine.attribution;

/**
 * Counts to three: when scans of everything that show nothing amount to a proof. See {@link
 * ConclusiveScan} for why one does not.
 *
 * <p>Two in a row must show nothing, a scan must have come before them, whatever it showed, and the
 * numbers must not have begun anew from before that one to after the last. The one before makes
 * sure of forks that were in flight when the two began: if such a fork was in flight already when
 * the one before began, then its parent was there all through it and so is known, and its vanishing
 * later is a doubt; else its number was handed out since, and what it forks stands above it.
 *
 * <p>Not thread-safe.
 */
public final class AgreeingScans {
  private boolean scanned;
  private long scannedSinceRound;
  private boolean quiet;
  private boolean quietCounts;
  private long quietSinceRound;
  private boolean concluded;

  /**
   * Takes the result of a scan of everything. What is concluded stays so, whatever is born
   * afterwards: only a member could have forked a member.
   *
   * @param nothingLeft whether the scan left no member, nobody who may be one, and no doubt
   * @param roundBefore how often the numbers had begun anew before the scan
   * @param roundAfter the same after it
   */
  public void shows(boolean nothingLeft, long roundBefore, long roundAfter) {
    boolean agrees = nothingLeft && quietCounts && quietSinceRound == roundAfter;
    concluded |= agrees;
    if (!agrees) {
      quietCounts = nothingLeft && scanned && scannedSinceRound == roundAfter;
      quietSinceRound = scannedSinceRound;
    }
    quiet = nothingLeft;
    scanned = true;
    scannedSinceRound = roundBefore;
  }

  /** A look that was not over everything came in between, and may have shown somebody. */
  public void interrupted() {
    quiet = false;
    quietCounts = false;
  }

  /** Whether the scan just made showed nothing, so that the next should follow at once. */
  public boolean isQuiet() {
    return quiet;
  }

  /** Whether scans agreed that nothing is left. */
  public boolean isConcluded() {
    return concluded;
  }
}
