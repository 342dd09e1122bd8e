package dev.sexton.mutants;

import java.util.List;

/** What a journal must be to be believed, and what its damage costs. */
final class JournalMutants {
  static final List<Mutant> ALL =
      List.of(
          Mutant.breaking(Promise.BOTH, "checksum-not-checked")
              .by("believes a record whose checksum is wrong")
              .in("RecordScan")
              .replace(
                  "!= JournalFormat.checksum(crc, salt, bytes, index, length)) {",
                  "!= JournalFormat.checksum(crc, salt, bytes, index, length) && length < 0) {")
              .caughtBy("JournalDamageTest.aFlippedBitCostsItsRecordAndIsReported"),
          Mutant.breaking(Promise.BOTH, "records-of-another-run")
              .by("believes a record that belongs to another run")
              .in("JournalFormat")
              .replace("crc.update(salt, 0, salt.length);", "")
              .caughtBy("JournalDamageTest.aRecordOfAnotherRunIsNotTakenForOurs"),
          Mutant.breaking(Promise.PROOF, "gap-is-no-damage")
              .by("does not notice that records are missing")
              .in("LineageReader")
              .replace("if (sequence > expected) { holes.add(", "if (false) { holes.add(")
              .caughtBy("JournalDamageTest.zerosInTheMiddleAreAHole"),
          Mutant.breaking(Promise.BOTH, "stale-record-delivered")
              .by("takes a record that stands behind the end for a new one")
              .in("LineageReader")
              .replace("if (sequence < expected || recordEpoch < epoch) {", "if (false) {")
              .caughtBy("JournalDamageTest.aRecordCopiedBehindTheEndIsStaleAndNotDeliveredTwice"),
          Mutant.breaking(Promise.BOTH, "unread-counts-as-seen-on-replay")
              .by("takes everybody without a record for seen, also where not all could be read")
              .in("LineageReplay")
              .replace("if (!CommitFlags.has(flags, CommitFlags.PARTIAL)) {", "if (true) {")
              .caughtBy(
                  "LineageReplayTest.whoHasNoRecordNeedNotHaveBeenSeenWhereNotEverybodyCouldBeRead"),
          Mutant.breaking(Promise.PROOF, "damage-does-not-refuse")
              .by("signs for a run whose journal is damaged")
              .in("CaseOpener")
              .replace("if (report.damaged()) {", "if (false) {")
              .caughtBy("ReapOpeningTest.aDamagedJournalBuriesAndDoesNotSign"),
          Mutant.breaking(Promise.PROOF, "stale-records-are-no-damage")
              .by("takes records where none should be for no damage")
              .in("ReadReport")
              .replace(
                  "return !holes.isEmpty() || staleRecords > 0 || unreadableRecords > 0;",
                  "return !holes.isEmpty();")
              .caughtBy("JournalDamageTest.aRecordCopiedBehindTheEndIsStaleAndNotDeliveredTwice"),
          Mutant.breaking(Promise.PROOF, "run-without-a-census")
              .by("signs for a run whose census was never committed")
              .in("CaseOpener")
              .replace("if (!journal.censusTaken()) {", "if (false) {")
              .caughtBy("ReapOpeningTest.aJournalWithoutACensusIsNotSignedFor"),
          Mutant.breaking(Promise.BOTH, "malformed-row-is-evidence")
              .by("believes a row with numbers that no kernel gives")
              .in("LineageReplay")
              .replace("if (isPossible(event, pidMaxOf(header))) {", "if (true) {")
              .caughtBy("LineageReplayTest.aRowThatNoKernelGivesIsDamage"),
          Mutant.breaking(Promise.PROOF, "malformed-rows-do-not-refuse")
              .by("signs for a run whose journal holds rows that no kernel gives")
              .in("CaseOpener")
              .replace("if (journal.malformedRecords() > 0) {", "if (false) {")
              .caughtBy("ReapOpeningTest.aRowThatNoKernelGivesIsInTheWayOfAProof"),
          Mutant.breaking(Promise.PROOF, "sampled-end-of-a-damaged-journal")
              .by("takes the end for seen by the sampler though records of the journal are missing")
              .in("CaseOpener")
              .remove("&& run.reasons().isEmpty()")
              .caughtBy("ReapSampledEndTest.aDamagedJournalShowsNoEnd"),
          Mutant.breaking(Promise.PROOF, "sampled-end-with-members")
              .by("takes the end for seen by the sampler while a member lived")
              .in("Attributor")
              .remove(
                  "for (KnownProcess p : index.owned()) { if (!p.isDead() || p.unreadable) {"
                      + " return false; } }")
              .caughtBy("SampledEndTest.aLivingMemberIsLeft"),
          Mutant.breaking(Promise.PROOF, "sampled-end-with-undecided")
              .by("takes the end for seen by the sampler while somebody lived who may be a member")
              .in("Attributor")
              .remove(
                  "for (KnownProcess p : index.undecided()) { if (!p.isDead() || p.unreadable) {"
                      + " return false; } }")
              .caughtBy("SampledEndTest.aProcessThatNobodyKnowsMayBeLeft"),
          Mutant.breaking(Promise.PROOF, "sampled-end-by-unclean-scans")
              .by("takes the end for seen by the sampler in scans that left a doubt")
              .in("LineageReplay")
              .replace(
                  "CommitFlags.has(flags, CommitFlags.CLEAN) && CommitFlags.has(flags,"
                      + " CommitFlags.SEES_ALL);",
                  "CommitFlags.has(flags, CommitFlags.SEES_ALL);")
              .caughtBy("SampledEndTest.scansThatWereNotCleanShowNothing"),
          Mutant.breaking(Promise.PROOF, "sampled-end-unseen")
              .by("takes the end for seen by a sampler from whom processes were hidden")
              .in("LineageReplay")
              .remove("&& CommitFlags.has(flags, CommitFlags.SEES_ALL)")
              .caughtBy("SampledEndTest.aSamplerFromWhomProcessesAreHiddenShowsNothing"),
          Mutant.breaking(Promise.PROOF, "hidden-from-the-sampler")
              .by("lets a sampler say that it sees all although hidepid hides processes from it")
              .in("RunSampling")
              .replace("!host.facts().mount().hides()", "true")
              .caughtBy("ReapSampledEndTest.aSamplerFromWhomProcessesAreHiddenSawNoEnd"),
          Mutant.breaking(Promise.PROOF, "sampled-end-across-births")
              .by("takes scans of the sampler for in a row though it saw births in between")
              .in("LineageReplay")
              .replace("scans.interrupted(); return;", "return;")
              .caughtBy("SampledEndTest.aLookAtBirthsInBetweenBeginsTheCountAnew"));

  private JournalMutants() {}
}
