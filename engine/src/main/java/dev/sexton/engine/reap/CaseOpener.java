package dev.sexton.engine.reap;

import dev.sexton.engine.attribution.KnownProcess;
import dev.sexton.engine.census.Host;
import dev.sexton.engine.census.HostObserver;
import dev.sexton.engine.census.LineageReplay;
import dev.sexton.engine.census.MachineIds;
import dev.sexton.engine.census.RunObserver;
import dev.sexton.engine.model.IdentityStrength;
import dev.sexton.engine.model.ProcessIdentity;
import dev.sexton.engine.model.RefusalReason;
import dev.sexton.journal.JournalException;
import dev.sexton.journal.JournalHeader;
import dev.sexton.journal.ReadReport;
import dev.sexton.procfs.HostFacts;
import dev.sexton.procfs.PidNumbers;
import dev.sexton.procfs.ProcessTable;
import dev.sexton.procfs.ProcfsException;
import dev.sexton.procfs.UnsupportedHostException;
import dev.sexton.procfs.VerifiedProcess;
import dev.sexton.procfs.linux.DirectoryLock;
import dev.sexton.procfs.linux.OpenedPath;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Opens a run's case: is its journal to be trusted, is it of this host, is its runner dead, is
 * nobody else at it, what does it say.
 */
final class CaseOpener {
  private final Host host;
  private final HostObserver observer;
  private final ReaperSelf self;
  private final ReapOptions options;
  private final Set<ProcessIdentity> runners;
  private final boolean runnerMayLive;

  /**
   * Prepares.
   *
   * @param runners every run's runner, whose attribution by other runs is to be kept
   * @param runnerMayLive whether the caller owns the runners, which are then ended with the rest
   */
  CaseOpener(
      Host host,
      HostObserver observer,
      ReaperSelf self,
      ReapOptions options,
      Set<ProcessIdentity> runners,
      boolean runnerMayLive) {
    this.host = host;
    this.observer = observer;
    this.self = self;
    this.options = options;
    this.runners = runners;
    this.runnerMayLive = runnerMayLive;
  }

  /**
   * Opens a run that is to be reaped. One that another reaper removed since it was listed is {@link
   * RunCase.Stage#GONE}.
   */
  RunCase open(Path directory) throws ProcfsException {
    RunCase run = openCase(directory);
    if (run.stage() != RunCase.Stage.ACTIVE && run.stage() != RunCase.Stage.PROVED) {
      run.closeDirectory();
    }
    return run;
  }

  private RunCase openCase(Path directory) throws ProcfsException {
    RunCase run = new RunCase(directory);
    String complaint = openAndJudge(run);
    if (complaint != null) {
      if (!isGone(run)) {
        run.refuse(RefusalReason.JOURNAL_UNTRUSTED, complaint);
      }
      return run;
    }
    if (!replay(run)) {
      isGone(run);
      return run;
    }
    if (isElsewhere(run)) {
      return run;
    }
    run.stage(RunCase.Stage.WITNESS);
    observe(run);
    if (!options.dryRun() && !takeLock(run)) {
      return run;
    }
    if (!isStillThere(run)) {
      return run;
    }
    if (!runnerMayLive && !isRunnerDead(run)) {
      return run;
    }
    noteRestrictions(run);
    run.stage(RunCase.Stage.ACTIVE);
    if (sampledToItsEnd(run)) {
      run.addEvidence(
          "the sampler saw the runner dead and nobody of the run left, in scans that agree; only a"
              + " member could have started another");
      run.stage(RunCase.Stage.PROVED);
    }
    return run;
  }

  /** Opens a run that is not to be reaped, for what it can say of the others. */
  RunCase openWitness(Path directory) {
    RunCase run = new RunCase(directory);
    if (openAndJudge(run) == null && replay(run) && !isElsewhere(run)) {
      run.stage(RunCase.Stage.WITNESS);
      observe(run);
    }
    run.closeDirectory();
    return run;
  }

  /** What is wrong with it, or null; then it is open and stays so. */
  private @Nullable String openAndJudge(RunCase run) {
    Path directory = run.directory();
    try {
      OpenedPath opened = OpenedPath.open(directory);
      run.opened(opened);
      return new JournalTrust(self.effectiveUid()).complaint(opened, directory);
    } catch (ProcfsException | UnsupportedHostException e) {
      return directory + " could not be looked at: " + e.getMessage();
    }
  }

  /**
   * Whether a directory that was listed has no name any more, which is what a retirement by another
   * reaper leaves. Where its parent cannot be looked into, nothing is known to be gone.
   */
  private static boolean isGone(RunCase run) {
    Path parent = run.directory().getParent();
    boolean gone =
        parent != null
            && Files.isDirectory(parent, LinkOption.NOFOLLOW_LINKS)
            && Files.notExists(run.directory(), LinkOption.NOFOLLOW_LINKS);
    if (gone) {
      run.reasons().clear();
      run.stage(RunCase.Stage.GONE);
    }
    return gone;
  }

  /** Between the opening and the lock another reaper may have had its turn, or a forger. */
  private static boolean isStillThere(RunCase run) throws ProcfsException {
    try {
      if (run.opened().isNamedBy(run.directory())) {
        return true;
      }
    } catch (ProcfsException e) {
      if (isGone(run)) {
        return false;
      }
      throw e;
    } catch (UnsupportedHostException e) {
      throw new ProcfsException(String.valueOf(e.getMessage()), ProcfsException.NO_ERRNO);
    }
    run.stage(RunCase.Stage.CLOSED);
    run.refuse(
        RefusalReason.JOURNAL_UNTRUSTED,
        run.directory() + " is another directory than the one that was looked at");
    return false;
  }

  private boolean replay(RunCase run) {
    try {
      LineageReplay.Replayed journal =
          LineageReplay.replay(
              run.directory(), run.opened().entrance(), gone -> noteIfRunner(run, gone));
      run.replayed(journal);
      JournalHeader header = journal.header();
      if (header.runnerPid() <= 1 || header.pidMax() <= PidNumbers.RESERVED) {
        run.refuse(RefusalReason.JOURNAL_DAMAGED, "its header names no runner that could be one");
        return false;
      }
      if (header.runnerInode() == ProcessIdentity.UNKNOWN_INODE
          && header.pidMax() < ProcessIdentity.TICKS_SUFFICE_FROM_PID_MAX) {
        run.refuse(
            RefusalReason.IDENTITY_UNKNOWN,
            "with so few process numbers start ticks alone do not identify the runner");
      }
      run.noteRunners(runners);
      noteDamage(run, journal);
      for (ReapOptions.Known known : options.known()) {
        journal.attributor().vouchedFor(known.pid(), known.startTicks());
      }
      return true;
    } catch (JournalException e) {
      RefusalReason reason =
          switch (e.kind()) {
            case UNTRUSTED -> RefusalReason.JOURNAL_UNTRUSTED;
            case NOT_A_JOURNAL -> RefusalReason.NO_SAMPLE;
            case NOT_PERMITTED -> RefusalReason.NOT_PERMITTED;
            default -> RefusalReason.JOURNAL_DAMAGED;
          };
      run.refuse(reason, String.valueOf(e.getMessage()));
      return false;
    }
  }

  private void noteIfRunner(RunCase run, KnownProcess gone) {
    if (runners.contains(RunCase.key(gone.identity()))) {
      run.noteRunnerGone(gone);
    }
  }

  private static void noteDamage(RunCase run, LineageReplay.Replayed journal) {
    ReadReport report = journal.report();
    if (report.damaged()) {
      for (ReadReport.Hole hole : report.holes()) {
        run.refuse(
            RefusalReason.JOURNAL_DAMAGED,
            "records %d to %d are missing before byte %d of %s"
                .formatted(hole.firstMissing(), hole.lastMissing(), hole.offset(), hole.file()));
      }
      if (report.holes().isEmpty()) {
        run.refuse(
            RefusalReason.JOURNAL_DAMAGED,
            "%d stale and %d unreadable records"
                .formatted(report.staleRecords(), report.unreadableRecords()));
      }
    }
    if (journal.malformedRecords() > 0) {
      run.refuse(
          RefusalReason.JOURNAL_DAMAGED,
          "%d records hold numbers that no kernel gives".formatted(journal.malformedRecords()));
    }
    if (!journal.censusTaken()) {
      run.refuse(RefusalReason.NO_SAMPLE, "the census was never committed");
    }
    switch (report.tail()) {
      case TORN -> run.addEvidence("the journal ends in an unfinished record, which was left out");
      case CUT -> run.addEvidence("the journal's end was cut off; what was before it was used");
      case CLEAN, UNWRITTEN -> {}
    }
  }

  /** Another boot of this machine took everything with it; another machine is not ours to judge. */
  private boolean isElsewhere(RunCase run) {
    LineageReplay.Replayed journal = run.replayed();
    if (journal == null) {
      return true;
    }
    JournalHeader header = journal.header();
    HostFacts.Identity here = host.facts().identity();
    if (here.bootId() == null) {
      run.refuse(RefusalReason.OTHER_HOST, "this host's boot id cannot be read");
      return true;
    }
    if (!header.bootId().equals(here.bootId())) {
      if (MachineIds.isSameMachine(header, host.facts())) {
        run.reasons().clear();
        run.addEvidence(
            "host rebooted: boot id %s differs from the journal's %s, the machine id is the same"
                .formatted(here.bootId(), header.bootId()));
        run.assume("No other machine has this machine's id.");
        run.stage(RunCase.Stage.PROVED);
      } else {
        run.refuse(
            RefusalReason.OTHER_HOST,
            "the journal is of another boot, and the machine id differs or is not known");
      }
      return true;
    }
    if (header.pidNamespace() != here.pidNamespace()
        || header.timeNamespace() != here.timeNamespace()
        || here.pidNamespace() <= 0
        || here.timeNamespace() == HostFacts.NAMESPACE_UNREADABLE) {
      run.refuse(
          RefusalReason.OTHER_NAMESPACE,
          "the journal is of pid namespace %d and time namespace %d, this is %d and %d"
              .formatted(
                  header.pidNamespace(),
                  header.timeNamespace(),
                  here.pidNamespace(),
                  here.timeNamespace()));
      return true;
    }
    return false;
  }

  private void observe(RunCase run) {
    LineageReplay.Replayed journal = run.replayed();
    if (journal != null) {
      RunObserver observing =
          RunObserver.forReap(
              observer,
              host.pidfds(),
              journal.attributor(),
              journal.header().ownCgroup(),
              journal.lastPass());
      observing.followReplayed();
      run.observer(observing);
    }
  }

  private static boolean takeLock(RunCase run) throws ProcfsException {
    try {
      DirectoryLock lock = DirectoryLock.tryLock(run.opened());
      if (lock == null) {
        run.refuse(RefusalReason.REAP_IN_PROGRESS, "another process holds the run's lock");
        return false;
      }
      run.lock(lock);
      return true;
    } catch (UnsupportedHostException e) {
      throw new ProcfsException(String.valueOf(e.getMessage()), ProcfsException.NO_ERRNO);
    }
  }

  /**
   * Whose life protects the run: the runner's; of a scope, the service's, whose job the runner is.
   * Once the service is dead the job is what it left.
   */
  private static ProcessIdentity master(RunCase run) {
    LineageReplay.Replayed journal = run.replayed();
    List<ProcessIdentity> ancestors = run.attributor().run().ancestors();
    boolean scope = journal != null && journal.header().scope() && !ancestors.isEmpty();
    return scope ? ancestors.get(0) : run.runner();
  }

  private boolean isRunnerDead(RunCase run) {
    ProcessIdentity runner = master(run);
    ProcessTable row = new ProcessTable(1);
    VerifiedProcess.Expected expected =
        new VerifiedProcess.Expected(runner.pid(), runner.startTicks(), runner.pidfdInode());
    try (VerifiedProcess opened =
        VerifiedProcess.open(host.pidfds(), observer.scanner(), expected, row)) {
      switch (opened.match()) {
        case DIFFERENT -> {
          return true;
        }
        case SAME -> {
          run.restedOn(
              opened.inodeCompared() ? IdentityStrength.PIDFD_INODE : IdentityStrength.START_TICKS);
          if (row.rows() > 0 && row.isDead(0)) {
            return true;
          }
          run.refuse(
              RefusalReason.RUNNER_ALIVE,
              (runner.equals(run.runner()) ? "runner " : "the runner's service ")
                  + runner
                  + " is alive");
          return false;
        }
        case UNKNOWN -> {
          run.refuse(
              RefusalReason.IDENTITY_UNKNOWN,
              "it cannot be told whether process " + runner.pid() + " is the runner");
          return false;
        }
      }
    }
    throw new AssertionError("unreachable");
  }

  /**
   * Whether the journal itself shows that nothing is left. Then whoever was born since is nobody of
   * this run, and need not be told apart.
   */
  private static boolean sampledToItsEnd(RunCase run) {
    LineageReplay.Replayed journal = run.replayed();
    return journal != null && journal.nothingLeft() && run.reasons().isEmpty();
  }

  private void noteRestrictions(RunCase run) {
    if (host.facts().mount().hides() && !self.seesThroughHidepid()) {
      run.refuse(
          RefusalReason.PROC_RESTRICTED,
          "/proc is mounted with hidepid: processes of other users are invisible to this user");
    }
    run.assume(
        "Nobody with CAP_CHECKPOINT_RESTORE chose process numbers by hand (ns_last_pid, clone3"
            + " set_tid).");
    if (!options.allUsers() && !run.attributor().everPrivileged()) {
      run.assume(
          "No member became another user unseen: orphans of users that no member was seen as were"
              + " not counted (--all-users counts them).");
    }
    if (!host.facts().abilities().uniquePidfdInodes()) {
      run.restedOn(IdentityStrength.START_TICKS);
    }
  }
}
