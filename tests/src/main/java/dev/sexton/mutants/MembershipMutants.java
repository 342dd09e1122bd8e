package dev.sexton.mutants;

import java.util.List;

/** The rules about sessions, groups and cgroups, and when their numbers are the same still. */
final class MembershipMutants {
  static final List<Mutant> ALL =
      List.of(
          Mutant.breaking(Promise.STRANGER, "session-owned-without-continuity")
              .by("takes a session of the same number for the one that a member made")
              .in("MembershipRules")
              .replace(
                  "if ((creator == null && !madeDuringRun) || !session.keptUntil(p, lineage.pass)) {",
                  "if (creator == null && !madeDuringRun) {")
              .caughtBy("AttributorTest.aSessionNumberThatWasHandedOutAgainIsAnother"),
          Mutant.breaking(Promise.STRANGER, "session-owned-that-the-runner-was-in")
              .by("takes everybody in the session that the runner inherited for a member")
              .in("MembershipRules")
              .replace(
                  "lineage.censusComplete && !session.existedAtCensus && !session.inheritedByRunner;",
                  "true;")
              .caughtBy("AttributorTest.theSessionThatTheRunnerInheritedIsNoEvidence"),
          Mutant.breaking(Promise.STRANGER, "session-owned-that-was-there-before")
              .by("takes a session that existed before the run for one that a member made")
              .in("MembershipRules")
              .remove("!session.existedAtCensus &&")
              .caughtBy("RuleLimitsTest.aSessionThatTheCensusFoundIsNoEvidence"),
          Mutant.breaking(Promise.STRANGER, "session-owned-without-census")
              .by("takes a session for made during the run though the census may have missed it")
              .in("MembershipRules")
              .remove("lineage.censusComplete &&")
              .caughtBy("RuleLimitsTest.withoutACompleteCensusAnySessionMayBeOlder"),
          Mutant.breaking(Promise.STRANGER, "census-always-complete")
              .by("takes a census that was not clean for complete")
              .in("Attributor")
              .replace("lineage.censusComplete = clean;", "lineage.censusComplete = true;")
              .caughtBy("RuleLimitsTest.withoutACompleteCensusAnySessionMayBeOlder"),
          Mutant.breaking(Promise.STRANGER, "census-by-one-listing")
              .by("takes a census of one listing, which misses a fork in flight")
              .in("RunSampling")
              .remove("run.take(lookForAll());")
              .caughtBy("ReapStrangersTest.whoWasInFlightDuringTheFirstListingOfTheCensus"),
          Mutant.breaking(Promise.PROOF, "session-foreign-by-who-is-in-it-now")
              .by("calls a session foreign in which no member is now, though one was")
              .in("MembershipRules")
              .replace("|| session.everSuspected()", "|| !session.members.isEmpty()")
              .caughtBy("AttributorTest.aSessionInWhichAMemberWasOnceSeenIsNeverForeign"),
          Mutant.breaking(Promise.PROOF, "session-foreign-that-the-runner-was-in")
              .by("calls the session foreign that the runner inherited")
              .in("MembershipRules")
              .replace(
                  "|| session.everSuspected() || session.inheritedByRunner || !p.wasReadIn",
                  "|| !p.wasReadIn")
              .caughtBy("RuleLimitsTest.theSessionThatTheRunnerInheritedIsNeverForeign"),
          Mutant.breaking(Promise.PROOF, "session-foreign-without-continuity")
              .by(
                  "calls a session foreign whose number may have been handed out again in this pass")
              .in("MembershipRules")
              .replace("|| lineage.pass.handedOut(p.session)) {", ") {")
              .caughtBy("RuleLimitsTest.aSessionWhoseNumberHadItsTurnInThisPassIsNotForeign"),
          Mutant.breaking(Promise.PROOF, "session-witness-not-read-again")
              .by("lets a witness speak for a session that it was in at an earlier pass")
              .in("MembershipRules")
              .remove("&& w.wasReadIn(lineage.pass)")
              .caughtBy("AttributorTest.theSessionsWitnessMustHaveBeenSeenInThisPass"),
          Mutant.breaking(Promise.PROOF, "unclean-pass-makes-witnesses")
              .by("lets a pass that may have missed a member make witnesses")
              .in("Attributor")
              .replace("if (clean && pass.coversAll()", "if (pass.coversAll()")
              .caughtBy("AttributorTest.anUncleanPassMakesNoWitness"),
          Mutant.breaking(Promise.PROOF, "session-left-just-before")
              .by("forgets that a new session leader may have left any other session just before")
              .in("Attributor")
              .remove("&& !leftUnseen")
              .caughtBy("RuleLimitsTest.whoLeadsANewSessionMayHaveForkedInAnother"),
          Mutant.breaking(Promise.PROOF, "dead-suspects-forgotten")
              .by("forgets who was in a session once it is dead")
              .in("LineageIndex")
              .replace(
                  "session.suspectDied |= session.suspects.remove(p);",
                  "session.suspects.remove(p);")
              .caughtBy("AttributorTest.aSessionInWhichAMemberWasOnceSeenIsNeverForeign"),
          Mutant.breaking(Promise.PROOF, "empty-numbers-forgotten-at-once")
              .by(
                  "forgets a session that a single pass found empty, while a fork is in flight there")
              .in("LineageIndex")
              .replace(
                  "sessions.values().removeIf(n -> n.occupiedAt < fullPasses - 1);",
                  "sessions.values().removeIf(n -> n.occupiedAt < fullPasses);")
              .caughtBy("RuleLimitsTest.aSessionIsRememberedThroughOnePassThatFindsItEmpty"),
          Mutant.breaking(Promise.STRANGER, "runners-group-is-evidence")
              .by("takes everybody in the group that the runner inherited or leads for a member")
              .in("MembershipRules")
              .remove("|| group.inheritedByRunner")
              .in("Attributor")
              .replace("p.processGroup == p.pid && !lineage.mayBeRunner(p)", "true")
              .caughtBy("AttributorTest.theGroupThatTheRunnerLeadsIsNoEvidence"),
          Mutant.breaking(Promise.STRANGER, "group-without-continuity")
              .by("takes a group of the same number for the one that a member made")
              .in("MembershipRules")
              .replace("|| !group.keptUntil(p, lineage.pass)) {", ") {")
              .caughtBy("RuleLimitsTest.aGroupNumberThatWasHandedOutAgainIsAnother"),
          Mutant.breaking(Promise.STRANGER, "group-kept-by-any-member")
              .by("holds that a group is the same as long as any member is in one of that number")
              .in("KeptNumber")
              .replace("kind == Kind.SESSION || member.pid == number", "true")
              .caughtBy("KeptNumberTest.aGroupIsKeptByItsLeaderAndByNoOtherMember"),
          Mutant.breaking(Promise.STRANGER, "group-from-birth")
              .by("holds that a process was born into its group as into its session")
              .in("KeptNumber")
              .replace("if (kind != Kind.SESSION) {", "if (false) {")
              .caughtBy("KeptNumberTest.aGroupCanBeJoinedLaterSoThatAnEarlierStartShowsNothing"),
          Mutant.breaking(Promise.STRANGER, "number-kept-for-the-unread")
              .by("judges a process that was not read in this pass by what this pass saw of others")
              .in("KeptNumber")
              .replace("if (!p.wasReadIn(now)) {", "if (false) {")
              .caughtBy("KeptNumberTest.whoWasNotReadInThisPassIsNotJudgedByWhatThisPassSaw"),
          Mutant.breaking(Promise.STRANGER, "number-kept-by-who-was-there")
              .by("holds a number for kept by a member that was not seen in this pass")
              .in("KeptNumber")
              .remove("&& member.lastSeen == now")
              .caughtBy("KeptNumberTest.notKeptByAMemberThatWasNotSeenInThisPass"),
          Mutant.breaking(Promise.STRANGER, "number-kept-through-a-long-pass")
              .by("forgets that a number may change hands between two readings of one pass")
              .in("KeptNumber")
              .remove("&& covers(now, p, now)")
              .caughtBy(
                  "KeptNumberTest.notKeptByAMemberWhenTheNumberMayHaveChangedHandsDuringThePass"),
          Mutant.breaking(Promise.STRANGER, "number-kept-at-a-tie")
              .by("takes a process that started in the tick of a sighting for older than it")
              .in("KeptNumber")
              .replace("p.startTicks < seen.startTicks()", "p.startTicks <= seen.startTicks()")
              .caughtBy("KeptNumberTest.anEqualTickIsATie"),
          Mutant.breaking(Promise.STRANGER, "number-with-two-turns")
              .by("forgets that in a pass of a whole cycle a number can have two turns")
              .in("KeptNumber")
              .replace("&& oneTurn && pass.handedOut(number)", "&& pass.handedOut(number)")
              .caughtBy("KeptNumberTest.aPassOfAWholeCycleMayHandTheNumberOutTwice"),
          Mutant.breaking(Promise.STRANGER, "read-before-the-creator")
              .by("takes who was read before the session's maker for one who was in that session")
              .in("KeptNumber")
              .replace("? p.orderInPass > madeOrder", "? true")
              .caughtBy(
                  "AttributorTest.whoeverWasReadBeforeTheSessionsCreatorMayHaveBeenInAnEarlierSession"),
          Mutant.breaking(Promise.STRANGER, "leader-was-born-into-its-session")
              .by("holds that a session's own leader inherited it")
              .in("KeptNumber")
              .replace("boolean inherited = p.pid != number;", "boolean inherited = true;")
              .caughtBy("KeptNumberTest.aSessionIsFollowedUntilTheBirthOfWhoBearsIt"),
          Mutant.breaking(Promise.STRANGER, "turn-without-numbers-in-use")
              .by("forgets that numbers in use are skipped, so that a turn comes sooner")
              .in("Pass")
              .remove("- (long) IN_USE_PER_THREAD * threads")
              .caughtBy("PassTest.theTurnOfANumberIsExcludedForAsLongAsTooFewCanHaveBeenHandedOut"),
          Mutant.breaking(Promise.BOTH, "last-number-not-handed-out")
              .by("takes the number handed out last for one that was not handed out")
              .in("Pass")
              .replace("return first + offset <= to;", "return first + offset < to;")
              .caughtBy("PassTest.theLastNumberBeforeIsOutsideAndTheLastNumberAfterIsInside"),
          Mutant.breaking(Promise.BOTH, "count-continued-without-a-gap")
              .by("lets the reaper's count of numbers go on where the sampler's ended")
              .in("Pass")
              .replace(
                  "long least = virtualAfter + 2L * pidMax - virtualFirst;",
                  "long least = virtualAfter - virtualFirst;")
              .caughtBy("PassTest.aCountIsContinuedByWholeRoundsWithEverythingHandedOutInBetween"),
          Mutant.breaking(Promise.STRANGER, "reapers-count-is-the-samplers")
              .by("takes what the reaper counted for all that was handed out since the last sample")
              .in("RunObserver")
              .remove("observer.continues = lastSample;")
              .caughtBy("ReapStrangersTest.aGroupNumberThatWasReusedAfterTheLastSampleIsNobodys"),
          Mutant.breaking(Promise.PROOF, "barred-cgroup-of-a-privileged-run")
              .by("calls who is in a system service's cgroup foreign though a member had privilege")
              .in("MembershipRules")
              .remove("&& !lineage.everPrivileged")
              .caughtBy("AttributorTest.theRunsCgroupIsOwnedAndABarredOneOnlyWithoutPrivilege"),
          Mutant.breaking(Promise.STRANGER, "cgroup-by-prefix")
              .by("takes a cgroup whose name begins like the run's for one below it")
              .in("RunControlGroups")
              .replace("path.startsWith(own + \"/\")", "path.startsWith(own)")
              .caughtBy("RunControlGroupsTest.aNameThatBeginsTheSameIsAnotherGroup"),
          Mutant.breaking(Promise.PROOF, "cgroup-of-unknown-members")
              .by("says where members were not though one's cgroup could not be read")
              .in("RunControlGroups")
              .remove("memberUnknown ||")
              .caughtBy("RunControlGroupsTest.whereMembersWereIsKnownOnlyIfEachWasRead"));

  private MembershipMutants() {}
}
