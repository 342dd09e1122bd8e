package dev.sexton.engine.census;

import dev.sexton.journal.RunId;
import org.jspecify.annotations.Nullable;

/**
 * Which process to record as a runner, and how.
 *
 * @param runId the run's id; also its directory's name and its mark
 * @param pid the runner
 * @param scope whether the runner is one job of a service that lives on
 * @param subreaperSinceTicks clock ticks since boot when the service that samples had become a
 *     subreaper, or {@link #NO_SUBREAPER}; counts only if the runner started later
 * @param ownCgroup a cgroup (v2) that holds the run and nothing else, or null
 */
public record RunRequest(
    String runId, int pid, boolean scope, long subreaperSinceTicks, @Nullable String ownCgroup) {

  /** The environment variable that whoever starts a run through Sexton sets to the run's id. */
  public static final String MARKER = "SEXTON_RUN";

  /** The service that samples is no subreaper. */
  public static final long NO_SUBREAPER = -1;

  public RunRequest {
    RunId.requireValid(runId);
  }

  /** A run whose runner is this process. */
  public static RunRequest runner(String runId, int pid) {
    return new RunRequest(runId, pid, false, NO_SUBREAPER, null);
  }
}
