package dev.sexton.engine.census;

import dev.sexton.engine.attribution.Attributor;
import dev.sexton.engine.attribution.KnownProcess;
import dev.sexton.engine.attribution.RunFacts;
import dev.sexton.engine.model.ProcessIdentity;
import dev.sexton.journal.EventKind;
import dev.sexton.journal.JournalException;
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
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Samples any number of runs with one look at the host each time, on a daemon thread of its own.
 *
 * <p>A failed pass never ends sampling: it is logged, written to the journals and retried. A run
 * ends by itself when its runner is dead, after one last sample over everything.
 *
 * <p>Thread-safe. Closing is idempotent.
 */
public final class Sampler implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Sampler.class);
  private static final int CENSUS_TRIES = 5;
  private static final int GAP_INTERVALS = 20;
  private static final long CLOSE_WAIT_MS = 10_000;

  private final Host host;
  private final Path root;
  private final SamplerOptions options;
  private final SamplerListener listener;
  private final HostObserver observer;
  private final Map<String, SampledRun> runs = new LinkedHashMap<>();

  /** The same in an array, so that a sample in which nothing happened allocates no iterator. */
  private SampledRun[] sampled = {};

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Thread thread;
  private long lastFullNs;
  private long lastPassNs;
  private boolean closed;

  /**
   * Starts a sampler that journals under {@code root}.
   *
   * @param host opened for this sampler alone, which closes it
   */
  public Sampler(Host host, Path root, SamplerOptions options, SamplerListener listener) {
    this.host = host;
    this.root = root;
    this.options = options;
    this.listener = listener;
    observer = host.observer();
    lastFullNs = host.clock().nanoTime();
    lastPassNs = lastFullNs;
    thread = new Thread(this::sample, "sexton-sampler");
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * Begins to record a run. Returns once its census is committed.
   *
   * @return the run's directory
   * @throws RunnerException if the process named cannot be a runner
   * @throws JournalException if the journal cannot be made or written
   * @throws ProcfsException if the host cannot be looked at
   */
  public Path add(RunRequest request) throws RunnerException, JournalException, ProcfsException {
    lock.lock();
    try {
      if (closed) {
        throw new IllegalStateException("The sampler is closed.");
      }
      RunOpening.Opened opened =
          new RunOpening(host, observer.scanner()).open(request, options.intervalNs());
      LineageAppender journal = LineageJournal.create(root, opened.header());
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
      changed.signalAll();
      return journal.directory();
    } finally {
      lock.unlock();
    }
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
    LineageRecorder recorder = new LineageRecorder(journal);
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

  /**
   * Takes one sample now, on the caller's thread.
   *
   * @throws IllegalStateException if the sampler is closed
   */
  public void sampleNow() throws ProcfsException {
    lock.lock();
    try {
      if (closed) {
        throw new IllegalStateException("The sampler is closed.");
      }
      pass(false);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Stops recording a run and closes its journal, which stays where it is.
   *
   * @param cleanly whether to note that the runner's service ended it on purpose
   * @return whether the run was being recorded
   */
  public boolean remove(String runId, boolean cleanly) {
    lock.lock();
    try {
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
      changed.signalAll();
      return true;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until a run is no longer recorded, because its runner is dead or it was removed.
   *
   * @return false if it still is after {@code timeoutNs}
   */
  public boolean awaitEnd(String runId, long timeoutNs) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long leftNs = timeoutNs;
      while (runs.containsKey(runId) && leftNs > 0) {
        leftNs = changed.awaitNanos(leftNs);
      }
      return !runs.containsKey(runId);
    } finally {
      lock.unlock();
    }
  }

  private void sample() {
    lock.lock();
    try {
      long nextNs = host.clock().nanoTime();
      while (!closed) {
        long nowNs = host.clock().nanoTime();
        long leftNs = nextNs - nowNs;
        if (runs.isEmpty()) {
          changed.await();
          nextNs = host.clock().nanoTime() + options.intervalNs();
          continue;
        }
        if (leftNs > 0) {
          changed.await(leftNs, TimeUnit.NANOSECONDS);
          continue;
        }
        nextNs = nowNs - nextNs > options.intervalNs() ? nowNs : nextNs;
        nextNs += options.intervalNs();
        tick(nowNs);
      }
    } catch (InterruptedException e) {
      // Nobody but close() has a reason to; without a sampler the journals just end here.
      LOG.warn("The sampler was interrupted and stops; runs are no longer recorded.");
    } finally {
      lock.unlock();
    }
  }

  private void tick(long nowNs) {
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

  private void pass(boolean full) throws ProcfsException {
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
    } finally {
      for (SampledRun run : dead) {
        run.event(EventKind.RUNNER_GONE, host.clock(), 0, "");
        runs.remove(run.runId());
        run.close();
        LOG.info("The runner of run {} is dead; its journal is complete.", run.runId());
        tell(l -> l.runnerGone(run.runId()));
      }
      runsChanged();
      changed.signalAll();
    }
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

  /** Whether it has been closed: no run can be added any more. */
  public boolean isClosed() {
    lock.lock();
    try {
      return closed;
    } finally {
      lock.unlock();
    }
  }

  /** What a run's attributor knows now; for tests, while no sample is being taken. */
  Attributor attributorOf(String runId) {
    lock.lock();
    try {
      SampledRun run = runs.get(runId);
      if (run == null) {
        throw new IllegalArgumentException("run " + runId + " is not recorded");
      }
      return run.attributor();
    } finally {
      lock.unlock();
    }
  }

  /** Stops sampling and closes all journals, noting that this was on purpose. */
  @Override
  public void close() {
    lock.lock();
    try {
      if (closed) {
        return;
      }
      closed = true;
      for (SampledRun run : runs.values()) {
        run.event(EventKind.CLEAN_CLOSE, host.clock(), 0, "");
        run.close();
      }
      runs.clear();
      runsChanged();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    awaitThread();
    observer.close();
    host.close();
  }

  private void awaitThread() {
    if (Thread.currentThread() == thread) {
      return;
    }
    try {
      thread.join(CLOSE_WAIT_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
