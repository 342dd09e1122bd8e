package dev.sexton.engine.census;

import dev.sexton.engine.attribution.AgreeingScans;
import dev.sexton.engine.attribution.Attributor;
import dev.sexton.engine.attribution.KnownProcess;
import dev.sexton.engine.attribution.Observation;
import dev.sexton.engine.attribution.Pass;
import dev.sexton.engine.attribution.RunFacts;
import dev.sexton.engine.model.ProcessIdentity;
import dev.sexton.journal.EventKind;
import dev.sexton.journal.JournalException;
import dev.sexton.journal.JournalHeader;
import dev.sexton.journal.LineageEventDecoder;
import dev.sexton.journal.LineageReader;
import dev.sexton.journal.ReadReport;
import dev.sexton.procfs.PidNumbers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Shows a journal to an attributor, sample by sample, as its sampler was shown the host.
 *
 * <p>Rows count with the commit that follows them. Those after the last commit are shown as a pass
 * that may make nobody foreign.
 */
public final class LineageReplay {
  private static final int UNKNOWN_CYCLES = 2;

  private final JournalHeader header;
  private final List<ProcessIdentity> ancestors = new ArrayList<>();
  private final List<Observation> rows = new ArrayList<>();
  private final List<ProcessIdentity> deaths = new ArrayList<>();
  private final Consumer<KnownProcess> onGone;
  private int runnerThread;
  private @Nullable Attributor attributor;
  private @Nullable Pass lastSample;
  private @Nullable Pass lastPass;
  private long samples;
  private boolean censusTaken;
  private long malformedRecords;
  private boolean closedCleanly;
  private boolean runnerGone;
  private int failedPasses;
  private final AgreeingScans scans = new AgreeingScans();

  private LineageReplay(JournalHeader header, Consumer<KnownProcess> onGone) {
    this.header = header;
    this.onGone = onGone;
  }

  /**
   * What a journal says.
   *
   * @param header its header
   * @param attributor who was seen, and the verdicts so far
   * @param lastSample the last committed pass, or null if there is none
   * @param lastPass the last pass of any kind, the uncommitted tail included, or null
   * @param samples how many commits there are
   * @param censusTaken whether the census is among them
   * @param malformedRecords records with numbers that no kernel gives: damage, or a forgery
   * @param failedPasses how many passes the sampler says have failed
   * @param closedCleanly whether the runner's sampler said good-bye
   * @param runnerGone whether the sampler saw the runner dead
   * @param nothingLeft whether the sampler's own passes over everything agreed that nobody of the
   *     run was left: since only a member can fork a member, none ever will be
   * @param report how the reading went
   */
  public record Replayed(
      JournalHeader header,
      Attributor attributor,
      @Nullable Pass lastSample,
      @Nullable Pass lastPass,
      long samples,
      boolean censusTaken,
      long malformedRecords,
      int failedPasses,
      boolean closedCleanly,
      boolean runnerGone,
      boolean nothingLeft,
      ReadReport report) {}

  /**
   * Replays the journal in a run directory.
   *
   * @throws JournalException if there is no readable journal, or it could not be read to its end
   */
  public static Replayed replay(Path runDirectory) throws JournalException {
    return replay(runDirectory, gone -> {});
  }

  /** As {@link #replay(Path)}; {@code onGone} is told of everybody whom the journal calls dead. */
  public static Replayed replay(Path runDirectory, Consumer<KnownProcess> onGone)
      throws JournalException {
    try (LineageReader reader = LineageReader.open(runDirectory)) {
      return replay(reader, onGone);
    }
  }

  /**
   * As above, in a directory that was opened before; see {@link LineageReader#open(Path, Path)}.
   */
  public static Replayed replay(Path runDirectory, Path entrance, Consumer<KnownProcess> onGone)
      throws JournalException {
    try (LineageReader reader = LineageReader.open(runDirectory, entrance)) {
      return replay(reader, onGone);
    }
  }

  private static Replayed replay(LineageReader reader, Consumer<KnownProcess> onGone)
      throws JournalException {
    LineageReplay replay = new LineageReplay(reader.header(), onGone);
    LineageEventDecoder event = new LineageEventDecoder();
    while (reader.next(event)) {
      replay.take(event);
    }
    replay.takeTail();
    return new Replayed(
        replay.header,
        replay.attributor(),
        replay.lastSample,
        replay.lastPass,
        replay.samples,
        replay.censusTaken,
        replay.malformedRecords,
        replay.failedPasses,
        replay.closedCleanly,
        replay.runnerGone,
        replay.scans.isConcluded(),
        reader.report());
  }

  private void take(LineageEventDecoder event) {
    switch (event.type()) {
      case HEADER -> {}
      case BIRTH, CHANGE -> takeRow(event);
      case DEATHS -> {
        for (int i = 0; i < event.deathCount(); i++) {
          deaths.add(
              new ProcessIdentity(
                  event.deathPid(i), event.deathStartTicks(i), ProcessIdentity.UNKNOWN_INODE));
        }
      }
      case ANCESTOR -> takeAncestor(event);
      case COMMIT -> takeCommit(event);
      case EVENT -> {
        closedCleanly = event.eventKind() == EventKind.CLEAN_CLOSE;
        runnerGone |= event.eventKind() == EventKind.RUNNER_GONE;
        failedPasses += event.eventKind() == EventKind.FAILED_PASS ? 1 : 0;
      }
    }
  }

  private void takeRow(LineageEventDecoder event) {
    if (isPossible(event, pidMaxOf(header))) {
      rows.add(observationOf(event));
    } else {
      malformedRecords++;
    }
  }

  /**
   * Whether a kernel can give the numbers of a row. What none gives is not evidence, however well
   * its checksum fits.
   */
  static boolean isPossible(LineageEventDecoder event, int pidMax) {
    return event.pid() > 0
        && event.pid() < pidMax
        && event.startTicks() >= 0
        && event.parentPid() >= 0
        && event.processGroup() >= 0
        && event.session() >= 0
        && event.parentStartTicks() >= 0;
  }

  /** The chain that the runner began with is what counts: later ones are parts of it. */
  private void takeAncestor(LineageEventDecoder event) {
    if (attributor != null) {
      return;
    }
    if (event.ancestorIndex() == 0) {
      runnerThread = event.runnerThread();
    }
    ancestors.add(
        new ProcessIdentity(event.pid(), event.startTicks(), ProcessIdentity.UNKNOWN_INODE));
  }

  private static Observation observationOf(LineageEventDecoder event) {
    return new Observation()
        .of(event.pid(), event.startTicks())
        .pidfdInode(event.pidfdInode())
        .parentPid(event.parentPid())
        .parentStartTicks(event.parentStartTicks())
        .processGroup(event.processGroup())
        .session(event.session())
        .state(event.state())
        .realUid(event.realUid())
        .savedUid(event.savedUid())
        .listedUnderThread(event.listedUnderThread())
        .flags(event.flags())
        .comm(event.comm());
  }

  private void takeCommit(LineageEventDecoder event) {
    int flags = event.flags();
    Attributor a = attributor();
    if (CommitFlags.has(flags, CommitFlags.HAS_PREVIOUS)) {
      a.beginPass(
          new Pass(
              Pass.Kind.BIRTHS,
              event.previousVirtualBefore(),
              event.previousVirtualBefore(),
              event.previousStartTicks(),
              pidMaxOf(header)));
      a.endPass(false);
    }
    Pass.Kind kind =
        CommitFlags.has(flags, CommitFlags.CENSUS)
            ? Pass.Kind.CENSUS
            : CommitFlags.has(flags, CommitFlags.FULL) ? Pass.Kind.FULL : Pass.Kind.BIRTHS;
    Pass pass =
        new Pass(
                kind,
                event.virtualBefore(),
                event.virtualAfter(),
                event.passStartTicks(),
                pidMaxOf(header))
            .bounded(event.threads(), numbersPerTickMax());
    a.beginPass(pass);
    showRows(a);
    if (!CommitFlags.has(flags, CommitFlags.PARTIAL)) {
      a.seeRest();
    }
    a.decide();
    a.endPass(CommitFlags.has(flags, CommitFlags.CLEAN));
    noteScan(a, pass, flags);
    censusTaken |= kind == Pass.Kind.CENSUS;
    lastSample = pass;
    lastPass = pass;
    samples++;
  }

  private void noteScan(Attributor a, Pass pass, int flags) {
    if (!pass.coversAll()) {
      scans.interrupted();
      return;
    }
    boolean showsAll =
        CommitFlags.has(flags, CommitFlags.CLEAN) && CommitFlags.has(flags, CommitFlags.SEES_ALL);
    int pidMax = pidMaxOf(header);
    scans.shows(
        showsAll && a.isNobodyLeft(),
        Math.floorDiv(pass.virtualBefore(), (long) pidMax),
        Math.floorDiv(pass.virtualAfter(), (long) pidMax));
  }

  private int numbersPerTickMax() {
    return header.numbersPerSecondMax() <= 0 || header.ticksPerSecond() <= 0
        ? 0
        : HostObserver.numbersPerTickMax(header.numbersPerSecondMax(), header.ticksPerSecond());
  }

  private void showRows(Attributor a) {
    for (Observation row : rows) {
      a.see(row);
    }
    for (ProcessIdentity dead : deaths) {
      KnownProcess p = a.known(dead.pid());
      if (p != null && p.startTicks() == dead.startTicks()) {
        onGone.accept(p);
      }
      a.gone(dead.pid(), dead.startTicks());
    }
    rows.clear();
    deaths.clear();
  }

  private void takeTail() {
    if (rows.isEmpty()) {
      return;
    }
    Attributor a = attributor();
    Pass last = lastSample;
    long from = last == null ? 0 : last.virtualAfter();
    Pass tail =
        new Pass(
            Pass.Kind.UNCOMMITTED,
            from,
            from + (long) UNKNOWN_CYCLES * pidMaxOf(header),
            last == null ? 0 : last.startTicks(),
            pidMaxOf(header));
    a.beginPass(tail);
    lastPass = tail;
    deaths.clear();
    showRows(a);
    a.decide();
    a.endPass(false);
  }

  private Attributor attributor() {
    Attributor made = attributor;
    if (made == null) {
      made = new Attributor(factsOf(header, ancestors, runnerThread));
      attributor = made;
    }
    return made;
  }

  /**
   * As many numbers as a header says there are, and never fewer than the kernel always has: whoever
   * reaps refuses such a header, but whoever shows it must be able to count.
   */
  private static int pidMaxOf(JournalHeader header) {
    return Math.max(header.pidMax(), PidNumbers.RESERVED + 1);
  }

  /** The fixed facts that a header and the ancestry beside it state. */
  static RunFacts factsOf(JournalHeader header, List<ProcessIdentity> ancestors, int runnerThread) {
    ProcessIdentity subreaper =
        header.subreaperPid() > 0 && header.subreaperBeforeFirstFork()
            ? new ProcessIdentity(
                header.subreaperPid(), header.subreaperStartTicks(), ProcessIdentity.UNKNOWN_INODE)
            : null;
    return new RunFacts(
        header.runId(),
        new ProcessIdentity(header.runnerPid(), header.runnerStartTicks(), header.runnerInode()),
        ancestors,
        header.ancestryComplete() && !ancestors.isEmpty(),
        runnerThread,
        subreaper,
        subreaper != null && subreaper.pid() == header.runnerPid(),
        header.realUid(),
        header.savedUid(),
        header.runnerPrivileged(),
        pidMaxOf(header));
  }
}
