package dev.sexton.testing.sexton;

import dev.sexton.engine.census.Host;
import dev.sexton.engine.census.RunRequest;
import dev.sexton.engine.census.RunnerException;
import dev.sexton.engine.census.Sampler;
import dev.sexton.engine.census.SamplerListener;
import dev.sexton.engine.census.SamplerOptions;
import dev.sexton.journal.JournalException;
import dev.sexton.testing.Actor;
import dev.sexton.testing.ForkOptions;
import dev.sexton.testing.HostTicks;
import dev.sexton.testing.ProcessWorld;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A runner that the product samples from this JVM, with a sampler of its own. Its census is
 * committed when the constructing method returns.
 *
 * <p>{@link #close()} ends the sampling; the journal stays.
 */
public final class SampledRunner implements AutoCloseable {

  private static final Duration ON_DEMAND = Duration.ofSeconds(60);

  private final Actor runner;
  private final Path root;
  private final Path directory;
  private final Sampler sampler;

  private SampledRunner(Actor runner, Path root, Path directory, Sampler sampler) {
    this.runner = runner;
    this.root = root;
    this.directory = directory;
    this.sampler = sampler;
  }

  /** Starts a runner under the launcher; see {@link #awaitTickAfter}. */
  public static Actor startRunner(ProcessWorld world, String tag, ForkOptions options) {
    awaitTickAfter(world.warden());
    return world.launcher().fork(tag, options);
  }

  /**
   * Waits until whoever is born next starts at a later tick than this process, so that their order
   * is evidence: equal ticks are none.
   */
  public static void awaitTickAfter(Actor earlier) {
    HostTicks.awaitEndOf(earlier + " started", earlier.startTicks());
  }

  /** Sampled only when {@link #sample()} is called, after the census. */
  public static SampledRunner onDemand(Path root, Actor runner) {
    return every(ON_DEMAND, root, runner);
  }

  /** Sampled at this interval. The run's id is the runner's tag. */
  public static SampledRunner every(Duration interval, Path root, Actor runner) {
    SamplerOptions options = SamplerOptions.DEFAULT.withIntervalNs(interval.toNanos());
    boolean begun = false;
    Sampler sampler = null;
    try {
      sampler = new Sampler(Host.open(), root, options, SamplerListener.NONE);
      Path directory = sampler.add(RunRequest.runner(runner.tag(), runner.pid()));
      begun = true;
      return new SampledRunner(runner, root, directory, sampler);
    } catch (IOException | RunnerException | JournalException e) {
      throw new IllegalStateException(e);
    } finally {
      if (!begun && sampler != null) {
        sampler.close();
      }
    }
  }

  public Actor runner() {
    return runner;
  }

  /** The journal root. */
  public Path root() {
    return root;
  }

  /** The run's directory. */
  public Path directory() {
    return directory;
  }

  public Sampler sampler() {
    return sampler;
  }

  /** Takes one sample now, and returns when it is committed. */
  public void sample() {
    try {
      sampler.sampleNow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The sampler goes first, then the runner by SIGKILL: nothing is sampled between the two. */
  public void killUnsampled() {
    close();
    runner.kill9();
  }

  /** A reap of this run alone. */
  public ReapAttempt reap() {
    return ReapAttempt.over(runner.world(), directory);
  }

  /** A reap of everything under the root. */
  public ReapAttempt reapAll() {
    return ReapAttempt.over(runner.world(), root);
  }

  /** Ends the sampling. Idempotent. */
  @Override
  public void close() {
    sampler.close();
  }
}
