package dev.sexton.engine.reap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sexton.engine.census.RunRequest;
import dev.sexton.engine.census.Sampler;
import dev.sexton.engine.census.SamplerListener;
import dev.sexton.engine.fake.FakeHost;
import dev.sexton.engine.fake.FakeTask;
import dev.sexton.engine.model.ReapReport;
import dev.sexton.engine.model.RefusalReason;
import dev.sexton.procfs.Errno;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Other runs, other bearers of a number, and who was in flight. */
class ReapStrangersTest extends FakeHostReaps {
  private static final int SIGKILL = 9;
  private static final int SIGCONT = 18;
  private static final int SIGSTOP = 19;

  private List<Integer> signalsTo(FakeTask task) {
    return host.sent.stream().filter(s -> s.task() == task).map(FakeHost.Sent::signal).toList();
  }

  /** Where a stopped one is in a group whose last tie ends, the kernel hangs all of it up. */
  @Test
  void nobodyIsStoppedInAGroupThatStrangersMayBeIn() throws Exception {
    List<FakeTask> sharing = new ArrayList<>();
    List<FakeTask> apart = new ArrayList<>();
    run =
        record(
            RunRequest.runner("run", host.runner.pid),
            () -> {
              sharing.add(host.fork(host.runner));
              sharing.add(host.fork(host.runner));
              apart.add(host.fork(host.runner).leads());
              apart.add(host.fork(host.runner).leads());
            });
    host.collect(host.runner);

    assertThat(reap().verified()).isTrue();

    assertThat(sharing).allSatisfy(task -> assertThat(signalsTo(task)).containsExactly(SIGKILL));
    assertThat(apart)
        .allSatisfy(task -> assertThat(signalsTo(task)).containsExactly(SIGSTOP, SIGKILL));
  }

  @Test
  void whoIsStoppedInAGroupThatStrangersMayBeInGoesOnBeforeItEnds() throws Exception {
    List<FakeTask> stopped = new ArrayList<>();
    run =
        record(
            RunRequest.runner("run", host.runner.pid),
            () -> {
              stopped.add(host.fork(host.runner));
              stopped.get(0).state = 'T';
            });
    host.collect(host.runner);

    assertThat(reap().verified()).isTrue();

    assertThat(signalsTo(stopped.get(0))).containsExactly(SIGCONT, SIGKILL);
  }

  /**
   * Found by the simulation: a member above an ancestor of whom nothing could be read was ended.
   */
  @Test
  void nobodyIsSignalledWhileTheReapersAncestorsAreNotKnown() throws Exception {
    FakeTask[] member = new FakeTask[1];
    run =
        record(
            RunRequest.runner("run", host.runner.pid),
            () -> member[0] = host.fork(host.runner).leads());
    FakeTask between = host.fork(member[0]).leads();
    host.reaper.parent = between.pid;
    host.collect(host.runner);
    between.statError = -Errno.EMFILE;

    assertThat(reap().reasons()).contains(RefusalReason.SCAN_INCONCLUSIVE);
    assertUntouched();

    between.statError = 0;
    assertThat(reap().reasons()).contains(RefusalReason.REAPER_IN_LINEAGE);
    assertUntouched();
  }

  @Test
  void whereProcHidesAnAncestorOfTheReaperTheMembersAreSignalledAllTheSame() throws Exception {
    FakeTask[] member = new FakeTask[1];
    run =
        record(
            RunRequest.runner("run", host.runner.pid),
            () -> member[0] = host.fork(host.runner).leads());
    host.collect(host.runner);
    host.mountOptions = "rw,hidepid=2";
    host.reaper.parent = 77;

    reap();

    assertThat(signalsTo(member[0])).contains(SIGKILL);
  }

  /** The reaper's own count of numbers begins where it begins: a whole round may lie before it. */
  @Test
  void aGroupNumberThatWasReusedAfterTheLastSampleIsNobodys() throws Exception {
    FakeTask[] member = new FakeTask[1];
    run =
        record(
            RunRequest.runner("run", host.runner.pid),
            () -> {
              member[0] = host.fork(host.runner);
              member[0].processGroup = member[0].pid;
            });
    FakeTask stranger = host.reuse(member[0], host.init).leads().user(FakeHost.RUN_USER);
    host.collect(host.runner);

    assertRefused(reap(), RefusalReason.UNATTRIBUTED_ORPHAN);
    assertUntouched();
    assertThat(stranger.isThere()).isTrue();
  }

  @Test
  void oneRunThatIsRefusedIsInTheWayOfAllBeingProved() throws Exception {
    recordAMember();
    FakeTask other = host.fork(host.service).leads();
    record(RunRequest.runner("living", other.pid));
    host.collect(host.runner);

    ReapReport report = reap();

    assertThat(report.runs()).extracting(r -> r.verified()).containsExactlyInAnyOrder(true, false);
    assertThat(report.verified()).isFalse();
  }

  /**
   * Two processes are in flight while the census lists for the first time, in a session that the
   * runner was in before: a stranger's and the runner's own child.
   */
  @Test
  void whoWasInFlightDuringTheFirstListingOfTheCensus() throws Exception {
    FakeTask other = host.fork(host.service).leads();
    int[] listings = new int[1];
    FakeTask[] inFlight = new FakeTask[1];
    try (Sampler sampler = new Sampler(host.open(), root, BY_HAND, SamplerListener.NONE)) {
      sampler.add(RunRequest.runner("other", other.pid));
      host.runner.leads();
      host.beforeListing =
          () -> {
            if (++listings[0] == 2) {
              inFlight[0] = host.add(302, 1).user(FakeHost.RUN_USER);
              inFlight[0].session = 300;
              FakeTask child = host.add(303, host.runner.pid).user(FakeHost.RUN_USER);
              child.session = 300;
            }
          };
      run = sampler.add(RunRequest.runner("run", host.runner.pid));
    }
    host.collect(host.runner);

    reap();

    assertThat(inFlight[0].isThere()).isTrue();
    assertThat(host.touched()).containsExactly(303);
  }

  @Test
  void whoIsANestedRunsIsNotForeignToTheOuter() throws Exception {
    recordAMember();
    FakeTask inner = host.fork(host.init).leads().user(FakeHost.RUN_USER);
    record(RunRequest.runner("inner", inner.pid));
    host.collect(host.runner);

    ReapReport report = reap();

    assertThat(report.reasons())
        .containsExactly(RefusalReason.RUNNER_ALIVE, RefusalReason.UNATTRIBUTED_ORPHAN);
    assertThat(inner.isThere()).isTrue();
  }

  @Test
  void whomTwoRunsClaimNobodyTouches() throws Exception {
    FakeTask other = host.fork(host.shell).leads();
    FakeTask contested = host.fork(host.runner).leads();
    run = record(RunRequest.runner("first", host.runner.pid));
    contested.parent = other.pid;
    record(RunRequest.runner("second", other.pid));
    host.collect(host.runner);
    host.collect(other);

    ReapReport report = reap();

    assertRefused(report, RefusalReason.UNATTRIBUTED_ORPHAN);
    assertThat(report.remaining()).containsExactly(contested.pid);
    assertUntouched();
  }

  /** The second service may be what the first one's job left. */
  @Test
  void scopesOfTwoServicesMayBeOneWithinTheOther() throws Exception {
    FakeTask job = host.fork(host.shell).leads();
    run = record(new RunRequest("job", job.pid, true, RunRequest.NO_SUBREAPER, null));
    FakeTask secondService = host.fork(host.init).leads().user(FakeHost.RUN_USER);
    FakeTask secondJob = host.fork(secondService).leads();
    record(new RunRequest("second", secondJob.pid, true, RunRequest.NO_SUBREAPER, null));
    host.collect(job);
    host.collect(host.shell);
    secondService.user(STRANGERS_USER);

    ReapReport report = reap();

    assertThat(report.remaining()).contains(secondJob.pid);
    assertThat(host.touched()).doesNotContain(secondJob.pid);
    assertThat(report.runs().get(0).verified()).as("the first service's job").isFalse();
  }
}
