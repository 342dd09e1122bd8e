package dev.sexton.engine.attribution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sexton.engine.model.Attribution;
import dev.sexton.engine.model.Evidence;
import dev.sexton.engine.model.ProcessIdentity;
import dev.sexton.engine.model.Rule;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** For every rule the plainest case in which it decides, and the nearest in which it must not. */
class AttributorTest {
  private static final int PID_MAX = 40_000;
  private static final int INIT = 1;
  private static final int SERVICE = 50;
  private static final int SHELL = 90;
  private static final int RUNNER = 100;
  private static final int SHELL_THREAD = 95;

  private Attributor attributor = new Attributor(facts(null, false));
  private long virtual = 200;
  private long ticks = 1_000;

  @BeforeEach
  void census() {
    start(facts(null, false));
  }

  private void start(RunFacts facts) {
    attributor = new Attributor(facts);
    attributor.beginPass(new Pass(Pass.Kind.CENSUS, virtual, virtual, ticks, PID_MAX));
    seeOld();
    attributor.decide();
    attributor.endPass(true);
  }

  private static RunFacts facts(@Nullable ProcessIdentity subreaper, boolean isRunner) {
    return new RunFacts(
        "run",
        id(RUNNER, 500),
        List.of(id(SHELL, 400), id(INIT, 1)),
        true,
        SHELL,
        subreaper,
        isRunner,
        1000,
        1000,
        true,
        PID_MAX);
  }

  private static ProcessIdentity id(int pid, long startTicks) {
    return new ProcessIdentity(pid, startTicks, ProcessIdentity.UNKNOWN_INODE);
  }

  private void seeOld() {
    attributor.see(process(INIT, 1, 0, 0).session(INIT).processGroup(INIT));
    attributor.see(process(SERVICE, 300, INIT, 1).session(SERVICE).processGroup(SERVICE));
    attributor.see(process(SHELL, 400, INIT, 1).session(SHELL).processGroup(SHELL));
    attributor.see(process(RUNNER, 500, SHELL, 400).session(SHELL).processGroup(RUNNER));
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

  /** A pass in which numbers up to {@code last} are handed out. */
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

  private KnownProcess known(int pid) {
    KnownProcess p = attributor.known(pid);
    assertThat(p).as("known %d", pid).isNotNull();
    if (p == null) {
      throw new AssertionError();
    }
    return p;
  }

  @Test
  void theRunnerIsOwnedAndWhatStartedEarlierIsForeign() {
    assertVerdict(known(RUNNER), Attribution.OWNED, Rule.RUNNER);
    assertVerdict(known(SHELL), Attribution.FOREIGN, Rule.PREDATES_RUNNER);
  }

  @Test
  void anEqualStartTickIsNoEvidence() {
    assertUndecided(alone(process(99, 500, INIT, 1)));
    assertVerdict(alone(process(98, 499, INIT, 1)), Attribution.FOREIGN, Rule.PREDATES_RUNNER);
  }

  @Test
  void theChildOfAMemberIsOwned() {
    KnownProcess p = alone(child(201, RUNNER, 500));
    assertVerdict(p, Attribution.OWNED, Rule.PARENT_OWNED);
    assertThat(p.verdict().evidence())
        .isEqualTo(new Evidence(Evidence.Kind.PARENT, RUNNER, 500, 0));
  }

  @Test
  void theChildOfAMemberThatIsANestedInitMayBeASetnsVisitorsOrphan() {
    begin(Pass.Kind.BIRTHS, 210);
    attributor.see(child(201, RUNNER, 500).addFlag(Observation.NESTED_INIT));
    KnownProcess p = attributor.see(child(202, 201, 1_100));
    end();
    assertUndecided(p);
  }

  @Test
  void aParentThatIsNotEstablishedDecidesNothing() {
    assertUndecided(alone(child(201, RUNNER, Observation.PARENT_NOT_ESTABLISHED)));
  }

  @Test
  void theChildOfAForeignProcessIsForeignUnlessThatAdopts() {
    assertVerdict(alone(child(201, SERVICE, 300)), Attribution.FOREIGN, Rule.PARENT_FOREIGN);
    assertUndecided(alone(child(202, SHELL, 400)));
    assertUndecided(alone(child(203, INIT, 1)));
  }

  @Test
  void theChildOfAForeignNestedInitIsUndecided() {
    begin(Pass.Kind.BIRTHS, 210);
    KnownProcess init = attributor.see(child(201, SERVICE, 300).addFlag(Observation.NESTED_INIT));
    KnownProcess p = attributor.see(child(202, 201, 1_100));
    end();
    assertVerdict(init, Attribution.FOREIGN, Rule.PARENT_FOREIGN);
    assertUndecided(p);
  }

  @Test
  void outsideALivingSubreaperIsForeign() {
    start(facts(id(SHELL, 400), false));
    KnownProcess outside = alone(child(201, INIT, 1).addFlag(Observation.SUBREAPER_ALIVE));
    assertVerdict(outside, Attribution.FOREIGN, Rule.OUTSIDE_SUBREAPER);
    assertUndecided(alone(child(202, INIT, 1)));
    assertUndecided(alone(child(203, SHELL, 400).addFlag(Observation.SUBREAPER_ALIVE)));
  }

  @Test
  void aRunnerThatIsTheSubreaperCannotHoldOrphansOfItsCloneParentSiblings() {
    start(facts(id(RUNNER, 500), true));
    assertUndecided(alone(child(201, SHELL, 400).addFlag(Observation.SUBREAPER_ALIVE)));
    assertUndecided(alone(child(202, INIT, 1).addFlag(Observation.SUBREAPER_ALIVE)));
  }

  @Test
  void theSessionThatAMemberCreatedIsTheRuns() {
    begin(Pass.Kind.BIRTHS, 210);
    attributor.see(child(201, RUNNER, 500).session(201));
    KnownProcess p = attributor.see(child(202, INIT, 1).session(201));
    end();
    assertVerdict(p, Attribution.OWNED, Rule.SESSION_OWNED);
    assertThat(p.verdict().evidence().kind()).isEqualTo(Evidence.Kind.SESSION_CREATOR);
  }

  @Test
  void aSessionMadeDuringTheRunWithAMemberInItIsTheRuns() {
    begin(Pass.Kind.BIRTHS, 210);
    attributor.see(child(203, RUNNER, 500).session(202));
    KnownProcess p = attributor.see(child(204, INIT, 1).session(202));
    end();
    assertVerdict(p, Attribution.UNDECIDED, Rule.NONE);
    begin(Pass.Kind.BIRTHS, 210);
    attributor.see(child(203, RUNNER, 500).session(202));
    KnownProcess next = attributor.see(child(203, RUNNER, 500).session(202));
    KnownProcess later = attributor.see(child(204, INIT, 1).session(202));
    end();
    assertThat(next.is(Attribution.OWNED)).isTrue();
    assertVerdict(later, Attribution.OWNED, Rule.SESSION_OWNED);
  }

  @Test
  void whoeverWasReadBeforeTheSessionsCreatorMayHaveBeenInAnEarlierSession() {
    begin(Pass.Kind.BIRTHS, 210);
    KnownProcess p = attributor.see(child(202, INIT, 1).session(201));
    attributor.see(child(201, RUNNER, 500).session(201));
    end();
    assertUndecided(p);
  }

  @Test
  void theSessionThatTheRunnerInheritedIsNoEvidence() {
    assertUndecided(alone(child(201, INIT, 1).session(SHELL)));
  }

  @Test
  void aSessionNumberThatWasHandedOutAgainIsAnother() {
    begin(Pass.Kind.BIRTHS, 210);
    attributor.see(child(201, RUNNER, 500).session(201));
    end();
    begin(Pass.Kind.BIRTHS, 210 + 2L * PID_MAX);
    attributor.gone(201, 1_100);
    KnownProcess p = attributor.see(child(202, INIT, 1).session(201));
    end();
    assertUndecided(p);
  }

  @Test
  void aSessionThatNoMemberWasEverInIsForeign() {
    begin(Pass.Kind.FULL, 210);
    seeOld();
    KnownProcess p = attributor.see(child(201, INIT, 1).session(SERVICE));
    end();
    assertVerdict(p, Attribution.FOREIGN, Rule.SESSION_FOREIGN);
  }

  @Test
  void theSessionsWitnessMustHaveBeenSeenInThisPass() {
    begin(Pass.Kind.BIRTHS, 210);
    KnownProcess p = attributor.see(child(201, INIT, 1).session(SERVICE));
    attributor.decide();
    assertUndecided(p);
    KnownProcess witness = attributor.sessionWitness(p);
    assertThat(witness).isSameAs(known(SERVICE));
    attributor.see(process(SERVICE, 300, INIT, 1).session(SERVICE));
    attributor.decide();
    assertVerdict(p, Attribution.FOREIGN, Rule.SESSION_FOREIGN);
  }

  @Test
  void aSessionInWhichAMemberWasOnceSeenIsNeverForeign() {
    begin(Pass.Kind.BIRTHS, 210);
    attributor.see(child(201, RUNNER, 500).session(SERVICE));
    end();
    begin(Pass.Kind.FULL, 220);
    seeOld();
    attributor.gone(201, 1_100);
    KnownProcess p = attributor.see(child(212, INIT, 1).session(SERVICE));
    end();
    assertUndecided(p);
    assertThat(attributor.sessionWitness(p)).isNull();
  }

  @Test
  void anUncleanPassMakesNoWitness() {
    begin(Pass.Kind.FULL, 210);
    seeOld();
    attributor.see(child(201, SERVICE, 300).session(201));
    attributor.decide();
    attributor.endPass(false);
    begin(Pass.Kind.FULL, 220);
    seeOld();
    attributor.see(process(201, 1_100, SERVICE, 300).session(201));
    KnownProcess p = attributor.see(child(212, INIT, 1).session(201));
    end();
    assertUndecided(p);
  }

  @Test
  void theGroupThatAMemberLeadsIsTheRuns() {
    begin(Pass.Kind.BIRTHS, 210);
    attributor.see(child(201, RUNNER, 500).session(SHELL).processGroup(201));
    KnownProcess p = attributor.see(child(202, INIT, 1).session(SHELL).processGroup(201));
    end();
    assertVerdict(p, Attribution.OWNED, Rule.GROUP_OWNED);
  }

  @Test
  void theGroupThatTheRunnerLeadsIsNoEvidence() {
    assertUndecided(alone(child(201, INIT, 1).session(SHELL).processGroup(RUNNER)));
  }

  @Test
  void whatAnAncestorListsUnderAnotherThreadIsItsOwn() {
    Observation own =
        child(201, SHELL, 400)
            .listedUnderThread(SHELL_THREAD)
            .addFlag(Observation.PARENT_LEADER_ALIVE);
    assertVerdict(alone(own), Attribution.FOREIGN, Rule.THREAD_CHILD);
    Observation leaderDead = child(202, SHELL, 400).listedUnderThread(SHELL_THREAD);
    assertUndecided(alone(leaderDead));
    Observation underLeader =
        child(203, SHELL, 400).listedUnderThread(SHELL).addFlag(Observation.PARENT_LEADER_ALIVE);
    assertUndecided(alone(underLeader));
  }

  @Test
  void theRunsCgroupIsOwnedAndABarredOneOnlyWithoutPrivilege() {
    assertVerdict(
        alone(child(201, INIT, 1).addFlag(Observation.IN_RUN_CGROUP)),
        Attribution.OWNED,
        Rule.CONTAINMENT);
    assertUndecided(alone(child(202, INIT, 1).addFlag(Observation.IN_BARRED_CGROUP)));
  }

  @Test
  void aClaimOfAnotherRunAndAVouchedOneAreForeign() {
    attributor.claimedElsewhere(id(201, 1_000), id(77, 600));
    attributor.vouchedFor(202, 1_100);
    KnownProcess claimed = alone(child(201, INIT, 1));
    assertVerdict(claimed, Attribution.FOREIGN, Rule.OTHER_RUN);
    assertVerdict(alone(child(202, INIT, 1)), Attribution.FOREIGN, Rule.VOUCHED);
    assertUndecided(alone(process(201, 1_150, INIT, 1)));
  }

  @Test
  void neitherVouchingNorClaimsOverrideDescent() {
    attributor.vouchedFor(201, 1_000);
    attributor.claimedElsewhere(id(201, 1_000), id(77, 600));
    assertVerdict(alone(child(201, RUNNER, 500)), Attribution.OWNED, Rule.PARENT_OWNED);
  }

  @Test
  void aMarkSettlesWhatDescentLeftOpenAndNeverOverridesIt() {
    assertVerdict(
        alone(child(201, INIT, 1).addFlag(Observation.MARKED)), Attribution.OWNED, Rule.MARKER);
    assertVerdict(
        alone(child(202, SERVICE, 300).addFlag(Observation.MARKED)),
        Attribution.FOREIGN,
        Rule.PARENT_FOREIGN);
  }

  @Test
  void aTailWithoutItsCommitDecidesOwnedOnly() {
    begin(Pass.Kind.UNCOMMITTED, 210);
    KnownProcess member = attributor.see(child(201, RUNNER, 500));
    KnownProcess foreign = attributor.see(child(202, SERVICE, 300));
    KnownProcess marked = attributor.see(child(203, SERVICE, 300).addFlag(Observation.MARKED));
    attributor.decide();
    attributor.endPass(false);
    assertVerdict(member, Attribution.OWNED, Rule.PARENT_OWNED);
    assertUndecided(foreign);
    assertUndecided(marked);
  }

  @Test
  void theChildOfAnUndecidedProcessFollowsItsParentLater() {
    begin(Pass.Kind.BIRTHS, 210);
    KnownProcess parent = attributor.see(child(201, INIT, 1));
    KnownProcess p = attributor.see(child(202, 201, 1_100));
    end();
    assertUndecided(p);
    assertThat(attributor.explain(p).evidence().kind()).isEqualTo(Evidence.Kind.PARENT_UNDECIDED);
    begin(Pass.Kind.BIRTHS, 210);
    attributor.see(process(201, 1_100, INIT, 1).addFlag(Observation.MARKED));
    attributor.seeUnchanged(p);
    end();
    assertVerdict(parent, Attribution.OWNED, Rule.MARKER);
    assertVerdict(p, Attribution.OWNED, Rule.PARENT_OWNED);
  }

  @Test
  void aDeadMembersOrphanIsStillItsChild() {
    begin(Pass.Kind.BIRTHS, 210);
    KnownProcess parent = attributor.see(child(201, INIT, 1));
    KnownProcess p = attributor.see(child(202, 201, 1_100));
    parent.flags |= Observation.MARKED;
    end();
    assertVerdict(p, Attribution.OWNED, Rule.PARENT_OWNED);
    begin(Pass.Kind.BIRTHS, 210);
    attributor.gone(201, 1_100);
    attributor.see(process(202, 1_100, INIT, 1));
    end();
    assertThat(attributor.owned()).contains(p).doesNotContain(parent);
  }

  @Test
  void aRecycledNumberIsAnotherProcess() {
    KnownProcess first = alone(child(201, RUNNER, 500));
    begin(Pass.Kind.BIRTHS, 210 + PID_MAX);
    KnownProcess second = attributor.see(child(201, SERVICE, 300));
    end();
    assertThat(second).isNotSameAs(first);
    assertThat(first.isGone()).isTrue();
    assertVerdict(second, Attribution.FOREIGN, Rule.PARENT_FOREIGN);
    assertThat(attributor.owned()).doesNotContain(first, second);
  }

  @Test
  void whatCouldNotBeReadIsNeitherGoneNorJudgedByAnOldReading() {
    KnownProcess p = alone(child(201, INIT, 1).session(205));
    begin(Pass.Kind.REAP, virtual + 3L * PID_MAX);
    end();
    begin(Pass.Kind.REAP, virtual);
    seeOld();
    attributor.see(child(205, RUNNER, 500).session(205));
    attributor.unreadable(201);
    attributor.goneUnseen();
    end();
    assertThat(p.isGone()).isFalse();
    assertThat(p.isUnreadable()).isTrue();
    assertUndecided(p);
    attributor.seeUnchanged(p);
    assertThat(p.isUnreadable()).isFalse();
  }

  @Test
  void whoIsUnseenInAPassOverEverythingIsGone() {
    KnownProcess p = alone(child(201, INIT, 1));
    begin(Pass.Kind.REAP, virtual);
    seeOld();
    attributor.goneUnseen();
    end();
    assertThat(p.isGone()).isTrue();
    assertThat(attributor.undecided()).isEmpty();
    assertThat(known(SERVICE).isGone()).isFalse();
  }
}
