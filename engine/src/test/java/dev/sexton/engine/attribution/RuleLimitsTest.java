package dev.sexton.engine.attribution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sexton.engine.model.Attribution;
import dev.sexton.engine.model.ProcessIdentity;
import dev.sexton.engine.model.Rule;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Where a rule must hold back though it looks as if it applied: each condition of a rule that is
 * not the plain one of {@link AttributorTest}, in the history that makes it necessary.
 */
class RuleLimitsTest {
  private static final int PID_MAX = 40_000;
  private static final int INIT = 1;
  private static final int SERVICE = 50;
  private static final int NESTED = 60;
  private static final int SHELL = 90;
  private static final int RUNNER = 100;
  private static final int SHELL_THREAD = 95;
  private static final int USER = 1000;
  private static final int OTHER_USER = 2000;

  private Attributor attributor = new Attributor(facts());
  private long virtual = 200;
  private long ticks = 1_000;

  /** The facts of a run, with what a test changes of them. */
  private record Facts(
      boolean ancestryComplete,
      int runnerThread,
      @Nullable ProcessIdentity subreaper,
      boolean privileged,
      int pidMax) {
    RunFacts make() {
      return new RunFacts(
          "run",
          id(RUNNER, 500),
          List.of(id(SHELL, 400), id(INIT, 1)),
          ancestryComplete,
          runnerThread,
          subreaper,
          false,
          USER,
          USER,
          privileged,
          pidMax);
    }
  }

  private static RunFacts facts() {
    return new Facts(true, SHELL, null, false, PID_MAX).make();
  }

  private static ProcessIdentity id(int pid, long startTicks) {
    return new ProcessIdentity(pid, startTicks, ProcessIdentity.UNKNOWN_INODE);
  }

  @BeforeEach
  void census() {
    start(facts(), true);
  }

  private void start(RunFacts facts, boolean clean) {
    attributor = new Attributor(facts);
    attributor.beginPass(new Pass(Pass.Kind.CENSUS, virtual, virtual, ticks, PID_MAX));
    seeOld();
    attributor.decide();
    attributor.endPass(clean);
  }

  private void seeOld() {
    attributor.see(process(INIT, 1, 0, 0).session(INIT).processGroup(INIT));
    attributor.see(process(SERVICE, 300, INIT, 1).session(SERVICE).processGroup(SERVICE));
    attributor.see(nestedInit());
    attributor.see(process(SHELL, 400, INIT, 1).session(SHELL).processGroup(SHELL));
    attributor.see(process(RUNNER, 500, SHELL, 400).session(SHELL).processGroup(RUNNER));
  }

  /** The init of a container that was there before the run. */
  private static Observation nestedInit() {
    return process(NESTED, 310, SERVICE, 300)
        .session(NESTED)
        .processGroup(NESTED)
        .realUid(OTHER_USER)
        .savedUid(OTHER_USER)
        .addFlag(Observation.NESTED_INIT)
        .addFlag(Observation.ENTRY_BARRED);
  }

  private static Observation process(int pid, long startTicks, int parent, long parentTicks) {
    return new Observation()
        .of(pid, startTicks)
        .parentPid(parent)
        .parentStartTicks(parentTicks)
        .processGroup(RUNNER)
        .session(SHELL)
        .flags(Observation.STATUS_READ);
  }

  private Observation child(int pid, int parent, long parentTicks) {
    return process(pid, ticks, parent, parentTicks);
  }

  private void begin(Pass.Kind kind, long last) {
    attributor.beginPass(new Pass(kind, virtual, last, ticks, PID_MAX));
    virtual = last;
    ticks += 100;
  }

  private void end() {
    attributor.decide();
    attributor.endPass(true);
  }

  private KnownProcess alone(Observation o) {
    begin(Pass.Kind.BIRTHS, virtual + 10);
    KnownProcess p = attributor.see(o);
    end();
    return p;
  }

  private static void assertVerdict(KnownProcess p, Attribution attribution, Rule rule) {
    assertThat(p.verdict().attribution()).as("%s", p).isEqualTo(attribution);
    assertThat(p.verdict().rule()).as("%s", p).isEqualTo(rule);
  }

  private static void assertUndecided(KnownProcess p) {
    assertVerdict(p, Attribution.UNDECIDED, Rule.NONE);
  }

  @Test
  void anotherInodeIsAnotherProcess() {
    KnownProcess first = alone(child(201, RUNNER, 500).pidfdInode(7));
    assertThat(first.is(Attribution.OWNED)).isTrue();
    begin(Pass.Kind.BIRTHS, virtual);
    KnownProcess second =
        attributor.see(process(201, first.startTicks(), INIT, 1).pidfdInode(8).session(INIT));
    end();

    assertThat(second).isNotSameAs(first);
    assertUndecided(second);
  }

  @Test
  void aParentOfUnknownStatusMayBeAnInit() {
    begin(Pass.Kind.BIRTHS, 210);
    KnownProcess parent = attributor.see(child(201, SERVICE, 300).flags(0));
    KnownProcess p = attributor.see(child(202, 201, 1_100));
    end();

    assertVerdict(parent, Attribution.FOREIGN, Rule.PARENT_FOREIGN);
    assertUndecided(p);
  }

  @Test
  void theChildOfAMemberOfUnknownStatusIsUndecided() {
    begin(Pass.Kind.BIRTHS, 210);
    KnownProcess parent =
        attributor.see(child(201, RUNNER, 500).flags(Observation.STATUS_UNREADABLE));
    KnownProcess p = attributor.see(child(202, 201, 1_100));
    end();

    assertVerdict(parent, Attribution.OWNED, Rule.PARENT_OWNED);
    assertUndecided(p);
  }

  @Test
  void anInitCountsWhereAMemberMayHaveEntered() {
    assertVerdict(alone(child(201, NESTED, 310)), Attribution.FOREIGN, Rule.PARENT_FOREIGN);

    start(new Facts(true, SHELL, null, true, PID_MAX).make(), true);
    assertUndecided(alone(child(202, NESTED, 310)));

    start(facts(), true);
    attributor.beginPass(new Pass(Pass.Kind.BIRTHS, virtual, virtual + 10, ticks, PID_MAX));
    attributor.see(nestedInit().realUid(USER));
    KnownProcess ofAMembersUser = attributor.see(child(203, NESTED, 310));
    end();
    assertUndecided(ofAMembersUser);

    start(facts(), true);
    attributor.beginPass(new Pass(Pass.Kind.BIRTHS, virtual, virtual + 10, ticks, PID_MAX));
    KnownProcess open =
        attributor.see(
            process(61, 320, SERVICE, 300)
                .realUid(OTHER_USER)
                .savedUid(OTHER_USER)
                .addFlag(Observation.NESTED_INIT));
    KnownProcess within = attributor.see(child(204, 61, 320));
    end();
    assertThat(open.is(Attribution.FOREIGN)).isTrue();
    assertUndecided(within);
  }

  @Test
  void aPrivilegedMemberMayHaveEnteredAnything() {
    alone(child(201, RUNNER, 500).addFlag(Observation.PRIVILEGED));

    assertUndecided(alone(child(202, NESTED, 310)));
    assertThat(attributor.everPrivileged()).isTrue();
  }

  @Test
  void withoutTheWholeAncestryNoParentIsForeign() {
    start(new Facts(false, SHELL, null, false, PID_MAX).make(), true);

    assertUndecided(alone(child(201, SERVICE, 300)));
  }

  @Test
  void whoMayBeAnAncestorAdopts() {
    int few = ProcessIdentity.TICKS_SUFFICE_FROM_PID_MAX - 1;
    start(new Facts(true, SHELL, null, false, few).make(), true);
    begin(Pass.Kind.BIRTHS, 210);
    KnownProcess shell = attributor.known(SHELL);
    KnownProcess p = attributor.see(child(201, SHELL, 400));
    end();

    assertThat(shell).isNotNull();
    assertUndecided(p);
  }

  @Test
  void aNestedInitAboveTheSubreaperMayHaveAdopted() {
    // The shell is the init of the namespace in which the run is; its guardian is below it.
    RunFacts facts =
        new RunFacts(
            "run",
            id(RUNNER, 500),
            List.of(id(SHELL, 400), id(NESTED, 310), id(SERVICE, 300), id(INIT, 1)),
            true,
            SHELL,
            id(SHELL, 400),
            false,
            USER,
            USER,
            true,
            PID_MAX);
    start(facts, true);

    KnownProcess fromAbove = alone(child(201, SERVICE, 300).addFlag(Observation.SUBREAPER_ALIVE));
    assertVerdict(fromAbove, Attribution.FOREIGN, Rule.OUTSIDE_SUBREAPER);
    assertUndecided(alone(child(202, NESTED, 310).addFlag(Observation.SUBREAPER_ALIVE)));
  }

  @Test
  void underTheRunnersOwnThreadStandSiblingsToo() {
    start(new Facts(true, SHELL_THREAD, null, false, PID_MAX).make(), true);
    Observation besideTheRunner =
        child(201, SHELL, 400)
            .listedUnderThread(SHELL_THREAD)
            .addFlag(Observation.PARENT_LEADER_ALIVE);
    assertUndecided(alone(besideTheRunner));

    Observation underAThird =
        child(202, SHELL, 400)
            .listedUnderThread(SHELL_THREAD + 1)
            .addFlag(Observation.PARENT_LEADER_ALIVE);
    assertVerdict(alone(underAThird), Attribution.FOREIGN, Rule.THREAD_CHILD);

    Observation underTheLeader =
        child(203, SHELL, 400).listedUnderThread(SHELL).addFlag(Observation.PARENT_LEADER_ALIVE);
    assertUndecided(alone(underTheLeader));
  }

  /** It may have ended since, and its children stand under another thread for that alone. */
  @Test
  void aLeaderIsAliveForTheListingThatSaysSo() {
    KnownProcess p =
        alone(
            child(201, SHELL, 400)
                .listedUnderThread(SHELL)
                .addFlag(Observation.PARENT_LEADER_ALIVE));
    begin(Pass.Kind.BIRTHS, virtual);
    attributor.see(new Observation().of(p).listedUnderThread(SHELL_THREAD));
    end();

    assertUndecided(p);
  }

  /** The runner forked a child, and left the session by setsid before it was recorded. */
  @Test
  void aSessionThatTheCensusFoundIsNoEvidence() {
    attributor = new Attributor(facts());
    attributor.beginPass(new Pass(Pass.Kind.CENSUS, virtual, virtual, ticks, PID_MAX));
    attributor.see(process(INIT, 1, 0, 0).session(INIT).processGroup(INIT));
    attributor.see(process(SHELL, 400, INIT, 1).session(SHELL).processGroup(SHELL));
    attributor.see(process(RUNNER, 500, SHELL, 400).session(RUNNER).processGroup(RUNNER));
    attributor.see(process(110, 600, RUNNER, 500).session(SHELL).processGroup(110));
    attributor.decide();
    attributor.endPass(true);

    assertUndecided(alone(child(201, INIT, 1).session(SHELL).processGroup(201)));
  }

  @Test
  void withoutACompleteCensusAnySessionMayBeOlder() {
    start(facts(), false);
    alone(child(203, RUNNER, 500).session(302));
    assertUndecided(alone(child(214, INIT, 1).session(302).processGroup(214)));

    start(facts(), true);
    alone(child(223, RUNNER, 500).session(302));
    assertVerdict(
        alone(child(234, INIT, 1).session(302).processGroup(234)),
        Attribution.OWNED,
        Rule.SESSION_OWNED);
  }

  @Test
  void theSessionThatTheRunnerInheritedIsNeverForeign() {
    begin(Pass.Kind.FULL, 210);
    seeOld();
    KnownProcess p = attributor.see(child(201, INIT, 1).session(SHELL).processGroup(201));
    end();

    assertUndecided(p);
  }

  /** The witness is read first and dies; its session's number goes to a member before the end. */
  @Test
  void aSessionWhoseNumberHadItsTurnInThisPassIsNotForeign() {
    begin(Pass.Kind.FULL, virtual + PID_MAX - 10);
    seeOld();
    KnownProcess p = attributor.see(child(90 + 111, INIT, 1).session(SERVICE).processGroup(201));
    end();

    assertUndecided(p);
  }

  /** It forked into the service's session in flight, and left by setsid before it was read. */
  @Test
  void whoLeadsANewSessionMayHaveForkedInAnother() {
    begin(Pass.Kind.BIRTHS, 210);
    attributor.see(process(52, 305, SERVICE, 300).session(51).processGroup(51));
    attributor.see(process(53, 306, SERVICE, 300).session(51).processGroup(51));
    end();
    begin(Pass.Kind.FULL, 220);
    seeOld();
    attributor.see(process(52, 305, SERVICE, 300).session(51).processGroup(51));
    attributor.see(process(53, 306, SERVICE, 300).session(51).processGroup(51));
    attributor.see(child(215, RUNNER, 500).session(215).processGroup(215));
    end();
    begin(Pass.Kind.BIRTHS, 230);
    attributor.see(process(52, 305, SERVICE, 300).session(51).processGroup(51));
    KnownProcess p = attributor.see(child(225, INIT, 1).session(51).processGroup(225));
    end();

    assertUndecided(p);
  }

  /**
   * A member was in a session older than the run, forked there in flight, and left. The pass that
   * follows finds the session empty, the next finds a stranger in it and nobody else.
   */
  @Test
  void aSessionIsRememberedThroughOnePassThatFindsItEmpty() {
    begin(Pass.Kind.BIRTHS, 210);
    attributor.see(child(201, RUNNER, 500).session(NESTED).processGroup(201));
    end();
    begin(Pass.Kind.BIRTHS, 210);
    attributor.gone(201, 1_100);
    attributor.gone(NESTED, 310);
    end();
    fullPassWith();
    fullPassWith(process(205, 1_250, SERVICE, 300).session(NESTED).processGroup(205));

    begin(Pass.Kind.BIRTHS, 210);
    attributor.see(process(205, 1_250, SERVICE, 300).session(NESTED).processGroup(205));
    KnownProcess p = attributor.see(process(204, 1_240, INIT, 1).session(NESTED).processGroup(204));
    end();

    assertUndecided(p);
  }

  private void fullPassWith(Observation... others) {
    begin(Pass.Kind.FULL, 210);
    attributor.see(process(INIT, 1, 0, 0).session(INIT).processGroup(INIT));
    attributor.see(process(SERVICE, 300, INIT, 1).session(SERVICE).processGroup(SERVICE));
    attributor.see(process(SHELL, 400, INIT, 1).session(SHELL).processGroup(SHELL));
    attributor.see(process(RUNNER, 500, SHELL, 400).session(SHELL).processGroup(RUNNER));
    for (Observation other : others) {
      attributor.see(other);
    }
    attributor.goneUnseen();
    end();
  }

  @Test
  void aGroupNumberThatWasHandedOutAgainIsAnother() {
    begin(Pass.Kind.BIRTHS, 210);
    attributor.see(child(201, RUNNER, 500).processGroup(201));
    end();
    begin(Pass.Kind.BIRTHS, 210 + 2L * PID_MAX);
    attributor.gone(201, 1_100);
    KnownProcess p = attributor.see(child(202, INIT, 1).processGroup(201));
    end();

    assertUndecided(p);
  }

  @Test
  void theGroupOfTheRunnerMayHoldStrangers() {
    KnownProcess runner = attributor.known(RUNNER);
    assertThat(runner).isNotNull();
    if (runner != null) {
      assertThat(attributor.mayShareGroup(runner)).isTrue();
    }
    assertThat(attributor.mayShareGroup(alone(child(201, RUNNER, 500)))).isTrue();
    assertThat(attributor.mayShareGroup(alone(child(202, RUNNER, 500).processGroup(202))))
        .isFalse();
    assertThat(attributor.mayShareGroup(alone(child(203, RUNNER, 500).session(203)))).isFalse();
  }

  @Test
  void beingSampledMakesNobodyForeign() {
    KnownProcess p = alone(child(201, INIT, 1));
    assertUndecided(p);

    begin(Pass.Kind.REAP, virtual);
    seeOld();
    attributor.see(process(201, 1_000, INIT, 1));
    end();

    assertUndecided(p);
  }

  @Test
  void noLaterRuleDecidesWhileAParentsStatusIsAwaited() {
    begin(Pass.Kind.BIRTHS, 210);
    KnownProcess parent = attributor.see(child(201, SERVICE, 300).flags(0));
    KnownProcess p = attributor.see(child(202, 201, 1_100).addFlag(Observation.MARKED));
    attributor.decide();
    assertThat(parent.is(Attribution.FOREIGN)).isTrue();
    assertUndecided(p);

    attributor.see(process(201, 1_100, SERVICE, 300));
    end();

    assertVerdict(p, Attribution.FOREIGN, Rule.PARENT_FOREIGN);
  }
}
