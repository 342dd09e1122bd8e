package dev.sexton.simulation;

import dev.sexton.engine.attribution.Attributor;
import dev.sexton.engine.census.RunRequest;
import dev.sexton.engine.census.RunSampling;
import dev.sexton.engine.census.RunnerException;
import dev.sexton.engine.census.SamplerListener;
import dev.sexton.engine.census.SamplerOptions;
import dev.sexton.journal.JournalException;
import dev.sexton.journal.JournalOptions;
import dev.sexton.procfs.ProcfsException;
import dev.sexton.simulation.kernel.SimTask;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** One run: its runner, and the product's sampler in whatever process it is. */
final class SimulatedRun {
  private static final long MILLI = 1_000_000;

  /** Short, so that full passes happen in a history of some hundred milliseconds. */
  private static final SamplerOptions OPTIONS =
      new SamplerOptions(25 * MILLI, 120 * MILLI, 400 * MILLI, false);

  private final String runId;
  private final SimTask runner;
  private final SimTask sampler;
  private final Moves moves;
  private final World world;
  private @Nullable RunSampling sampling;
  private @Nullable Attributor live;
  private @Nullable Path directory;
  private boolean passInterrupted;
  private long bytesAtDeath = -1;

  SimulatedRun(String runId, SimTask runner, SimTask sampler, Moves moves, World world) {
    this.runId = runId;
    this.runner = runner;
    this.sampler = sampler;
    this.moves = moves;
    this.world = world;
  }

  String runId() {
    return runId;
  }

  SimTask runner() {
    return runner;
  }

  boolean isMember(SimTask t) {
    return t.descendsFrom(runner);
  }

  /** What the sampler knew when it last looked, or null if it never began. */
  @Nullable Attributor live() {
    return live;
  }

  @Nullable Path directory() {
    return directory;
  }

  /** Whether the journal holds all that {@link #live} was shown. */
  boolean journalIsWhole() {
    return directory != null && !passInterrupted;
  }

  boolean isSampling() {
    return sampling != null;
  }

  /**
   * Begins to sample.
   *
   * @param host opened for this run's sampler
   * @param subreaperSinceTicks as in {@link RunRequest}
   */
  void begin(SimulatedHost host, Path root, long subreaperSinceTicks) {
    JournalOptions journals = SimulatedHost.journals();
    RunSampling made = new RunSampling(host.host(), root, OPTIONS, journals, SamplerListener.NONE);
    sampling = made;
    try {
      directory = made.add(new RunRequest(runId, runner.pid(), false, subreaperSinceTicks, null));
      live = made.attributorOf(runId);
      world.say("sampling of " + runId + " begins");
    } catch (RunnerException | JournalException | ProcfsException e) {
      world.say("sampling of " + runId + " does not begin: " + e.getMessage());
      close();
    } catch (SimulatedDeath e) {
      passInterrupted = true;
      close();
    }
  }

  /** One sample; false if there is nobody any more to take it. */
  boolean sample() {
    RunSampling now = sampling;
    if (now == null) {
      return false;
    }
    world.say("sample of " + runId);
    now.tick(world.kernel().nowNs());
    if (moves.isDead()) {
      passInterrupted = true;
      close();
      cutTo(bytesAtDeath);
      return false;
    }
    if (!now.isRecorded(runId)) {
      close();
    }
    return true;
  }

  /** The sampler's process is killed in the middle of its n-th system call from now. */
  void samplerDiesAtCall(int n) {
    moves.dieAtCall(
        n,
        () -> {
          bytesAtDeath = journalBytes();
          world.say("the sampler of " + runId + " is killed");
          world.kill(sampler);
        });
  }

  /** The sampler's process is dead: its files are closed as they are. */
  void close() {
    RunSampling now = sampling;
    sampling = null;
    if (now != null) {
      now.close();
    }
  }

  SimTask sampler() {
    return sampler;
  }

  private @Nullable Path journalFile() {
    Path from = directory;
    if (from == null) {
      return null;
    }
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(from, SimulatedHost.JOURNAL_FILES)) {
      for (Path file : files) {
        return file;
      }
      return null;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The journal's length in bytes, 0 if there is none. */
  long journalBytes() {
    Path file = journalFile();
    try {
      return file == null ? 0 : Files.size(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What was written after the first so many bytes is lost. */
  void cutTo(long bytes) {
    Path file = journalFile();
    if (file == null || bytes < 0) {
      return;
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      if (bytes < channel.size()) {
        passInterrupted = true;
        channel.truncate(bytes);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
