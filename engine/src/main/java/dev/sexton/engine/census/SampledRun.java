package dev.sexton.engine.census;

import dev.sexton.engine.attribution.AgreeingScans;
import dev.sexton.engine.attribution.Attributor;
import dev.sexton.engine.attribution.KnownProcess;
import dev.sexton.engine.attribution.Pass;
import dev.sexton.engine.model.IdentityMatch;
import dev.sexton.engine.model.ProcessIdentity;
import dev.sexton.journal.EventKind;
import dev.sexton.journal.JournalException;
import dev.sexton.journal.LineageAppender;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One run that a {@link Sampler} records. The sampler's lock guards all of it. */
final class SampledRun {
  private final String runId;
  private final LineageAppender journal;
  private final LineageRecorder recorder;
  private final RunObserver observer;
  private final Attributor attributor;
  private final long heartbeatNs;
  private final int pidMax;
  private final boolean scope;
  private boolean runnerGoneTold;
  private final AgreeingScans scans = new AgreeingScans();

  /** It was seen once, or everybody was looked at and could be read. */
  private boolean runnerLookedFor;

  private long lastCommitNs;
  private boolean censusTaken;
  private boolean failing;
  private boolean chronicleFailureTold;

  SampledRun(
      LineageAppender journal,
      LineageRecorder recorder,
      RunObserver observer,
      long heartbeatNs,
      boolean scope) {
    this.journal = journal;
    this.recorder = recorder;
    this.observer = observer;
    this.heartbeatNs = heartbeatNs;
    this.scope = scope;
    attributor = observer.attributor();
    pidMax = attributor.run().pidMax();
    runId = attributor.run().runId();
  }

  String runId() {
    return runId;
  }

  Path directory() {
    return journal.directory();
  }

  Attributor attributor() {
    return attributor;
  }

  ProcessIdentity runner() {
    return attributor.run().runner();
  }

  /** Takes the first sample's second pass. */
  boolean census(Reading r) {
    boolean clean = observer.observe(r, Pass.Kind.CENSUS);
    noteScan(r, clean);
    censusTaken = true;
    lastCommitNs = r.startNs;
    return clean;
  }

  void take(Reading r) {
    if (r.quiet) {
      if (r.startNs - lastCommitNs >= heartbeatNs) {
        recorder.heartbeat(r.pass(Pass.Kind.BIRTHS, pidMax), r.partial);
        lastCommitNs = r.startNs;
      }
      return;
    }
    boolean clean = observer.observe(r, r.full ? Pass.Kind.FULL : Pass.Kind.BIRTHS);
    noteScan(r, clean);
    lastCommitNs = r.startNs;
  }

  private void noteScan(Reading r, boolean clean) {
    runnerLookedFor |= (r.full && !r.partial) || attributor.known(runner().pid()) != null;
    if (r.full) {
      scans.shows(clean && attributor.isNobodyLeft(), r.roundBefore(pidMax), r.roundAfter(pidMax));
    } else {
      scans.interrupted();
    }
  }

  /** What the passes over everything so far say of whether anybody is left. */
  AgreeingScans scans() {
    return scans;
  }

  boolean isCensusTaken() {
    return censusTaken;
  }

  /**
   * Whether the run is one job of a service. It is recorded on after the job's first process has
   * exited, until the service ends it: what that process left is the service's concern.
   */
  boolean isScope() {
    return scope;
  }

  /** True at the first call. */
  boolean tellRunnerGone() {
    boolean isNews = !runnerGoneTold;
    runnerGoneTold = true;
    return isNews;
  }

  /** Whether the runner's identity is gone, or only waits to be collected. */
  boolean isRunnerDead() {
    KnownProcess p = attributor.known(runner().pid());
    if (p == null) {
      // Not known is not gone: it may have been there all along, and could not be read.
      return runnerLookedFor;
    }
    return runner().match(p.identity(), pidMax) == IdentityMatch.DIFFERENT || p.isDead();
  }

  /**
   * Dead members that this process adopted: they were somebody else's children when first seen, so
   * they are not children that it started itself and waits for.
   */
  List<KnownProcess> adoptedDead(int selfPid) {
    List<KnownProcess> dead = new ArrayList<>();
    for (KnownProcess p : attributor.owned()) {
      KnownProcess first = p.firstParent();
      if (p.isDead()
          && p.parentPid() == selfPid
          && first != null
          && first.pid() != selfPid
          && p.pid() != runner().pid()) {
        dead.add(p);
      }
    }
    return dead;
  }

  void event(EventKind kind, HostClock clock, long value, String text) {
    recorder.event(kind, clock.nanoTime(), clock.wallMillis(), value, text);
  }

  /** A failure that has not been reported yet, or null. */
  @Nullable JournalException newFailure() {
    JournalException failure = recorder.failure();
    boolean isNews = failure != null && !failing;
    failing = failure != null;
    return isNews ? failure : null;
  }

  /** Why the journal goes on in plain files, or null if it does not or that was told before. */
  @Nullable String newChronicleFailure() {
    String failure = chronicleFailureTold ? null : journal.chronicleFailure();
    chronicleFailureTold |= failure != null;
    return failure;
  }

  boolean isFailing() {
    return failing;
  }

  /** Closes the journal; the run's directory stays. */
  void close() {
    observer.close();
    journal.close();
  }
}
