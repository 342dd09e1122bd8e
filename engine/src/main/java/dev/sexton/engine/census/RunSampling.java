package dev.sexton.engine.census;

import dev.sexton.engine.attribution.Attributor;
import dev.sexton.engine.attribution.KnownProcess;
import dev.sexton.engine.attribution.RunFacts;
import dev.sexton.engine.model.ProcessIdentity;
import dev.sexton.journal.EventKind;
import dev.sexton.journal.JournalException;
import dev.sexton.journal.JournalOptions;
import dev.sexton.journal.LineageAppender;
import dev.sexton.journal.LineageEventEncoder;
import dev.sexton.journal.LineageJournal;
import dev.sexton.procfs.ProcfsException;
import dev.sexton.procfs.UnsupportedHostException;
import dev.sexton.procfs.linux.AdoptedChild;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Samples any number of runs with one look at the host each time, on the caller's thread and when
 * the caller says so. {@link Sampler} gives it a thread and a rhythm.
 *
 * <p>A failed pass never ends sampling: it is logged, written to the journals and retried. A run
 * ends by itself when its runner is dead, after one last sample over everything.
 *
 * <p>Not thread-safe.
 */
public final class RunSampling implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RunSampling.class);
  private static final int CENSUS_TRIES = 5;
  private static final int PASSES_TO_AGREE = 3;
  private static final int GAP_INTERVALS = 20;

  private final Host host;
  private final Path root;
  private final SamplerOptions options;
  private final JournalOptions journals;
  private final SamplerListener listener;
  private final HostObserver observer;
  private final Map<String, SampledRun> runs = new LinkedHashMap<>();

  /** The same in an array, so that a sample in which nothing happened allocates no iterator. */
  private SampledRun[] sampled = {};

  private long lastFullNs;
  private long lastPassNs;

  /**
   * Samples nobody yet.
   *
   * @param host opened for this alone, which closes it
   * @param root the directory of all runs' journals
   */
  public RunSampling(
      Host host,
      Path root,
      SamplerOptions options,
      JournalOptions journals,
      SamplerListener listener) {
    this.host = host;
    this.root = root;
    this.options = options;
    this.journals = journals;
    this.listener = listener;
    observer = host.observer();
    lastFullNs = host.clock().nanoTime();
    lastPassNs = lastFullNs;
  }

  /** As {@link Sampler#add}. */
  public Path add(RunRequest request) throws RunnerException, JournalException, ProcfsException {
    RunOpening.Opened opened =
        new RunOpening(host, observer.scanner()).open(request, options.intervalNs());
    LineageAppender journal = LineageJournal.create(root, opened.header(), journals);
    LOG.info(
        "The journal of run {} is kept in the {} store: {}",
        request.runId(),
        journal.store().name().toLowerCase(Locale.ROOT),
        journal.storeReason());
    SampledRun run = null;
    try {
      run = begin(opened, journal, request);
      takeCensus(run);
    } catch (ProcfsException | JournalException | RuntimeException e) {
      discard(run, journal);
      throw e;
    }
    runs.put(run.runId(), run);
    runsChanged();
    return journal.directory();
  }

  /** A journal without a census could only ever be refused. */
  private static void discard(@Nullable SampledRun run, LineageAppender journal) {
    if (run != null) {
      run.close();
    }
    journal.discard();
  }

  private SampledRun begin(RunOpening.Opened opened, LineageAppender journal, RunRequest request)
      throws JournalException {
    List<ProcessIdentity> ancestors = new ArrayList<>();
    for (RunOpening.Ancestor ancestor : opened.ancestors()) {
      int index = ancestors.size();
      byte[] comm = ancestor.commBytes();
      journal
          .ancestor()
          .index(index)
          .pid(ancestor.identity().pid())
          .startTicks(ancestor.identity().startTicks())
          .runnerThread(index == 0 ? opened.runnerThread() : 0)
          .comm(comm, 0, Math.min(comm.length, LineageEventEncoder.COMM_LENGTH_MAX));
      journal.append();
      ancestors.add(ancestor.identity());
    }
    RunFacts facts = LineageReplay.factsOf(opened.header(), ancestors, opened.runnerThread());
    LineageRecorder recorder = new LineageRecorder(journal, !host.facts().mount().hides());
    String ownCgroup = request.ownCgroup();
    RunObserver runObserver =
        new RunObserver(
            observer,
            host.pidfds(),
            new Attributor(facts),
            new RunControlGroups(
                ownCgroup == null ? RunControlGroups.NONE : ownCgroup, facts.realUid()),
            recorder);
    return new SampledRun(journal, recorder, runObserver, options.heartbeatNs(), request.scope());
  }

  /** Two passes, so that a fork in flight during the first is seen by the second. */
  private void takeCensus(SampledRun run) throws ProcfsException, JournalException {
    observer.forgetKnown();
    run.take(lookForAll());
    boolean clean = run.census(lookForAll());
    for (int attempt = 1; attempt < CENSUS_TRIES && !clean; attempt++) {
      clean = run.census(lookForAll());
    }
    JournalException failure = run.newFailure();
    if (failure != null) {
      throw failure;
    }
  }

  private Reading lookForAll() throws ProcfsException {
    Reading r = observer.look(true);
    lastFullNs = r.startNs;
    lastPassNs = r.startNs;
    runs.values().forEach(run -> run.take(r));
    return r;
  }

  /** As {@link Sampler#remove}. */
  public boolean remove(String runId, boolean cleanly) {
    if (runs.containsKey(runId) && options.collectsAdopted()) {
      // Whoever of it is dead by now is this process' to collect, and seen by the next pass.
      passOrNote();
    }
    SampledRun run = runs.remove(runId);
    if (run == null) {
      return false;
    }
    if (cleanly) {
      run.event(EventKind.CLEAN_CLOSE, host.clock(), 0, "");
    }
    run.close();
    runsChanged();
    return true;
  }

  /** Whether a run is being recorded. */
  public boolean isRecorded(String runId) {
    return runs.containsKey(runId);
  }

  /** Whether no run is being recorded. */
  public boolean isIdle() {
    return runs.isEmpty();
  }

  /**
   * What is due now: a pass over everything if the last one is long ago, otherwise over births;
   * then the end of the runs whose runner is dead. Failures are noted, not thrown.
   */
  public void tick(long nowNs) {
    noteGap(nowNs);
    try {
      pass(nowNs - lastFullNs >= options.fullPassIntervalNs());
      endDeadRuns();
    } catch (ProcfsException | RuntimeException e) {
      failed(e);
    } catch (Error e) {
      // No memory, no stack, no class: a pass that failed, and no reason not to try the next.
      failed(new IllegalStateException("A sampling pass met " + e, e));
    }
  }

  private void passOrNote() {
    try {
      pass(false);
    } catch (ProcfsException | RuntimeException e) {
      failed(e);
    }
  }

  /**
   * Takes one sample of every run.
   *
   * @param full whether over everything
   * @throws ProcfsException if the host could not be looked at; the next pass is over everything
   */
  public void pass(boolean full) throws ProcfsException {
    Reading r = observer.look(full);
    if (r.full) {
      lastFullNs = r.startNs;
    }
    lastPassNs = r.startNs;
    for (SampledRun run : sampled) {
      run.take(r);
      if (r.missedByBirthPasses > 0) {
        run.event(EventKind.FULL_PASS_FOUND_MISSED, host.clock(), r.missedByBirthPasses, "");
      }
      reportJournal(run);
      if (!r.quiet && options.collectsAdopted()) {
        collectAdopted(run);
      }
    }
  }

  private void collectAdopted(SampledRun run) {
    for (KnownProcess dead : run.adoptedDead(host.facts().self().pid())) {
      try {
        AdoptedChild.collect(dead.pid());
      } catch (UnsupportedHostException e) {
        LOG.warn("Adopted children cannot be collected: {}", e.getMessage());
      }
    }
  }

  private void noteGap(long nowNs) {
    long gapNs = nowNs - lastPassNs;
    if (gapNs > GAP_INTERVALS * options.intervalNs()) {
      for (SampledRun run : runs.values()) {
        run.event(EventKind.GAP, host.clock(), gapNs, "no sample was taken for this many ns");
      }
    }
  }

  private void failed(Exception e) {
    LOG.warn("A sampling pass failed and will be retried: {}", e.toString());
    observer.forgetKnown();
    String text = String.valueOf(e.getMessage());
    for (SampledRun run : runs.values()) {
      run.event(EventKind.FAILED_PASS, host.clock(), 0, text);
      reportJournal(run);
    }
    tell(l -> l.passFailed(e));
  }

  private void reportJournal(SampledRun run) {
    String chronicleFailure = run.newChronicleFailure();
    if (chronicleFailure != null) {
      LOG.warn("The journal of run {} goes on in plain files: {}", run.runId(), chronicleFailure);
    }
    boolean wasFailing = run.isFailing();
    JournalException failure = run.newFailure();
    if (failure != null) {
      LOG.warn("The journal of run {} cannot be written: {}", run.runId(), failure.getMessage());
      tell(l -> l.journalFailed(run.runId(), failure));
    } else if (wasFailing && !run.isFailing()) {
      LOG.info("The journal of run {} is written again.", run.runId());
      tell(l -> l.journalRecovered(run.runId()));
    }
  }

  private void endDeadRuns() throws ProcfsException {
    noteScopesWithoutRunner();
    if (!isAnyOver()) {
      return;
    }
    List<SampledRun> dead = new ArrayList<>();
    for (SampledRun run : sampled) {
      if (run.isRunnerDead() && !run.isScope()) {
        dead.add(run);
      }
    }
    try {
      pass(true);
      for (int more = 0; more < PASSES_TO_AGREE && anyMayShowItsEnd(dead); more++) {
        pass(true);
      }
    } finally {
      for (SampledRun run : dead) {
        run.event(EventKind.RUNNER_GONE, host.clock(), 0, "");
        runs.remove(run.runId());
        run.close();
        LOG.info("The runner of run {} is dead; its journal is complete.", run.runId());
        tell(l -> l.runnerGone(run.runId()));
      }
      runsChanged();
    }
  }

  /** Whether a run seems to have left nothing, which only scans that agree can show. */
  private static boolean anyMayShowItsEnd(List<SampledRun> dead) {
    for (SampledRun run : dead) {
      if (run.scans().isQuiet() && !run.scans().isConcluded()) {
        return true;
      }
    }
    return false;
  }

  private void runsChanged() {
    sampled = runs.values().toArray(new SampledRun[0]);
  }

  private boolean isAnyOver() {
    for (SampledRun run : sampled) {
      if (run.isRunnerDead() && !run.isScope()) {
        return true;
      }
    }
    return false;
  }

  /** A scope goes on until its service ends it; that its first process is dead is told once. */
  private void noteScopesWithoutRunner() {
    for (SampledRun run : sampled) {
      if (run.isScope() && run.isRunnerDead() && run.tellRunnerGone()) {
        run.event(EventKind.RUNNER_GONE, host.clock(), 0, "");
        tell(l -> l.runnerGone(run.runId()));
      }
    }
  }

  private void tell(Consumer<SamplerListener> message) {
    try {
      message.accept(listener);
    } catch (RuntimeException | Error e) {
      // Errors too: a listener's assertion must not end the sampling of every run.
      LOG.warn("A sampler listener failed", e);
    }
  }

  /** What a run's attributor knows now; for tests, while no sample is being taken. */
  public Attributor attributorOf(String runId) {
    SampledRun run = runs.get(runId);
    if (run == null) {
      throw new IllegalArgumentException("run " + runId + " is not recorded");
    }
    return run.attributor();
  }

  /** Closes all journals, noting that this was on purpose. */
  public void endAll() {
    for (SampledRun run : runs.values()) {
      run.event(EventKind.CLEAN_CLOSE, host.clock(), 0, "");
      run.close();
    }
    runs.clear();
    runsChanged();
  }

  /**
   * Releases everything and writes nothing: the journals end as if this process had been killed.
   */
  @Override
  public void close() {
    runs.values().forEach(SampledRun::close);
    runs.clear();
    runsChanged();
    observer.close();
    host.close();
  }
}
