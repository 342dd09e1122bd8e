package dev.sexton.engine.census;

/**
 * Is told what a sampler's owner should know. Called on the sampler's thread, which waits: return
 * soon. What a listener throws is logged and ignored.
 */
public interface SamplerListener {
  /** Hears nothing. */
  SamplerListener NONE = new SamplerListener() {};

  /** A pass failed. Sampling goes on; the blind window is longer by it. */
  default void passFailed(Exception why) {}

  /** A run's journal could not be written. What is missing is written as soon as it can be. */
  default void journalFailed(String runId, Exception why) {}

  /** A run's journal is whole again. */
  default void journalRecovered(String runId) {}

  /** A runner is dead: its last sample has been taken, its journal is closed. */
  default void runnerGone(String runId) {}
}
