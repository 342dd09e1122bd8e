package dev.sexton.facts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sexton.engine.census.Host;
import dev.sexton.engine.census.RunRequest;
import dev.sexton.engine.census.RunnerException;
import dev.sexton.engine.census.Sampler;
import dev.sexton.engine.census.SamplerListener;
import dev.sexton.engine.census.SamplerOptions;
import dev.sexton.engine.model.Attribution;
import dev.sexton.engine.model.ReapReport;
import dev.sexton.engine.model.RefusalReason;
import dev.sexton.engine.model.Rule;
import dev.sexton.engine.reap.ReapOptions;
import dev.sexton.engine.reap.Reaper;
import dev.sexton.procfs.HostFile;
import dev.sexton.procfs.PidNumbers;
import dev.sexton.procfs.Pidfds;
import dev.sexton.procfs.linux.LinuxPidfds;
import dev.sexton.procfs.linux.LinuxProcFileSystem;
import dev.sexton.testing.Actor;
import dev.sexton.testing.ForkOptions;
import dev.sexton.testing.NoForeignOrphans;
import dev.sexton.testing.NoSurvivors;
import dev.sexton.testing.ProcStat;
import dev.sexton.testing.ProcessWorld;
import dev.sexton.testing.sexton.ReapAttempt;
import dev.sexton.testing.sexton.ReapCheck;
import dev.sexton.testing.sexton.SampledRunner;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A fact that does not hold on a host turns off what rests on it, and nothing else: real processes,
 * sampled and reaped on a host that lies in one respect.
 */
@ExtendWith(NoSurvivors.class)
@NoForeignOrphans
class MissingFactsTest {
  private static final int KEPT_DESCRIPTORS_MAX = 1_000;
  private static final SamplerOptions ON_DEMAND =
      SamplerOptions.DEFAULT.withIntervalNs(TimeUnit.SECONDS.toNanos(60));

  @TempDir Path root;

  private ProcessWorld world;
  private Actor runner;

  @BeforeEach
  void openWorld() {
    world = ProcessWorld.open();
    runner = SampledRunner.startRunner(world, "R", ForkOptions.none());
  }

  @AfterEach
  void closeWorld() {
    world.close();
  }

  /** How a host comes to lie: before it is opened. */
  private static Reaper.HostOpener host(UnaryOperator<LyingProc> lie) throws Exception {
    return host(lie, LinuxPidfds.open());
  }

  private static Reaper.HostOpener host(UnaryOperator<LyingProc> lie, Pidfds pidfds) {
    return () ->
        Host.over(
            lie.apply(new LyingProc(LinuxProcFileSystem.open())), pidfds, KEPT_DESCRIPTORS_MAX);
  }

  private Sampler sampler(Reaper.HostOpener host) throws Exception {
    return new Sampler(host.open(), root, ON_DEMAND, SamplerListener.NONE);
  }

  private ReapAttempt reap(Reaper.HostOpener host) {
    return ReapAttempt.over(world, root).noGrace().on(host);
  }

  /** A member that left the runner's session, seen by the sampler; the runner is dead after it. */
  private Actor sampledMember(Reaper.HostOpener host) throws Exception {
    Actor member;
    try (Sampler sampler = sampler(host)) {
      sampler.add(RunRequest.runner("R", runner.pid()));
      member = runner.fork("member", ForkOptions.none().setsid());
      sampler.sampleNow();
      sampler.sampleNow();
    }
    runner.kill9();
    return member;
  }

  /** Once, and not until others are gone: it is never to be signed. */
  private void assertEndedAndNotSigned(Reaper.HostOpener host, Actor member) throws Exception {
    ReapOptions brief = ReapOptions.DEFAULT.grace(Duration.ZERO).deadline(Duration.ofSeconds(1));
    for (int pid : world.proc().pids()) {
      ProcStat stat = world.proc().stat(pid);
      if (pid > 1 && pid != member.pid() && stat != null && stat.startTicks() > 0) {
        brief = brief.vouchFor(new ReapOptions.Known(pid, stat.startTicks()));
      }
    }
    ReapReport report = Reaper.over(root).with(brief).on(host).reap();
    assertThat(report.verified()).isFalse();
    // Somebody else's orphan that was born meanwhile may be a doubt of its own, and comes first.
    assertThat(report.reasons())
        .isSubsetOf(RefusalReason.SCAN_INCONCLUSIVE, RefusalReason.UNATTRIBUTED_ORPHAN);
    if (report.reasons().contains(RefusalReason.SCAN_INCONCLUSIVE)) {
      assertThat(report.runs().get(0).evidence().toString())
          .containsAnyOf("began anew", "ascending order");
    }
    assertThat(member.isAlive()).isFalse();
  }

  /** Without the last field, with zeros as in a sandbox, and with a number that stands still. */
  @ParameterizedTest
  @ValueSource(
      strings = {"0.00 0.00 0.00 1/80\n", "0.00 0.00 0.00 0/0 0\n", "0.0 0.0 0.0 1/80 9\n"})
  void fact05_withoutTheLastNumberNothingIsSigned(String loadavg) throws Exception {
    Reaper.HostOpener lying = host(proc -> proc.tell(HostFile.LOADAVG, truth -> loadavg));
    try (Host host = lying.open()) {
      assertThat(host.facts().numbers().lastPid()).isEqualTo(PidNumbers.LAST_PID_UNKNOWN);
    }
    Actor member = sampledMember(lying);
    assertEndedAndNotSigned(lying, member);
  }

  /** What was recorded without it is as good as anything else once it is there. */
  @Test
  void fact05_aJournalMadeWithoutTheLastNumberCanBeProved() throws Exception {
    Actor member =
        sampledMember(host(proc -> proc.tell(HostFile.LOADAVG, truth -> "0 0 0 0/0 0\n")));
    reap(Host::open).go().verified().ended(member);
  }

  @Test
  void fact06_aListingThatBeginsElsewhereIsMadeWhole() throws Exception {
    LyingProc proc = new LyingProc(LinuxProcFileSystem.open());
    Host host = Host.over(proc, LinuxPidfds.open(), KEPT_DESCRIPTORS_MAX);
    assertThat(host.facts().abilities().listsBirthsOnly()).isTrue();
    Actor member = sampledMember(() -> lyingFromNowOn(host, proc));
    reap(Host::open).go().verified().ended(member);
  }

  private static Host lyingFromNowOn(Host host, LyingProc proc) {
    proc.tell(LyingProc.Lie.SEEK);
    return host;
  }

  @Test
  void fact06_withoutItEverythingIsListed() throws Exception {
    Reaper.HostOpener lying = host(proc -> proc.tell(LyingProc.Lie.SEEK));
    try (Host host = lying.open()) {
      assertThat(host.facts().abilities().listsBirthsOnly()).isFalse();
    }
    Actor member = sampledMember(lying);
    reap(lying).go().verified().ended(member);
  }

  @Test
  void fact06_aListingThatDescendsSignsNothing() throws Exception {
    Reaper.HostOpener lying = host(proc -> proc.tell(LyingProc.Lie.ORDER));
    Actor member = sampledMember(lying);
    assertEndedAndNotSigned(lying, member);
  }

  @ParameterizedTest
  @EnumSource(
      value = LyingProc.Lie.class,
      names = {"STALE_DESCRIPTORS", "NO_DESCRIPTORS"})
  void fact07_withoutItMembersAreReadByNumber(LyingProc.Lie lie) throws Exception {
    LyingProc[] last = new LyingProc[1];
    int[] readsAtOpening = new int[1];
    Reaper.HostOpener opener =
        () -> {
          last[0] = new LyingProc(LinuxProcFileSystem.open()).tell(lie);
          Host host = Host.over(last[0], LinuxPidfds.open(), KEPT_DESCRIPTORS_MAX);
          readsAtOpening[0] = last[0].keptReads();
          return host;
        };
    Actor member = sampledMember(opener);
    assertThat(last[0].keptReads()).isEqualTo(readsAtOpening[0]);
    reap(opener).go().verified().ended(member);
    assertThat(last[0].keptReads()).isEqualTo(readsAtOpening[0]);
  }

  @Test
  void fact11_withoutItTicksIdentify() throws Exception {
    Reaper.HostOpener older = host(UnaryOperator.identity(), new LyingPidfds(LinuxPidfds.open()));
    Actor member = sampledMember(older);
    ReapCheck check = reap(older).go().verified().ended(member);
    assertThat(check.report().runs().get(0).identityStrength().jsonName()).isEqualTo("start-ticks");
  }

  @Test
  void fact11_withoutItAndWithFewNumbersNobodyIsSignalled() throws Exception {
    Reaper.HostOpener older =
        host(
            proc -> proc.tell(HostFile.PID_MAX, truth -> "32767\n"),
            new LyingPidfds(LinuxPidfds.open()));
    Actor member = sampledMember(older);
    ReapCheck check = reap(older).expectingRefusal().go();
    assertThat(check.isVerified()).isFalse();
    assertThat(check.of(member).signals()).isEmpty();
    assertThat(member.isAlive()).isTrue();
  }

  /** Everybody may be an init then, so nobody is a member by its parent alone. */
  @Test
  void fact12_withoutItParentsDecideNothing() throws Exception {
    Reaper.HostOpener lying = host(proc -> proc.tell(LyingProc.Lie.NO_NSPID));
    Actor foreign = world.stranger().fork("foreign", ForkOptions.none().record());
    Actor member = sampledMember(lying);
    Actor foreignChild = foreign.fork("foreign-child", ForkOptions.none().setsid().record());
    ReapCheck check = reap(lying).expectingRefusal().go();
    check.refused(RefusalReason.UNATTRIBUTED_ORPHAN).undecided(member, foreignChild);
    foreign.assertNeverTouched();
    foreignChild.assertNeverTouched();
  }

  @Test
  void fact14_withoutItThreadsDecideNothing() throws Exception {
    Actor child;
    try (Sampler sampler = sampler(Host::open)) {
      sampler.add(RunRequest.runner("R", runner.pid()));
      child = world.launcher().fork("child", ForkOptions.none().fromThread().setsid().record());
    }
    runner.kill9();
    Reaper.HostOpener lying = host(proc -> proc.tell(LyingProc.Lie.NO_CHILDREN));
    reap(lying).expectingRefusal().go().refused(RefusalReason.UNATTRIBUTED_ORPHAN).undecided(child);
    ReapCheck check = reap(Host::open).go().verified();
    var facts = check.find(child.pid(), child.startTicks());
    if (facts != null) {
      assertThat(facts.attribution()).isEqualTo(Attribution.FOREIGN);
      assertThat(facts.rule()).isEqualTo(Rule.THREAD_CHILD);
    }
    child.assertNeverTouched();
  }

  @Test
  void fact15_withoutItNoJournalIsBegunAndNoneActedOn() throws Exception {
    Reaper.HostOpener lying = host(proc -> proc.tell(HostFile.BOOT_ID, truth -> ""));
    try (Sampler sampler = sampler(lying)) {
      assertThatThrownBy(() -> sampler.add(RunRequest.runner("lost", runner.pid())))
          .isInstanceOf(RunnerException.class)
          .hasMessageContaining("boot id");
    }
    Actor member = sampledMember(Host::open);
    reap(lying).expectingRefusal().go().refused(RefusalReason.OTHER_HOST);
    assertThat(member.isAlive()).isTrue();
  }
}
