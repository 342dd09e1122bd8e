package dev.sexton.mutants;

import java.util.List;

/** In what order rules decide, on what, and what one run may learn from another. */
final class EvidenceMutants {
  static final List<Mutant> ALL =
      List.of(
          Mutant.breaking(Promise.PROOF, "sampled-means-foreign")
              .by("calls whoever was sampled and is no known member foreign at the reap")
              .in("AttributionRules")
              .replace(
                  "for (AttributionRule rule : RULES) {",
                  "if (lineage.pass.kind() == Pass.Kind.REAP && p.firstSeen != lineage.pass) {"
                      + " return Verdict.foreign(dev.sexton.engine.model.Rule.VOUCHED,"
                      + " new dev.sexton.engine.model.Evidence("
                      + "dev.sexton.engine.model.Evidence.Kind.VOUCHED, p.pid, p.startTicks, 0)); }"
                      + " for (AttributionRule rule : RULES) {")
              .caughtBy("RuleLimitsTest.beingSampledMakesNobodyForeign"),
          Mutant.breaking(Promise.STRANGER, "marker-before-descent")
              .by("lets a mark decide before descent does")
              .in("AttributionRules")
              .replace("DescentRules::runner,", "DescentRules::runner, MembershipRules::marker,")
              .caughtBy("AttributorTest.aMarkSettlesWhatDescentLeftOpenAndNeverOverridesIt"),
          Mutant.breaking(Promise.STRANGER, "marker-before-the-parents-status")
              .by(
                  "lets a mark decide while a rule about the parent only waits for that one's status")
              .in("AttributionRules")
              .replace("if (tooEarly) {", "if (false) {")
              .caughtBy("RuleLimitsTest.noLaterRuleDecidesWhileAParentsStatusIsAwaited"),
          Mutant.breaking(Promise.STRANGER, "mark-of-whoever-has-the-number")
              .by("reads a mark by number and does not look whose number it is afterwards")
              .in("EvidenceReader")
              .replace(
                  "!= Environ.Finding.PRESENT || !isStill(p)) {", "!= Environ.Finding.PRESENT) {")
              .caughtBy("ObserverTest.aMarkReadFromTheNextBearerOfTheNumberIsNotBelieved"),
          Mutant.breaking(Promise.STRANGER, "mark-by-its-beginning")
              .by("takes a mark that only begins like the run's for the run's")
              .in("Environ")
              .replace(
                  "if (matching && matched == entry.length) {", "if (matched >= entry.length) {")
              .caughtBy("SmallReadersTest.onlyAWholeEntryIsPresent"),
          Mutant.breaking(Promise.PROOF, "status-of-whoever-has-the-number")
              .by(
                  "reads user and privilege by number and does not look whose number it is afterwards")
              .in("EvidenceReader")
              .replace("if (!isStill(p)) { return false; } o.realUid", "o.realUid")
              .caughtBy("ObserverTest.aStatusReadFromTheNextBearerOfTheNumberIsNotBelieved"),
          Mutant.breaking(Promise.PROOF, "old-kernels-have-no-inits")
              .by("takes a process for no init where the kernel does not say so")
              .in("EvidenceReader")
              .remove("|| status.namespacePidLast() == ProcessStatus.ABSENT")
              .caughtBy("ObserverTest.whereTheKernelDoesNotSayEveryParentMayBeAnInit"),
          Mutant.breaking(Promise.PROOF, "unknown-privilege-is-none")
              .by("takes a process whose capabilities are not known for one without privilege")
              .in("Privilege")
              .remove("|| !status.hasCapabilities()")
              .caughtBy("ObserverTest.whoseCapabilitiesAreNotKnownIsPrivileged"),
          Mutant.breaking(Promise.PROOF, "members-privilege-forgotten")
              .by("forgets that a member held privilege")
              .in("Attributor")
              .replace("if (p.has(Observation.PRIVILEGED)) {", "if (false) {")
              .caughtBy("RuleLimitsTest.aPrivilegedMemberMayHaveEnteredAnything"),
          Mutant.breaking(Promise.PROOF, "members-new-user-unseen")
              .by("does not look whether a member has become another user")
              .in("RunObserver")
              .replace("refreshUsers(r.full);", "")
              .caughtBy("ReapProofTest.aMembersNewUserCounts"),
          Mutant.breaking(Promise.PROOF, "torn-sample-makes-foreign")
              .by("lets a sample without its commit make processes foreign")
              .in("Pass")
              .replace("return kind != Kind.UNCOMMITTED;", "return true;")
              .caughtBy("AttributorTest.aTailWithoutItsCommitDecidesOwnedOnly"),
          Mutant.breaking(Promise.PROOF, "torn-tail-is-a-pass")
              .by("replays the rows after the last commit as if they were a committed pass")
              .in("LineageReplay")
              .replace("Pass.Kind.UNCOMMITTED,", "Pass.Kind.BIRTHS,")
              .caughtBy("LineageReplayTest.rowsWithoutTheirCommitMakeNobodyForeign"),
          Mutant.breaking(Promise.PROOF, "torn-sample-is-the-last")
              .by("takes a sample without its commit for the last sample")
              .in("LineageReplay")
              .replace("lastPass = tail;", "lastPass = tail; lastSample = tail;")
              .caughtBy("LineageReplayTest.rowsWithoutTheirCommitAreNotTheLastSample"),
          Mutant.breaking(Promise.PROOF, "replay-takes-every-pass-for-clean")
              .by("replays a pass that its sampler did not find clean as a clean one")
              .in("LineageReplay")
              .replace("a.endPass(CommitFlags.has(flags, CommitFlags.CLEAN));", "a.endPass(true);")
              .caughtBy("LineageReplayTest.aPassThatWasNotCleanMakesNoWitness"),
          Mutant.breaking(Promise.PROOF, "later-subreaper-counts")
              .by("counts a subreaper of which the journal does not say that it was one in time")
              .in("LineageReplay")
              .remove("&& header.subreaperBeforeFirstFork()")
              .caughtBy("LineageReplayTest.aSubreaperThatMayHaveComeLateIsNone"),
          Mutant.breaking(Promise.PROOF, "replayed-ancestry-assumed-complete")
              .by("takes an ancestry that the sampler could not read to its end for complete")
              .in("LineageReplay")
              .replace("header.ancestryComplete() && !ancestors.isEmpty()", "true")
              .caughtBy("LineageReplayTest.anIncompleteAncestryStaysSo"),
          Mutant.breaking(Promise.PROOF, "claims-before-descent")
              .by("lets another run's claim decide before descent does")
              .in("AttributionRules")
              .replace("DescentRules::runner,", "DescentRules::runner, MembershipRules::otherRun,")
              .caughtBy("AttributorTest.neitherVouchingNorClaimsOverrideDescent"),
          Mutant.breaking(Promise.PROOF, "vouching-before-descent")
              .by("lets the caller's word decide before descent does")
              .in("AttributionRules")
              .replace("DescentRules::runner,", "DescentRules::runner, MembershipRules::vouched,")
              .caughtBy("AttributorTest.neitherVouchingNorClaimsOverrideDescent"),
          Mutant.breaking(Promise.PROOF, "scopes-of-any-service")
              .by("takes the jobs of two services for disjoint, as those of one service are")
              .in("OtherRuns")
              .remove("&& ancestorsA.get(0).equals(ancestorsB.get(0))")
              .caughtBy("ReapStrangersTest.scopesOfTwoServicesMayBeOneWithinTheOther"),
          Mutant.breaking(Promise.PROOF, "claims-of-nested-runs")
              .by("takes who is another run's for no member though one run may be within the other")
              .in("OtherRuns")
              .remove("&& areDisjoint(mine, other)")
              .caughtBy("ReapStrangersTest.whoIsANestedRunsIsNotForeignToTheOuter"),
          Mutant.breaking(Promise.STRANGER, "contested-members-are-signalled")
              .by("signals a process that two runs claim which have nothing to do with each other")
              .in("SignalRound")
              .replace("} else if (contested.contains(p)) {", "} else if (false) {")
              .caughtBy("ReapStrangersTest.whomTwoRunsClaimNobodyTouches"));

  private EvidenceMutants() {}
}
