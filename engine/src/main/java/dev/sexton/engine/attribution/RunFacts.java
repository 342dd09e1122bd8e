package dev.sexton.engine.attribution;

import dev.sexton.engine.model.ProcessIdentity;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is fixed about a run before anything is observed.
 *
 * @param runId the run's id
 * @param runner the runner's identity
 * @param ancestors every ancestor that the runner had when sampling began, nearest first
 * @param ancestryComplete whether the whole chain up to an init could be read
 * @param runnerThread the thread of its parent under which the runner is listed; {@link
 *     Observation#THREAD_UNKNOWN} if not known
 * @param subreaper a process that was a subreaper above or at the runner before the run's first
 *     fork, or null
 * @param subreaperIsRunner whether that process is the runner itself
 * @param realUid the runner's real uid
 * @param savedUid the runner's saved uid
 * @param privileged whether the runner could change uid or enter namespaces
 * @param pidMax process numbers are below this
 */
public record RunFacts(
    String runId,
    ProcessIdentity runner,
    List<ProcessIdentity> ancestors,
    boolean ancestryComplete,
    int runnerThread,
    @Nullable ProcessIdentity subreaper,
    boolean subreaperIsRunner,
    int realUid,
    int savedUid,
    boolean privileged,
    int pidMax) {

  public RunFacts {
    ancestors = List.copyOf(ancestors);
  }
}
