package dev.sexton.simulation;

import dev.sexton.engine.census.Host;
import dev.sexton.engine.census.RunRequest;
import dev.sexton.engine.model.ReapReport;
import dev.sexton.engine.model.RunReport;
import dev.sexton.engine.reap.ReapOptions;
import dev.sexton.engine.reap.ReapTargetException;
import dev.sexton.engine.reap.Reaper;
import dev.sexton.procfs.ProcfsException;
import dev.sexton.procfs.UnsupportedHostException;
import dev.sexton.simulation.kernel.KernelSettings;
import dev.sexton.simulation.kernel.SimKernel;
import dev.sexton.simulation.kernel.SimTask;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One history: a host is made, runs are sampled, runners die, the world goes on, reapers come, the
 * world goes on. All of it is drawn from {@link Choices}.
 */
final class History {
  private static final int PROCESSORS = 2;
  private static final int TICKS_PER_SECOND = 100;
  private static final long NANOS_PER_NUMBER = 10_000;
  private static final int PID_MAX_USUAL = 32_768;
  private static final int[] PID_MAX_SMALL = {PID_MAX_USUAL, 1_000, 700, 520, 2_000};
  private static final int STEPS_MAX = 50;
  private static final int AFTERWARDS = 15;

  private final Family family;
  private final Choices choices;
  private final Path root;
  private final Tally tally;
  private final SimKernel kernel;
  private final World world;
  private final Truth truth;
  private final Cast cast;
  private final List<SimulatedRun> runs = new ArrayList<>();
  private final Set<String> proved = new HashSet<>();
  private final @Nullable List<String> log;
  private int reapers;

  /**
   * @param root an empty directory, or one that does not exist yet
   * @param log takes what happens, or null
   */
  History(Family family, Choices choices, Path root, Tally tally, @Nullable List<String> log) {
    this.family = family;
    this.choices = choices;
    this.root = root;
    this.tally = tally;
    this.log = log;
    int pidMax =
        family.recyclesNumbers()
            ? PID_MAX_SMALL[choices.below(PID_MAX_SMALL.length)]
            : PID_MAX_USUAL;
    kernel =
        new SimKernel(
            new KernelSettings(
                pidMax,
                PROCESSORS,
                TICKS_PER_SECOND,
                NANOS_PER_NUMBER,
                !choices.oneIn(5),
                !choices.oneIn(6),
                !choices.oneIn(6),
                !choices.oneIn(3)));
    world = new World(kernel, choices, family, log);
    truth = new Truth(world);
    cast = new Cast(world, choices);
  }

  /**
   * Runs it.
   *
   * @throws Violation if a promise was broken
   */
  void run() {
    world.steps(choices.below(8));
    begin();
    live();
    die();
    world.steps(choices.below(20));
    int reaps = 1 + choices.below(2);
    for (int i = 0; i < reaps; i++) {
      reap();
      world.steps(choices.below(AFTERWARDS));
    }
    world.steps(AFTERWARDS);
    checkProofs();
    tally.ended();
  }

  private void begin() {
    int count = family.hasSeveralRuns() ? 2 + choices.below(2) : 1;
    SimTask above = cast.top();
    for (int i = 0; i < count; i++) {
      beginRun("run" + (char) ('A' + i), above);
      world.steps(choices.below(10));
      // The next runner is a stranger of this one, or a member of it.
      above = choices.oneIn(2) ? runs.get(i).runner() : cast.service();
      if (!above.lives() || WorldActs.isBusy(above)) {
        above = cast.service();
      }
    }
  }

  private void beginRun(String runId, SimTask above) {
    int rate = rate();
    boolean guarded = family.hasSubreaper();
    SimTask sampler;
    SimTask runner;
    long subreaperSince = RunRequest.NO_SUBREAPER;
    if (guarded) {
      sampler = cast.sexton(above, "guardian", family.isPrivileged());
      kernel.setSubreaper(sampler, true);
      world.actor(sampler).keepsSubreaper = true;
      subreaperSince = kernel.nowTicks();
      if (!choices.oneIn(4)) {
        kernel.advance(20_000_000);
      }
      runner = cast.runner(sampler, runId);
    } else {
      runner = cast.runner(above, runId);
      world.steps(choices.below(8));
      sampler = choices.oneIn(2) ? cast.sexton(cast.service(), "watcher", true) : runner;
    }
    Moves moves = new Moves(world, choices, rate, false, (target, signal) -> {});
    SimulatedRun run = new SimulatedRun(runId, runner, sampler, moves, world);
    runs.add(run);
    try {
      run.begin(SimulatedHost.open(world, sampler, moves), root, subreaperSince);
    } catch (ProcfsException e) {
      world.say("the host cannot be looked at: " + e.getMessage());
    }
    if (family.hasFaults()) {
      moves.mayFail();
    }
    check(run);
  }

  private int rate() {
    return family.isQuiet() ? 60 : 6 + choices.below(20);
  }

  private void live() {
    int steps = choices.below(STEPS_MAX);
    for (int i = 0; i < steps; i++) {
      world.step();
      if (choices.oneIn(5)) {
        sampleAll();
      }
    }
  }

  private void sampleAll() {
    for (SimulatedRun run : runs) {
      if (run.isSampling() && run.sampler().lives() && !run.sampler().isStopped()) {
        boolean whole = run.sample();
        tally.samples(1);
        if (whole) {
          check(run);
        }
      }
    }
  }

  private void check(SimulatedRun run) {
    var live = run.live();
    if (live != null) {
      truth.checkVerdicts(run, live);
    }
  }

  /** Runners are killed: between two calls of theirs, or in the middle of a sample. */
  private void die() {
    for (SimulatedRun run : runs) {
      if (choices.oneIn(12)) {
        continue; // A living runner must be left alone.
      }
      boolean samplerDiesToo = run.sampler() == run.runner() || choices.oneIn(2);
      if (run.isSampling() && samplerDiesToo && choices.oneIn(2)) {
        run.samplerDiesAtCall(1 + choices.below(120));
        run.sample();
      }
      if (run.isSampling()) {
        truth.checkReplay(run);
      }
      world.kill(run.runner());
      if (samplerDiesToo) {
        world.kill(run.sampler());
        run.close();
      }
      world.steps(choices.below(6));
      int samples = samplerDiesToo ? 0 : choices.below(4);
      for (int i = 0; i < samples; i++) {
        sampleAll();
        world.steps(choices.below(6));
      }
      if (family.hasFaults() && choices.oneIn(3)) {
        run.close();
        run.cutTo(choices.below((int) run.journalBytes() + 1));
        world.say("the journal of " + run.runId() + " is cut to " + run.journalBytes() + " bytes");
      }
    }
  }

  private void reap() {
    int rate = rate();
    SimTask member = choices.oneIn(16) ? truth.anyMemberAlive(runs.get(0)) : null;
    boolean inLineage = member != null && member.lives() && !WorldActs.isBusy(member);
    SimTask above = inLineage && member != null ? member : cast.anybody();
    SimTask reaper = cast.sexton(above, "reaper" + ++reapers, !choices.oneIn(4));
    Moves moves = movesOf(reaper, rate);
    if (family.hasFaults() && choices.oneIn(3)) {
      moves.dieAtCall(1 + choices.below(400), () -> world.kill(reaper));
    }
    if (family.hasSeveralRuns() && choices.oneIn(2)) {
      moves.doBeforeCall(1 + choices.below(300), this::secondReap);
    }
    reapAs(reaper, moves, true);
  }

  /** What happens between a reaper's calls; each of its signals is checked before it is sent. */
  private Moves movesOf(SimTask reaper, int rate) {
    return new Moves(
        world,
        choices,
        rate,
        false,
        (target, signal) -> {
          tally.signalled();
          truth.checkSignal(target, signal, reaper, runs);
        });
  }

  /** Another reaper comes while the first is at it. */
  private void secondReap() {
    SimTask other = cast.sexton(cast.service(), "reaper" + ++reapers, true);
    Moves moves = movesOf(other, 1_000);
    reapAs(other, moves, false);
  }

  private void reapAs(SimTask reaper, Moves moves, boolean counted) {
    ReapOptions options =
        ReapOptions.DEFAULT
            .grace(Duration.ofMillis(choices.oneIn(3) ? 40 : 0))
            .deadline(Duration.ofMillis(80 + 60L * choices.below(3)))
            .retire(choices.oneIn(3));
    Path target = root;
    if (runs.size() > 1 && choices.oneIn(2)) {
      Path one = runs.get(choices.below(runs.size())).directory();
      target = one == null ? root : one;
    }
    boolean[] lived = new boolean[runs.size()];
    for (int i = 0; i < lived.length; i++) {
      lived[i] = runs.get(i).runner().lives();
    }
    world.say(reaper + " reaps");
    try {
      ReapReport report =
          Reaper.over(target)
              .with(options)
              .listener(new LoggedReap(world))
              .on(() -> open(reaper, moves))
              .reap();
      for (RunReport said : report.runs()) {
        judge(said, reaper, lived, counted);
      }
    } catch (SimulatedDeath e) {
      tally.reaperDied();
    } catch (ReapTargetException | UnsupportedHostException | ProcfsException e) {
      world.say("the reap does not begin: " + e.getMessage());
      tally.notBegun();
    }
    tally.calls(moves.calls());
    world.kill(reaper);
  }

  private Host open(SimTask reaper, Moves moves) throws ProcfsException {
    Host host = SimulatedHost.open(world, reaper, moves).host();
    if (family.hasFaults()) {
      moves.mayFail(); // Before, a failed call would only mean that the reap does not begin.
    }
    return host;
  }

  private void judge(RunReport said, SimTask reaper, boolean[] lived, boolean counted) {
    for (int i = 0; i < runs.size(); i++) {
      SimulatedRun run = runs.get(i);
      if (run.runId().equals(said.run())) {
        if (log != null) {
          log.add("  " + said.run() + ": " + (said.verified() ? "proved" : said.reasons()));
          said.processes().forEach(p -> log.add("    " + p.identity() + " " + p.verdict().rule()));
          said.evidence().forEach(text -> log.add("    " + text));
          said.assumptions().forEach(text -> log.add("    assumed: " + text));
        }
        truth.checkReport(run, said, reaper, lived[i]);
        if (said.verified()) {
          proved.add(run.runId());
        }
        if (counted) {
          tally.reaped(said, truth.anyMemberAlive(run) != null);
        }
      }
    }
  }

  private void checkProofs() {
    for (SimulatedRun run : runs) {
      run.close();
      SimTask alive = proved.contains(run.runId()) ? truth.anyMemberAlive(run) : null;
      if (alive != null) {
        throw new Violation(run.runId() + " was proved gone, and later " + alive + " is alive");
      }
    }
  }
}
