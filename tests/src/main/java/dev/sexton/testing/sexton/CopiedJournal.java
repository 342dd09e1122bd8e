package dev.sexton.testing.sexton;

import dev.sexton.journal.EventType;
import dev.sexton.journal.JournalException;
import dev.sexton.journal.JournalHeader;
import dev.sexton.journal.LineageAppender;
import dev.sexton.journal.LineageEventDecoder;
import dev.sexton.journal.LineageEventEncoder;
import dev.sexton.journal.LineageJournal;
import dev.sexton.journal.LineageReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * A journal that says almost what a real one says: copied record by record, with another header or
 * with more births in its last sample. For what no kernel shows on demand: another boot, damage
 * that its checksums do not show, journals that contradict each other.
 */
public final class CopiedJournal {

  private final Path original;
  private final JournalHeader header;
  private final List<Consumer<LineageEventEncoder>> births = new ArrayList<>();
  private UUID bootId;
  private UUID machineId;
  private int runnerPid;
  private long runnerStartTicks;
  private long runnerInode;
  private boolean ancestors = true;

  private CopiedJournal(Path original, JournalHeader header) {
    this.original = original;
    this.header = header;
    bootId = header.bootId();
    machineId = header.machineId();
    runnerPid = header.runnerPid();
    runnerStartTicks = header.runnerStartTicks();
    runnerInode = header.runnerInode();
  }

  /** A copy of the journal in a run's directory; nobody may write to it any more. */
  public static CopiedJournal of(Path runDirectory) {
    try (LineageReader reader = LineageReader.open(runDirectory)) {
      return new CopiedJournal(runDirectory, reader.header());
    } catch (JournalException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The original's header. */
  public JournalHeader header() {
    return header;
  }

  public CopiedJournal bootId(UUID other) {
    bootId = other;
    return this;
  }

  public CopiedJournal machineId(UUID other) {
    machineId = other;
    return this;
  }

  /** The runner is another process, whose pidfd inode is not known. */
  public CopiedJournal runner(int pid, long startTicks) {
    runnerPid = pid;
    runnerStartTicks = startTicks;
    runnerInode = 0;
    return this;
  }

  /** Nobody is named as the runner's ancestor. */
  public CopiedJournal withoutAncestors() {
    ancestors = false;
    return this;
  }

  /** One more birth in the last sample. */
  public CopiedJournal birth(Consumer<LineageEventEncoder> filling) {
    births.add(filling);
    return this;
  }

  /**
   * Writes the copy.
   *
   * @return the run's directory
   */
  public Path writeUnder(Path root, String runId) {
    try (LineageReader reader = LineageReader.open(original);
        LineageAppender copy = LineageJournal.create(root, headerFor(runId))) {
      int commits = 0;
      LineageEventDecoder event = new LineageEventDecoder();
      int commitsInAll = commitsInAll();
      while (reader.next(event)) {
        commits += event.type() == EventType.COMMIT ? 1 : 0;
        if (event.type() == EventType.COMMIT && commits == commitsInAll) {
          for (Consumer<LineageEventEncoder> filling : births) {
            filling.accept(copy.birth());
            copy.append();
          }
        }
        if (ancestors || event.type() != EventType.ANCESTOR) {
          copy(event, copy);
        }
      }
      return copy.directory();
    } catch (JournalException e) {
      throw new IllegalStateException(e);
    }
  }

  private int commitsInAll() throws JournalException {
    int commits = 0;
    try (LineageReader reader = LineageReader.open(original)) {
      LineageEventDecoder event = new LineageEventDecoder();
      while (reader.next(event)) {
        commits += event.type() == EventType.COMMIT ? 1 : 0;
      }
    }
    return commits;
  }

  private JournalHeader headerFor(String runId) {
    return JournalHeader.builder(runId, bootId)
        .runnerPid(runnerPid)
        .runnerStartTicks(runnerStartTicks)
        .runnerInode(runnerInode)
        .machineId(machineId)
        .pidNamespace(header.pidNamespace())
        .timeNamespace(header.timeNamespace())
        .realUid(header.realUid())
        .savedUid(header.savedUid())
        .runnerPrivileged(header.runnerPrivileged())
        .samplerPid(header.samplerPid())
        .samplerVersion(header.samplerVersion())
        .intervalNs(header.intervalNs())
        .ticksPerSecond(header.ticksPerSecond())
        .pidMax(header.pidMax())
        .createdWallMillis(header.createdWallMillis())
        .createdBootNs(header.createdBootNs())
        .ancestryComplete(header.ancestryComplete() && ancestors)
        .scope(header.scope())
        .build();
  }

  private static void copy(LineageEventDecoder from, LineageAppender to) throws JournalException {
    switch (from.type()) {
      case HEADER -> {
        return;
      }
      case BIRTH -> copyRow(from, to.birth());
      case CHANGE -> copyRow(from, to.change());
      case DEATHS -> {
        var deaths = to.deaths();
        for (int i = 0; i < from.deathCount(); i++) {
          deaths.add(from.deathPid(i), from.deathStartTicks(i));
        }
      }
      case ANCESTOR -> {
        byte[] comm = from.comm();
        to.ancestor()
            .index(from.ancestorIndex())
            .pid(from.pid())
            .startTicks(from.startTicks())
            .runnerThread(from.runnerThread())
            .comm(comm, 0, comm.length);
      }
      case COMMIT ->
          to.commit()
              .flags(from.flags())
              .virtualBefore(from.virtualBefore())
              .virtualAfter(from.virtualAfter())
              .startTicks(from.passStartTicks())
              .previousVirtualBefore(from.previousVirtualBefore())
              .previousStartTicks(from.previousStartTicks())
              .births(from.births())
              .changes(from.changes())
              .deaths(from.deaths());
      case EVENT ->
          to.event(from.eventKind())
              .bootNs(from.eventBootNs())
              .wallMillis(from.eventWallMillis())
              .value(from.eventValue())
              .text(from.eventText());
    }
    to.append();
  }

  private static void copyRow(LineageEventDecoder from, LineageEventEncoder to) {
    byte[] comm = from.comm();
    to.pid(from.pid())
        .parentPid(from.parentPid())
        .processGroup(from.processGroup())
        .session(from.session())
        .startTicks(from.startTicks())
        .parentStartTicks(from.parentStartTicks())
        .pidfdInode(from.pidfdInode())
        .realUid(from.realUid())
        .savedUid(from.savedUid())
        .state(from.state())
        .flags(from.flags())
        .listedUnderThread(from.listedUnderThread())
        .cgroupNote(from.cgroupNote())
        .comm(comm, 0, comm.length);
  }
}
