package dev.sexton.procfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ProcessScannerTest {
  private final FakeProc files = new FakeProc();
  private final ProcessTable table = new ProcessTable(2);
  private long nowNs;
  private ProcessScanner scanner = makeScanner();

  private ProcessScanner makeScanner() {
    try {
      return new ProcessScanner(
          files, HostFacts.read(files, new FakePidfds()), () -> nowNs += 1000);
    } catch (ProcfsException unexpected) {
      throw new AssertionError(unexpected);
    }
  }

  @BeforeEach
  void someProcesses() {
    for (int pid : new int[] {1, 60, 300, 350}) {
      files.add(pid).startTicks(pid * 10L);
    }
  }

  private int row(int pid) {
    for (int row = 0; row < table.rows(); row++) {
      if (table.pid(row) == pid) {
        return row;
      }
    }
    throw new AssertionError("no row of " + pid);
  }

  @Test
  void aFullScanReadsEverything() throws Exception {
    ScanSummary summary = scanner.scanAll(table);

    assertThat(table.rows()).isEqualTo(5);
    ProcessCursor cursor = new ProcessCursor(table);
    int previous = 0;
    while (cursor.next()) {
      assertThat(cursor.pid()).isGreaterThan(previous);
      assertThat(cursor.result()).isEqualTo(ReadResult.OK);
      previous = cursor.pid();
    }
    assertThat(table.startTicks(row(350))).isEqualTo(3500);
    assertThat(summary.listed()).isEqualTo(5);
    assertThat(summary.read()).isEqualTo(5);
    assertThat(summary.ascending()).isTrue();
    assertThat(summary.ownPidSeen()).isTrue();
    assertThat(summary.wrapped()).isFalse();
    assertThat(summary.wrapExcluded()).isTrue();
    assertThat(summary.lastPidBefore()).isEqualTo(400);
    assertThat(summary.lastPidAfter()).isEqualTo(400);
    assertThat(summary.startBootTicks()).isEqualTo(500_025);
    assertThat(summary.elapsedNs()).isPositive();
  }

  @Test
  void aScanFromANumberListsOnlyBirths() throws Exception {
    assertThat(scanner.listsBirthsOnly()).isTrue();
    files.statReads = 0;
    ScanSummary summary = scanner.scanFrom(61, table, PidFilter.NONE);
    assertThat(table.rows()).isEqualTo(2);
    assertThat(files.statReads).isEqualTo(2);
    assertThat(summary.firstPid()).isEqualTo(61);
    assertThat(summary.ascending()).isTrue();

    summary = scanner.scanFrom(401, table, PidFilter.NONE);
    assertThat(table.rows()).isZero();
    assertThat(summary.listed()).isZero();
  }

  @Test
  void whereSeekingDoesNotWorkEverythingIsListedAndOnlyBirthsAreRead() throws Exception {
    files.seekWorks = false;
    scanner = makeScanner();
    assertThat(scanner.listsBirthsOnly()).isFalse();
    ScanSummary summary = scanner.scanFrom(61, table, PidFilter.NONE);
    assertThat(table.rows()).isEqualTo(2);
    assertThat(summary.listed()).isEqualTo(2);
    assertThat(summary.ascending()).isTrue();
  }

  @Test
  void seekingThatCeasesToWorkIsNoticed() throws Exception {
    files.seekWorks = false;
    assertThat(scanner.scanFrom(61, table, PidFilter.NONE).ascending()).isFalse();
    assertThat(table.rows()).isEqualTo(2);
  }

  @Test
  void aListingThatDoesNotAscendIsReported() throws Exception {
    files.listing = new int[] {1, 60, FakeProc.OWN_PID, 300};
    assertThat(scanner.scanAll(table).ascending()).isFalse();
    files.listing = new int[] {1, 1, FakeProc.OWN_PID};
    assertThat(scanner.scanAll(table).ascending()).isFalse();
  }

  @Test
  void aListingInSmallChunksIsOneListing() throws Exception {
    files.chunkMax = 1;
    ScanSummary summary = scanner.scanAll(table);
    assertThat(summary.read()).isEqualTo(5);
    assertThat(summary.ascending()).isTrue();
  }

  @Test
  void aListingThatLeavesOutTheReaderIsReported() throws Exception {
    files.listing = new int[] {1, 60};
    assertThat(scanner.scanAll(table).ownPidSeen()).isFalse();
  }

  @Test
  void aListingThatFailsIsAFailure() {
    files.chunkMax = 2;
    files.listError = -Errno.ENOMEM;
    assertThatThrownBy(() -> scanner.scanAll(table))
        .isInstanceOf(ProcfsException.class)
        .hasMessageContaining("ENOMEM");
  }

  @Test
  void aListingWithoutEndIsAFailure() {
    int[] endless = new int[40_000];
    Arrays.fill(endless, 60);
    files.listing = endless;
    assertThatThrownBy(() -> scanner.scanAll(table)).isInstanceOf(ProcfsException.class);
  }

  @Test
  void notBeingAbleToLookIsAFailure() {
    files.hostFiles.put(HostFile.LOADAVG, -Errno.EACCES);
    assertThatThrownBy(() -> scanner.lastPid()).isInstanceOf(ProcfsException.class);
    assertThatThrownBy(() -> scanner.scanAll(table)).isInstanceOf(ProcfsException.class);
    files.hostFiles.put(HostFile.UPTIME, "12");
    assertThatThrownBy(() -> scanner.bootTicks()).isInstanceOf(ProcfsException.class);
  }

  @Test
  void aLastNumberThatIsNotToldExcludesNoWrap() throws Exception {
    for (String senseless :
        new String[] {
          "", "0.1 0.2 0.3 1/80 ", "0.1 0.2 0.3 1/80 11", "0.1 x", "a b c d/e f\n", "0 0 0 0/0 0\n"
        }) {
      files.hostFiles.put(HostFile.LOADAVG, senseless);
      assertThat(scanner.lastPid()).as(senseless).isEqualTo(PidNumbers.LAST_PID_UNKNOWN);
      assertThat(scanner.threadsOnHost()).as(senseless).isEqualTo(PidNumbers.THREADS_UNKNOWN);
      ScanSummary summary = scanner.scanAll(table);
      assertThat(summary.wrapExcluded()).as(senseless).isFalse();
      assertThat(table.rows()).as(senseless).isEqualTo(files.processes.size());
      assertThat(summary.virtualAfter() - summary.virtualBefore()).isGreaterThanOrEqualTo(32768);
    }
  }

  @Test
  void aLastNumberThatIsNotToBeBelievedIsNotAsked() throws Exception {
    HostFacts facts = HostFacts.read(files, new FakePidfds());
    ProcessScanner doubting = new ProcessScanner(files, facts.withoutLastPid(), () -> nowNs++);
    assertThat(scanner.lastPid()).isEqualTo(files.lastPid);
    assertThat(doubting.lastPid()).isEqualTo(PidNumbers.LAST_PID_UNKNOWN);
    assertThat(doubting.scanAll(table).wrapExcluded()).isFalse();
    assertThat(doubting.scanAll(table).wrapExcluded()).isFalse();
  }

  @Test
  void whatVanishesHasARow() throws Exception {
    files.listing = new int[] {1, FakeProc.OWN_PID, 61};
    ScanSummary summary = scanner.scanAll(table);
    assertThat(summary.vanished()).isEqualTo(1);
    assertThat(table.result(row(61))).isEqualTo(ReadResult.VANISHED);
    assertThat(table.errno(row(61))).isEqualTo(Errno.ENOENT);
    assertThat(table.startTicks(row(61))).isEqualTo(ProcessTable.ABSENT_TICKS);
  }

  @Test
  void aMissingStatOfALivingProcessIsReadAgain() throws Exception {
    files.script(60, -Errno.ENOENT);
    scanner.scanAll(table);
    assertThat(table.result(row(60))).isEqualTo(ReadResult.OK);
  }

  @Test
  void aMissingStatOfALivingProcessIsNotAbsence() throws Exception {
    files.script(60, -Errno.ENOENT, -Errno.ENOENT);
    ScanSummary summary = scanner.scanAll(table);
    assertThat(table.result(row(60))).isEqualTo(ReadResult.FAILED);
    assertThat(summary.failed()).isEqualTo(1);
    assertThat(summary.vanished()).isZero();
  }

  @Test
  void aCutOrGarbledLineIsReadAgainOnce() throws Exception {
    files.script(60, "60 (fake) S 1 1", "60 (fake) S 1 1");
    files.script(300, "301 (x) S ", files.process(300).line());
    ScanSummary summary = scanner.scanAll(table);
    assertThat(table.result(row(60))).isEqualTo(ReadResult.SHORT);
    assertThat(table.result(row(300))).isEqualTo(ReadResult.OK);
    assertThat(summary.garbled()).isEqualTo(1);
    assertThat(summary.read()).isEqualTo(4);
  }

  @Test
  void whatIsDeniedAndWhatIsReleasedIsCountedApart() throws Exception {
    files.script(60, -Errno.EACCES);
    files.script(300, -Errno.EMFILE);
    files.process(350).releasing();
    ScanSummary summary = scanner.scanAll(table).copy();
    assertThat(table.result(row(60))).isEqualTo(ReadResult.DENIED);
    assertThat(table.result(row(300))).isEqualTo(ReadResult.FAILED);
    assertThat(table.errno(row(300))).isEqualTo(Errno.EMFILE);
    assertThat(table.result(row(350))).isEqualTo(ReadResult.RELEASING);
    assertThat(summary.denied()).isEqualTo(1);
    assertThat(summary.failed()).isEqualTo(1);
    assertThat(summary.releasing()).isEqualTo(1);
    assertThat(summary.listed())
        .isEqualTo(summary.read() + summary.denied() + summary.failed() + summary.releasing());
    assertThat(summary.toString()).contains("denied 1", "releasing 1");
  }

  @Test
  void whatIsSkippedIsNotRead() throws Exception {
    files.statReads = 0;
    ScanSummary summary = scanner.scanAll(table, pid -> pid >= 300);
    assertThat(summary.skipped()).isEqualTo(2);
    assertThat(summary.listed()).isEqualTo(5);
    assertThat(files.statReads).isEqualTo(3);
    assertThat(table.rows()).isEqualTo(3);
  }

  @Test
  void aWrapDuringTheScanIsSeen() throws Exception {
    files.lastPid = 32_760;
    files.beforeStat = pid -> files.lastPid = pid >= 300 ? 305 : files.lastPid;
    ScanSummary summary = scanner.scanAll(table);
    assertThat(summary.wrapped()).isTrue();
    assertThat(summary.wrapExcluded()).isFalse();
    assertThat(summary.lastPidBefore()).isEqualTo(32_760);
    assertThat(summary.lastPidAfter()).isEqualTo(305);
  }

  @Test
  void aWrapThatEndsAboveItsBeginningIsSeenBetween() throws Exception {
    for (int pid = 1000; pid < 1200; pid++) {
      files.add(pid);
    }
    files.lastPid = 20_000;
    files.beforeStat =
        pid -> files.lastPid = pid == 1010 ? 500 : pid == 1190 ? 25_000 : files.lastPid;
    ScanSummary summary = scanner.scanAll(table);
    assertThat(summary.lastPidAfter()).isGreaterThan(summary.lastPidBefore());
    assertThat(summary.wrapped()).isTrue();
  }

  @Test
  void aScanThatWasHeldUpDoesNotExcludeAWrap() throws Exception {
    files.beforeStat = pid -> nowNs += pid == 300 ? 1_000_000_000L : 0;
    ScanSummary summary = scanner.scanAll(table);
    assertThat(summary.wrapped()).isFalse();
    assertThat(summary.wrapExcluded()).isFalse();
  }

  @Test
  void aMovedBoundOfTheNumbersExcludesNothing() throws Exception {
    files.hostFiles.put(HostFile.PID_MAX, "4194304\n");
    assertThat(scanner.scanAll(table).wrapExcluded()).isFalse();
  }

  @Test
  void readOneAppends() throws Exception {
    scanner.scanAll(table);
    assertThat(scanner.readOne(300, table)).isEqualTo(ReadResult.OK);
    assertThat(scanner.readOne(999, table)).isEqualTo(ReadResult.VANISHED);
    assertThat(table.rows()).isEqualTo(7);
    assertThat(table.pid(6)).isEqualTo(999);
  }
}
