package dev.sexton.mutants;

import java.time.Duration;

/**
 * What became of a mutant.
 *
 * @param killer the test that caught it, or an empty text
 * @param detail how it was caught, or what is wrong
 */
public record Outcome(Mutant mutant, Kind kind, String killer, String detail, Duration time) {
  /** How it went. */
  public enum Kind {
    /** A test failed by an assertion. */
    CAUGHT,
    /** All its tests passed: a test is missing. */
    SURVIVED,
    /** All its tests were skipped on this host, or those that were not passed. */
    NOT_TRIED,
    /** What it replaces is no longer there. */
    STALE,
    /** The check could not be made. */
    BROKEN
  }

  /** Whether the whole check fails by it. */
  public boolean isFailure() {
    return kind != Kind.CAUGHT && kind != Kind.NOT_TRIED;
  }

  /** One sentence for whoever has to mend it. */
  public String complaint() {
    return switch (kind) {
      case CAUGHT -> "mutant " + mutant.id() + " is caught by " + killer;
      case SURVIVED ->
          "mutant " + mutant.id() + " survives, so a test is missing: " + mutant.weakened();
      case NOT_TRIED -> "mutant " + mutant.id() + " was not tried here: " + detail;
      case STALE -> "mutant " + mutant.id() + " is stale: " + detail;
      case BROKEN -> "mutant " + mutant.id() + " could not be tried: " + detail;
    };
  }
}
