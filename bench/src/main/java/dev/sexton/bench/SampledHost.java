package dev.sexton.bench;

import dev.sexton.engine.census.Host;
import dev.sexton.engine.census.LineageReplay;
import dev.sexton.engine.census.RunRequest;
import dev.sexton.engine.census.Sampler;
import dev.sexton.engine.census.SamplerListener;
import dev.sexton.engine.census.SamplerOptions;
import dev.sexton.journal.JournalException;
import dev.sexton.procfs.ProcfsException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Foreign processes, a run beside them, and a sampler of that run that samples when it is told to.
 *
 * <p>The sampler's own thread has the longest interval there is, so that it takes no part. Not
 * thread-safe.
 */
final class SampledHost implements AutoCloseable {
  private static final String RUN_ID = "bench";
  private static final long INTERVAL_NS = 60_000_000_000L;

  /** Whose children the newly born are. */
  public enum BornTo {
    FOREIGN,
    RUNNER
  }

  private final Deque<Runnable> endings = new ArrayDeque<>();
  private final Sampler sampler;
  private final ShellTree parent;
  private final Path run;
  private long samplesWithBirths;

  /** Returns once the run's census is committed. */
  SampledHost(int foreign, int runnersChildren, BornTo bornTo) throws Exception {
    boolean whole = false;
    try {
      // The foreign are older than the runner, as most are on a host.
      ShellTree strangers = new ShellTree(foreign);
      endings.push(strangers::close);
      // A shell of its own, since one with many children is slow to have more.
      ShellTree foreignParent = new ShellTree(0);
      endings.push(foreignParent::close);
      ShellTree runner = new ShellTree(runnersChildren);
      endings.push(runner::close);
      parent = bornTo == BornTo.FOREIGN ? foreignParent : runner;
      TempFolder root = new TempFolder();
      endings.push(root::close);
      SamplerOptions options = SamplerOptions.DEFAULT.withIntervalNs(INTERVAL_NS);
      sampler = new Sampler(Host.open(), root.path(), options, SamplerListener.NONE);
      endings.push(sampler::close);
      run = sampler.add(RunRequest.runner(RUN_ID, runner.pid()));
      whole = true;
    } finally {
      if (!whole) {
        closeAll();
      }
    }
  }

  void bear(byte[] request) throws IOException {
    long beforeNs = CpuTimeProfiler.threadNs();
    parent.bear(request);
    CpuTimeProfiler.exclude(CpuTimeProfiler.threadNs() - beforeNs);
    samplesWithBirths++;
  }

  void sample() throws ProcfsException {
    sampler.sampleNow();
  }

  /** Ends everything, after a check that what was to be measured is in the journal. */
  @Override
  public void close() throws JournalException {
    long beforeNs = CpuTimeProfiler.threadNs();
    try {
      long committed = LineageReplay.replay(run).samples();
      if (committed < samplesWithBirths) {
        throw new IllegalStateException(
            committed + " samples in the journal, but something was born for " + samplesWithBirths);
      }
    } finally {
      closeAll();
      // JMH ends a trial within its last iteration.
      CpuTimeProfiler.exclude(CpuTimeProfiler.threadNs() - beforeNs);
    }
  }

  private void closeAll() {
    RuntimeException failure = null;
    while (!endings.isEmpty()) {
      try {
        endings.pop().run();
      } catch (RuntimeException e) {
        failure = e;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
