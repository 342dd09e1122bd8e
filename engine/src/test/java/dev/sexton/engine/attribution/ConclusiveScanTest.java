package dev.sexton.engine.attribution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sexton.engine.attribution.ConclusiveScan.Doubt;
import dev.sexton.engine.attribution.ConclusiveScan.Kind;
import dev.sexton.engine.model.Attribution;
import dev.sexton.engine.model.ProcessIdentity;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Each doubt by itself, and beside it the nearest case that leaves none. */
class ConclusiveScanTest {
  private static final int PID_MAX = 40_000;
  private static final int SHELL = 90;
  private static final int RUNNER = 100;
  private static final int MEMBER = 201;
  private static final int ORPHAN = 202;
  private static final long TICKS = 1_000;

  private final Attributor attributor =
      new Attributor(
          new RunFacts(
              "run",
              id(RUNNER, 500),
              List.of(id(SHELL, 400)),
              true,
              SHELL,
              null,
              false,
              1000,
              1000,
              false,
              PID_MAX));
  private final ConclusiveScan scan = new ConclusiveScan(attributor);

  private static ProcessIdentity id(int pid, long ticks) {
    return new ProcessIdentity(pid, ticks, ProcessIdentity.UNKNOWN_INODE);
  }

  @BeforeEach
  void census() {
    begin(Pass.Kind.CENSUS, 300, 300);
    see(SHELL, 400, 1, 0);
    see(RUNNER, 500, SHELL, 0);
    see(MEMBER, TICKS, RUNNER, 0);
    see(ORPHAN, TICKS, 1, 0);
    attributor.decide();
    attributor.endPass(true);
  }

  private void begin(Pass.Kind kind, long before, long after) {
    attributor.beginPass(new Pass(kind, before, after, 2_000, PID_MAX));
  }

  private KnownProcess see(int pid, long ticks, int parent, int flags) {
    return attributor.see(
        new Observation()
            .of(pid, ticks)
            .parentPid(parent)
            .parentStartTicks(parent == SHELL ? 400 : parent == RUNNER ? 500 : 0)
            .session(SHELL)
            .processGroup(RUNNER)
            .flags(flags | Observation.STATUS_READ));
  }

  /** A scan of which the listing was as it should be. */
  private void beginScan(long before, long after) {
    begin(Pass.Kind.REAP, before, after);
    scan.begin(true, true, true);
  }

  private boolean conclude() {
    attributor.seeRest();
    attributor.decide();
    return scan.conclude();
  }

  @Test
  void whoIsAliveIsNoDoubtOfTheScan() {
    beginScan(300, 300);

    assertThat(conclude()).isTrue();
    assertThat(attributor.owned()).hasSize(2);
    assertThat(attributor.undecided()).hasSize(1);
  }

  @Test
  void eachConditionOfTheListing() {
    scan.begin(false, true, true);
    assertThat(scan.doubts()).containsExactly(new Doubt(Kind.NOT_ASCENDING, 0));
    scan.begin(true, false, true);
    assertThat(scan.doubts()).containsExactly(new Doubt(Kind.WRAPPED, 0));
    scan.begin(true, true, false);
    assertThat(scan.doubts()).containsExactly(new Doubt(Kind.SHORT_LISTING, 0));
    assertThat(scan.conclude()).isFalse();
    scan.begin(true, true, true);
    assertThat(scan.conclude()).isTrue();
  }

  @Test
  void whoVanishedUnknownIsADoubt() {
    beginScan(300, 310);
    scan.vanished(305);

    assertThat(conclude()).isFalse();
    assertThat(scan.doubts()).containsExactly(new Doubt(Kind.VANISHED, 305));
  }

  @Test
  void whoVanishedAndMayBeAMemberIsADoubt() {
    beginScan(300, 300);
    scan.vanished(MEMBER);
    scan.vanished(ORPHAN);

    assertThat(conclude()).isFalse();
    assertThat(scan.doubts())
        .containsExactly(new Doubt(Kind.VANISHED, MEMBER), new Doubt(Kind.VANISHED, ORPHAN));
  }

  @Test
  void whoVanishedAndIsForeignIsNone() {
    beginScan(300, 310);
    scan.vanished(SHELL);

    assertThat(conclude()).isTrue();
  }

  @Test
  void whoseNumberMayHaveBeenHandedOutSinceIsADoubt() {
    beginScan(300 + 2L * PID_MAX, 300 + 2L * PID_MAX);
    scan.vanished(SHELL);

    assertThat(conclude()).isFalse();
  }

  @Test
  void whoCannotBeReadIsADoubt() {
    beginScan(300, 300);
    scan.unreadable(SHELL);

    assertThat(conclude()).isFalse();
    assertThat(scan.doubts()).containsExactly(new Doubt(Kind.UNREADABLE, SHELL));
  }

  @Test
  void whoDiedDuringTheScanIsADoubtAndWhoWasDeadBeforeIsNone() {
    beginScan(300, 300);
    see(MEMBER, TICKS, RUNNER, Observation.DEAD);
    assertThat(conclude()).isFalse();
    assertThat(scan.doubts()).containsExactly(new Doubt(Kind.FRESHLY_DEAD, MEMBER));
    attributor.endPass(false);

    beginScan(300, 300);
    see(MEMBER, TICKS, RUNNER, Observation.DEAD);
    assertThat(conclude()).isTrue();
  }

  @Test
  void whoDiedUndecidedDuringTheScanIsADoubt() {
    beginScan(300, 300);
    KnownProcess orphan = see(ORPHAN, TICKS, 1, Observation.DEAD);

    assertThat(conclude()).isFalse();
    assertThat(orphan.attribution()).isEqualTo(Attribution.UNDECIDED);
    assertThat(scan.doubts()).containsExactly(new Doubt(Kind.FRESHLY_DEAD, ORPHAN));
  }

  @Test
  void aForeignDeathIsNoDoubt() {
    beginScan(300, 300);
    see(SHELL, 400, 1, Observation.DEAD);

    assertThat(conclude()).isTrue();
  }

  @Test
  void eachScanBeginsWithoutDoubts() {
    beginScan(300, 300);
    scan.unreadable(MEMBER);
    assertThat(scan.conclude()).isFalse();
    attributor.endPass(false);

    beginScan(300, 300);

    assertThat(conclude()).isTrue();
  }
}
