package dev.sexton.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sexton.engine.attribution.Observation;
import dev.sexton.engine.model.Fate;
import dev.sexton.engine.model.RefusalReason;
import dev.sexton.testing.Actor;
import dev.sexton.testing.ForkOptions;
import dev.sexton.testing.MayOrphan;
import dev.sexton.testing.NoSurvivors;
import dev.sexton.testing.PidNamespace;
import dev.sexton.testing.Signal;
import dev.sexton.testing.sexton.CopiedJournal;
import dev.sexton.testing.sexton.NamespaceSexton;
import dev.sexton.testing.sexton.ProcessFacts;
import dev.sexton.testing.sexton.ReapCheck;
import dev.sexton.testing.sexton.SampledRunner;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Part B of the cases from the field, those about numbers that are handed out twice: in a pid
 * namespace with few numbers, with the product inside it.
 */
@ExtendWith(NoSurvivors.class)
@MayOrphan
class CasesReusedNumberTest {

  /** So few that the numbers may go round during any scan: then a proof may be refused. */
  private static final int FEW_NUMBERS = 700;

  /** So many that a scan is over before they can have gone round. */
  private static final int MANY_NUMBERS = 32_768;

  private static final int NUMBER = 400;
  private static final Duration GRACE = Duration.ofMillis(300);
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final Duration SHORT_LIMIT = Duration.ofMillis(1500);

  @TempDir Path folder;

  private @Nullable PidNamespace world;
  private @Nullable NamespaceSexton sexton;

  @AfterEach
  void close() {
    if (world != null) {
      world.close();
    }
  }

  private PidNamespace world() {
    return Objects.requireNonNull(world);
  }

  private NamespaceSexton sexton() {
    return Objects.requireNonNull(sexton);
  }

  private void open(int pidMax) {
    PidNamespace opened = PidNamespace.open(pidMax);
    world = opened;
    sexton = NamespaceSexton.start(opened, "sexton", folder);
  }

  /** The numbers went round, so that the scans that would prove it may not be conclusive. */
  private static ReapCheck provedOrInconclusive(ReapCheck check) {
    assertThat(check.reasons()).as("%s", check).isSubsetOf(RefusalReason.SCAN_INCONCLUSIVE);
    return check;
  }

  private Actor sampledRunner() {
    Actor runner = SampledRunner.startRunner(world(), "R", ForkOptions.none());
    sexton().add(runner);
    return runner;
  }

  private void killUnsampled(Actor runner) {
    sexton().closeSampler();
    runner.kill9();
  }

  private Actor usurper(int number, ForkOptions options) {
    Actor usurper = world().stranger().fork("usurper" + number, options.record().at(number));
    assertThat(usurper.pid()).isEqualTo(number);
    return usurper;
  }

  // case 19; J has no record of its own for a group: that it is gone shows in that nobody of it is
  // named.
  @Test
  @Tag("case-19")
  void case19GroupOfADeadLeaderIsNotItsNextLeadersGroup() {
    open(FEW_NUMBERS);
    Actor runner = sampledRunner();
    Actor leader = runner.fork("leader", ForkOptions.none().at(NUMBER).setpgid());
    sexton().sample();
    leader.exit();
    runner.waitFor(leader.pid());
    killUnsampled(runner);
    Actor usurper = usurper(NUMBER, ForkOptions.none().setsid());
    Actor fellow = usurper.fork("fellow", ForkOptions.none().record());

    ReapCheck check = provedOrInconclusive(sexton().reap(GRACE, SHORT_LIMIT));

    check.notNamed(usurper, fellow);
    usurper.assertNeverTouched();
    fellow.assertNeverTouched();
  }

  // case 19, where only the number of group and session could speak of the process
  @Test
  @Tag("case-19")
  void case19OrphanInAGroupOfTheSameNumberIsNotAMember() {
    open(FEW_NUMBERS);
    Actor runner = sampledRunner();
    Actor leader = runner.fork("leader", ForkOptions.none().at(NUMBER).setsid());
    sexton().sample();
    leader.exit();
    runner.waitFor(leader.pid());
    killUnsampled(runner);
    Actor usurper = usurper(NUMBER, ForkOptions.none().setsid());
    Actor orphan = usurper.fork("orphan", ForkOptions.none().doubleFork().record());
    assertThat(orphan.stat().sid()).isEqualTo(NUMBER);
    assertThat(orphan.stat().ppid()).isEqualTo(1);

    ReapCheck check = sexton().reap(GRACE, SHORT_LIMIT);

    check.refused(RefusalReason.UNATTRIBUTED_ORPHAN).undecided(orphan).notNamed(usurper);
    orphan.assertNeverTouched();
    usurper.assertNeverTouched();
  }

  // case 20
  @Test
  @Tag("case-20")
  void case20NumberReusedBetweenTermAndKillIsNotKilled() {
    open(FEW_NUMBERS);
    Actor runner = sampledRunner();
    Actor polite = runner.fork("polite", ForkOptions.none().at(NUMBER).record());
    Actor stubborn = runner.fork("stubborn", ForkOptions.none().ignore(Signal.TERM));
    sexton().sample();
    killUnsampled(runner);
    List<Actor> usurpers = new ArrayList<>();

    ReapCheck check =
        sexton()
            .reapHooked(
                Duration.ofSeconds(1),
                Duration.ofSeconds(4),
                event -> {
                  if (event.equals("signalled TERM") && usurpers.isEmpty()) {
                    assertThat(polite.receivedSignals()).isNotEmpty();
                    polite.exit();
                    polite.awaitGone();
                    usurpers.add(usurper(NUMBER, ForkOptions.none()));
                  }
                });

    provedOrInconclusive(check).ended(stubborn, polite).notNamed(usurpers.get(0));
    assertThat(check.of(polite).signals()).doesNotContain("KILL");
    assertThat(check.of(stubborn).signals()).contains("TERM", "KILL");
    usurpers.get(0).assertNeverTouched();
  }

  // case 21; the members themselves had numbers that earlier ones had had.
  @Test
  @Tag("case-21")
  void case21NumbersOfExitedMembersAreStrangersNow() {
    open(FEW_NUMBERS);
    Actor runner = sampledRunner();
    List<Integer> members = new ArrayList<>();
    for (int batch = 0; batch < 10; batch++) {
      List<Integer> born = runner.forkSilent(100, ForkOptions.none().setpgid());
      sexton().sample();
      for (int pid : born) {
        runner.kill(pid, Signal.KILL);
        runner.waitFor(pid);
      }
      members.addAll(born);
    }
    sexton().sample();
    killUnsampled(runner);
    List<Actor> usurpers = new ArrayList<>();
    for (int i = 909; i < 1000; i += 10) {
      usurpers.add(usurper(members.get(i), ForkOptions.none().setsid()));
    }
    assertThat(members).hasSize(1000);
    assertThat(usurpers).hasSize(10);

    ReapCheck check = provedOrInconclusive(sexton().reap(GRACE, SHORT_LIMIT));

    assertThat(check.processes()).allMatch(process -> process.signals().isEmpty());
    usurpers.forEach(Actor::assertNeverTouched);
  }

  // case 23: the identity of a leader differs when it is to be signalled.
  @Test
  @Tag("case-23")
  void case23LeaderThatIsAnotherProcessAtTheSignalIsNotSignalled() {
    open(FEW_NUMBERS);
    Actor runner = sampledRunner();
    Actor leader = runner.fork("leader", ForkOptions.none().at(NUMBER).setpgid());
    sexton().sample();
    killUnsampled(runner);
    List<Actor> usurpers = new ArrayList<>();

    ReapCheck check =
        sexton()
            .reapHooked(
                GRACE,
                SHORT_LIMIT,
                event -> {
                  if (event.equals("scanned 1")) {
                    leader.exit();
                    leader.awaitGone();
                    Actor usurper = usurper(NUMBER, ForkOptions.none().setpgid());
                    usurpers.add(usurper);
                    usurpers.add(usurper.fork("fellow", ForkOptions.none().record()));
                  }
                });

    provedOrInconclusive(check).notNamed(usurpers.toArray(new Actor[0]));
    ProcessFacts facts = check.of(leader);
    assertThat(facts.signals()).isEmpty();
    assertThat(facts.fate()).isEqualTo(Fate.EXITED);
    usurpers.forEach(Actor::assertNeverTouched);
  }

  // case 24: a journal that makes a member of the init of the namespace, which is also above the
  // reaper.
  @Test
  @Tag("case-24")
  void case24InitIsNeverSignalledWhateverAJournalSays() {
    open(MANY_NUMBERS);
    world().init().record();
    Actor runner = sampledRunner();
    sexton().sample();
    killUnsampled(runner);
    long before = world().init().startTicks() - 1;
    Path forged = folder.resolve("forged");
    CopiedJournal.of(folder.resolve(runner.tag()))
        .runner(NUMBER, before)
        .withoutAncestors()
        .birth(row -> row.pid(NUMBER).startTicks(before).flags(Observation.STATUS_READ))
        .birth(
            row ->
                row.pid(1)
                    .startTicks(world().init().startTicks())
                    .parentPid(NUMBER)
                    .parentStartTicks(before)
                    .processGroup(1)
                    .session(1)
                    .flags(Observation.STATUS_READ)
                    .state((byte) 'S'))
        .writeUnder(forged, "forged");
    NamespaceSexton reaper = NamespaceSexton.start(world(), "reaper", forged);

    ReapCheck check = reaper.reap(GRACE, SHORT_LIMIT);

    check.refused(RefusalReason.REAPER_IN_LINEAGE);
    assertThat(check.of(world().init()).fate()).isEqualTo(Fate.SPARED);
    world().init().assertNeverTouched();
  }

  // case 29
  @Test
  @Tag("case-29")
  void case29ReaperThatIsAChildOfInitIsNoOrphan() {
    open(MANY_NUMBERS);
    Actor runner = sampledRunner();
    Actor child = runner.fork("child");
    sexton().sample();
    killUnsampled(runner);
    NamespaceSexton reaper = NamespaceSexton.startUnder(world().init(), "reaper", folder);
    assertThat(world().proc().requireStat(reaper.program().pid()).ppid()).isEqualTo(1);

    reaper.reap(GRACE, LIMIT).verified().ended(child);

    assertThat(reaper.program().isAlive()).isTrue();
  }

  // case 33
  @Test
  @Tag("case-33")
  void case33StrangerWithTheRunnersNumberKeepsNobodyOwned() {
    open(MANY_NUMBERS);
    Actor runner = SampledRunner.startRunner(world(), "R", ForkOptions.none().at(NUMBER).setsid());
    sexton().add(runner);
    Actor child = runner.fork("child", ForkOptions.none().setsid());
    sexton().sample();
    killUnsampled(runner);
    world().launcher().waitFor(runner.pid());
    runner.awaitGone();
    Actor usurper = usurper(NUMBER, ForkOptions.none().setsid());

    sexton().reap(GRACE, LIMIT).verified().ended(child).notNamed(usurper);

    usurper.assertNeverTouched();
  }
}
