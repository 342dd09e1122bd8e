package dev.sexton.mutants;

import java.util.List;

/** Which process, never just which number. */
final class IdentityMutants {
  static final List<Mutant> ALL =
      List.of(
          Mutant.breaking(Promise.STRANGER, "pidfd-not-rechecked")
              .by("opens a pidfd by number and does not read the process again afterwards")
              .in("VerifiedProcess")
              .replace(
                  "Match match = compare(scanner, expected, row, inodeCheck.match());",
                  "scanner.readOne(expected.pid(), row); Match match = inodeCheck.match();")
              .caughtBy("VerifiedProcessTest.aNumberThatIsReusedAfterTheOpeningIsDifferent"),
          Mutant.breaking(Promise.STRANGER, "pidfd-checked-before-opening")
              .by("reads the process first and opens its pidfd after, so that it may be another's")
              .in("VerifiedProcess")
              .replace(
                  "int pidfd = pidfds.open(expected.pid());",
                  "Match early = compare(scanner, expected, row, Match.SAME);"
                      + " int pidfd = pidfds.open(expected.pid());")
              .replace(
                  "Match match = compare(scanner, expected, row, inodeCheck.match());",
                  "Match match = early;")
              .caughtBy("SignalGateTest.aNumberThatIsReusedJustBeforeTheOpeningIsNotSignalled"),
          Mutant.breaking(Promise.BOTH, "identity-by-number")
              .by("takes whoever has the number for the process that had it")
              .in("VerifiedProcess")
              .replace(
                  "return row.startTicks(0) == expected.startTicks() ? ifTicksAgree"
                      + " : Match.DIFFERENT;",
                  "return ifTicksAgree;")
              .caughtBy("VerifiedProcessTest.aReusedNumberIsDifferent"),
          Mutant.breaking(Promise.BOTH, "recorded-identity-by-number")
              .by("compares recorded identities by number and not by start ticks")
              .in("ProcessIdentity")
              .replace("if (ticksKnown && startTicks != other.startTicks) {", "if (false) {")
              .caughtBy("ProcessIdentityTest.otherTicksAreAnotherProcess"),
          Mutant.breaking(Promise.STRANGER, "inode-ignored")
              .by("takes equal number and ticks for the same process where the inode differs")
              .in("VerifiedProcess")
              .replace("actual == expected ? Match.SAME : Match.DIFFERENT", "Match.SAME")
              .caughtBy("VerifiedProcessTest.aReusedNumberIsDifferent"),
          Mutant.breaking(Promise.BOTH, "recorded-inode-ignored")
              .by("compares recorded identities without the inodes that both have")
              .in("ProcessIdentity")
              .replace("if (inodesKnown && pidfdInode != other.pidfdInode) {", "if (false) {")
              .caughtBy("ProcessIdentityTest.anotherInodeIsAnotherProcess"),
          Mutant.breaking(Promise.BOTH, "observed-inode-ignored")
              .by(
                  "takes a process with the same number and ticks and another inode for the known one")
              .in("Attributor")
              .remove("|| (p.pidfdInode != 0 && o.pidfdInode != 0 && p.pidfdInode != o.pidfdInode)")
              .caughtBy("RuleLimitsTest.anotherInodeIsAnotherProcess"),
          Mutant.breaking(Promise.STRANGER, "missing-inode-is-same")
              .by("takes an inode that could not be read for the recorded one")
              .in("VerifiedProcess")
              .replace(
                  "new InodeCheck(Pidfds.INODE_NOT_UNIQUE, false, VerifiedProcess.Match.UNKNOWN)",
                  "new InodeCheck(Pidfds.INODE_NOT_UNIQUE, false, VerifiedProcess.Match.SAME)")
              .caughtBy("VerifiedProcessTest.anInodeThatCannotBeComparedIsUnknown"),
          Mutant.breaking(Promise.BOTH, "ticks-suffice-among-few-numbers")
              .by("says SAME by start ticks alone however few numbers there are")
              .in("ProcessIdentity")
              .replace("return inodesKnown || pidMax >= TICKS_SUFFICE_FROM_PID_MAX", "return true")
              .caughtBy("ProcessIdentityTest.ticksAloneIdentifyOnlyAmongManyNumbers"),
          Mutant.breaking(Promise.STRANGER, "named-within-its-tick")
              .by("shows a process within its own tick, where a round of numbers fits into one")
              .in("HostObserver")
              .replace("r.rows.startTicks(row) >= r.startTicks;", "false;")
              .caughtBy("FewNumbersTest.aStrangerWithTheNumberAndTicksOfAMemberIsNotTakenForIt"),
          Mutant.breaking(Promise.PROOF, "unnamed-is-no-doubt")
              .by("calls a scan clean that met a process too young to be named")
              .in("RunObserver")
              .replace("conclusive.tooYoung(pid);", "")
              .caughtBy("FewNumbersTest.aScanThatMeetsSomebodySoYoungIsNotClean"),
          Mutant.breaking(Promise.STRANGER, "runner-named-within-its-tick")
              .by("records a runner within its own tick, where a round of numbers fits into one")
              .in("RunOpening")
              .remove("awaitEndOfTick(identify(pid));")
              .caughtBy("FewNumbersTest.aRunnerIsRecordedOnceItsTickIsOver"),
          Mutant.breaking(Promise.BOTH, "unknown-ticks-are-the-same")
              .by("takes an identity whose start ticks are not known for the same")
              .in("ProcessIdentity")
              .replace("if (!ticksKnown) {", "if (false) {")
              .caughtBy("ProcessIdentityTest.unknownTicksAreNeitherSameNorDifferent"),
          Mutant.breaking(Promise.PROOF, "no-descriptor-is-gone")
              .by("takes a process whose pidfd cannot be had for gone")
              .in("VerifiedProcess")
              .replace("pidfd == -Errno.ESRCH ? Match.DIFFERENT", "true ? Match.DIFFERENT")
              .caughtBy("VerifiedProcessTest.noProcessIsDifferentAndNoDescriptorIsUnknown"),
          Mutant.breaking(Promise.PROOF, "unreadable-is-gone")
              .by("takes a process that may not be read for gone")
              .in("ReadResult")
              .replace(
                  "case Errno.EACCES, Errno.EPERM -> DENIED;",
                  "case Errno.EACCES, Errno.EPERM -> VANISHED;")
              .caughtBy("ReadResultTest.onlyAMissingProcessVanishes"),
          Mutant.breaking(Promise.PROOF, "unread-in-a-pass-is-gone")
              .by("takes a process that a pass over everything could not read for gone")
              .in("Attributor")
              .replace("p.unreadable = true; p.lastSeen = lineage.pass;", "p.unreadable = true;")
              .caughtBy("AttributorTest.whatCouldNotBeReadIsNeitherGoneNorJudgedByAnOldReading"),
          Mutant.breaking(Promise.STRANGER, "constant-inode-is-an-identity")
              .by("takes the inode that all pidfds of an older kernel share for one's own")
              .in("HostFactsReader")
              .replace(
                  "unique = pidfds.inode(pidfd) > Pidfds.INODE_NOT_UNIQUE;",
                  "unique = pidfds.inode(pidfd) >= Pidfds.INODE_NOT_UNIQUE;")
              .caughtBy("HostFactsTest.anInodeThatIsNotUniqueIsNoIdentity"),
          Mutant.breaking(Promise.PROOF, "missing-stat-is-gone")
              .by("takes a process whose stat is missing for gone though its folder is there")
              .in("StatReader")
              .replace(
                  "if (result == ReadResult.VANISHED && files.ownerUid(pid) >= 0) {",
                  "if (false) {")
              .caughtBy("ProcessScannerTest.aMissingStatOfALivingProcessIsNotAbsence"),
          Mutant.breaking(Promise.PROOF, "leaderless-is-dead")
              .by("takes a process whose leading thread has exited for dead though others live")
              .in("ProcessTable")
              .remove("&& threads[row] <= 1")
              .caughtBy("StatParserTest.deathIsStateAndThreads"),
          Mutant.breaking(Promise.BOTH, "session-of-minus-one")
              .by("takes a process that is being released for a member of session -1")
              .in("StatParser")
              .replace(
                  "return session < 0 ? ReadResult.RELEASING : ReadResult.OK;",
                  "return ReadResult.OK;")
              .caughtBy("StatParserTest.aProcessBeingReleasedIsNotAMemberOfSessionMinusOne"),
          Mutant.breaking(Promise.BOTH, "name-shifts-the-fields")
              .by("looks for the end of the name from its beginning")
              .in("StatParser")
              .replace(
                  "int nameEnd = length - 1;"
                      + " while (nameEnd >= nameStart && line[nameEnd] != ')') { nameEnd--; }",
                  "int nameEnd = nameStart;"
                      + " while (nameEnd < length - 1 && line[nameEnd] != ')') { nameEnd++; }")
              .caughtBy("StatParserTest.noNameShiftsTheFields"),
          Mutant.breaking(Promise.BOTH, "followed-by-number")
              .by("takes whoever has a followed number for the followed process")
              .in("FollowedProcesses")
              .replace(
                  "if (result.identifies() && table.startTicks(row) != startTicks[slot]) {",
                  "if (false) {")
              .caughtBy(
                  "FollowedProcessesTest.aNumberThatWasReusedBeforeItWasFollowedIsNotTakenForIt"));

  private IdentityMutants() {}
}
