package dev.sexton.mutants;

import java.util.List;

/** When scans that show nothing are a proof. */
final class ScanMutants {
  static final List<Mutant> ALL =
      List.of(
          Mutant.breaking(Promise.PROOF, "wrap-not-checked")
              .by("concludes from a scan during which the numbers may have begun anew")
              .in("ConclusiveScan")
              .replace("if (!wrapExcluded) {", "if (false) {")
              .caughtBy("ConclusiveScanTest.eachConditionOfTheListing"),
          Mutant.breaking(Promise.PROOF, "descending-listing")
              .by("concludes from a listing that did not ascend")
              .in("ConclusiveScan")
              .replace("if (!ascending) {", "if (false) {")
              .caughtBy("ConclusiveScanTest.eachConditionOfTheListing"),
          Mutant.breaking(Promise.PROOF, "short-listing")
              .by("concludes from a listing that left out the reader itself")
              .in("ConclusiveScan")
              .replace("if (!ownPidListed) {", "if (false) {")
              .caughtBy("ConclusiveScanTest.eachConditionOfTheListing"),
          Mutant.breaking(Promise.PROOF, "vanished-unknown-ignored")
              .by("ignores that somebody of whom nothing is known vanished before being read")
              .in("ConclusiveScan")
              .replace("if (!attributor.isStillForeign(pid)) {", "if (false) {")
              .caughtBy("ConclusiveScanTest.whoVanishedUnknownIsADoubt"),
          Mutant.breaking(Promise.PROOF, "vanished-was-a-foreign-number")
              .by("takes who vanished for the foreign process that had its number once")
              .in("Attributor")
              .replace(
                  "&& !Pass.handedOut(pid, p.lastSeen.virtualBefore(), now.virtualAfter(),"
                      + " now.pidMax());",
                  ";")
              .caughtBy("ConclusiveScanTest.whoseNumberMayHaveBeenHandedOutSinceIsADoubt"),
          Mutant.breaking(Promise.PROOF, "unreadable-is-still-foreign")
              .by("takes who vanished for the foreign process that could not be read before")
              .in("Attributor")
              .remove("&& !p.unreadable")
              .caughtBy("ObserverTest.whoVanishesAfterItCouldNotBeReadIsADoubtThoughItWasForeign"),
          Mutant.breaking(Promise.PROOF, "fresh-zombies-are-old")
              .by("takes a member that died during the scan for one that was dead before")
              .in("ConclusiveScan")
              .replace("&& attributor.isOfThisPass(p.deadSince)", "&& false")
              .caughtBy("ConclusiveScanTest.whoDiedDuringTheScanIsADoubtAndWhoWasDeadBeforeIsNone"),
          Mutant.breaking(Promise.PROOF, "undecided-zombies-are-old")
              .by(
                  "takes an undecided process that died during the scan for one that was dead before")
              .in("ConclusiveScan")
              .replace("for (KnownProcess p : attributor.undecided()) { doubtFreshDeath(p); }", "")
              .caughtBy("ConclusiveScanTest.whoDiedUndecidedDuringTheScanIsADoubt"),
          Mutant.breaking(Promise.PROOF, "unreadable-ignored")
              .by("ignores that a listed process could not be read")
              .in("ConclusiveScan")
              .remove("doubts.add(new Doubt(Kind.UNREADABLE, pid));")
              .caughtBy("ConclusiveScanTest.whoCannotBeReadIsADoubt"),
          Mutant.breaking(Promise.PROOF, "scan-is-not-told-of-vanished")
              .by("does not tell the scan of who vanished between being listed and being read")
              .in("RunObserver")
              .replace(
                  "case VANISHED, RELEASING -> conclusive.vanished(pid);",
                  "case VANISHED, RELEASING -> {}")
              .caughtBy("ObserverTest.whoVanishesBetweenListingAndReadingIsADoubt"),
          Mutant.breaking(Promise.PROOF, "members-vanish-unnoticed")
              .by("ignores that a member was listed alive and gone when it was read again")
              .in("RunObserver")
              .replace("if (!p.isDead()) { //", "if (false) { //")
              .caughtBy("ObserverTest.aMemberThatWasListedAliveAndIsGoneWhenReadAgainIsADoubt"),
          Mutant.breaking(Promise.PROOF, "scan-is-not-told-of-unreadable")
              .by("does not tell the scan of who could not be read")
              .in("RunObserver")
              .remove("conclusive.unreadable(pid);")
              .caughtBy("ObserverTest.whoCannotBeReadIsADoubt"),
          Mutant.breaking(Promise.PROOF, "clean-though-begun-anew-before")
              .by("calls a pass clean though the numbers began anew since the one before")
              .in("RunObserver")
              .replace("conclusive.conclude() && r.continuous;", "conclusive.conclude();")
              .caughtBy("ObserverTest.aPassIsNotCleanIfTheNumbersBeganAnewSinceTheOneBefore"),
          Mutant.breaking(Promise.PROOF, "wrap-after-the-listing")
              .by(
                  "forgets that members are read again after the listing, and numbers may begin anew")
              .in("HostObserver")
              .remove("r.wrapExcluded &= after == PidNumbers.Continuity.NOT_WRAPPED;")
              .caughtBy("ObserverTest.numbersThatBeginAnewAfterTheListingAreADoubt"),
          Mutant.breaking(Promise.PROOF, "second-scan-skipped")
              .by("signs after one scan that shows nothing")
              .in("AgreeingScans")
              .replace(
                  "concluded |= nothingLeft && counts && countsSinceRound == roundAfter;",
                  "concluded |= nothingLeft;")
              .caughtBy("AgreeingScansTest.theOneBeforeMayShowAnything"),
          Mutant.breaking(Promise.PROOF, "scan-before-skipped")
              .by("signs after two scans that show nothing, with none before them")
              .in("AgreeingScans")
              .replace("previousRoundBefore = NO_SCAN_YET;", "previousRoundBefore = 0;")
              .caughtBy("AgreeingScansTest.twoThatShowNothingAreNoProofWithoutOneBefore"),
          Mutant.breaking(Promise.PROOF, "wrap-between-the-scans")
              .by("signs though the numbers began anew between the two scans")
              .in("AgreeingScans")
              .remove("&& countsSinceRound == roundAfter")
              .caughtBy("AgreeingScansTest.numbersThatBeganAnewSinceTheOneBeforeAreNoProof"),
          Mutant.breaking(Promise.PROOF, "wrap-since-the-scan-before")
              .by("signs though the numbers began anew since the scan before the two")
              .in("AgreeingScans")
              .remove("&& previousRoundBefore == roundAfter")
              .replace("countsSinceRound = previousRoundBefore;", "countsSinceRound = roundBefore;")
              .caughtBy("AgreeingScansTest.numbersThatBeganAnewSinceTheOneBeforeAreNoProof"),
          Mutant.breaking(Promise.PROOF, "look-between-the-scans")
              .by("signs though a look in between may have shown a member")
              .in("AgreeingScans")
              .replace("quiet = false; counts = false;", "quiet = false;")
              .caughtBy("AgreeingScansTest.aLookAtBirthsInBetweenBeginsTheCountAnew"),
          Mutant.breaking(Promise.PROOF, "living-members-left")
              .by("takes a scan that shows a living member for one that shows nothing")
              .in("Conclusion")
              .replace("return run.livingMembers().isEmpty()", "return true")
              .caughtBy("ReapProofTest.aMemberThatLivesOnIsInTheWayOfAProof"),
          Mutant.breaking(Promise.PROOF, "undecided-left")
              .by(
                  "takes a scan that shows a process of which nobody knows for one that shows nothing")
              .in("Conclusion")
              .remove("&& doubtful().isEmpty()")
              .caughtBy("ReapProofTest.anOrphanThatNothingSettlesIsInTheWayOfAProof"),
          Mutant.breaking(Promise.PROOF, "unreadable-left")
              .by("signs though a process that may be a member cannot be read")
              .in("Conclusion")
              .remove("&& !anyUnreadable()")
              .caughtBy(
                  "ReapProofTest.anOrphanOfAnotherUserThatCannotBeReadAgainIsInTheWayOfAProof"),
          Mutant.breaking(Promise.PROOF, "doubts-left")
              .by("signs whatever the scan leaves to doubt")
              .in("Conclusion")
              .remove("&& run.conclusive().doubts().isEmpty()")
              .caughtBy("ReapProofTest.aListingThatDoesNotAscendIsInTheWayOfAProof"),
          Mutant.breaking(Promise.PROOF, "deadline-is-a-proof")
              .by("signs when the deadline has passed and nobody is seen")
              .in("Conclusion")
              .replace(
                  "if (run.reasons().isEmpty() && !run.isConcluded() && !planned) {",
                  "if (false) {")
              .caughtBy("ReapProofTest.aListingThatDoesNotAscendIsInTheWayOfAProof"),
          Mutant.breaking(Promise.PROOF, "report-forgets-reasons")
              .by("calls a run proved for which there is a reason to refuse")
              .in("RunReport")
              .replace("return reasons.isEmpty() && processes", "return processes")
              .caughtBy("ReapProofTest.aListingThatDoesNotAscendIsInTheWayOfAProof"),
          Mutant.breaking(Promise.PROOF, "report-forgets-the-living")
              .by("calls a run proved whose report names a living process")
              .in("RunReport")
              .remove("&& processes.stream().noneMatch(p -> p.fate().isAlive())")
              .caughtBy("ReapProofTest.aRehearsalTouchesNobodyAndProvesNothing"),
          Mutant.breaking(Promise.PROOF, "one-proof-is-all")
              .by("calls all runs proved when one is")
              .in("ReapReport")
              .replace("runs.stream().allMatch(", "runs.stream().anyMatch(")
              .caughtBy("ReapStrangersTest.oneRunThatIsRefusedIsInTheWayOfAllBeingProved"),
          Mutant.breaking(Promise.PROOF, "refused-journal-removed")
              .by(
                  "removes the journal of a refused run, so that the next reap has nothing to refuse")
              .in("ReapSession")
              .replace("if (!run.reasons().isEmpty() || !proved ||", "if (!proved ||")
              .caughtBy("ReapProofTest.anOrphanThatNothingSettlesIsInTheWayOfAProof"),
          Mutant.breaking(Promise.PROOF, "smaller-number-is-no-wrap")
              .by("does not take a smaller last number for a new beginning")
              .in("PidNumbers")
              .replace(
                  "return newLastPid < lastPid ? Continuity.WRAPPED_ONCE : Continuity.NOT_WRAPPED;",
                  "return Continuity.NOT_WRAPPED;")
              .caughtBy("PidNumbersTest.aSmallerNumberInAShortTimeIsOneWrap"),
          Mutant.breaking(Promise.PROOF, "whole-round-ignored")
              .by("takes a larger last number for no new beginning however long it took")
              .in("PidNumbers")
              .remove("|| mayHaveGoneRound(elapsedNs)")
              .caughtBy("PidNumbersTest.theSameNumberAfterLongMayBeAWholeRound"),
          Mutant.breaking(Promise.PROOF, "round-without-numbers-in-use")
              .by("forgets that numbers in use make a round shorter")
              .in("PidNumbers")
              .replace("handedOutMax + inUseMax >=", "handedOutMax >=")
              .caughtBy("PidNumbersTest.numbersInUseShortenTheRound"),
          Mutant.breaking(Promise.PROOF, "round-timed-from-after-the-reading")
              .by("counts the time of a round from after the reading before")
              .in("PidNumbers")
              .replace("lastBeforeNs = beforeNs;", "lastBeforeNs = afterNs;")
              .caughtBy("PidNumbersTest.timeIsCountedFromBeforeTheFirstToAfterTheSecond"),
          Mutant.breaking(Promise.PROOF, "slow-numbers")
              .by("assumes that a host hands out no more than a hundred numbers a second")
              .in("PidNumbers")
              .replace(
                  "return Math.min(NUMBERS_PER_SECOND_MAX, processors *"
                      + " NUMBERS_PER_SECOND_AND_PROCESSOR);",
                  "return 100;")
              .caughtBy("PidNumbersTest.theBoundGrowsWithProcessorsToAMillion"),
          Mutant.breaking(Promise.PROOF, "unknown-threads-are-none")
              .by("excludes a new beginning though it is not known how many numbers are in use")
              .in("PidNumbers")
              .remove("|| lastThreads < 0")
              .caughtBy("PidNumbersTest.whatIsNotKnownExcludesNothing"),
          Mutant.breaking(Promise.PROOF, "untold-last-number-is-one")
              .by("takes 0 for a last number where the host does not tell it")
              .in("PidNumbers")
              .remove("|| newLastPid <= LAST_PID_UNKNOWN || lastPid <= LAST_PID_UNKNOWN")
              .caughtBy("PidNumbersTest.aLastNumberThatIsNotToldExcludesNothing"),
          Mutant.breaking(Promise.PROOF, "last-number-not-tried")
              .by("believes a last number that stood still when a thread was begun")
              .in("Host")
              .replace("if (probes.numbersUpwards().outcome().fails()) {", "if (false) {")
              .caughtBy("HostTest.aLastNumberThatStandsStillIsNotBelieved"),
          Mutant.breaking(Promise.PROOF, "false-last-number-believed")
              .by("goes on asking a host for its last number that was found not to tell it")
              .in("ProcessScanner")
              .replace(
                  "this.host = new HostReader(files, lastPidTold);",
                  "this.host = new HostReader(files);")
              .caughtBy("ProcessScannerTest.aLastNumberThatIsNotToBeBelievedIsNotAsked"),
          Mutant.breaking(Promise.PROOF, "wrap-during-the-scan-unseen")
              .by("does not look at the last number while it scans")
              .in("ProcessScanner")
              .replace("if (--readsUntilLook == 0) {", "if (false) {")
              .caughtBy("ProcessScannerTest.aWrapThatEndsAboveItsBeginningIsSeenBetween"),
          Mutant.breaking(Promise.PROOF, "moved-bound-of-numbers")
              .by("judges by a bound of the numbers that was moved meanwhile")
              .in("ProcessScanner")
              .replace("if (host.pidMax() != facts.numbers().pidMax()) {", "if (false) {")
              .caughtBy("ProcessScannerTest.aMovedBoundOfTheNumbersExcludesNothing"),
          Mutant.breaking(Promise.PROOF, "listing-order-not-watched")
              .by("does not look whether a listing ascends")
              .in("ProcessScanner")
              .replace("if (pid <= previousPid) {", "if (false) {")
              .caughtBy("ProcessScannerTest.aListingThatDoesNotAscendIsReported"),
          Mutant.breaking(Promise.PROOF, "own-number-not-looked-for")
              .by("takes every listing for one that shows the reader")
              .in("ProcessScanner")
              .replace("if (pid == facts.self().pid()) {", "if (true) {")
              .caughtBy("ProcessScannerTest.aListingThatLeavesOutTheReaderIsReported"),
          Mutant.breaking(Promise.PROOF, "unknown-uid-does-not-count")
              .by("leaves an undecided process of an unknown user out of account")
              .in("RunCase")
              .remove("|| p.realUid() == Observation.UID_UNKNOWN")
              .caughtBy("ReapProofTest.anOrphanOfAnUnknownUserCounts"),
          Mutant.breaking(Promise.PROOF, "saved-uid-does-not-count")
              .by("leaves an undecided process out of account whose saved uid is a member's")
              .in("RunCase")
              .remove("|| a.memberUids().contains(p.savedUid())")
              .caughtBy("ReapProofTest.anOrphanWithAMembersSavedUidCounts"),
          Mutant.breaking(Promise.PROOF, "privileged-runs-orphans-by-uid")
              .by(
                  "leaves other users' orphans out of account though a member could become any user")
              .in("RunCase")
              .remove("|| a.everPrivileged()")
              .caughtBy("ReapProofTest.aPrivilegedRunMakesEverybodysOrphansCount"));

  private ScanMutants() {}
}
