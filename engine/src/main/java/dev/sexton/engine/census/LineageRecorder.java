package dev.sexton.engine.census;

import dev.sexton.engine.attribution.KnownProcess;
import dev.sexton.engine.attribution.Observation;
import dev.sexton.engine.attribution.Pass;
import dev.sexton.engine.model.ProcessIdentity;
import dev.sexton.journal.DeathsEncoder;
import dev.sexton.journal.EventKind;
import dev.sexton.journal.JournalException;
import dev.sexton.journal.LineageAppender;
import dev.sexton.journal.LineageEventEncoder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes what a run's passes found to its journal.
 *
 * <p>What could not be written is kept and written first the next time: a journal that was full for
 * a while lacks commits, never births. Not thread-safe.
 */
final class LineageRecorder implements LineageSink {
  private final LineageAppender journal;
  private final boolean seesAll;
  private final List<KnownProcess> births = new ArrayList<>();
  private final List<KnownProcess> changes = new ArrayList<>();
  private final List<ProcessIdentity> deaths = new ArrayList<>();
  private int birthsWritten;
  private int changesWritten;
  private int deathsWritten;
  private @Nullable JournalException failure;

  /**
   * Writes to a journal.
   *
   * @param seesAll whether no process is hidden from the sampler
   */
  LineageRecorder(LineageAppender journal, boolean seesAll) {
    this.journal = journal;
    this.seesAll = seesAll;
  }

  @Override
  public void born(KnownProcess p) {
    births.add(p);
  }

  @Override
  public void changed(KnownProcess p) {
    changes.add(p);
  }

  @Override
  public void gone(int pid, long startTicks) {
    deaths.add(new ProcessIdentity(pid, startTicks, ProcessIdentity.UNKNOWN_INODE));
  }

  @Override
  public void passEnded(Pass pass, @Nullable Pass quietBefore, PassOutcome outcome) {
    int flags =
        (pass.kind() == Pass.Kind.CENSUS ? CommitFlags.CENSUS : 0)
            | (pass.coversAll() ? CommitFlags.FULL : 0)
            | (outcome.clean() ? CommitFlags.CLEAN : 0)
            | (outcome.partial() ? CommitFlags.PARTIAL : 0)
            | (seesAll ? CommitFlags.SEES_ALL : 0);
    if (births.isEmpty() && changes.isEmpty() && deaths.isEmpty()) {
      flags |= CommitFlags.HEARTBEAT;
    }
    write(pass, quietBefore, flags);
  }

  /**
   * Says that the sampler is alive and that nothing has happened.
   *
   * @param partial whether somebody could not be read
   */
  void heartbeat(Pass pass, boolean partial) {
    write(pass, null, CommitFlags.HEARTBEAT | (partial ? CommitFlags.PARTIAL : 0));
  }

  private void write(Pass pass, @Nullable Pass quietBefore, int flags) {
    try {
      writeRows();
      writeCommit(pass, quietBefore, flags);
      births.clear();
      changes.clear();
      deaths.clear();
      birthsWritten = 0;
      changesWritten = 0;
      deathsWritten = 0;
      failure = null;
    } catch (JournalException e) {
      failure = e;
    }
  }

  private void writeRows() throws JournalException {
    for (; birthsWritten < births.size(); birthsWritten++) {
      fill(journal.birth(), births.get(birthsWritten));
      journal.append();
    }
    for (; changesWritten < changes.size(); changesWritten++) {
      fill(journal.change(), changes.get(changesWritten));
      journal.append();
    }
    while (deathsWritten < deaths.size()) {
      DeathsEncoder encoder = journal.deaths();
      int next = deathsWritten;
      while (next < deaths.size() && !encoder.isFull()) {
        ProcessIdentity dead = deaths.get(next++);
        encoder.add(dead.pid(), dead.startTicks());
      }
      journal.append();
      deathsWritten = next;
    }
  }

  private static void fill(LineageEventEncoder encoder, KnownProcess p) {
    encoder
        .pid(p.pid())
        .parentPid(p.parentPid())
        .processGroup(p.processGroup())
        .session(p.session())
        .startTicks(p.startTicks())
        .parentStartTicks(p.parentStartTicks())
        .pidfdInode(p.identity().pidfdInode())
        .state(p.state())
        .flags(p.flags())
        .comm(p.comm(), 0, Math.min(p.comm().length, LineageEventEncoder.COMM_LENGTH_MAX));
    if (p.realUid() != Observation.UID_UNKNOWN) {
      encoder.realUid(p.realUid()).savedUid(p.savedUid());
    }
    if (p.listedUnderThread() != Observation.THREAD_UNKNOWN) {
      encoder.listedUnderThread(p.listedUnderThread());
    }
  }

  private void writeCommit(Pass pass, @Nullable Pass quietBefore, int flags)
      throws JournalException {
    var commit =
        journal
            .commit()
            .virtualBefore(pass.virtualBefore())
            .virtualAfter(pass.virtualAfter())
            .startTicks(pass.startTicks())
            .threads(pass.threads())
            .births(births.size())
            .changes(changes.size())
            .deaths(deaths.size());
    if (quietBefore == null) {
      commit.flags(flags);
    } else {
      commit
          .flags(flags | CommitFlags.HAS_PREVIOUS)
          .previousVirtualBefore(quietBefore.virtualBefore())
          .previousStartTicks(quietBefore.startTicks());
    }
    journal.append();
  }

  /** Writes an event; a failure shows in {@link #failure}. */
  void event(EventKind kind, long bootNs, long wallMillis, long value, String text) {
    try {
      journal.event(kind).bootNs(bootNs).wallMillis(wallMillis).value(value).text(text);
      journal.append();
    } catch (JournalException e) {
      failure = e;
    }
  }

  /** Why the last write failed, or null if it did not. */
  @Nullable JournalException failure() {
    return failure;
  }
}
