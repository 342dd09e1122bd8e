package dev.sexton.mutants;

import java.util.List;

/** Whether a run may be reaped at all. */
final class CaseMutants {
  static final List<Mutant> ALL =
      List.of(
          Mutant.breaking(Promise.STRANGER, "living-runner-reaped")
              .by("ends a run whose runner is alive")
              .in("CaseOpener")
              .replace("if (!runnerMayLive && !isRunnerDead(run)) {", "if (false) {")
              .caughtBy("ReapOpeningTest.aLivingRunnerIsNotTouched"),
          Mutant.breaking(Promise.STRANGER, "unknown-runner-is-dead")
              .by("takes a runner of which it cannot be told whether it lives for dead")
              .in("CaseOpener")
              .replace(
                  "\"it cannot be told whether process \" + runner.pid() + \" is the runner\");"
                      + " return false;",
                  "\"\"); run.reasons().clear(); return true;")
              .caughtBy("ReapOpeningTest.aRunnerThatCannotBeReadIsNotTakenForDead"),
          Mutant.breaking(Promise.PROOF, "runner-by-ticks-among-few-numbers")
              .by("signs for a runner whom start ticks alone do not identify among so few numbers")
              .in("CaseOpener")
              .replace(
                  "if (header.runnerInode() == ProcessIdentity.UNKNOWN_INODE &&", "if (false &&")
              .caughtBy("ReapOpeningTest.aRunnerWithoutAnInodeIsNotKnownAmongFewNumbers"),
          Mutant.breaking(Promise.STRANGER, "living-service-does-not-protect")
              .by("ends a service's job whose first process is dead while the service lives")
              .in("CaseOpener")
              .replace("return scope ? ancestors.get(0) : run.runner();", "return run.runner();")
              .caughtBy("ReapOpeningTest.aJobIsNotTouchedWhileItsServiceLives"),
          Mutant.breaking(Promise.BOTH, "lock-not-taken")
              .by("reaps a run that another reaper is at")
              .in("CaseOpener")
              .replace("if (!options.dryRun() && !takeLock(run)) {", "if (false) {")
              .caughtBy("ReapOpeningTest.aRunThatAnotherReaperIsAtIsLeftAlone"),
          Mutant.breaking(Promise.BOTH, "lock-not-respected")
              .by("goes on though another holds the run's lock")
              .in("CaseOpener")
              .replace("if (lock == null) {", "if (false) {")
              .caughtBy("ReapOpeningTest.aRunThatAnotherReaperIsAtIsLeftAlone"),
          Mutant.breaking(Promise.BOTH, "shared-lock")
              .by("takes a lock that another reaper can take as well")
              .in("DirectoryLock")
              .replace("libC.flock(opened, LOCK_EX | LOCK_NB)", "libC.flock(opened, 1 | LOCK_NB)")
              .caughtBy("LinuxSupportTest.aLockExcludesOthersUntilItIsGivenBack"),
          Mutant.breaking(Promise.STRANGER, "other-boot-is-this-boot")
              .by("takes numbers and ticks of another boot for this one's")
              .in("CaseOpener")
              .replace("if (!header.bootId().equals(here.bootId())) {", "if (false) {")
              .caughtBy("ReapOpeningTest.anotherBootOfThisMachineIsProvedWithoutAScan"),
          Mutant.breaking(Promise.PROOF, "other-machine-is-this-machine")
              .by("proves by a reboot that another machine made")
              .in("CaseOpener")
              .replace("if (MachineIds.isSameMachine(header, host.facts())) {", "if (true) {")
              .caughtBy("ReapOpeningTest.anotherMachinesRunIsNotJudged"),
          Mutant.breaking(Promise.PROOF, "unknown-machine-is-this-machine")
              .by("takes two machines without an id for the same")
              .in("MachineIds")
              .remove("!here.equals(JournalHeader.MACHINE_UNKNOWN) &&")
              .caughtBy("ReapOpeningTest.machinesWithoutAnIdAreNotTheSame"),
          Mutant.breaking(Promise.BOTH, "other-pid-namespace")
              .by("takes the numbers of another pid namespace for this one's")
              .in("CaseOpener")
              .replace("header.pidNamespace() != here.pidNamespace() ||", "")
              .caughtBy("ReapOpeningTest.anotherNamespacesRunIsNotJudged"),
          Mutant.breaking(Promise.BOTH, "other-time-namespace")
              .by("takes the start times of another time namespace for this one's")
              .in("CaseOpener")
              .replace("header.timeNamespace() != here.timeNamespace() ||", "")
              .caughtBy("ReapOpeningTest.anotherNamespacesRunIsNotJudged"),
          Mutant.breaking(Promise.BOTH, "unreadable-namespace-is-the-same")
              .by("takes namespaces for the same that could not be read")
              .in("CaseOpener")
              .replace(
                  "|| here.pidNamespace() <= 0"
                      + " || here.timeNamespace() == HostFacts.NAMESPACE_UNREADABLE) {",
                  ") {")
              .caughtBy("ReapOpeningTest.namespacesThatCannotBeReadAreNotTheSame"),
          Mutant.breaking(Promise.STRANGER, "proc-of-another-namespace")
              .by("signals by numbers of a /proc that shows another pid namespace")
              .in("ReapSession")
              .replace("if (host.facts().self().nestedInPidNamespace()) {", "if (false) {")
              .caughtBy("ReapOpeningTest.theProcOfAnotherNamespaceIsNoGround"),
          Mutant.breaking(Promise.PROOF, "hidepid-ignored")
              .by("proves by a /proc that hides other users' processes")
              .in("CaseOpener")
              .replace(
                  "if (host.facts().mount().hides() && !self.seesThroughHidepid()) {",
                  "if (false) {")
              .caughtBy("ReapProofTest.whatProcHidesIsInTheWayOfAProof"),
          Mutant.breaking(Promise.PROOF, "unknown-hidepid-hides-nobody")
              .by("takes a hidepid that it does not know for none")
              .in("ProcMount")
              .replace("return hidepid != 0;", "return hidepid > 0;")
              .caughtBy("HostFactsTest.optionsOfTheMount"),
          Mutant.breaking(Promise.PROOF, "own-eyes-under-hidepid")
              .by("takes itself for one from whom hidepid hides nobody")
              .in("ReaperSelf")
              .replace(
                  "status.hasCapabilities() && (status.effectiveCapabilities() & (1L <<"
                      + " CAP_SYS_PTRACE)) != 0;",
                  "true;")
              .caughtBy("ReapProofTest.whatProcHidesIsInTheWayOfAProof"),
          Mutant.breaking(Promise.STRANGER, "folder-that-others-can-write")
              .by("believes a journal whose folder others can write to")
              .in("JournalTrust")
              .replace("return writable && (last || !sticky) ?", "return false ?")
              .caughtBy("JournalTrustTest.aFolderThatOthersCanWriteTo"),
          Mutant.breaking(Promise.STRANGER, "sticky-folder-of-others")
              .by("believes a journal in a folder that is sticky and everybody's")
              .in("JournalTrust")
              .replace("return writable && (last || !sticky) ?", "return writable && !sticky ?")
              .caughtBy("JournalTrustTest.aStickyFolderIsGoodAboveTheJournalOnly"),
          Mutant.breaking(Promise.STRANGER, "file-that-others-can-write")
              .by("believes a journal whose file others can write to")
              .in("JournalTrust")
              .replace(
                  "if ((number(found, \"mode\") & GROUP_OR_OTHERS_WRITE) != 0) {", "if (false) {")
              .caughtBy("JournalTrustTest.aFileThatOthersCanWriteTo"),
          Mutant.breaking(Promise.STRANGER, "hard-linked-journal")
              .by("believes a journal whose file has another name elsewhere")
              .in("JournalTrust")
              .replace("number(found, \"nlink\") > 1", "false")
              .caughtBy("JournalTrustTest.aFileWithAnotherName"),
          Mutant.breaking(Promise.BOTH, "exchanged-directory")
              .by("goes on with a directory that has been exchanged since it was judged")
              .in("Graves")
              .replace("if (!isStill(directory, key)) {", "if (false) {")
              .caughtBy("JournalTrustTest.aFolderThatTookItsNameIsNeitherReadNorEmptied"),
          Mutant.breaking(Promise.STRANGER, "linked-journal")
              .by("believes a journal that a symbolic link leads to")
              .in("JournalTrust")
              .replace("if (component.isSymlink()) {", "if (false) {")
              .replace("if (Files.isSymbolicLink(file)) {", "if (false) {")
              .caughtBy("JournalTrustTest.aLinkOnThePathOrInTheFolder"),
          Mutant.breaking(Promise.STRANGER, "journal-of-another-user")
              .by("believes a journal that another user than the caller or root wrote")
              .in("JournalTrust")
              .replace("return uid == ROOT || uid == callerUid;", "return true;")
              .caughtBy("JournalTrustTest.aFolderOfAnotherUser"),
          Mutant.breaking(Promise.STRANGER, "untrusted-journal-acted-on")
              .by("acts on a journal that somebody else could have written")
              .in("CaseOpener")
              .replace("if (complaint != null) {", "if (false) {")
              .caughtBy("ReapOpeningTest.aJournalThatOthersCanWriteToIsNotActedOn"),
          Mutant.breaking(Promise.BOTH, "runner-of-number-1")
              .by("takes a journal whose runner is process 1 for sane")
              .in("CaseOpener")
              .replace("header.runnerPid() <= 1 ||", "")
              .caughtBy("ReapOpeningTest.aJournalWhoseRunnerCannotBeOneIsDamaged"));

  private CaseMutants() {}
}
