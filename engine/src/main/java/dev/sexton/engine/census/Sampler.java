package dev.sexton.engine.census;

import dev.sexton.engine.attribution.Attributor;
import dev.sexton.journal.JournalException;
import dev.sexton.journal.JournalOptions;
import dev.sexton.procfs.ProcfsException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Samples any number of runs in a rhythm, on a daemon thread of its own: {@link RunSampling} with a
 * clock.
 *
 * <p>Thread-safe. Closing is idempotent.
 */
public final class Sampler implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Sampler.class);
  private static final long CLOSE_WAIT_MS = 10_000;

  private final Host host;
  private final SamplerOptions options;
  private final RunSampling sampling;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Thread thread;
  private boolean closed;

  /**
   * Starts a sampler that journals under {@code root}.
   *
   * @param host opened for this sampler alone, which closes it
   */
  public Sampler(Host host, Path root, SamplerOptions options, SamplerListener listener) {
    this(host, root, options, JournalOptions.defaults(), listener);
  }

  /** The same, with journals that are laid out as asked. */
  public Sampler(
      Host host,
      Path root,
      SamplerOptions options,
      JournalOptions journals,
      SamplerListener listener) {
    this.host = host;
    this.options = options;
    sampling = new RunSampling(host, root, options, journals, listener);
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
      requireOpen();
      Path directory = sampling.add(request);
      changed.signalAll();
      return directory;
    } finally {
      lock.unlock();
    }
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("The sampler is closed.");
    }
  }

  /**
   * Takes one sample now, on the caller's thread.
   *
   * @throws IllegalStateException if the sampler is closed
   */
  public void sampleNow() throws ProcfsException {
    lock.lock();
    try {
      requireOpen();
      sampling.pass(false);
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
      boolean removed = sampling.remove(runId, cleanly);
      changed.signalAll();
      return removed;
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
      while (sampling.isRecorded(runId) && leftNs > 0) {
        leftNs = changed.awaitNanos(leftNs);
      }
      return !sampling.isRecorded(runId);
    } finally {
      lock.unlock();
    }
  }

  private void sample() {
    lock.lock();
    try {
      // A thread that starts late must not sample at once a run that was just added.
      long nextNs = host.clock().nanoTime() + options.intervalNs();
      while (!closed) {
        long nowNs = host.clock().nanoTime();
        long leftNs = nextNs - nowNs;
        if (sampling.isIdle()) {
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
        sampling.tick(nowNs);
        // Whoever waits for a run's end looks again.
        changed.signalAll();
      }
    } catch (InterruptedException e) {
      // Nobody but close() has a reason to; without a sampler the journals just end here.
      LOG.warn("The sampler was interrupted and stops; runs are no longer recorded.");
    } finally {
      lock.unlock();
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
      return sampling.attributorOf(runId);
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
      sampling.endAll();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    awaitThread();
    sampling.close();
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
