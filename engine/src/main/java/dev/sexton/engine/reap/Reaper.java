package dev.sexton.engine.reap;

import dev.sexton.engine.census.Host;
import dev.sexton.engine.model.ReapReport;
import dev.sexton.engine.model.RunReport;
import dev.sexton.journal.JournalDirectories;
import dev.sexton.journal.JournalException;
import dev.sexton.journal.RunId;
import dev.sexton.procfs.ProcfsException;
import dev.sexton.procfs.UnsupportedHostException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Reaps what dead runners left, and proves it or refuses.
 *
 * <p>A refusal is a result, never an exception: those mean that there was nothing that could be
 * looked at. Immutable and thread-safe; each {@link #reap} is one reap, on the caller's thread,
 * which may interrupt it.
 */
public final class Reaper {
  private final Path target;
  private final ReapOptions options;
  private final ReapListener listener;
  private final boolean runnerMayLive;
  private final HostOpener hosts;

  private Reaper(
      Path target,
      ReapOptions options,
      ReapListener listener,
      boolean runnerMayLive,
      HostOpener hosts) {
    this.target = target;
    this.options = options;
    this.listener = listener;
    this.runnerMayLive = runnerMayLive;
    this.hosts = hosts;
  }

  /** Opens the host to reap on; each reap opens its own and closes it. */
  @FunctionalInterface
  public interface HostOpener {
    /** Opens it. */
    Host open() throws UnsupportedHostException, ProcfsException;
  }

  /** A reaper of all runs under a journal root, or of one run's directory. */
  public static Reaper over(Path rootOrRunDirectory) {
    return new Reaper(
        rootOrRunDirectory.toAbsolutePath().normalize(),
        ReapOptions.DEFAULT,
        ReapListener.NONE,
        false,
        Host::open);
  }

  /** The same, going about it in another way. */
  public Reaper with(ReapOptions other) {
    return new Reaper(target, other, listener, runnerMayLive, hosts);
  }

  /** The same, telling a listener how it comes along. */
  public Reaper listener(ReapListener other) {
    return new Reaper(target, options, other, runnerMayLive, hosts);
  }

  /**
   * The same, ending the runner with the rest if it lives. Only for whoever owns the runner, such
   * as a service that ends a job it started.
   */
  public Reaper endingTheRunnerToo() {
    return new Reaper(target, options, listener, true, hosts);
  }

  /** The same on another host, such as a simulated one. */
  public Reaper on(HostOpener other) {
    return new Reaper(target, options, listener, runnerMayLive, other);
  }

  /**
   * Reaps.
   *
   * @throws ReapTargetException if the path names nothing that could be reaped
   * @throws UnsupportedHostException if this host cannot do it; nothing was signalled
   * @throws ProcfsException if the host could not be looked at
   */
  public ReapReport reap() throws ReapTargetException, UnsupportedHostException, ProcfsException {
    Targets found = find();
    if (!options.dryRun()) {
      Retirement.finishInterrupted(found.root(), hosts);
    }
    if (found.toReap().isEmpty()) {
      return new ReapReport(List.of(), options.dryRun(), 0);
    }
    try (Host host = hosts.open();
        ReapSession session = new ReapSession(host, options, listener, runnerMayLive)) {
      List<RunReport> reports = session.reap(found.toReap(), found.witnesses());
      if (reports.isEmpty() && found.named()) {
        // Whoever named the run wants a proof, and that it is gone is none.
        throw new ReapTargetException(
            found.toReap().get(0)
                + " is gone since it was found: another reaper has proved it, or somebody has"
                + " removed it.");
      }
      return new ReapReport(reports, options.dryRun(), session.elapsedMs());
    }
  }

  /**
   * Removes a journal that was proved with {@link ReapOptions#retire} off, once its writer is
   * closed.
   *
   * @return whether it is gone; if not, files that are not the journal's are in its directory
   */
  public static boolean retire(Path runDirectory) {
    return Graves.bury(runDirectory, Graves.KEY_UNKNOWN, RetirementSteps.NONE).retired();
  }

  /**
   * Does what follows a proof, as this reaper's options say, for a run that was proved without:
   * keeps a certificate, removes the journal. Its writer must be closed.
   *
   * @param proof a verified report of a reap with neither {@link ReapOptions#retire} nor
   *     certificates
   * @return the report with what became of the journal
   * @throws IllegalArgumentException if the report is not verified
   */
  public RunReport settle(RunReport proof) {
    return Retirement.settle(proof, options, hosts);
  }

  /**
   * Deletes what is left under a root of proved runs, where their reaper was killed while it
   * deleted them. Every reap does so first; a sampler may when it starts. What cannot be deleted is
   * logged.
   */
  public static void finishRetirements(Path root) {
    Retirement.finishInterrupted(root, Host::open);
  }

  /**
   * What to reap, and what may bear witness.
   *
   * @param root the directory of all runs
   * @param named whether a run was named, and not a root
   * @param toReap run directories
   * @param witnesses run directories beside a single one to reap
   */
  private record Targets(Path root, boolean named, List<Path> toReap, List<Path> witnesses) {}

  private Targets find() throws ReapTargetException {
    Path given = this.target;
    Path target = resolve(given);
    if (!Files.isDirectory(target)) {
      throw new ReapTargetException(
          target + " is not a directory: name a journal root or a run's directory.");
    }
    JournalDirectories.Listing inside = JournalDirectories.list(target);
    JournalException failure = inside.failure();
    if (failure != null) {
      throw new ReapTargetException(
          target + " cannot be read: reap as its owner or as root. (" + failure.getMessage() + ")");
    }
    if (RunDirectories.isRun(target)) {
      return new Targets(rootOf(target), true, List.of(target), siblings(target));
    }
    return new Targets(target, false, inside.runs(), List.of());
  }

  /** Where the links lead: everything on the real path is then judged. */
  private static Path resolve(Path given) throws ReapTargetException {
    try {
      return given.toRealPath();
    } catch (NoSuchFileException e) {
      throw new ReapTargetException(
          given + " does not exist: name a journal root or a run's directory.");
    } catch (IOException e) {
      throw new ReapTargetException(
          given + " cannot be reached: reap as its owner or as root. (" + e.getMessage() + ")");
    }
  }

  private static Path rootOf(Path run) {
    Path root = run.getParent();
    return root == null ? run : root;
  }

  private static List<Path> siblings(Path target) {
    Path root = target.getParent();
    if (root == null || !RunId.isValid(String.valueOf(target.getFileName()))) {
      return List.of();
    }
    List<Path> siblings = new ArrayList<>();
    for (Path run : JournalDirectories.list(root).runs()) {
      if (!run.equals(target) && RunDirectories.isRun(run)) {
        siblings.add(run);
      }
    }
    return siblings;
  }

  @Override
  public String toString() {
    return "reaper over " + target + (runnerMayLive ? ", ending the runner too" : "");
  }
}
