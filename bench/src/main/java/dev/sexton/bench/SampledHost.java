package dev.sexton.bench;

import dev.sexton.engine.census.Host;
import dev.sexton.engine.census.LineageReplay;
import dev.sexton.engine.census.RunRequest;
import dev.sexton.engine.census.Sampler;
import dev.sexton.engine.census.SamplerListener;
import dev.sexton.engine.census.SamplerOptions;
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
  private static final long NEVER_NS = Long.MAX_VALUE;

  /** Whose children the newly born are. */
  public enum BornTo {
    FOREIGN,
    RUNNER
  }

  private final Deque<AutoCloseable> opened = new ArrayDeque<>();
  private final Sampler sampler;
  private final ShellTree parent;
  private final Path run;
  private long samplesWithBirths;

  /** Returns once the run's census is committed. */
  SampledHost(int foreign, int runnersChildren, BornTo bornTo) throws Exception {
    boolean whole = false;
    try {
      // The foreign are older than the runner, as most are on a host.
      ShellTree strangers = open(new ShellTree(foreign));
      ShellTree runner = open(new ShellTree(runnersChildren));
      parent = bornTo == BornTo.FOREIGN ? strangers : runner;
      TempFolder root = open(new TempFolder());
      SamplerOptions options =
          new SamplerOptions(INTERVAL_NS, NEVER_NS, SamplerOptions.DEFAULT.heartbeatNs());
      sampler = open(new Sampler(Host.open(), root.path(), options, SamplerListener.NONE));
      run = sampler.add(RunRequest.runner(RUN_ID, runner.pid()));
      whole = true;
    } finally {
      if (!whole) {
        closeAll();
      }
    }
  }

  private <T extends AutoCloseable> T open(T resource) {
    opened.push(resource);
    return resource;
  }

  void bear(byte[] request) throws IOException {
    parent.bear(request);
    samplesWithBirths++;
  }

  void sample() throws ProcfsException {
    sampler.sampleNow();
  }

  /** Ends everything, after a check that what was to be measured is in the journal. */
  @Override
  public void close() throws Exception {
    try {
      long committed = LineageReplay.replay(run).samples();
      if (committed < samplesWithBirths) {
        throw new IllegalStateException(
            committed + " samples in the journal, but something was born for " + samplesWithBirths);
      }
    } finally {
      closeAll();
    }
  }

  private void closeAll() throws Exception {
    Exception failure = null;
    while (!opened.isEmpty()) {
      try {
        opened.pop().close();
      } catch (Exception e) {
        failure = e;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
