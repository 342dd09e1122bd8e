package dev.sexton.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.sexton.engine.attribution.Observation;
import dev.sexton.engine.model.Fate;
import dev.sexton.engine.model.RefusalReason;
import dev.sexton.engine.model.RunReport;
import dev.sexton.engine.reap.ReapOptions;
import dev.sexton.journal.JournalHeader;
import dev.sexton.journal.LineageEventEncoder;
import dev.sexton.testing.Actor;
import dev.sexton.testing.ForkOptions;
import dev.sexton.testing.Signal;
import dev.sexton.testing.sexton.CopiedJournal;
import dev.sexton.testing.sexton.NamespaceSexton;
import dev.sexton.testing.sexton.ProcessFacts;
import dev.sexton.testing.sexton.ReapAttempt;
import dev.sexton.testing.sexton.ReapCheck;
import dev.sexton.testing.sexton.SampledRunner;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Part B of the cases from the field, those in the host's own namespace: what must not be
 * signalled. Those about numbers that are handed out twice are in {@link CasesReusedNumberTest}.
 */
class CasesWrongProcessTest extends CaseWorld {

  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final ForkOptions RECORDING = ForkOptions.none().record();

  // case 22; there is no guardian yet, so no guard record and no handshake: the journal's runner is
  // what a foreign process resembles. Where the machine is known to be the same, another boot is a
  // proof, as the words at the head of the cases say.
  @Test
  @Tag("case-22")
  void case22RunnersNumberAfterRebootIsNotTouched() {
    Actor foreign = bystander("foreign");
    SampledRunner run = runner();
    Actor child = run.runner().fork("child", RECORDING);
    run.sample();
    run.killUnsampled();
    CopiedJournal copy = CopiedJournal.of(run.directory());
    assumeThat(copy.header().machineId())
        .as("needs a machine id")
        .isNotEqualTo(JournalHeader.MACHINE_UNKNOWN);
    Path other = folder.resolve("other");
    copy.bootId(new UUID(1, 2))
        .runner(foreign.pid(), foreign.startTicks())
        .writeUnder(other, "before-reboot");

    ReapCheck check = ReapAttempt.over(world(), other).go().verified();

    assertThat(check.evidence()).anyMatch(sentence -> sentence.startsWith("host rebooted"));
    assertThat(check.processes()).isEmpty();
    foreign.assertNeverTouched();
    child.assertNeverTouched();
  }

  // case 22, where the machine cannot be told apart
  @Test
  @Tag("case-22")
  void case22AnotherBootOfAnUnknownMachineIsRefused() {
    Actor foreign = bystander("foreign");
    SampledRunner run = runner();
    run.killUnsampled();
    Path other = folder.resolve("other");
    CopiedJournal.of(run.directory())
        .bootId(new UUID(1, 2))
        .machineId(JournalHeader.MACHINE_UNKNOWN)
        .runner(foreign.pid(), foreign.startTicks())
        .writeUnder(other, "elsewhere");

    ReapAttempt.over(world(), other).expectingRefusal().go().refused(RefusalReason.OTHER_HOST);

    foreign.assertNeverTouched();
  }

  // case 24; the product has no group signal at all, so that a target is always one pidfd, which
  // exists for a number above 0 only.
  @ParameterizedTest
  @ValueSource(ints = {-1234, -1, 0})
  @Tag("case-24")
  void case24NumberThatKillTakesForAGroupIsDamage(int number) {
    Actor bystander = bystander("bystander");
    SampledRunner run = runner();
    Actor child = run.runner().fork("child");
    run.sample();
    run.killUnsampled();
    Path other = folder.resolve("other");
    CopiedJournal.of(run.directory())
        .birth(row -> childRow(row, run.runner()).pid(number).startTicks(child.startTicks()))
        .writeUnder(other, "damaged");

    ReapCheck check = ReapAttempt.over(world(), other).expectingRefusal().go();

    check.refused(RefusalReason.JOURNAL_DAMAGED).ended(child);
    bystander.assertNeverTouched();
  }

  // case 26
  @Test
  @Tag("case-26")
  void case26GroupThatNoKernelGivesIsDamageAndNoEvidence() {
    Actor victim = bystander("victim");
    SampledRunner run = runner();
    Actor child = run.runner().fork("child");
    run.sample();
    run.killUnsampled();
    Path other = folder.resolve("other");
    CopiedJournal.of(run.directory())
        .birth(row -> actorRow(row, run.runner(), victim).processGroup(-1))
        .writeUnder(other, "damaged");

    ReapCheck check = ReapAttempt.over(world(), other).expectingRefusal().go();

    check.refused(RefusalReason.JOURNAL_DAMAGED).ended(child).notNamed(victim);
    victim.assertNeverTouched();
  }

  // case 26; 0 and 1 are groups that a kernel gives (0 where the leader is outside the reader's pid
  // namespace), so they are no damage, but no evidence either.
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  @Tag("case-26")
  void case26GroupOfInitOrNobodyMakesNobodyAMember(int group) {
    Actor victim = bystander("victim");
    SampledRunner run = runner();
    Actor child = run.runner().fork("child");
    run.sample();
    run.killUnsampled();
    Path other = folder.resolve("other");
    CopiedJournal.of(run.directory())
        .birth(
            row ->
                actorRow(row, run.runner(), child)
                    .pid(child.pid())
                    .processGroup(group)
                    .session(group))
        .writeUnder(other, "odd");

    ReapCheck check = ReapAttempt.over(world(), other).go().verified();

    check.ended(child).notNamed(victim);
    victim.assertNeverTouched();
    world().stranger().fork("still-there").exit();
  }

  private static LineageEventEncoder childRow(LineageEventEncoder row, Actor parent) {
    return row.parentPid(parent.pid())
        .parentStartTicks(parent.startTicks())
        .processGroup(parent.pid())
        .session(parent.pid())
        .flags(Observation.STATUS_READ)
        .state((byte) 'S');
  }

  private static LineageEventEncoder actorRow(
      LineageEventEncoder row, Actor parent, Actor process) {
    return childRow(row, parent).pid(process.pid()).startTicks(process.startTicks());
  }

  // case 28
  @Test
  @Tag("case-28")
  void case28ReaperInsideTheRunSparesItselfAndItsAncestors() {
    SampledRunner run = runner();
    Actor script = run.runner().fork("script", ForkOptions.none().setsid());
    Actor step = script.fork("step", RECORDING);
    Actor other = run.runner().fork("other");
    run.sample();
    run.killUnsampled();
    NamespaceSexton reaper = NamespaceSexton.startUnder(step, "reaper", root());

    ReapCheck check = reaper.reap(Duration.ofMillis(300), Duration.ofSeconds(3));

    check.refused(RefusalReason.REAPER_IN_LINEAGE).ended(other);
    assertThat(check.of(script).fate()).isEqualTo(Fate.SPARED);
    assertThat(check.of(step).fate()).isEqualTo(Fate.SPARED);
    ProcessFacts self = check.find(reaper.program().pid(), reaper.program().startTicks());
    assertThat(self).isNotNull().extracting(ProcessFacts::fate).isEqualTo(Fate.SPARED);
    assertThat(check.of(script).signals()).isEmpty();
    assertThat(script.isAlive()).isTrue();
    step.assertNeverTouched();
  }

  // case 30
  @Test
  @Tag("case-30")
  void case30ServiceOfBeforeTheRunHasNoInfluence() {
    Actor service = startService();
    SampledRunner.awaitTickAfter(service);
    SampledRunner run = runner();
    Actor child = run.runner().fork("child");
    run.sample();
    run.killUnsampled();

    run.reap().go().verified().ended(child).notNamed(service);

    service.assertNeverTouched();
  }

  // case 30; the case says "before S". A service that starts during the run stays undecided also
  // when a sample saw it: being seen makes nobody foreign.
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @Tag("case-30")
  void case30ServiceOfDuringTheRunIsRefusedUntilTheCallerKnowsIt(boolean sampled) {
    SampledRunner run = runner();
    Actor child = run.runner().fork("child");
    run.sample();
    Actor service = startService();
    if (sampled) {
      run.sample();
    }
    run.killUnsampled();

    ReapCheck refused = run.reap().expectingRefusal().go();
    refused.refused(RefusalReason.UNATTRIBUTED_ORPHAN).ended(child).undecided(service);
    service.assertNeverTouched();
    ReapOptions.Known known = new ReapOptions.Known(service.pid(), service.startTicks());
    run.reap().options(options -> options.vouchFor(known)).go().verified();

    service.assertNeverTouched();
  }

  /** A child of init, as a service manager's services are. */
  private Actor startService() {
    return world().stranger().fork("service", ForkOptions.none().doubleFork().setsid().record());
  }

  // case 31; the runner's sampler stands still with it: no sample is taken after the census.
  @Test
  @Tag("case-31")
  void case31StoppedRunnerWithAnOldSampleIsAlive() {
    SampledRunner run = runner();
    Actor child = run.runner().fork("child", RECORDING);
    Actor daemon = run.runner().fork("daemon", ForkOptions.none().daemon().record());
    run.runner().stop();

    run.reap().expectingRefusal().go().refused(RefusalReason.RUNNER_ALIVE);

    assertThat(run.runner().isAlive()).isTrue();
    assertThat(run.runner().stat().isStopped()).isTrue();
    child.assertNeverTouched();
    daemon.assertNeverTouched();
  }

  // case 32
  @Test
  @Tag("case-32")
  void case32SiblingsLiveRunIsNotTouched() {
    SampledRunner dead = runner();
    Actor deadsChild = dead.runner().fork("child");
    dead.sample();
    SampledRunner live = sample(startOther());
    Actor livesChild = live.runner().fork("other-child", RECORDING);
    Actor livesDaemon = live.runner().fork("other-daemon", ForkOptions.none().daemon().record());
    live.sample();
    dead.killUnsampled();

    ReapCheck check = dead.reapAll().expectingRefusal().go();

    check.refused(RefusalReason.RUNNER_ALIVE).ended(deadsChild);
    for (RunReport run : check.report().runs()) {
      if (run.run().equals(live.runner().tag())) {
        assertThat(run.reasons()).containsExactly(RefusalReason.RUNNER_ALIVE);
      }
    }
    assertThat(live.runner().isAlive()).isTrue();
    livesChild.assertNeverTouched();
    livesDaemon.assertNeverTouched();
  }

  // case 32, the process that both journals name
  @Test
  @Tag("case-32")
  void case32ProcessOfTwoJournalsIsNotTouched() {
    SampledRunner dead = runner();
    Actor own = dead.runner().fork("own");
    Actor other = startOther();
    Path aside = folder.resolve("aside");
    try (SampledRunner live = SampledRunner.onDemand(aside, other)) {
      live.sample();
    }
    Actor shared = dead.runner().fork("shared", RECORDING);
    dead.sample();
    CopiedJournal.of(aside.resolve(other.tag()))
        .birth(row -> actorRow(row, other, shared))
        .writeUnder(root(), other.tag());
    dead.killUnsampled();

    ReapCheck check = dead.reapAll().expectingRefusal().go();

    check.refused(RefusalReason.RUNNER_ALIVE).refusedAlso(RefusalReason.UNATTRIBUTED_ORPHAN);
    check.ended(own);
    shared.assertNeverTouched();
    assertThat(other.isAlive()).isTrue();
  }

  private Actor startOther() {
    return world().stranger().fork("R2", ForkOptions.none().setsid());
  }

  // case 25 and, as far as there is no guardian yet, case 27: nothing ever goes to the group that
  // the reaper is in.
  @Test
  @Tag("case-25")
  @Tag("case-27")
  void case25MemberThatExitsBetweenScanAndSignalCostsNobodyASignal() {
    world().launcher().subreaper(true);
    world().launcher().collectChildren(true);
    SampledRunner run = runner();
    Actor member = run.runner().fork("member", ForkOptions.none().setpgid());
    Actor stubborn = run.runner().fork("stubborn", ForkOptions.none().ignore(Signal.TERM));
    run.sample();
    run.killUnsampled();
    Actor shell = world().stranger().fork("shell", ForkOptions.none().setsid().record());
    Actor groupFellow = shell.fork("group-fellow", RECORDING);
    NamespaceSexton reaper = NamespaceSexton.startUnder(shell, "reaper", root());
    assertThat(world().proc().requireStat(reaper.program().pid()).pgid()).isEqualTo(shell.pid());

    ReapCheck check =
        reaper.reapHooked(
            Duration.ofMillis(300),
            LIMIT,
            event -> {
              if (event.equals("scanned 1")) {
                member.exit();
                member.awaitGone();
              }
            });

    check.ended(stubborn);
    assertThat(check.of(member).signals()).isEmpty();
    assertThat(check.of(member).fate()).isEqualTo(Fate.EXITED);
    shell.assertNeverTouched();
    groupFellow.assertNeverTouched();
  }
}
