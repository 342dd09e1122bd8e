package dev.sexton.engine;

import dev.sexton.engine.model.IdentityStrength;
import dev.sexton.engine.model.ProcessIdentity;
import dev.sexton.engine.model.ReapReport;
import dev.sexton.engine.model.RefusalReason;
import dev.sexton.engine.model.RunReport;
import dev.sexton.engine.model.Settlement;
import dev.sexton.engine.reap.ReapOptions;
import dev.sexton.engine.reap.ReapTargetException;
import dev.sexton.engine.reap.Reaper;
import dev.sexton.procfs.ProcfsException;
import dev.sexton.procfs.UnsupportedHostException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One job of a service that lives on: a run whose runner is a child of the service.
 *
 * <p>Thread-safe. A scope that is not ended is reaped by the next life of the service.
 */
public final class Scope {
  private final RunRegister register;
  private final Process process;
  private final String runId;
  private final @Nullable Path journal;
  private @Nullable ReapReport proof;

  Scope(RunRegister register, Process process, String runId, @Nullable Path journal) {
    this.register = register;
    this.process = process;
    this.runId = runId;
    this.journal = journal;
  }

  /** A job that had ended before it could be recorded. */
  static Scope tooShort(RunRegister register, Process process, String runId) {
    return new Scope(register, process, runId, null);
  }

  /** The job's first process. */
  public Process process() {
    return process;
  }

  /** The run's id. */
  public String runId() {
    return runId;
  }

  /**
   * Whether the job was recorded. One that ends within the first moments may not be: what it left
   * is unknown then, and {@link #end} refuses with {@code no_sample}.
   */
  public boolean isRecorded() {
    return journal != null;
  }

  /** As {@link #end(ReapOptions)}, with the register's settings. */
  public ReapReport end() throws UnsupportedHostException, ProcfsException, ReapTargetException {
    return end(register.reaping());
  }

  /**
   * Ends everything that the job started, the job itself too if it still runs, and proves it or
   * refuses. After a proof the journal is removed and further calls answer with the same report;
   * after a refusal the job is recorded on, and this may be called again.
   */
  public synchronized ReapReport end(ReapOptions options)
      throws UnsupportedHostException, ProcfsException, ReapTargetException {
    ReapReport known = proof;
    if (known != null) {
      return known;
    }
    Path directory = journal;
    if (directory == null) {
      return neverRecorded();
    }
    register.sampleIfOpen();
    ReapReport report =
        register
            .reaper(directory)
            .with(options.retire(false).keepCertificates(0))
            .endingTheRunnerToo()
            .reap();
    if (report.verified() && !options.dryRun()) {
      register.forget(runId);
      report = settled(report, options, directory);
      proof = report;
    }
    return report;
  }

  /** Only now is the journal closed, and stays as its certificate says it is. */
  private ReapReport settled(ReapReport report, ReapOptions options, Path directory) {
    Reaper reaper = register.reaper(directory).with(options);
    List<RunReport> settled = new ArrayList<>();
    for (RunReport run : report.runs()) {
      settled.add(reaper.settle(run));
    }
    return new ReapReport(settled, report.dryRun(), report.elapsedMs());
  }

  private ReapReport neverRecorded() {
    RunReport run =
        new RunReport(
            runId,
            "",
            new ProcessIdentity(Math.toIntExact(process.pid()), 0, 0),
            "",
            List.of(RefusalReason.NO_SAMPLE),
            -1,
            -1,
            0,
            IdentityStrength.START_TICKS,
            List.of("the job ended before it could be recorded"),
            List.of(),
            List.of(),
            0,
            Settlement.NONE);
    return new ReapReport(List.of(run), false, 0);
  }
}
