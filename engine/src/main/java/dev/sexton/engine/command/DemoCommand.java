package dev.sexton.engine.command;

import static dev.sexton.engine.command.DemoScripts.BARE;
import static dev.sexton.engine.command.DemoScripts.DAEMON;
import static dev.sexton.engine.command.DemoScripts.DAEMON_PARENT;
import static dev.sexton.engine.command.DemoScripts.DEAF;
import static dev.sexton.engine.command.DemoScripts.MISNAMED;
import static dev.sexton.engine.command.DemoScripts.ORPHAN;
import static dev.sexton.engine.command.DemoScripts.OWN_SESSION;
import static dev.sexton.engine.command.DemoScripts.RUNNER;
import static dev.sexton.engine.command.DemoScripts.SAME_GROUP;

import dev.sexton.engine.census.Host;
import dev.sexton.engine.census.HostClock;
import dev.sexton.engine.census.RunRequest;
import dev.sexton.engine.census.Sampler;
import dev.sexton.engine.census.SamplerListener;
import dev.sexton.engine.census.SamplerOptions;
import dev.sexton.engine.model.Fate;
import dev.sexton.engine.model.ProcessIdentity;
import dev.sexton.engine.model.ProcessReport;
import dev.sexton.engine.model.ReapReport;
import dev.sexton.engine.model.RefusalReason;
import dev.sexton.engine.reap.ReapOptions;
import dev.sexton.engine.reap.ReapTargetException;
import dev.sexton.engine.reap.Reaper;
import dev.sexton.journal.RunId;
import dev.sexton.procfs.ProcfsException;
import dev.sexton.procfs.UnsupportedHostException;
import dev.sexton.procfs.linux.Subreaper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine.Model.ArgSpec;

/** {@code sexton demo}. */
final class DemoCommand extends Subcommand {
  private static final long END_SEEN_NS = TimeUnit.SECONDS.toNanos(10);
  private static final ReapOptions REAPING =
      ReapOptions.DEFAULT.grace(Duration.ofMillis(500)).deadline(Duration.ofSeconds(8));
  private static final Duration REFUSAL_DEADLINE = Duration.ofMillis(1_500);
  private static final double NANOS_PER_SECOND = 1e9;

  DemoCommand(Output output) {
    super(output);
  }

  @Override
  String[] description() {
    return new String[] {
      "Shows all of it with real processes in under 20 seconds.",
      "",
      "Starts a runner whose children do what hides processes from a group kill: a session of their"
          + " own, a double fork, a cleared environment, deafness to SIGTERM, a name that breaks"
          + " parsers. Kills the runner with SIGKILL, reaps, shows the proof. Then the same with"
          + " a stranger that nothing tells from the run's own: the refusal is shown, and the"
          + " stranger is left alone. Leaves nothing behind.",
      ""
    };
  }

  @Override
  String[] footer() {
    return new String[] {"", "Example:", "  sexton demo"};
  }

  @Override
  List<ArgSpec> arguments() {
    return List.of();
  }

  @Override
  List<ExitStatus> statuses() {
    return List.of(ExitStatus.DONE, ExitStatus.INTERNAL_ERROR, ExitStatus.HOST_CANNOT);
  }

  @Override
  ExitStatus execute() throws Exception {
    long startNs = HostClock.SYSTEM.nanoTime();
    try (Termination termination = new Termination(() -> {})) {
      try {
        play();
      } catch (DemoException e) {
        output().complain("The demonstration did not go as told: " + e.getMessage());
        return ExitStatus.INTERNAL_ERROR;
      } catch (InterruptedException e) {
        // Told to end: the stage has been cleared, and the JVM is on its way out.
        return ExitStatus.INTERNAL_ERROR;
      }
      double seconds = (HostClock.SYSTEM.nanoTime() - startNs) / NANOS_PER_SECOND;
      termination.report(
          () ->
              say(
                  String.format(
                      Locale.ROOT,
                      "All of it went as told, in %.1f s; nothing is left of it.",
                      seconds)));
    }
    return ExitStatus.DONE;
  }

  private void play() throws Exception {
    Path root = Files.createTempDirectory("sexton-demo-");
    try (DemoCast cast = new DemoCast()) {
      // Orphans of the runs come to this process, so that whatever else starts on this host in the
      // meantime cannot be taken for theirs. A service that embeds the sampler can do the same.
      Subreaper.set(true);
      long sinceTicks = cast.bootTicks();
      while (cast.bootTicks() <= sinceTicks) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
      }
      try {
        proof(cast, root, sinceTicks);
        refusal(cast, root, sinceTicks);
      } finally {
        clear(root);
      }
    }
  }

  private void proof(DemoCast cast, Path root, long sinceTicks) throws Exception {
    String user = cast.runsAsNobody() ? " as user nobody" : "";
    say(
        "1. A runner"
            + user
            + ", sampled from outside every "
            + intervalMs()
            + " ms. Its children:");
    Path journal;
    Sampler sampler = sampler(root);
    try (sampler) {
      Process runner = cast.start(DemoScripts.FULL_RUN);
      cast.await(RUNNER);
      RunRequest run = request(cast, sinceTicks);
      journal = sampler.add(run);
      DemoCast.cue(runner);
      cast.await(SAME_GROUP, OWN_SESSION, DAEMON, DAEMON_PARENT, BARE, DEAF, MISNAMED);
      sampler.sampleNow();
      DemoCast.cue(runner);
      cast.awaitExit(DAEMON_PARENT);
      sampler.sampleNow();
      introduce(cast);
      say("");
      say("2. What the journal knows ('sexton show'):");
      try (LivingProcesses living = LivingProcesses.open()) {
        print(ShowText.of(LineageView.read(journal, living, false)));
      }
      say("");
      say("3. The runner is killed with SIGKILL.");
      cast.kill(RUNNER);
      require(sampler.awaitEnd(run.runId(), END_SEEN_NS), "the sampler did not see the runner die");
    }
    say("   The sampler has seen it, taken its last sample and closed the journal.");
    say("");
    say("4. 'sexton reap':");
    ReapReport report = Reaper.over(journal).with(REAPING).reap();
    print(ReapText.of(report, false));
    require(report.verified(), "the reap refused");
    for (String part : List.of(SAME_GROUP, OWN_SESSION, DAEMON, BARE, DEAF, MISNAMED)) {
      require(!cast.isAlive(part), part + " is still alive");
      require(fate(report, cast.actor(part).identity()) == Fate.ENDED, part + " was not ended");
    }
    require(!Files.exists(journal), "the journal was not removed after the proof");
    say("   Looked at again from here: none of them is alive.");
    say("");
  }

  private void introduce(DemoCast cast) throws DemoException {
    introduce(cast, SAME_GROUP, "in the runner's process group");
    introduce(cast, OWN_SESSION, "called setsid");
    introduce(cast, DAEMON, "double-forked: its parent has exited, and it called setsid");
    introduce(cast, BARE, "cleared its environment and changed directory");
    introduce(cast, DEAF, "ignores SIGTERM");
    introduce(cast, MISNAMED, "calls itself ') S 1 1 (', and has a child of its own");
  }

  private void introduce(DemoCast cast, String part, String what) throws DemoException {
    say("   %-8d %-12s %s".formatted(cast.actor(part).identity().pid(), part, what));
  }

  private void refusal(DemoCast cast, Path root, long sinceTicks) throws Exception {
    say("5. Another run. Its runner is killed as well, and sampling has ended. Then a stranger,");
    say("   not the run's, leaves an orphan in a session of its own: nothing tells whose it is.");
    Path journal;
    Sampler sampler = sampler(root);
    try (sampler) {
      Process runner = cast.start(DemoScripts.SMALL_RUN);
      cast.await(RUNNER);
      RunRequest run = request(cast, sinceTicks);
      journal = sampler.add(run);
      DemoCast.cue(runner);
      cast.await(OWN_SESSION);
      sampler.sampleNow();
      cast.kill(RUNNER);
      require(sampler.awaitEnd(run.runId(), END_SEEN_NS), "the sampler did not see the runner die");
    }
    Process stranger = cast.start(DemoScripts.STRANGER);
    cast.await(ORPHAN);
    DemoCast.cue(stranger);
    stranger.waitFor();
    ReapOptions hasty = REAPING.deadline(REFUSAL_DEADLINE);
    ReapReport refused = Reaper.over(journal).with(hasty).reap();
    print(ReapText.of(refused, false));
    ProcessIdentity orphan = cast.actor(ORPHAN).identity();
    require(
        refused.reasons().equals(List.of(RefusalReason.UNATTRIBUTED_ORPHAN)),
        "the reap was to refuse for the orphan alone");
    require(refused.remaining().equals(List.of(orphan.pid())), "only the orphan was to be left");
    require(!cast.isAlive(OWN_SESSION), "the run's own child is still alive");
    require(cast.isAlive(ORPHAN), "the orphan is no longer alive");
    require(fate(refused, orphan) == Fate.NOT_TOUCHED, "the orphan was touched");
    say("   The run's own child is dead. The orphan is alive and untouched: still " + orphan + ".");
    say("");
    say("6. Somebody who knows it vouches for it: 'sexton reap --known " + orphan + "'.");
    ReapOptions.Known known = new ReapOptions.Known(orphan.pid(), orphan.startTicks());
    ReapReport proved = Reaper.over(journal).with(REAPING.vouchFor(known)).reap();
    print(ReapText.of(proved, false));
    require(proved.verified(), "the reap refused although the orphan was vouched for");
    require(cast.isAlive(ORPHAN), "the orphan was ended although it was vouched for");
    cast.kill(ORPHAN);
    say("");
  }

  private Sampler sampler(Path root) throws Exception {
    SamplerOptions options = SamplerOptions.DEFAULT.collectingAdopted(true);
    return new Sampler(Host.open(), root, options, SamplerListener.NONE);
  }

  private static RunRequest request(DemoCast cast, long sinceTicks) throws DemoException {
    int pid = cast.actor(RUNNER).identity().pid();
    String run = RunId.fresh(HostClock.SYSTEM.wallMillis());
    return new RunRequest(run, pid, false, sinceTicks, null);
  }

  private static long intervalMs() {
    return TimeUnit.NANOSECONDS.toMillis(SamplerOptions.DEFAULT.intervalNs());
  }

  private static Fate fate(ReapReport report, ProcessIdentity identity) throws DemoException {
    for (ProcessReport process : report.runs().get(0).processes()) {
      if (process.identity().pid() == identity.pid()
          && process.identity().startTicks() == identity.startTicks()) {
        return process.fate();
      }
    }
    throw new DemoException("the report does not name " + identity + ".");
  }

  private static void require(boolean asTold, String otherwise) throws DemoException {
    if (!asTold) {
      throw new DemoException(otherwise + ".");
    }
  }

  /** Ends what a story that broke off has left, and removes the journals. */
  private static void clear(Path root) throws IOException {
    boolean interrupted = Thread.interrupted();
    try {
      Reaper.over(root).with(REAPING.grace(Duration.ZERO).deadline(REFUSAL_DEADLINE)).reap();
    } catch (ReapTargetException | UnsupportedHostException | ProcfsException e) {
      // The cast is ended through its descriptors in any case, and there is nobody else.
      interrupted |= Thread.interrupted();
    }
    try (var files = Files.walk(root)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void say(String line) {
    output().line(line);
  }

  private void print(String text) {
    output().out().print(text.indent(3));
    output().out().flush();
  }
}
