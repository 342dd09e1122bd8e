package dev.sexton.simulation;

import dev.sexton.engine.attribution.Attributor;
import dev.sexton.engine.attribution.KnownProcess;
import dev.sexton.engine.census.LineageReplay;
import dev.sexton.engine.model.Attribution;
import dev.sexton.engine.model.ProcessIdentity;
import dev.sexton.engine.model.ProcessReport;
import dev.sexton.engine.model.RefusalReason;
import dev.sexton.engine.model.RunReport;
import dev.sexton.engine.model.Verdict;
import dev.sexton.journal.JournalException;
import dev.sexton.journal.LineageReader;
import dev.sexton.simulation.kernel.SimTask;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Compares what the product says with what is so. */
final class Truth {
  private final World world;

  /** What was logged of verdicts already. */
  private final Map<KnownProcess, Verdict> said = new HashMap<>();

  Truth(World world) {
    this.world = world;
  }

  /** Every verdict of a sampler, or of a replay, is true. */
  void checkVerdicts(SimulatedRun run, Attributor attributor) {
    for (KnownProcess p : attributor.all()) {
      if (world.isLogging() && !p.verdict().equals(said.put(p, p.verdict()))) {
        world.say("    " + p + " of session " + p.session() + ", parent " + p.parentPid());
      }
      checkVerdict(run, p.identity(), p.verdict());
    }
  }

  private void checkVerdict(SimulatedRun run, ProcessIdentity p, Verdict verdict) {
    if (verdict.attribution() == Attribution.UNDECIDED) {
      return;
    }
    boolean saidToBeMember = verdict.attribution() == Attribution.OWNED;
    boolean anyMember = false;
    boolean anyForeign = false;
    for (SimTask t : world.holdersOf(p.pid())) {
      if (mayBe(t, p)) {
        anyMember |= run.isMember(t);
        anyForeign |= !run.isMember(t);
      }
    }
    // Two processes may have had the same number within one tick; then nothing is said of which.
    if (!(saidToBeMember ? anyMember : anyForeign)) {
      throw new Violation(
          "%s is called %s by %s, and is not: %s"
              .formatted(p, verdict.attribution(), verdict.rule().jsonName(), run.runId()));
    }
  }

  private static boolean mayBe(SimTask t, ProcessIdentity p) {
    return t.startTicks() == p.startTicks()
        && (p.pidfdInode() == ProcessIdentity.UNKNOWN_INODE || p.pidfdInode() == t.inode());
  }

  /** A replayed journal says what its sampler knew. */
  void checkReplay(SimulatedRun run) {
    Path directory = run.directory();
    Attributor live = run.live();
    if (directory == null || live == null || !run.journalIsWhole()) {
      return;
    }
    Attributor replayed;
    try {
      replayed = LineageReplay.replay(directory).attributor();
    } catch (JournalException e) {
      throw new Violation("a journal that was written whole cannot be replayed: " + e.getMessage());
    }
    checkVerdicts(run, replayed);
    for (KnownProcess p : live.all()) {
      KnownProcess again = replayed.known(p.pid());
      // Where calls fail, the one knows less than the other; what either decides is true.
      boolean known = again != null && again.startTicks() == p.startTicks();
      boolean same = again != null && again.attribution() == p.attribution();
      boolean open =
          p.attribution() == Attribution.UNDECIDED
              || (again != null && again.attribution() == Attribution.UNDECIDED);
      if (!known || !(same || (open && world.family().hasFaults()))) {
        sayJournal(directory);
        throw new Violation(
            "%s is %s to the sampler and %s to whoever replays its journal"
                .formatted(p.identity(), p.verdict(), again == null ? "unknown" : again.verdict()));
      }
    }
  }

  private void sayJournal(Path directory) {
    if (!world.isLogging()) {
      return;
    }
    try (LineageReader reader = LineageReader.open(directory)) {
      reader.forEach(
          record ->
              world.say(
                  switch (record.type()) {
                    case BIRTH, CHANGE ->
                        "  journal: %s %d@%d parent %d@%d group %d session %d flags %x"
                            .formatted(
                                record.type(),
                                record.pid(),
                                record.startTicks(),
                                record.parentPid(),
                                record.parentStartTicks(),
                                record.processGroup(),
                                record.session(),
                                record.flags());
                    case COMMIT ->
                        "  journal: COMMIT flags %x, numbers %d to %d"
                            .formatted(
                                record.flags(), record.virtualBefore(), record.virtualAfter());
                    default -> "  journal: " + record.type();
                  }));
    } catch (JournalException e) {
      world.say("  journal: " + e.getMessage());
    }
  }

  /** What a reap says of a run, right after it has said so; of the reaper it may only assume. */
  void checkReport(SimulatedRun run, RunReport report, SimTask reaper, boolean runnerMayHaveLived) {
    for (ProcessReport p : report.processes()) {
      checkVerdict(run, p.identity(), p.verdict());
    }
    if (report.verified()) {
      boolean assumed =
          report.assumptions().stream().anyMatch(text -> text.startsWith("The reaper itself"));
      SimTask alive = anyMemberAlive(run, assumed ? reaper : null);
      if (alive != null) {
        throw new Violation(
            "the reap of " + run.runId() + " is signed, but " + alive + " is alive");
      }
    } else if (report.reasons().isEmpty()) {
      throw new Violation("neither a proof nor a refusal of " + run.runId());
    }
    if (report.reasons().contains(RefusalReason.RUNNER_ALIVE) && !runnerMayHaveLived) {
      throw new Violation("runner_alive, but the runner of " + run.runId() + " was dead");
    }
  }

  /** A member that is alive or being born, or null. */
  @Nullable SimTask anyMemberAlive(SimulatedRun run) {
    return anyMemberAlive(run, null);
  }

  private @Nullable SimTask anyMemberAlive(SimulatedRun run, @Nullable SimTask butFor) {
    for (SimTask t : world.tasks()) {
      if (t != butFor && (t.lives() || willBe(t)) && run.isMember(t)) {
        return t;
      }
    }
    return null;
  }

  /** A fork in flight fails if the forking process is dead, or will be before anything else. */
  private static boolean willBe(SimTask t) {
    SimTask forker = t.forker();
    return t.state() == SimTask.State.FORKING
        && forker != null
        && forker.lives()
        && !forker.isKilled();
  }

  /**
   * Nobody but members of a run whose runner is dead may be signalled, and never pid 1, the reaper
   * or anybody above it.
   */
  void checkSignal(SimTask target, int signal, SimTask reaper, List<SimulatedRun> runs) {
    for (SimTask t = reaper; t != null; t = t.parent()) {
      if (t == target) {
        throw new Violation("signal " + signal + " to " + target + ", which is above the reaper");
      }
    }
    for (SimulatedRun run : runs) {
      if (run.isMember(target) && !run.runner().lives()) {
        return;
      }
    }
    throw new Violation(
        "signal " + signal + " to " + target + ", which is nobody's whose runner died");
  }
}
