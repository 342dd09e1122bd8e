package dev.sexton.mutants;

import java.util.List;

/** Who is signalled: the last gate, and what it knows of the reaper itself. */
final class SignalMutants {
  static final List<Mutant> ALL =
      List.of(
          Mutant.breaking(Promise.STRANGER, "unread-ancestors-are-none")
              .by("signals although an ancestor of the reaper could not be read")
              .in("ReaperSelf")
              .replace("if (result != ReadResult.VANISHED || !procHides) {", "if (false) {")
              .caughtBy("ReapStrangersTest.nobodyIsSignalledWhileTheReapersAncestorsAreNotKnown"),
          Mutant.breaking(Promise.STRANGER, "gate-ignores-identity")
              .by("signals whoever has the number, though it was found to be another process")
              .in("SignalGate")
              .replace("switch (opened.match()) {", "switch (VerifiedProcess.Match.SAME) {")
              .caughtBy("SignalGateTest.whoHasTheNumberNowIsNotTheMember"),
          Mutant.breaking(Promise.STRANGER, "gate-takes-unknown-for-same")
              .by("signals a process of which it cannot be told whether it is the member")
              .in("SignalGate")
              .replace(
                  "switch (opened.match()) {",
                  "switch (opened.match() == VerifiedProcess.Match.UNKNOWN && opened.errno() == 0"
                      + " ? VerifiedProcess.Match.SAME : opened.match()) {")
              .caughtBy("SignalGateTest.whatCannotBeComparedIsUnknownAndSignalsNobody"),
          Mutant.breaking(Promise.STRANGER, "gate-ticks-among-few-numbers")
              .by("lets start ticks alone identify where a round of numbers fits into one tick")
              .in("SignalGate")
              .replace(
                  "!inodeCompared && pidMax < ProcessIdentity.TICKS_SUFFICE_FROM_PID_MAX", "false")
              .caughtBy("SignalGateTest.ticksAloneIdentifyOnlyAmongManyNumbers"),
          Mutant.breaking(Promise.STRANGER, "gate-signals-undecided")
              .by("signals whoever is not known to be a stranger")
              .in("SignalGate")
              .replace(
                  "return p.attribution() == Attribution.OWNED",
                  "return p.attribution() != Attribution.FOREIGN")
              .caughtBy("SignalGateTest.whoIsNotOwnedGetsNothing"),
          Mutant.breaking(Promise.STRANGER, "gate-signals-init")
              .by("signals process 1 if a journal says it is a member")
              .in("SignalGate")
              .replace("&& p.pid() > INIT", "&& p.pid() >= INIT")
              .replace("&& !self.isSpared(p.identity())", "")
              .caughtBy("SignalGateTest.initGetsNothingWhateverAJournalSays"),
          Mutant.breaking(Promise.STRANGER, "gate-signals-recorded-kernel-thread")
              .by("signals what the journal calls a thread of the kernel")
              .in("SignalGate")
              .remove("&& !p.isKernelThread()")
              .caughtBy("SignalGateTest.aThreadOfTheKernelGetsNothing"),
          Mutant.breaking(Promise.STRANGER, "gate-signals-kernel-thread")
              .by("signals a thread of the kernel that the journal calls an ordinary process")
              .in("SignalGate")
              .replace("row.rows() > 0 && row.isKernelThread(0)", "false")
              .caughtBy("SignalGateTest.aThreadOfTheKernelGetsNothing"),
          Mutant.breaking(Promise.STRANGER, "own-ancestors-not-spared")
              .by("signals whoever is above the reaper")
              .in("SignalGate")
              .remove("&& !self.isSpared(p.identity())")
              .caughtBy("SignalGateTest.theReaperAndWhoeverIsAboveItAreSpared"),
          Mutant.breaking(Promise.STRANGER, "only-the-reaper-spared")
              .by("spares the reaper itself but nobody above it")
              .in("ReaperSelf")
              .replace("return ticks != null && ticks == p.startTicks();", "return false;")
              .caughtBy("SignalGateTest.theReaperAndWhoeverIsAboveItAreSpared"),
          Mutant.breaking(Promise.STRANGER, "only-the-parent-spared")
              .by("looks no further up than the reaper's parent")
              .in("ReaperSelf")
              .replace("at = row.parent(0);", "at = generation == 0 ? row.parent(0) : 0;")
              .caughtBy("SignalGateTest.theReaperAndWhoeverIsAboveItAreSpared"),
          Mutant.breaking(Promise.STRANGER, "stops-beside-strangers")
              .by(
                  "stops members in a group of strangers, whom the kernel hangs up when it ends them")
              .in("SignalRound")
              .remove("&& !run.attributor().mayShareGroup(target.process())")
              .caughtBy("ReapStrangersTest.nobodyIsStoppedInAGroupThatStrangersMayBeIn"),
          Mutant.breaking(Promise.STRANGER, "ends-the-stopped-beside-strangers")
              .by("ends members while one is stopped in a group of strangers, whom that hangs up")
              .in("SignalRound")
              .replace("int killed = 0; continueSharers(run);", "int killed = 0;")
              .caughtBy(
                  "ReapStrangersTest.whoIsStoppedInAGroupThatStrangersMayBeInGoesOnBeforeItEnds"),
          Mutant.breaking(Promise.STRANGER, "runners-group-is-the-runs")
              .by("takes the group that the runner leads for one in which no stranger can be")
              .in("MembershipRules")
              .replace("(leads && group != null && !group.inheritedByRunner)", "leads")
              .caughtBy("RuleLimitsTest.theGroupOfTheRunnerMayHoldStrangers"),
          Mutant.breaking(Promise.PROOF, "eperm-taken-as-gone")
              .by("takes a process that the kernel protects from the signal for gone")
              .in("SignalGate")
              .replace("if (error == -Errno.ESRCH) {", "if (error < 0) {")
              .caughtBy("SignalGateTest.whomTheKernelProtectsIsNeitherGoneNorForgotten"));

  private SignalMutants() {}
}
