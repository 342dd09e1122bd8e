package dev.sexton.mutants;

import java.util.List;

/** The rules about who is whose parent, and since when. */
final class DescentMutants {
  static final List<Mutant> ALL =
      List.of(
          Mutant.breaking(Promise.PROOF, "orphan-means-parent-1")
              .by("takes the child of any ancestor but process 1 for that ancestor's own")
              .in("DescentRules")
              .replace("&& !lineage.isAncestor(parent)", "&& parent.pid != 1")
              .caughtBy("AttributorTest.theChildOfAForeignProcessIsForeignUnlessThatAdopts"),
          Mutant.breaking(Promise.PROOF, "nested-init-adopts-nobody")
              .by("takes the child of a foreign nested init for foreign")
              .in("DescentRules")
              .replace("&& !lineage.mayBeForeignInit(parent)) {", ") {")
              .caughtBy("AttributorTest.theChildOfAForeignNestedInitIsUndecided"),
          Mutant.breaking(Promise.PROOF, "unread-parent-is-no-init")
              .by("takes a parent whose status was not read for no init")
              .in("Lineage")
              .replace(
                  "if (!p.has(Observation.STATUS_READ)) { return true; }",
                  "if (!p.has(Observation.STATUS_READ)) { return false; }")
              .caughtBy("RuleLimitsTest.aParentOfUnknownStatusMayBeAnInit"),
          Mutant.breaking(Promise.PROOF, "barred-init-of-a-members-user")
              .by("leaves an init out of account though it belongs to a user that a member was")
              .in("Lineage")
              .remove("|| memberUids.contains(p.realUid)")
              .caughtBy("RuleLimitsTest.anInitCountsWhereAMemberMayHaveEntered"),
          Mutant.breaking(Promise.PROOF, "barred-init-of-a-privileged-run")
              .by("leaves an init out of account though a member could enter any namespace")
              .in("Lineage")
              .replace("&& (everPrivileged || !p.has", "&& (!p.has")
              .caughtBy("RuleLimitsTest.anInitCountsWhereAMemberMayHaveEntered"),
          Mutant.breaking(Promise.PROOF, "init-that-is-not-barred")
              .by("leaves an init of another user out of account though a member may have entered")
              .in("Lineage")
              .remove("|| !p.has(Observation.ENTRY_BARRED)")
              .caughtBy("RuleLimitsTest.anInitCountsWhereAMemberMayHaveEntered"),
          Mutant.breaking(Promise.PROOF, "ancestry-assumed-complete")
              .by("decides by foreign parents though not every ancestor of the runner is known")
              .in("DescentRules")
              .replace("if (!lineage.run.ancestryComplete()) {", "if (false) {")
              .caughtBy("RuleLimitsTest.withoutTheWholeAncestryNoParentIsForeign"),
          Mutant.breaking(Promise.PROOF, "doubtful-ancestor-is-none")
              .by("takes a process that may be an ancestor of the runner for none")
              .in("Lineage")
              .replace(
                  "if (ancestor.match(p.identity(), run.pidMax()) != IdentityMatch.DIFFERENT) {",
                  "if (ancestor.match(p.identity(), run.pidMax()) == IdentityMatch.SAME) {")
              .caughtBy("RuleLimitsTest.whoMayBeAnAncestorAdopts"),
          Mutant.breaking(Promise.BOTH, "tie-counts-as-before")
              .by("takes a process that started in the runner's own tick for older")
              .in("DescentRules")
              .replace(
                  "if (p.startTicks >= lineage.run.runner().startTicks()) {",
                  "if (p.startTicks > lineage.run.runner().startTicks()) {")
              .caughtBy("AttributorTest.anEqualStartTickIsNoEvidence"),
          Mutant.breaking(Promise.STRANGER, "nested-init-owns-its-orphans")
              .by("takes every child of a member that is a nested init for a member")
              .in("DescentRules")
              .remove("&& !parent.has(Observation.NESTED_INIT)")
              .caughtBy(
                  "AttributorTest.theChildOfAMemberThatIsANestedInitMayBeASetnsVisitorsOrphan"),
          Mutant.breaking(Promise.STRANGER, "unread-member-owns-its-children")
              .by("takes the child of a member for one though that member may be a nested init")
              .in("DescentRules")
              .remove("parent.has(Observation.STATUS_READ) &&")
              .caughtBy("RuleLimitsTest.theChildOfAMemberOfUnknownStatusIsUndecided"),
          Mutant.breaking(Promise.STRANGER, "parent-by-number")
              .by("takes whoever has the parent's number now for the parent")
              .in("Lineage")
              .replace(
                  "if (p.parentStartTicks == Observation.PARENT_NOT_ESTABLISHED) {", "if (false) {")
              .replace(
                  "return index.get(p.parentPid, p.parentStartTicks);",
                  "return index.get(p.parentPid);")
              .caughtBy("AttributorTest.aParentThatIsNotEstablishedDecidesNothing"),
          Mutant.breaking(Promise.STRANGER, "parent-born-meanwhile")
              .by(
                  "takes whoever has the parent's number after the reading for the parent before it")
              .in("HostObserver")
              .replace("if (ticks < r.startTicks) {", "if (ticks > NO_TICKS) {")
              .caughtBy("ObserverTest.aParentWhoseNumberWasHandedOnMeanwhileIsNotTheParent"),
          Mutant.breaking(Promise.PROOF, "runner-as-subreaper-keeps-all")
              .by("holds that no orphan passes a runner that is a subreaper itself")
              .in("DescentRules")
              .remove("|| lineage.run.subreaperIsRunner()")
              .caughtBy(
                  "AttributorTest.aRunnerThatIsTheSubreaperCannotHoldOrphansOfItsCloneParentSiblings"),
          Mutant.breaking(Promise.PROOF, "subreaper-assumed-alive")
              .by("holds that no orphan passed the subreaper though it may have been dead")
              .in("DescentRules")
              .remove("|| !p.has(Observation.SUBREAPER_ALIVE)")
              .caughtBy("AttributorTest.outsideALivingSubreaperIsForeign"),
          Mutant.breaking(Promise.PROOF, "subreaper-holds-visitors")
              .by("holds that a nested init adopts nobody of a run below a subreaper")
              .in("DescentRules")
              .remove("&& (isTopInit || !lineage.mayBeForeignInit(parent))")
              .caughtBy("RuleLimitsTest.aNestedInitAboveTheSubreaperMayHaveAdopted"),
          Mutant.breaking(Promise.PROOF, "subreaper-since-too-late")
              .by("counts a subreaper that was none yet when the run's first process was born")
              .in("RunOpening")
              .replace(
                  "&& runner.startTicks() > request.subreaperSinceTicks()",
                  "&& runner.startTicks() >= request.subreaperSinceTicks()")
              .caughtBy("ObserverTest.aSubreaperOfTheRunnersOwnTickDoesNotCount"),
          Mutant.breaking(Promise.PROOF, "thread-child-of-a-dead-leader")
              .by(
                  "takes a child under another thread for that thread's own though the leader is dead")
              .in("DescentRules")
              .remove("|| !p.has(Observation.PARENT_LEADER_ALIVE)")
              .caughtBy("AttributorTest.whatAnAncestorListsUnderAnotherThreadIsItsOwn"),
          Mutant.breaking(Promise.PROOF, "thread-child-by-an-earlier-look")
              .by("takes the leader for alive because it was at an earlier listing")
              .in("Observation")
              .remove("flags &= ~PARENT_LEADER_ALIVE;")
              .caughtBy("RuleLimitsTest.aLeaderIsAliveForTheListingThatSaysSo"),
          Mutant.breaking(Promise.PROOF, "thread-child-under-the-leader")
              .by(
                  "takes a child under the leading thread, where orphans go, for the ancestor's own")
              .in("DescentRules")
              .remove("|| thread == parent.pid")
              .caughtBy("RuleLimitsTest.underTheRunnersOwnThreadStandSiblingsToo"),
          Mutant.breaking(Promise.PROOF, "thread-child-beside-the-runner")
              .by("forgets that CLONE_PARENT puts a member's child under the runner's own thread")
              .in("DescentRules")
              .replace(
                  "&& (runnerThread == Observation.THREAD_UNKNOWN || runnerThread == thread)",
                  "&& false")
              .caughtBy("RuleLimitsTest.underTheRunnersOwnThreadStandSiblingsToo"),
          Mutant.breaking(Promise.PROOF, "thread-child-not-confirmed")
              .by("does not look again whether the child still stands under the thread")
              .in("TaskChildren")
              .replace("if (length < 0 || !lists(length, child)) {", "if (false) {")
              .caughtBy("SmallReadersTest.aChildThatMovesMeanwhileIsNotPlaced"));

  private DescentMutants() {}
}
