package dev.sexton.engine.attribution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sexton.engine.attribution.KeptNumber.Kind;
import org.junit.jupiter.api.Test;

/** Each way in which a number is kept, and beside it the nearest case in which it is not. */
class KeptNumberTest {
  private static final int PID_MAX = 1000;
  private static final int NUMBER = 700;

  private final KeptNumber session = new KeptNumber(Kind.SESSION, NUMBER);
  private final KeptNumber group = new KeptNumber(Kind.GROUP, NUMBER);

  private static Pass pass(long before, long after, long startTicks) {
    return new Pass(Pass.Kind.BIRTHS, before, after, startTicks, PID_MAX);
  }

  private static KnownProcess seen(int pid, long startTicks, Pass pass, int order) {
    KnownProcess p = new KnownProcess(new Observation().of(pid, startTicks), pass);
    p.orderInPass = order;
    return p;
  }

  @Test
  void keptWhenTheNumberWasNotHandedOutSinceTheSighting() {
    session.sight(seen(710, 50, pass(720, 720, 60), 1), pass(720, 720, 60));
    Pass now = pass(720, NUMBER - 1 + PID_MAX, 90);
    assertThat(session.keptUntil(seen(730, 80, now, 1), now)).isTrue();
  }

  @Test
  void notKeptWhenTheNumberWasHandedOutSinceTheSighting() {
    session.sight(seen(710, 50, pass(720, 720, 60), 1), pass(720, 720, 60));
    Pass now = pass(720, NUMBER + PID_MAX, 90);
    assertThat(session.keptUntil(seen(730, 80, now, 1), now)).isFalse();
  }

  @Test
  void notKeptWhenContinuityIsUnknown() {
    session.sight(seen(710, 50, pass(720, 720, 60), 1), pass(720, 720, 60));
    Pass now = pass(720 + 2 * PID_MAX, 720 + 2 * PID_MAX, 90);
    assertThat(session.keptUntil(seen(730, 80, now, 1), now)).isFalse();
  }

  @Test
  void neverSightedIsNotKept() {
    Pass now = pass(720, 720, 90);
    assertThat(session.keptUntil(seen(730, 80, now, 1), now)).isFalse();
  }

  @Test
  void keptForWhoeverStartedBeforeTheSightingsPass() {
    session.sight(seen(710, 50, pass(720, 720, 60), 1), pass(720, 720, 60));
    Pass now = pass(720, 720 + 2 * PID_MAX, 90);
    assertThat(session.keptUntil(seen(715, 59, now, 1), now)).isTrue();
  }

  /** Who is found gone was seen in it earlier than who is there still. */
  @Test
  void anEarlierSightingTakesNothingBack() {
    session.sight(seen(710, 50, pass(720, 720, 60), 1), pass(720, 720, 60));
    session.sight(seen(711, 50, pass(715, 715, 55), 1), pass(715, 715, 55));
    Pass now = pass(720, 720 + 2 * PID_MAX, 90);
    assertThat(session.keptUntil(seen(715, 59, now, 1), now)).isTrue();
  }

  @Test
  void anEqualTickIsATie() {
    session.sight(seen(710, 50, pass(720, 720, 60), 1), pass(720, 720, 60));
    Pass now = pass(720, 720 + 2 * PID_MAX, 90);
    assertThat(session.keptUntil(seen(715, 60, now, 1), now)).isFalse();
  }

  @Test
  void aGroupCanBeJoinedLaterSoThatAnEarlierStartShowsNothing() {
    group.sight(seen(710, 50, pass(720, 720, 60), 1), pass(720, 720, 60));
    Pass now = pass(720, 720 + 2 * PID_MAX, 90);
    assertThat(group.keptUntil(seen(715, 59, now, 1), now)).isFalse();
  }

  @Test
  void keptByAMemberThatIsInItInThisPass() {
    Pass first = pass(720, 720, 60);
    KnownProcess member = seen(710, 50, first, 1);
    session.sight(member, first);
    session.members.add(member);
    Pass now = pass(3 * PID_MAX, 3 * PID_MAX, 90);
    member.lastSeen = now;
    assertThat(session.keptUntil(seen(730, 80, now, 1), now)).isTrue();
  }

  @Test
  void notKeptByAMemberThatWasNotSeenInThisPass() {
    Pass first = pass(720, 720, 60);
    KnownProcess member = seen(710, 50, first, 1);
    session.sight(member, first);
    session.members.add(member);
    Pass now = pass(3 * PID_MAX, 3 * PID_MAX, 90);
    assertThat(session.keptUntil(seen(730, 80, now, 1), now)).isFalse();
  }

  @Test
  void notKeptByAMemberWhenTheNumberMayHaveChangedHandsDuringThePass() {
    Pass first = pass(720, 720, 60);
    KnownProcess member = seen(710, 50, first, 1);
    session.sight(member, first);
    session.members.add(member);
    Pass now = pass(3 * PID_MAX, 3 * PID_MAX + NUMBER, 90);
    member.lastSeen = now;
    assertThat(session.keptUntil(seen(730, 80, now, 1), now)).isFalse();
  }

  @Test
  void aGroupIsKeptByItsLeaderAndByNoOtherMember() {
    Pass first = pass(720, 720, 60);
    Pass now = pass(3 * PID_MAX, 3 * PID_MAX, 90);
    KnownProcess other = seen(710, 50, first, 1);
    group.sight(other, first);
    group.members.add(other);
    other.lastSeen = now;
    KnownProcess p = seen(730, 80, now, 1);
    assertThat(group.keptUntil(p, now)).isFalse();
    KnownProcess leader = seen(NUMBER, 50, first, 2);
    group.members.add(leader);
    leader.lastSeen = now;
    assertThat(group.keptUntil(p, now)).isTrue();
  }

  @Test
  void aPassOfAWholeCycleMayHandTheNumberOutTwice() {
    Pass now = pass(NUMBER - 5, NUMBER - 5 + 2L * PID_MAX, 60);
    session.sight(seen(NUMBER, 65, now, 3), now);
    assertThat(session.keptUntil(seen(730, 65, now, 4), now)).isFalse();
  }

  @Test
  void whoWasNotReadInThisPassIsNotJudgedByWhatThisPassSaw() {
    Pass before = pass(720, 720, 60);
    Pass now = pass(3 * PID_MAX, 3 * PID_MAX, 90);
    session.sight(seen(NUMBER, 80, now, 1), now);
    KnownProcess stale = seen(730, 55, before, 1);
    assertThat(session.keptUntil(stale, now)).isFalse();
  }

  @Test
  void whoeverDiedUndecidedIsSuspectedForever() {
    assertThat(session.everSuspected()).isFalse();
    KnownProcess p = seen(710, 50, pass(720, 720, 60), 1);
    session.suspects.add(p);
    assertThat(session.everSuspected()).isTrue();
    session.suspects.remove(p);
    assertThat(session.everSuspected()).isFalse();
    session.suspectDied = true;
    assertThat(session.everSuspected()).isTrue();
  }

  /** Numbers below 1000, last 710, 10 threads: the turn of 700 comes after 650 others at least. */
  @Test
  void aSessionIsFollowedUntilTheBirthOfWhoBearsIt() {
    Pass sighting = pass(710, 710, 60).bounded(10, 200);
    session.sight(seen(NUMBER, 40, sighting, 1), sighting);
    Pass muchLater = pass(710 + 5 * PID_MAX, 710 + 5 * PID_MAX, 900);

    assertThat(session.keptUntil(seen(730, 62, muchLater, 1), muchLater)).isTrue();
    assertThat(session.keptUntil(seen(730, 63, muchLater, 1), muchLater)).isFalse();
    assertThat(session.keptUntil(seen(NUMBER, 62, muchLater, 1), muchLater))
        .as("who leads it may have made it anew")
        .isFalse();
    group.sight(seen(NUMBER, 40, sighting, 1), sighting);
    assertThat(group.keptUntil(seen(730, 62, muchLater, 1), muchLater))
        .as("a group is not from birth")
        .isFalse();
  }
}
