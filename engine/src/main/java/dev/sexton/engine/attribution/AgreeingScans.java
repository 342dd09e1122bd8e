package dev.sexton.engine.attribution;

/**
 * Counts to two, and sees to it that there was a scan before: when scans of everything that show
 * nothing amount to a proof. See {@link ConclusiveScan} for why one does not.
 *
 * <p>Why the numbers must not have begun anew since the scan <em>before</em> the two began: a
 * member V can be forking W, whose number is handed out but not visible yet, when the first of the
 * two begins. If the numbers began anew in between, and V's own number is higher than W's, from a
 * round before, then the first scan passes W before it is visible and V after it is gone, the
 * second passes W's new and lower child before it is visible and W after it is gone. But if W was
 * in flight already when the scan before began, that scan showed V, so that V is followed, and its
 * going is a doubt; and if not, W's child has a higher number than W.
 *
 * <p>Not thread-safe.
 */
public final class AgreeingScans {
  private static final long NO_SCAN_YET = Long.MIN_VALUE;

  private boolean quiet;

  /** The scan just made showed nothing, with another before it in the same round. */
  private boolean counts;

  private long countsSinceRound;
  private long previousRoundBefore = NO_SCAN_YET;
  private boolean concluded;

  /**
   * Takes the result of a scan of everything. Two in a row must show nothing, and the numbers must
   * not have begun anew from before the scan that came before the two to after the second. What is
   * concluded stays so, whatever is born afterwards: only a member could have forked a member.
   *
   * @param nothingLeft whether the scan left no member, nobody who may be one, and no doubt
   * @param roundBefore how often the numbers had begun anew before the scan
   * @param roundAfter the same after it
   */
  public void shows(boolean nothingLeft, long roundBefore, long roundAfter) {
    concluded |= nothingLeft && counts && countsSinceRound == roundAfter;
    counts = nothingLeft && previousRoundBefore == roundAfter;
    countsSinceRound = previousRoundBefore;
    quiet = nothingLeft && roundBefore == roundAfter;
    previousRoundBefore = roundBefore;
  }

  /** A look that was not over everything came in between, and may have shown somebody. */
  public void interrupted() {
    quiet = false;
    counts = false;
  }

  /** Whether the scan just made showed nothing, so that the next one may count or conclude. */
  public boolean isQuiet() {
    return quiet;
  }

  /** Whether two scans agreed that nothing is left. */
  public boolean isConcluded() {
    return concluded;
  }
}
