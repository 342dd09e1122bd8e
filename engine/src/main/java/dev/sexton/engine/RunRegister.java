package dev.sexton.engine;

import dev.sexton.engine.census.Host;
import dev.sexton.engine.census.HostClock;
import dev.sexton.engine.census.RunRequest;
import dev.sexton.engine.census.RunnerException;
import dev.sexton.engine.census.Sampler;
import dev.sexton.engine.census.SamplerListener;
import dev.sexton.engine.census.SamplerOptions;
import dev.sexton.engine.model.ReapReport;
import dev.sexton.engine.reap.ReapListener;
import dev.sexton.engine.reap.ReapOptions;
import dev.sexton.engine.reap.ReapTargetException;
import dev.sexton.engine.reap.Reaper;
import dev.sexton.journal.JournalException;
import dev.sexton.journal.RunId;
import dev.sexton.procfs.ProcfsException;
import dev.sexton.procfs.UnsupportedHostException;
import dev.sexton.procfs.linux.Subreaper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * A runner service's register of what it starts: the whole integration.
 *
 * <pre>{@code
 * try (RunRegister register = RunRegister.at(root).open()) {
 *   register.reapPredecessors();                      // what an earlier life left, proved gone
 *   register.recordSelf();                            // so that the next life can do the same
 *   Scope job = register.start(new ProcessBuilder("make", "all"));
 *   job.process().waitFor();
 *   ReapReport report = job.end();                    // everything the job started is gone
 * }
 * }</pre>
 *
 * <p>Runs are sampled on one daemon thread. All methods may be called from any thread; closing is
 * idempotent. A refusal is a result, never an exception.
 */
public final class RunRegister implements AutoCloseable {
  /** The environment variable that names a run to its processes: a mark, see {@link #mark}. */
  public static final String MARKER = RunRequest.MARKER;

  private final Path root;
  private final Sampler sampler;
  private final ReapOptions reaping;
  private final ReapListener reapListener;
  private final long subreaperSinceTicks;
  private final int selfPid;

  private RunRegister(Builder builder, Sampler sampler, long subreaperSinceTicks) {
    this.root = builder.root;
    this.sampler = sampler;
    this.reaping = builder.reaping;
    this.reapListener = builder.reapListener;
    this.subreaperSinceTicks = subreaperSinceTicks;
    this.selfPid = Math.toIntExact(ProcessHandle.current().pid());
  }

  /** Begins to set up a register whose journals are under {@code root}. */
  public static Builder at(Path root) {
    return new Builder(root);
  }

  /** Settings with defaults that suit a service. Not thread-safe. */
  public static final class Builder {
    private final Path root;
    private SamplerOptions sampling = SamplerOptions.DEFAULT;
    private SamplerListener samplerListener = SamplerListener.NONE;
    private ReapOptions reaping = ReapOptions.DEFAULT;
    private ReapListener reapListener = ReapListener.NONE;
    private boolean subreaper;

    private Builder(Path root) {
      this.root = root.toAbsolutePath().normalize();
    }

    /** From one sample to the next; the default is {@link SamplerOptions#DEFAULT}'s. */
    public Builder interval(Duration interval) {
      sampling = sampling.withIntervalNs(interval.toNanos());
      return this;
    }

    /** From SIGTERM to SIGKILL when reaping. */
    public Builder grace(Duration grace) {
      reaping = reaping.grace(grace);
      return this;
    }

    /** After this a reap refuses instead of trying on. */
    public Builder deadline(Duration deadline) {
      reaping = reaping.deadline(deadline);
      return this;
    }

    /**
     * Keeps a certificate of each proof under the root, this many at most; 0, the default, keeps
     * none.
     */
    public Builder keepCertificates(int max) {
      reaping = reaping.keepCertificates(max);
      return this;
    }

    /** Is told of failed passes, journals that cannot be written, dead runners. */
    public Builder listener(SamplerListener listener) {
      samplerListener = listener;
      return this;
    }

    /** Is told how reaps come along. */
    public Builder listener(ReapListener listener) {
      reapListener = listener;
      return this;
    }

    /**
     * Makes this process a subreaper: orphans of its jobs then come to it instead of the system's
     * init, and nothing outside of its tree can be taken for theirs. It then collects the orphans
     * that it adopted, by number. Those it never saw with another parent it leaves to be collected
     * by the system when this process ends, since they could be children that other code waits for.
     */
    public Builder subreaper(boolean yes) {
      subreaper = yes;
      return this;
    }

    /**
     * Starts the register.
     *
     * @throws UnsupportedHostException with one sentence, if this host cannot do it
     * @throws ProcfsException if the host could not be looked at
     */
    public RunRegister open() throws UnsupportedHostException, ProcfsException {
      if (subreaper) {
        Subreaper.set(true);
      }
      Reaper.finishRetirements(root);
      Host host = Host.open();
      long sinceTicks = subreaper ? host.observer().scanner().bootTicks() : RunRequest.NO_SUBREAPER;
      Sampler sampler =
          new Sampler(host, root, sampling.collectingAdopted(subreaper), samplerListener);
      return new RunRegister(this, sampler, sinceTicks);
    }
  }

  /**
   * Ends and proves gone what every dead runner under the root left, such as an earlier life of
   * this service. Runs whose runner lives, and those of this register, are refused and not touched.
   *
   * @return the report; without any journal a proof of nothing
   */
  public ReapReport reapPredecessors()
      throws UnsupportedHostException, ProcfsException, ReapTargetException {
    // Not "does not exist as far as can be told": what cannot be reached is no empty root.
    if (Files.notExists(root)) {
      return new ReapReport(List.of(), false, 0);
    }
    return reaper(root).reap();
  }

  Reaper reaper(Path target) {
    return Reaper.over(target).with(reaping).listener(reapListener);
  }

  ReapOptions reaping() {
    return reaping;
  }

  /**
   * Records this process as a runner: should it die, {@link #reapPredecessors} of the next life, or
   * {@code sexton reap}, ends what it left.
   *
   * @return the run's id
   * @throws JournalException if the journal cannot be made; the message says what to do
   * @throws RunnerException if this process is pid 1: nothing of its namespace outlives it, so
   *     there is nothing to record
   */
  public String recordSelf() throws JournalException, ProcfsException, RunnerException {
    String runId = freshRunId();
    sampler.add(RunRequest.runner(runId, selfPid));
    return runId;
  }

  /**
   * Starts a job as a scope of its own, with its mark in the environment.
   *
   * @throws IOException if the program cannot be started
   * @throws JobNotRecordedException if its journal cannot be made; the job runs on
   */
  public Scope start(ProcessBuilder job) throws IOException, JobNotRecordedException {
    if (sampler.isClosed()) {
      throw new IllegalStateException("The register is closed: no job was started.");
    }
    String runId = freshRunId();
    Process process = startMarked(job, runId);
    try {
      return record(process, runId);
    } catch (RunnerException e) {
      return Scope.tooShort(this, process, runId);
    } catch (JournalException | ProcfsException | RuntimeException e) {
      throw new JobNotRecordedException(process, e);
    }
  }

  /** The mark does not stay in the builder: what else it starts is not this run's. */
  private static Process startMarked(ProcessBuilder job, String runId) throws IOException {
    Map<String, String> environment = job.environment();
    String before = environment.get(MARKER);
    mark(job, runId);
    try {
      return job.start();
    } finally {
      if (before == null) {
        environment.remove(MARKER);
      } else {
        environment.put(MARKER, before);
      }
    }
  }

  /**
   * Makes a scope of a job that this process has started itself and that is still running.
   *
   * @throws RunnerException if it has ended already
   */
  public Scope scope(Process job) throws RunnerException, JournalException, ProcfsException {
    return record(job, freshRunId());
  }

  private Scope record(Process job, String runId)
      throws RunnerException, JournalException, ProcfsException {
    int pid = Math.toIntExact(job.pid());
    Path journal = sampler.add(new RunRequest(runId, pid, true, subreaperSinceTicks, null));
    return new Scope(this, job, runId, journal);
  }

  /**
   * Puts a run's mark into the environment of what is about to be started. It settles whose a
   * process is where descent leaves that open, and never more.
   */
  public static void mark(ProcessBuilder builder, String runId) {
    builder.environment().put(MARKER, RunId.requireValid(runId));
  }

  private static String freshRunId() {
    return RunId.fresh(HostClock.SYSTEM.wallMillis());
  }

  /** Takes one sample now, on the caller's thread. */
  public void sampleNow() throws ProcfsException {
    sampler.sampleNow();
  }

  /** A closed register's journals are complete: whoever reaps then reads them as they are. */
  void sampleIfOpen() throws ProcfsException {
    if (!sampler.isClosed()) {
      sampler.sampleNow();
    }
  }

  void forget(String runId) {
    sampler.remove(runId, true);
  }

  /** Where the journals are. */
  public Path root() {
    return root;
  }

  /**
   * Stops sampling and closes all journals. They stay, and so does what is running: the next {@link
   * #reapPredecessors} deals with both.
   */
  @Override
  public void close() {
    sampler.close();
  }
}
