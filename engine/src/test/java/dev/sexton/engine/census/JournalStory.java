package dev.sexton.engine.census;

import dev.sexton.engine.attribution.Observation;
import dev.sexton.journal.JournalHeader;
import dev.sexton.journal.LineageAppender;
import dev.sexton.journal.LineageEventEncoder;
import dev.sexton.journal.LineageJournal;
import java.nio.file.Path;
import java.util.UUID;

/**
 * A journal that a test writes record by record: a shell started the runner, a service was there.
 */
final class JournalStory {
  static final int PID_MAX = 40_000;
  static final int INIT = 1;
  static final int SERVICE = 50;
  static final int SHELL = 90;
  static final int RUNNER = 100;
  static final long INIT_TICKS = 1;
  static final long SERVICE_TICKS = 300;
  static final long SHELL_TICKS = 400;
  static final long RUNNER_TICKS = 500;
  private static final int CENSUS = CommitFlags.CENSUS | CommitFlags.FULL;
  private static final int CENSUS_LAST = 200;
  private static final long FIRST_TICKS = 1_000;
  private static final int USER = 1000;

  private final LineageAppender journal;

  private JournalStory(LineageAppender journal) {
    this.journal = journal;
  }

  /** What is told to it. */
  @FunctionalInterface
  interface Chapter {
    void tell(JournalStory story) throws Exception;
  }

  static JournalHeader.Builder header() {
    return JournalHeader.builder("run", new UUID(1, 2))
        .runnerPid(RUNNER)
        .runnerStartTicks(RUNNER_TICKS)
        .realUid(USER)
        .savedUid(USER)
        .ticksPerSecond(100)
        .pidMax(PID_MAX)
        .ancestryComplete(true);
  }

  /** Writes a journal under {@code root}, and replays it. */
  static LineageReplay.Replayed replayed(Path root, JournalHeader header, Chapter chapter)
      throws Exception {
    try (LineageAppender journal = LineageJournal.create(root, header)) {
      journal.ancestor().index(0).pid(SHELL).startTicks(SHELL_TICKS).runnerThread(SHELL);
      journal.append();
      journal.ancestor().index(1).pid(INIT).startTicks(INIT_TICKS);
      journal.append();
      chapter.tell(new JournalStory(journal));
    }
    return LineageReplay.replay(root.resolve("run"));
  }

  /** The census, with {@link CommitFlags} besides its own. */
  void census(int more) throws Exception {
    row(INIT, INIT_TICKS, 0, 0, INIT);
    row(SERVICE, SERVICE_TICKS, INIT, INIT_TICKS, SERVICE);
    row(SHELL, SHELL_TICKS, INIT, INIT_TICKS, SHELL);
    row(RUNNER, RUNNER_TICKS, SHELL, SHELL_TICKS, SHELL);
    commit(CENSUS | more, CENSUS_LAST);
  }

  /** A process that leads a group of its session's number. */
  void row(int pid, long ticks, int parent, long parentTicks, int session) throws Exception {
    LineageEventEncoder birth = journal.birth();
    birth.pid(pid).startTicks(ticks).state((byte) 'S').flags(Observation.STATUS_READ);
    birth.parentPid(parent).parentStartTicks(parentTicks).processGroup(session).session(session);
    journal.append();
  }

  void death(int pid, long ticks) throws Exception {
    journal.deaths().add(pid, ticks);
    journal.append();
  }

  /** A commit of a pass after which {@code last} was the last number handed out. */
  void commit(int flags, int last) throws Exception {
    journal
        .commit()
        .flags(flags)
        .virtualBefore(last)
        .virtualAfter(last)
        .startTicks(FIRST_TICKS + last);
    journal.append();
  }
}
