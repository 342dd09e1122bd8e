package dev.sexton.engine.reap;

import dev.sexton.engine.attribution.KnownProcess;
import dev.sexton.engine.attribution.Pass;
import dev.sexton.engine.census.Host;
import dev.sexton.engine.census.HostObserver;
import dev.sexton.engine.census.Reading;
import dev.sexton.engine.census.RunObserver;
import dev.sexton.engine.model.Attribution;
import dev.sexton.engine.model.Fate;
import dev.sexton.engine.model.ProcessIdentity;
import dev.sexton.engine.model.RefusalReason;
import dev.sexton.engine.model.RunReport;
import dev.sexton.engine.model.Settlement;
import dev.sexton.journal.JournalException;
import dev.sexton.journal.JournalHeader;
import dev.sexton.journal.LineageReader;
import dev.sexton.procfs.ProcfsException;
import dev.sexton.procfs.UnsupportedHostException;
import dev.sexton.procfs.linux.DirectoryLock;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One reap: opens the cases, looks, signals, waits and looks again until every case is concluded or
 * the deadline has passed.
 *
 * <p>Not thread-safe; used once.
 */
final class ReapSession implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ReapSession.class);
  private static final long MILLI = 1_000_000;
  private static final long LOOK_AGAIN_MAX_NS = 250 * MILLI;
  private static final long LOOK_AGAIN_MIN_NS = MILLI;
  private static final long EXIT_NS_EACH = 2 * MILLI;
  private static final int STOP_ROUNDS_MAX = 8;
  private static final int CHASE_ROUNDS_MAX = 200;

  private final Host host;
  private final ReapOptions options;
  private final ReapListener listener;
  private final boolean runnerMayLive;
  private final HostObserver observer;
  private final ReaperSelf self;
  private final SignalRound signals;
  private final List<RunCase> all = new ArrayList<>();
  private final List<RunCase> toReap = new ArrayList<>();
  private final OtherRuns otherRuns = new OtherRuns(all);
  private Set<ProcessIdentity> runners = Set.of();
  private final long startNs;
  private final long startTicks;
  private long firstScanTicks = -1;
  private boolean interrupted;
  private @Nullable ProcfsException lookFailure;

  ReapSession(Host host, ReapOptions options, ReapListener listener, boolean runnerMayLive)
      throws ProcfsException, UnsupportedHostException {
    this.host = host;
    this.options = options;
    this.listener = listener;
    this.runnerMayLive = runnerMayLive;
    if (host.facts().self().nestedInPidNamespace()) {
      throw new UnsupportedHostException(
          "The /proc that is mounted here is another pid namespace's: mount this namespace's own"
              + " (unshare --mount-proc does).");
    }
    startNs = host.clock().nanoTime();
    observer = host.observer();
    startTicks = observer.scanner().bootTicks();
    self =
        new ReaperSelf(
            host.files(),
            observer.scanner(),
            host.facts().self().pid(),
            host.facts().mount().hides());
    SignalGate gate =
        new SignalGate(
            host.pidfds(),
            observer.scanner(),
            self,
            host.facts().numbers().pidMax(),
            this::elapsedMs);
    signals = new SignalRound(gate, self, options, listener);
  }

  long elapsedMs() {
    return (host.clock().nanoTime() - startNs) / MILLI;
  }

  private long leftNs() {
    return options.deadlineNs() - (host.clock().nanoTime() - startNs);
  }

  /**
   * Reaps the first, with the second as witnesses. Runs that another reaper has removed since they
   * were listed are left out, as if they had not been.
   */
  List<RunReport> reap(List<Path> directories, List<Path> witnesses) throws ProcfsException {
    runners = runnersOf(directories, witnesses);
    CaseOpener opener = new CaseOpener(host, observer, self, options, runners, runnerMayLive);
    for (Path directory : directories) {
      RunCase run = opener.open(directory);
      if (run.stage() == RunCase.Stage.GONE) {
        LOG.info("Run {} is gone since it was listed.", directory);
        run.close();
      } else {
        toReap.add(run);
      }
    }
    all.addAll(toReap);
    for (Path directory : witnesses) {
      RunCase witness = opener.openWitness(directory);
      all.add(witness);
    }
    if (toReap.stream().anyMatch(RunCase::isActive)) {
      untilConcluded();
    }
    ReportMaker reports = new ReportMaker(options, host, self, startTicks, firstScanTicks);
    List<RunReport> made = new ArrayList<>();
    for (RunCase run : toReap) {
      made.add(finish(run, reports));
    }
    return made;
  }

  private static Set<ProcessIdentity> runnersOf(List<Path> directories, List<Path> witnesses) {
    Set<ProcessIdentity> runners = new HashSet<>();
    List<Path> both = new ArrayList<>(directories);
    both.addAll(witnesses);
    for (Path directory : both) {
      try (LineageReader reader = LineageReader.open(directory)) {
        JournalHeader header = reader.header();
        runners.add(
            new ProcessIdentity(
                header.runnerPid(), header.runnerStartTicks(), ProcessIdentity.UNKNOWN_INODE));
      } catch (JournalException e) {
        // Opening the case says what is wrong with it.
      }
    }
    return runners;
  }

  private void untilConcluded() {
    long lookAgainNs = LOOK_AGAIN_MIN_NS;
    while (true) {
      boolean signalled = roundOrFailure();
      if (isOver() || (options.dryRun() && anythingFound())) {
        return;
      }
      if (mayConcludeNow()) {
        continue;
      }
      lookAgainNs = signalled ? LOOK_AGAIN_MIN_NS : Math.min(LOOK_AGAIN_MAX_NS, lookAgainNs * 2);
      await(signalled, lookAgainNs);
      if (Thread.currentThread().isInterrupted()) {
        interrupted = true;
        return;
      }
    }
  }

  /**
   * A host that could not be looked at may be looked at again: descriptors run out and are freed.
   * What was sent and seen before is kept, so that the report can tell it.
   */
  private boolean roundOrFailure() {
    try {
      boolean signalled = round();
      lookFailure = null;
      return signalled;
    } catch (ProcfsException e) {
      lookFailure = e;
      for (RunCase run : toReap) {
        run.agreeing().interrupted();
      }
      return false;
    }
  }

  /** For a dry run: whether there is anything to plan or to doubt. */
  private boolean anythingFound() {
    for (RunCase run : toReap) {
      if (run.isActive()
          && (!run.livingMembers().isEmpty()
              || !run.doubtful(options.allUsers(), self.pid()).isEmpty())) {
        return true;
      }
    }
    return false;
  }

  /** The next scan must follow at once, while the numbers surely have not begun anew. */
  private boolean mayConcludeNow() {
    boolean quiet = false;
    for (RunCase run : toReap) {
      if (run.isActive() && !run.isConcluded()) {
        if (!run.agreeing().isQuiet()) {
          return false;
        }
        quiet = true;
      }
    }
    return quiet;
  }

  private boolean isOver() {
    boolean allSettled = true;
    for (RunCase run : toReap) {
      allSettled &= !run.isActive() || run.isConcluded() || nothingMoreCanBeDone(run);
    }
    return allSettled || leftNs() <= 0;
  }

  /** Whether all that is in the way will not change by waiting. */
  private boolean nothingMoreCanBeDone(RunCase run) {
    if (run.scans() < 2 || !run.doubtful(options.allUsers(), self.pid()).isEmpty()) {
      return false;
    }
    boolean stuck = false;
    for (Target target : run.targets().values()) {
      Fate fate = target.fate();
      if (target.isOver()) {
        continue;
      }
      if (fate != Fate.SPARED && fate != Fate.NOT_TOUCHED && fate != Fate.NOT_PERMITTED) {
        return false;
      }
      stuck = true;
    }
    return stuck;
  }

  /** One scan of everything, one round of signals. Whether anybody took one. */
  private boolean round() throws ProcfsException {
    Reading r = look(true);
    int pidMax = host.facts().numbers().pidMax();
    self.addAncestors();
    boolean signalled = false;
    for (RunCase run : toReap) {
      if (!run.isActive() || run.isConcluded()) {
        continue;
      }
      run.scanned();
      signals.takeTargets(run, otherRuns.contested(run));
      run.agreeing()
          .shows(
              new Conclusion(run, options, self).nothingLeft(),
              r.roundBefore(pidMax),
              r.roundAfter(pidMax));
      listener.scanned(
          run.scans(),
          run.livingMembers().size(),
          run.doubtful(options.allUsers(), self.pid()).size());
      if (!options.dryRun()) {
        signalled |= signal(run);
      }
    }
    return signalled;
  }

  private Reading look(boolean full) throws ProcfsException {
    Reading r = observer.look(full);
    for (RunCase run : all) {
      RunObserver observing = run.observer();
      if (observing != null) {
        observing.observe(r, r.isFull() ? Pass.Kind.REAP : Pass.Kind.BIRTHS);
        run.noteRunners(runners);
        run.closeTargetsThatAreOver();
        if (!r.isFull()) {
          run.agreeing().interrupted();
        }
      }
    }
    otherRuns.exchangeClaims();
    if (firstScanTicks < 0) {
      firstScanTicks = observer.scanner().bootTicks();
    }
    return r;
  }

  private boolean signal(RunCase run) throws ProcfsException {
    long nowNs = host.clock().nanoTime();
    if (!signals.isFinal(run, nowNs)) {
      return signals.askPolitely(run, nowNs) > 0;
    }
    if (!run.stopSweepDone() && SignalRound.open(run).size() > 1) {
      run.stopSweepWasDone();
      sweep(run);
    }
    int killed = signals.kill(run);
    boolean any = killed > 0;
    // A look at births costs a tenth of a scan of everything: whoever was born meanwhile is killed
    // while it is still there, also where each lives for less than such a scan takes.
    for (int round = 0; round < CHASE_ROUNDS_MAX && killed > 0 && leftNs() > 0; round++) {
      look(false);
      signals.takeTargets(run, otherRuns.contested(run));
      killed = signals.kill(run);
    }
    return any;
  }

  /** Stops all members, then those born meanwhile, so that the lineage cannot outrun the pass. */
  private void sweep(RunCase run) throws ProcfsException {
    for (int round = 0; round < STOP_ROUNDS_MAX && signals.stop(run) > 0; round++) {
      look(false);
      signals.takeTargets(run, otherRuns.contested(run));
    }
  }

  private void await(boolean signalled, long lookAgainNs) {
    List<Target> open = new ArrayList<>();
    long graceLeftNs = 0;
    for (RunCase run : toReap) {
      if (run.isActive() && !run.isConcluded()) {
        open.addAll(SignalRound.open(run));
        graceLeftNs = Math.max(graceLeftNs, graceLeftNs(run));
      }
    }
    long waitNs =
        signalled && graceLeftNs > 0
            ? graceLeftNs
            : Math.min(LOOK_AGAIN_MAX_NS, lookAgainNs + EXIT_NS_EACH * open.size());
    waitNs = Math.min(waitNs, Math.max(0, leftNs()));
    if (open.stream().anyMatch(Target::isOpen)) {
      SignalRound.awaitExits(host.pidfds(), open, waitNs, host.clock()::nanoTime);
    } else {
      host.pidfds().awaitExit(new int[0], 0, Math.min(waitNs, lookAgainNs), new boolean[0]);
    }
  }

  private long graceLeftNs(RunCase run) {
    if (run.termSinceNs() < 0) {
      return 0;
    }
    return options.graceNs() - (host.clock().nanoTime() - run.termSinceNs());
  }

  /** What is in the way of each run at the end, and what became of its journal. */
  private RunReport finish(RunCase run, ReportMaker reports) {
    if (run.isActive()) {
      ProcfsException failure = lookFailure;
      if (failure != null && !run.isConcluded()) {
        run.refuse(
            RefusalReason.SCAN_INCONCLUSIVE,
            "the host could not be looked at: " + failure.getMessage());
      }
      new Conclusion(run, options, self).refuseForWhatIsLeft(interrupted);
      assumeOfTheReaper(run);
    }
    boolean proved = run.stage() == RunCase.Stage.PROVED || run.isActive();
    RunReport report = reports.make(run);
    boolean settles = options.retire() || options.certificatesMax() > 0;
    if (!run.reasons().isEmpty() || !proved || options.dryRun() || !settles) {
      return report;
    }
    Settlement inTheWay = run.isLocked() ? Settlement.NONE : lockForRetirement(run);
    return inTheWay.equals(Settlement.NONE)
        ? new Retirement(options, host, self.effectiveUid(), RetirementSteps.NONE)
            .settle(report, run.directory(), run.directoryKey())
        : report.settled(inTheWay);
  }

  /** A service that was born since the last sample and reaps: nothing may tell whose it is. */
  private void assumeOfTheReaper(RunCase run) {
    KnownProcess reaper = run.attributor().known(self.pid());
    if (reaper == null || reaper.attribution() == Attribution.UNDECIDED) {
      run.assume(
          "The reaper itself, process %d, is not the run's: nothing tells whose it is."
              .formatted(self.pid()));
    }
  }

  /** Why it cannot be locked, or {@link Settlement#NONE} if it is. */
  private static Settlement lockForRetirement(RunCase run) {
    try {
      DirectoryLock lock = DirectoryLock.tryLock(run.opened());
      if (lock == null) {
        return Graves.kept("another process holds the run's lock");
      }
      run.lock(lock);
      return Settlement.NONE;
    } catch (ProcfsException | UnsupportedHostException e) {
      return Graves.isGone(run.directory())
          ? Graves.goneMeanwhile()
          : Graves.kept(String.valueOf(e.getMessage()));
    }
  }

  @Override
  public void close() {
    all.forEach(RunCase::close);
    observer.close();
  }
}
