package dev.sexton.journal;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * The run that the golden journals tell of: every type of record, every field set and unset, and
 * nothing that cannot have happened. Never changed: what a later version of the format adds goes to
 * a story of its own.
 */
final class GoldenStory {
  static final String RUN = "golden";

  /** So few that the story takes several files. */
  static final int RECORDS_PER_FILE = 12;

  private static final byte[] ODD_NAME = {'a', ')', ' ', '\n', 27, (byte) 0xC3, (byte) 0xFF, '\\'};
  private static final int PID_MAX = 4_194_304;
  private static final int RUNNER = 4711;
  private static final long RUNNER_TICKS = 918_273;
  private static final int SHELL = 90;
  private static final long SHELL_TICKS = 400;
  private static final int CENSUS_FULL = 3;
  private static final int HEARTBEAT = 8;

  private final LineageAppender journal;

  private GoldenStory(LineageAppender journal) {
    this.journal = journal;
  }

  static JournalHeader header() {
    return JournalHeader.builder(RUN, UUID.fromString("0b51e3a4-7f55-4c0a-9d2e-2a3b4c5d6e7f"))
        .runnerPid(RUNNER)
        .runnerStartTicks(RUNNER_TICKS)
        .runnerInode(1_690_319)
        .machineId(UUID.fromString("91b3ca5d-5a17-4600-b3e1-47a11ee88ee9"))
        .pidNamespace(4_026_531_836L)
        .timeNamespace(4_026_531_834L)
        .realUid(1000)
        .savedUid(1001)
        .runnerPrivileged(true)
        .subreaperKind(SubreaperKind.RUNNER)
        .subreaperPid(RUNNER)
        .subreaperStartTicks(RUNNER_TICKS)
        .subreaperBeforeFirstFork(true)
        .samplerPid(4800)
        .samplerVersion("golden-1")
        .intervalNs(25_000_000)
        .ticksPerSecond(100)
        .pidMax(PID_MAX)
        .numbersPerSecondMax(1_000_000)
        .createdWallMillis(1_750_000_000_000L)
        .createdBootNs(9_182_800_000_000L)
        .ownCgroup("/run.slice/\u00e9t\u00e9")
        .ancestryComplete(true)
        .scope(true)
        .build();
  }

  /** Tells it. */
  static void tell(LineageAppender journal) throws JournalException {
    GoldenStory story = new GoldenStory(journal);
    story.census();
    story.life();
    story.end();
  }

  private void census() throws JournalException {
    byte[] shell = name("sh");
    journal.ancestor().index(0).pid(SHELL).startTicks(SHELL_TICKS).runnerThread(SHELL);
    journal.append();
    journal.ancestor().index(1).pid(1).startTicks(1).comm(shell, 0, shell.length);
    journal.append();
    birth(1, 1, 0, name("init"));
    journal.append();
    birth(SHELL, SHELL_TICKS, 1, shell).parentStartTicks(1).realUid(0).savedUid(0);
    journal.append();
    birth(RUNNER, RUNNER_TICKS, SHELL, name("runner"))
        .parentStartTicks(SHELL_TICKS)
        .pidfdInode(1_690_319)
        .realUid(1000)
        .savedUid(1001)
        .listedUnderThread(SHELL)
        .cgroupNote((byte) 5)
        .flags(0x8001);
    journal.append();
    commit(918_280, 4_900, 3, 0, 0).flags(CENSUS_FULL).threads(205);
    journal.append();
  }

  private void life() throws JournalException {
    for (int child = 0; child < 6; child++) {
      birth(5_000 + child, 918_300 + child, RUNNER, ODD_NAME)
          .parentStartTicks(RUNNER_TICKS)
          .pidfdInode(1_700_000L + child);
      journal.append();
    }
    commit(918_310, 5_005, 6, 0, 0)
        .flags(1 << 4)
        .previousStartTicks(918_305)
        .previousVirtualBefore(4_950);
    journal.append();
    event(EventKind.FAILED_PASS, 9_183_150_000_000L, -13, "no descriptor is free");
    change(5_000, 918_300, 1).session(5_000).processGroup(5_000);
    journal.append();
    change(5_001, 918_301, 5_000).parentStartTicks(918_300).listedUnderThread(5_000);
    journal.append();
    journal.deaths().add(5_002, 918_302).add(5_003, 918_303);
    journal.append();
    journal.deaths().add(5_004, 918_304);
    journal.append();
    commit(918_320, PID_MAX + 400L, 0, 2, 3).threads(198);
    journal.append();
    event(EventKind.GAP, 9_183_250_000_000L, 2, "");
    event(EventKind.FULL_PASS_FOUND_MISSED, 9_183_260_000_000L, 1, "\u00e4\n\u001b[31m\\");
    // The number has come round: another life.
    birth(5_002, 918_330, 5_000, new byte[0]).parentStartTicks(918_300);
    journal.append();
    commit(918_335, PID_MAX + 5_100L, 1, 0, 0);
    journal.append();
  }

  private void end() throws JournalException {
    event(EventKind.ROLLED, 9_183_400_000_000L, 0, "");
    event(EventKind.NOTE, 9_183_410_000_000L, Long.MIN_VALUE, "a remark");
    event(EventKind.RUNNER_GONE, 9_183_420_000_000L, 0, "");
    journal.deaths().add(RUNNER, RUNNER_TICKS);
    journal.append();
    commit(918_345, PID_MAX + 5_100L, 0, 0, 1).flags(2);
    journal.append();
    commit(918_445, PID_MAX + 5_100L, 0, 0, 0).flags(HEARTBEAT);
    journal.append();
    event(EventKind.CLEAN_CLOSE, 9_184_460_000_000L, 0, "");
  }

  private LineageEventEncoder birth(int pid, long ticks, int parent, byte[] name) {
    return filled(journal.birth(), pid, ticks, parent).comm(name, 0, name.length);
  }

  private LineageEventEncoder change(int pid, long ticks, int parent) {
    return filled(journal.change(), pid, ticks, parent).flags(1);
  }

  private static LineageEventEncoder filled(
      LineageEventEncoder to, int pid, long ticks, int parent) {
    return to.pid(pid)
        .startTicks(ticks)
        .parentPid(parent)
        .processGroup(RUNNER)
        .session(SHELL)
        .state((byte) 'S');
  }

  private CommitEncoder commit(long ticks, long last, int births, int changes, int deaths) {
    return journal
        .commit()
        .startTicks(ticks)
        .virtualBefore(last - 1)
        .virtualAfter(last)
        .births(births)
        .changes(changes)
        .deaths(deaths);
  }

  private void event(EventKind kind, long bootNs, long value, String text) throws JournalException {
    journal.event(kind).bootNs(bootNs).wallMillis(1_750_000_000_500L).value(value).text(text);
    journal.append();
  }

  private static byte[] name(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
