package dev.sexton.engine.census;

import dev.sexton.journal.RunId;
import org.jspecify.annotations.Nullable;

/**
 * Which process to record as a runner, and how.
 *
 * @param runId the run's id; also its directory's name and its mark
 * @param pid the runner
 * @param scope whether the runner is one job of a service that lives on
 * @param serviceIsSubreaper whether the service that samples is a subreaper, and was before the
 *     runner started
 * @param ownCgroup a cgroup (v2) that holds the run and nothing else, or null
 */
public record RunRequest(
    String runId, int pid, boolean scope, boolean serviceIsSubreaper, @Nullable String ownCgroup) {

  public RunRequest {
    RunId.requireValid(runId);
  }

  /** A run whose runner is this process. */
  public static RunRequest runner(String runId, int pid) {
    return new RunRequest(runId, pid, false, false, null);
  }
}
