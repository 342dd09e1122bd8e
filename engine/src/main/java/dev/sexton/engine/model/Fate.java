package dev.sexton.engine.model;

import java.util.Locale;

/** What became of a process that a reap had to do with. */
public enum Fate {
  /** It was signalled and its exit was observed. */
  ENDED("ended"),
  /** It exited before it was signalled. */
  EXITED("exited by itself"),
  /** It was dead already; its parent has not collected it. */
  ALREADY_DEAD("already dead"),
  /** It would be signalled; this was a dry run. */
  PLANNED("would be ended"),
  /** It was signalled and is still there. */
  SURVIVED("still alive"),
  /** The kernel refused the signal. */
  NOT_PERMITTED("may not be signalled"),
  /** It could not be identified, so it was not signalled. */
  NOT_IDENTIFIED("not identified, not touched"),
  /** Nothing tells whose it is, so it was not touched. */
  NOT_TOUCHED("not touched"),
  /** It is the reaper or one of its ancestors, so it was not touched. */
  SPARED("spared: the reaper runs below it");

  private final String text;

  Fate(String text) {
    this.text = text;
  }

  /** The stable name, as in reports. */
  public String jsonName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** For people. */
  public String text() {
    return text;
  }

  /** Whether the process may still be alive. */
  public boolean isAlive() {
    return switch (this) {
      case ENDED, EXITED, ALREADY_DEAD -> false;
      case PLANNED, SURVIVED, NOT_PERMITTED, NOT_IDENTIFIED, NOT_TOUCHED, SPARED -> true;
    };
  }
}
