package dev.sexton.engine.reap;

import dev.sexton.engine.attribution.AgreeingScans;
import dev.sexton.engine.attribution.Attributor;
import dev.sexton.engine.attribution.ConclusiveScan;
import dev.sexton.engine.attribution.KnownProcess;
import dev.sexton.engine.attribution.Observation;
import dev.sexton.engine.census.LineageReplay;
import dev.sexton.engine.census.RunObserver;
import dev.sexton.engine.model.Attribution;
import dev.sexton.engine.model.Fate;
import dev.sexton.engine.model.IdentityStrength;
import dev.sexton.engine.model.ProcessIdentity;
import dev.sexton.engine.model.RefusalReason;
import dev.sexton.procfs.linux.DirectoryLock;
import dev.sexton.procfs.linux.OpenedPath;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One run's reap: its journal, its attributor, whom it is about to end, why it may not sign. */
final class RunCase implements AutoCloseable {
  /** What may still be done for the run. */
  enum Stage {
    /** Its journal says nothing that could be acted on. */
    CLOSED,
    /** Another reaper had removed it after it was listed: as if it had not been listed. */
    GONE,
    /** It may bear witness for other runs, and nothing of it is touched. */
    WITNESS,
    /** Its members are being ended. */
    ACTIVE,
    /** It was shown without a scan that nothing of it can live. */
    PROVED
  }

  private final Path directory;
  private final @Nullable Object directoryKey;
  private final String runId;
  private final Set<RefusalReason> reasons = EnumSet.noneOf(RefusalReason.class);
  private final List<String> evidence = new ArrayList<>();
  private final List<String> assumptions = new ArrayList<>();
  private final Map<KnownProcess, Target> targets = new LinkedHashMap<>();
  private final Map<ProcessIdentity, Attribution> runnersSeen = new HashMap<>();
  private final AgreeingScans agreeing = new AgreeingScans();
  private Stage stage = Stage.CLOSED;
  private LineageReplay.@Nullable Replayed replayed;
  private @Nullable OpenedPath opened;
  private @Nullable DirectoryLock lock;
  private @Nullable RunObserver observer;
  private IdentityStrength strength = IdentityStrength.PIDFD_INODE;
  private long termSinceNs = -1;
  private boolean stopSweepDone;
  private int scans;

  RunCase(Path directory) {
    this.directory = directory;
    directoryKey = Graves.key(directory);
    runId = String.valueOf(directory.getFileName());
  }

  Path directory() {
    return directory;
  }

  /** Which directory it was when the case was opened, as {@link Graves#key} has it. */
  @Nullable Object directoryKey() {
    return directoryKey;
  }

  /** Keeps the directory that was opened and judged: it is read and locked through it. */
  void opened(OpenedPath judged) {
    opened = judged;
  }

  /** The directory that was judged; only once it was opened. */
  OpenedPath opened() {
    OpenedPath judged = opened;
    if (judged == null) {
      throw new IllegalStateException("the directory of run " + runId + " was not opened");
    }
    return judged;
  }

  /** Gives the directory back, once nothing more is done with it. */
  void closeDirectory() {
    if (opened != null) {
      opened.close();
      opened = null;
    }
  }

  String runId() {
    return runId;
  }

  Stage stage() {
    return stage;
  }

  void stage(Stage next) {
    stage = next;
  }

  boolean isActive() {
    return stage == Stage.ACTIVE;
  }

  Set<RefusalReason> reasons() {
    return reasons;
  }

  /** Refuses for good, with a sentence of fact. */
  void refuse(RefusalReason reason, String fact) {
    reasons.add(reason);
    evidence.add(fact);
  }

  void addEvidence(String fact) {
    evidence.add(fact);
  }

  List<String> evidence() {
    return evidence;
  }

  void assume(String assumption) {
    if (!assumptions.contains(assumption)) {
      assumptions.add(assumption);
    }
  }

  List<String> assumptions() {
    return assumptions;
  }

  LineageReplay.@Nullable Replayed replayed() {
    return replayed;
  }

  void replayed(LineageReplay.Replayed journal) {
    replayed = journal;
  }

  /** Who is attributed; only once the journal was replayed. */
  Attributor attributor() {
    LineageReplay.Replayed journal = replayed;
    if (journal == null) {
      throw new IllegalStateException("run " + runId + " was not replayed");
    }
    return journal.attributor();
  }

  ProcessIdentity runner() {
    return attributor().run().runner();
  }

  void lock(DirectoryLock held) {
    lock = held;
  }

  boolean isLocked() {
    return lock != null;
  }

  void observer(RunObserver observing) {
    observer = observing;
  }

  @Nullable RunObserver observer() {
    return observer;
  }

  ConclusiveScan conclusive() {
    RunObserver observing = observer;
    if (observing == null) {
      throw new IllegalStateException("run " + runId + " is not observed");
    }
    return observing.conclusive();
  }

  Map<KnownProcess, Target> targets() {
    return targets;
  }

  Target target(KnownProcess p) {
    return targets.computeIfAbsent(p, Target::new);
  }

  IdentityStrength strength() {
    return strength;
  }

  void restedOn(IdentityStrength check) {
    strength = strength.weakest(check);
  }

  /** Monotonic time of the first polite signal, or -1. */
  long termSinceNs() {
    return termSinceNs;
  }

  void termSinceNs(long ns) {
    termSinceNs = ns;
  }

  boolean stopSweepDone() {
    return stopSweepDone;
  }

  void stopSweepWasDone() {
    stopSweepDone = true;
  }

  void scanned() {
    scans++;
  }

  int scans() {
    return scans;
  }

  /** What the scans made so far amount to. */
  AgreeingScans agreeing() {
    return agreeing;
  }

  boolean isConcluded() {
    return agreeing.isConcluded();
  }

  /** What another run's runner was to this run when it was last seen, or null. */
  @Nullable Attribution seenAs(ProcessIdentity otherRunner) {
    KnownProcess p = attributor().known(otherRunner.pid());
    if (p != null && p.startTicks() == otherRunner.startTicks()) {
      return p.attribution();
    }
    return runnersSeen.get(key(otherRunner));
  }

  /** Keeps what other runs' runners are to this run now: they may be gone at the next look. */
  void noteRunners(Set<ProcessIdentity> runners) {
    for (ProcessIdentity runner : runners) {
      KnownProcess p = attributor().known(runner.pid());
      if (p != null && p.startTicks() == runner.startTicks()) {
        noteRunnerGone(p);
      }
    }
  }

  void noteRunnerGone(KnownProcess p) {
    runnersSeen.put(key(p.identity()), p.attribution());
  }

  static ProcessIdentity key(ProcessIdentity identity) {
    return new ProcessIdentity(
        identity.pid(), identity.startTicks(), ProcessIdentity.UNKNOWN_INODE);
  }

  /** Members that live. */
  List<KnownProcess> livingMembers() {
    List<KnownProcess> living = new ArrayList<>();
    for (KnownProcess p : attributor().owned()) {
      if (!p.isDead()) {
        living.add(p);
      }
    }
    return living;
  }

  /** Living processes of which nothing tells whose they are, and that count. */
  List<KnownProcess> doubtful(boolean allUsers, int reaperPid) {
    List<KnownProcess> doubtful = new ArrayList<>();
    for (KnownProcess p : attributor().undecided()) {
      if (!p.isDead() && p.pid() != reaperPid && counts(p, allUsers)) {
        doubtful.add(p);
      }
    }
    return doubtful;
  }

  /**
   * Whose orphans count: those of a user that a member was seen as. Where a member held privilege,
   * everybody's: it may have become any user.
   */
  private boolean counts(KnownProcess p, boolean allUsers) {
    Attributor a = attributor();
    return allUsers
        || a.everPrivileged()
        || p.realUid() == Observation.UID_UNKNOWN
        || a.memberUids().contains(p.realUid())
        || a.memberUids().contains(p.savedUid());
  }

  /** Dead members that their parents have not collected. */
  int uncollected() {
    int count = 0;
    for (KnownProcess p : attributor().owned()) {
      count += p.isDead() ? 1 : 0;
    }
    return count;
  }

  /** Notes which targets a scan no longer found alive. */
  void closeTargetsThatAreOver() {
    for (Target target : targets.values()) {
      KnownProcess p = target.process();
      if (p.isDead() && !target.isOver() && target.fate() != Fate.SPARED) {
        target.over();
      }
    }
  }

  void releaseLock() {
    DirectoryLock held = lock;
    if (held != null) {
      held.close();
      lock = null;
    }
  }

  @Override
  public void close() {
    targets.values().forEach(Target::close);
    if (observer != null) {
      observer.close();
      observer = null;
    }
    releaseLock();
    closeDirectory();
  }
}
