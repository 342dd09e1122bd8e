package dev.sexton.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sexton.engine.census.Host;
import dev.sexton.engine.census.RunRequest;
import dev.sexton.engine.census.Sampler;
import dev.sexton.engine.census.SamplerListener;
import dev.sexton.engine.census.SamplerOptions;
import dev.sexton.engine.model.ReapReport;
import dev.sexton.engine.model.RefusalReason;
import dev.sexton.engine.model.Rule;
import dev.sexton.engine.reap.ReapOptions;
import dev.sexton.engine.reap.Reaper;
import dev.sexton.procfs.ProcessScanner;
import dev.sexton.procfs.ProcessTable;
import dev.sexton.procfs.ScanSummary;
import dev.sexton.testing.Actor;
import dev.sexton.testing.Environment;
import dev.sexton.testing.ForkOptions;
import dev.sexton.testing.NoForeignOrphans;
import dev.sexton.testing.NoSurvivors;
import dev.sexton.testing.ProcessWorld;
import dev.sexton.testing.Seeds;
import dev.sexton.testing.Storm;
import dev.sexton.testing.sexton.ReapAttempt;
import dev.sexton.testing.sexton.ReapCheck;
import dev.sexton.testing.sexton.SampledRunner;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Listings that are short, scans amid storms, and environments that are long. */
@ExtendWith(NoSurvivors.class)
@NoForeignOrphans
class CasesVisibilityTest {

  private static final String MARKER = "SEXTON_RUN";
  private static final int OWN_PID = Math.toIntExact(ProcessHandle.current().pid());
  private static final int KIBI = 1024;

  @TempDir Path root;

  @Test
  @Tag("case-53")
  void case53_aListingThatIsShortOnceIsMadeAgain() {
    try (ProcessWorld world = ProcessWorld.open()) {
      Actor runner = world.launcher().fork("R");
      try (SampledRunner sampled = SampledRunner.onDemand(root, runner)) {
        Actor member = runner.fork("member");
        sampled.sample();
        sampled.killUnsampled();
        ReapCheck check =
            sampled
                .reap()
                .noGrace()
                .on(() -> ShortListing.host((listing, pid) -> listing == 1 && pid == OWN_PID))
                .go();
        check.verified().ended(member);
      }
    }
  }

  @Test
  @Tag("case-53")
  void case53_aListingThatStaysShortIsNoProof() throws Exception {
    try (ProcessWorld world = ProcessWorld.open()) {
      Actor runner = world.launcher().fork("R");
      try (SampledRunner sampled = SampledRunner.onDemand(root, runner)) {
        Actor member = runner.fork("member");
        sampled.sample();
        sampled.killUnsampled();
        ReapOptions brief =
            ReapOptions.DEFAULT.grace(Duration.ZERO).deadline(Duration.ofMillis(1500));
        ReapReport report =
            Reaper.over(sampled.directory())
                .with(brief)
                .on(() -> ShortListing.host((listing, pid) -> pid == OWN_PID))
                .reap();
        // Somebody else's orphan on this machine may be a doubt of its own.
        assertThat(report.verified()).isFalse();
        assertThat(report.reasons())
            .isSubsetOf(RefusalReason.SCAN_INCONCLUSIVE, RefusalReason.UNATTRIBUTED_ORPHAN);
        assertThat(member.isAlive()).isFalse();
      }
    }
  }

  /** The doubt that one listing left out must be in the next, and two have to agree. */
  @Test
  @Tag("case-53")
  void case53_whoIsMissingFromOneListingIsNotWrittenOff() {
    Random random = new Random(Seeds.seedFor("case53"));
    try (ProcessWorld world = ProcessWorld.open()) {
      Actor runner = world.launcher().fork("R");
      try (SampledRunner sampled = SampledRunner.onDemand(root, runner)) {
        Actor member = runner.fork("member");
        sampled.sample();
        Actor between = runner.fork("between");
        Actor orphan = between.fork("orphan", ForkOptions.none().setsid().record());
        between.exit();
        sampled.killUnsampled();
        sampled
            .reap()
            .noGrace()
            .expectingRefusal()
            .on(
                () ->
                    ShortListing.host(
                        (listing, pid) ->
                            listing == 1
                                && (pid == orphan.pid()
                                    || pid == member.pid()
                                    || random.nextInt(10) < 3)))
            .go()
            .refused(RefusalReason.UNATTRIBUTED_ORPHAN)
            .ended(member)
            .undecided(orphan);
        orphan.assertNeverTouched();
      }
    }
  }

  @Test
  @Tag("case-53")
  void case53_theSamplerWritesNobodyOffForAShortListing() throws Exception {
    SamplerOptions onDemand = SamplerOptions.DEFAULT.withIntervalNs(TimeUnit.SECONDS.toNanos(60));
    try (ProcessWorld world = ProcessWorld.open()) {
      Actor runner = world.launcher().fork("R");
      int[] hidden = {0, 0};
      Host host = ShortListing.host((listing, pid) -> pid == hidden[0] || pid == hidden[1]);
      Actor member;
      Actor child;
      try (Sampler sampler = new Sampler(host, root, onDemand, SamplerListener.NONE)) {
        sampler.add(RunRequest.runner("R", runner.pid()));
        member = runner.fork("member");
        sampler.sampleNow();
        hidden[0] = member.pid();
        hidden[1] = runner.pid();
        // A second run makes the sampler list everything.
        Actor other = world.launcher().fork("other");
        sampler.add(RunRequest.runner("other", other.pid()));
        child = member.fork("child");
        sampler.sampleNow();
        other.kill9();
      }
      runner.kill9();
      ReapAttempt.over(world, root).noGrace().go().verified().ended(member, child);
    }
  }

  @Test
  @Tag("case-54")
  void case54_aMemberIsInEveryScanAmidAStorm() throws IOException {
    try (ProcessWorld world = ProcessWorld.open();
        Host host = Host.open()) {
      Actor member = world.launcher().fork("member");
      Storm storm = Storm.of(200_000).memberLife(200, TimeUnit.MICROSECONDS);
      int first = world.stranger().fork("stormy").storm(storm);
      ProcessScanner scanner = host.observer().scanner();
      ProcessTable table = new ProcessTable(512);
      int missed = 0;
      for (int scan = 0; scan < 200; scan++) {
        table.clear();
        ScanSummary summary = scanner.scanAll(table);
        boolean found = holds(table, member);
        boolean saysIncomplete = !summary.ascending() || !summary.ownPidSeen();
        missed += found || saysIncomplete ? 0 : 1;
      }
      assertThat(missed).isZero();
      assertThat(world.lastPid()).as("forks of the storm").isNotEqualTo(first);
    }
  }

  private static boolean holds(ProcessTable table, Actor actor) {
    for (int row = 0; row < table.rows(); row++) {
      if (table.pid(row) == actor.pid() && table.startTicks(row) == actor.startTicks()) {
        return true;
      }
    }
    return false;
  }

  /** An orphan in a session of its own, born after the last sample, with this environment. */
  private static Actor orphan(Actor parent, String tag, Environment environment) {
    Actor between = parent.fork(tag + "-parent");
    Actor orphan = between.fork(tag + "-before", ForkOptions.none().setsid());
    Actor marked = orphan.exec(tag, environment);
    between.exit();
    return marked;
  }

  @Test
  @Tag("case-57")
  void case57_theMarkIsFoundAtTheEndOfFourMebibytes() {
    // No other suite's run bears this id: a reap of that one would take the orphan for its own.
    String id = "R-" + UUID.randomUUID();
    Environment large =
        Environment.empty().fill("FILLER=", 100 * KIBI, 40).with(MARKER, id).with("LAST", "1");
    try (ProcessWorld world = ProcessWorld.open()) {
      Actor runner = world.launcher().fork(id);
      try (SampledRunner sampled = SampledRunner.onDemand(root, runner)) {
        Actor orphan = orphan(runner, "marked", large);
        sampled.killUnsampled();
        sampled.reap().go().verified().ended(orphan).rule(orphan, Rule.MARKER);
      }
    }
  }

  @Test
  @Tag("case-57")
  void case57_theAbsenceOfAMarkProvesNothing() {
    try (ProcessWorld world = ProcessWorld.open()) {
      Actor runner = world.launcher().fork("R");
      try (SampledRunner sampled = SampledRunner.onDemand(root, runner)) {
        Actor orphan = orphan(runner, "unmarked", Environment.empty().with("OTHER", "R"));
        orphan.record();
        sampled.killUnsampled();
        sampled
            .reap()
            .expectingRefusal()
            .go()
            .refused(RefusalReason.UNATTRIBUTED_ORPHAN)
            .undecided(orphan);
        orphan.assertNeverTouched();
      }
    }
  }

  /** Of 10 KiB each; 500, as an environment of ten megabytes cannot be had (execve(2)). */
  @Test
  @Tag("case-58")
  void case58_lookAlikesOfTheMarkDecideNothing() {
    Environment lookAlikes =
        Environment.empty()
            .fill(MARKER + "=R", 10 * KIBI, 250)
            .fill("NOT_" + MARKER + "=R", 10 * KIBI, 250)
            .with("X" + MARKER, "R")
            .with(MARKER + "S", "R")
            .with(MARKER, "R2")
            .with(MARKER, " R")
            .with("Y", MARKER + "=R");
    try (ProcessWorld world = ProcessWorld.open()) {
      Actor runner = world.launcher().fork("R");
      try (SampledRunner sampled = SampledRunner.onDemand(root, runner)) {
        Actor orphan = orphan(world.stranger(), "look-alike", lookAlikes);
        orphan.record();
        sampled.killUnsampled();
        long startNs = System.nanoTime();
        sampled
            .reap()
            .options(o -> o.deadline(Duration.ofMillis(500)))
            .go()
            .refused(RefusalReason.UNATTRIBUTED_ORPHAN)
            .undecided(orphan);
        // Bounded: a reader that went through it again for each entry would take minutes.
        assertThat(System.nanoTime() - startNs).isLessThan(TimeUnit.SECONDS.toNanos(20));
        orphan.assertNeverTouched();
      }
    }
  }
}
