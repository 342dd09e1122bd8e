package dev.sexton.journal;

/** Whether a journal's writer lives, as far as its lock tells. */
public enum WriterState {
  /** The lock is held. */
  ALIVE,
  /** The lock is there, and nobody holds it. */
  GONE,
  /** The lock is not there or could not be tried: this says nothing about a writer. */
  UNKNOWN
}
