package dev.sexton.engine.reap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sexton.engine.fake.FakeHost;
import dev.sexton.engine.fake.FakeTask;
import dev.sexton.engine.model.ReapReport;
import dev.sexton.engine.model.RefusalReason;
import dev.sexton.procfs.Errno;
import org.junit.jupiter.api.Test;

/** Each thing that must keep a reap from signing, by itself. */
class ReapProofTest extends FakeHostReaps {
  private static final long CAP_SETUID = 1 << 7;

  @Test
  void whatIsLeftIsEndedAndProved() throws Exception {
    FakeTask member = recordAMember();
    host.collect(host.runner);

    ReapReport report = reap();

    assertThat(report.verified()).isTrue();
    assertThat(host.touched()).containsExactly(member.pid);
    assertThat(run).doesNotExist();
  }

  @Test
  void whatProcHidesIsInTheWayOfAProof() throws Exception {
    recordAMember();
    host.collect(host.runner);
    host.mountOptions = "rw,hidepid=2";
    host.reaper.capabilities = 0;

    assertRefused(reap(), RefusalReason.PROC_RESTRICTED);

    host.reaper.capabilities = -1;
    assertThat(reap().verified()).isTrue();
  }

  @Test
  void aMemberThatLivesOnIsInTheWayOfAProof() throws Exception {
    FakeTask member = recordAMember();
    host.collect(host.runner);
    host.signalsPend = true;

    ReapReport report = reap();

    assertRefused(report, RefusalReason.SURVIVORS);
    assertThat(report.remaining()).containsExactly(member.pid);
  }

  @Test
  void whomTheKernelProtectsIsInTheWayOfAProof() throws Exception {
    FakeTask member = recordAMember();
    host.collect(host.runner);
    host.signalError = -Errno.EPERM;

    ReapReport report = reap();

    assertRefused(report, RefusalReason.NOT_PERMITTED);
    assertThat(report.remaining()).containsExactly(member.pid);
  }

  @Test
  void anOrphanThatNothingSettlesIsInTheWayOfAProof() throws Exception {
    recordAMember();
    FakeTask orphan = host.fork(host.init).leads().user(FakeHost.RUN_USER);
    host.collect(host.runner);

    ReapReport report = reap();

    assertRefused(report, RefusalReason.UNATTRIBUTED_ORPHAN);
    assertThat(report.remaining()).containsExactly(orphan.pid);
    assertThat(orphan.isThere()).isTrue();
    assertThat(run).as("kept, or the next reap would find nothing to refuse").isDirectory();
  }

  @Test
  void anOrphanOfAnotherUserIsInNobodysWay() throws Exception {
    recordAMember();
    FakeTask orphan = host.fork(host.init).leads().user(STRANGERS_USER);
    host.collect(host.runner);

    assertThat(reap().verified()).isTrue();
    assertThat(orphan.isThere()).isTrue();
  }

  @Test
  void anOrphanOfAnUnknownUserCounts() throws Exception {
    recordAMember();
    FakeTask orphan = host.fork(host.init).leads().user(STRANGERS_USER);
    orphan.statusError = -Errno.EACCES;
    host.collect(host.runner);

    assertRefused(reap(), RefusalReason.UNATTRIBUTED_ORPHAN);
  }

  @Test
  void anOrphanWithAMembersSavedUidCounts() throws Exception {
    recordAMember();
    FakeTask orphan = host.fork(host.init).leads().user(STRANGERS_USER);
    orphan.savedUid = FakeHost.RUN_USER;
    host.collect(host.runner);

    assertRefused(reap(), RefusalReason.UNATTRIBUTED_ORPHAN);
  }

  @Test
  void aPrivilegedRunMakesEverybodysOrphansCount() throws Exception {
    host.runner.capabilities = CAP_SETUID;
    recordAMember();
    host.fork(host.init).leads().user(STRANGERS_USER);
    host.collect(host.runner);

    assertRefused(reap(), RefusalReason.UNATTRIBUTED_ORPHAN);
  }

  @Test
  void whoCannotBeReadIsInTheWayOfAProof() throws Exception {
    recordAMember();
    host.collect(host.runner);
    host.service.statError = -Errno.EACCES;

    assertRefused(reap(), RefusalReason.SCAN_INCONCLUSIVE);
  }

  @Test
  void anOrphanOfAnotherUserThatCannotBeReadAgainIsInTheWayOfAProof() throws Exception {
    recordAMember();
    FakeTask orphan = host.fork(host.init).leads().user(STRANGERS_USER);
    orphan.keptError = -Errno.EIO;
    host.collect(host.runner);

    ReapReport report = reap();

    assertThat(report.reasons()).contains(RefusalReason.IDENTITY_UNKNOWN);
  }

  @Test
  void aListingThatDoesNotAscendIsInTheWayOfAProof() throws Exception {
    recordAMember();
    host.collect(host.runner);
    host.descending = true;

    assertRefused(reap(), RefusalReason.SCAN_INCONCLUSIVE);
    assertThat(run).isDirectory();
  }

  /** A member that is another user's now makes that user's orphans count. */
  @Test
  void aMembersNewUserCounts() throws Exception {
    FakeTask member = recordAMember();
    member.user(STRANGERS_USER);
    host.fork(host.init).leads().user(STRANGERS_USER);
    host.collect(host.runner);

    assertRefused(reap(), RefusalReason.UNATTRIBUTED_ORPHAN);
  }

  @Test
  void aRehearsalTouchesNobodyAndProvesNothing() throws Exception {
    FakeTask member = recordAMember();
    host.collect(host.runner);

    ReapReport report = reap(AT_ONCE.dryRun(true));

    assertThat(report.verified()).isFalse();
    assertThat(report.remaining()).containsExactly(member.pid);
    assertUntouched();
  }
}
