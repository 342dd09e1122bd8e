package dev.sexton.bench;

import dev.sexton.engine.attribution.Observation;
import dev.sexton.journal.JournalException;
import dev.sexton.journal.JournalHeader;
import dev.sexton.journal.LineageAppender;
import dev.sexton.journal.LineageEventEncoder;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * Writes the journal of a run as a sampler would on a host where one process is born between two
 * samples, every tenth of them to the run, and lives for {@value #LIVING} samples.
 *
 * <p>Allocates nothing after the census. Not thread-safe.
 */
final class SyntheticSamples {
  /** How many members live throughout, the runner among them. */
  static final int MEMBERS = 21;

  private static final int PID_MAX = 4_194_304;
  private static final int INIT = 1;
  private static final int RUNNER = 20_000;
  private static final int FIRST_BORN = 30_000;
  private static final int LIVING = 50;
  private static final int MEMBER_EVERY = 10;
  private static final int COMMIT_CENSUS_FULL_CLEAN = 0b111;
  private static final int UID = 1_000;
  private static final long BOOT_TICKS = 100;
  private static final long RUNNER_TICKS = 1_000_000;
  private static final byte[] COMM = "worker".getBytes(StandardCharsets.US_ASCII);

  private final LineageAppender journal;
  private final boolean orphans;
  private int nextPid = FIRST_BORN;
  private int nextDead = FIRST_BORN;

  /**
   * Writes to {@code journal}.
   *
   * @param orphans whether those born to others than the run are daemons of which nothing can be
   *     said, so that they are undecided while they live
   */
  SyntheticSamples(LineageAppender journal, boolean orphans) {
    this.journal = journal;
    this.orphans = orphans;
  }

  static JournalHeader header() {
    return JournalHeader.builder("bench", new UUID(1, 2))
        .runnerPid(RUNNER)
        .runnerStartTicks(RUNNER_TICKS)
        .pidMax(PID_MAX)
        .ticksPerSecond(100)
        .samplerVersion("bench")
        .ancestryComplete(true)
        .build();
  }

  /** The ancestry, and everybody who was there first. */
  void census(int foreign) throws JournalException {
    journal
        .ancestor()
        .index(0)
        .pid(INIT)
        .startTicks(BOOT_TICKS)
        .runnerThread(INIT)
        .comm(COMM, 0, COMM.length);
    journal.append();
    born(INIT, BOOT_TICKS, 0, LineageEventEncoder.TICKS_UNKNOWN, INIT);
    for (int i = 1; i <= foreign; i++) {
      born(INIT + i, BOOT_TICKS + i, INIT, BOOT_TICKS, INIT + i);
    }
    for (int i = 0; i < MEMBERS; i++) {
      boolean isRunner = i == 0;
      int parent = isRunner ? INIT : RUNNER;
      long parentTicks = isRunner ? BOOT_TICKS : RUNNER_TICKS;
      born(RUNNER + i, RUNNER_TICKS + i, parent, parentTicks, RUNNER);
    }
    journal
        .commit()
        .flags(COMMIT_CENSUS_FULL_CLEAN)
        .virtualBefore(FIRST_BORN - 1)
        .virtualAfter(FIRST_BORN - 1)
        .startTicks(ticksOf(FIRST_BORN - 1) + 1)
        .births(1 + foreign + MEMBERS);
    journal.append();
  }

  /** A sample in which one process was born; its predecessors die by the {@value #LIVING}. */
  void birthAndCommit() throws JournalException {
    int pid = nextPid++;
    if (pid % MEMBER_EVERY == 0) {
      born(pid, ticksOf(pid), RUNNER, RUNNER_TICKS, RUNNER);
    } else if (orphans) {
      born(pid, ticksOf(pid), INIT, BOOT_TICKS, pid);
    } else {
      born(pid, ticksOf(pid), INIT + 1, BOOT_TICKS + 1, INIT + 1);
    }
    int deaths = 0;
    if (pid - nextDead == LIVING) {
      var encoder = journal.deaths();
      while (nextDead < pid && !encoder.isFull()) {
        encoder.add(nextDead, ticksOf(nextDead));
        nextDead++;
      }
      deaths = encoder.count();
      journal.append();
    }
    commit(1, deaths);
  }

  /** A sample in which so many were born. */
  void commit(int births) throws JournalException {
    commit(births, 0);
  }

  private void commit(int births, int deaths) throws JournalException {
    int lastPid = nextPid - 1;
    journal
        .commit()
        .virtualBefore(lastPid)
        .virtualAfter(lastPid)
        .startTicks(ticksOf(lastPid) + 1)
        .births(births)
        .deaths(deaths);
    journal.append();
  }

  private static long ticksOf(int pid) {
    return RUNNER_TICKS + MEMBERS + pid - FIRST_BORN + 2;
  }

  private void born(int pid, long startTicks, int parent, long parentTicks, int session)
      throws JournalException {
    journal
        .birth()
        .pid(pid)
        .parentPid(parent)
        .processGroup(session)
        .session(session)
        .startTicks(startTicks)
        .parentStartTicks(parentTicks)
        .state((byte) 'S')
        .flags(Observation.STATUS_READ)
        .realUid(UID)
        .savedUid(UID)
        .comm(COMM, 0, COMM.length);
    journal.append();
  }
}
