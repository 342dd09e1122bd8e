package dev.sexton.simulation.attribution;

import static dev.sexton.simulation.attribution.ModelMoves.Kind.CLONE_PARENT;
import static dev.sexton.simulation.attribution.ModelMoves.Kind.DAEMON;
import static dev.sexton.simulation.attribution.ModelMoves.Kind.END_THREAD;
import static dev.sexton.simulation.attribution.ModelMoves.Kind.ENTER_NAMESPACE;
import static dev.sexton.simulation.attribution.ModelMoves.Kind.EXIT;
import static dev.sexton.simulation.attribution.ModelMoves.Kind.FORK;
import static dev.sexton.simulation.attribution.ModelMoves.Kind.FORK_FROM_SECOND_THREAD;
import static dev.sexton.simulation.attribution.ModelMoves.Kind.FORK_LEADER;
import static dev.sexton.simulation.attribution.ModelMoves.Kind.FORK_NAMESPACE;
import static dev.sexton.simulation.attribution.ModelMoves.Kind.GROUP;
import static dev.sexton.simulation.attribution.ModelMoves.Kind.LEAVE;
import static dev.sexton.simulation.attribution.ModelMoves.Kind.SETSID;
import static dev.sexton.simulation.attribution.ModelMoves.Kind.SUBREAPER;
import static dev.sexton.simulation.attribution.ModelMoves.Kind.TURN;
import static dev.sexton.simulation.attribution.ModelShape.What.BIRTHS_PASS;
import static dev.sexton.simulation.attribution.ModelShape.What.CENSUS;
import static dev.sexton.simulation.attribution.ModelShape.What.FULL_PASS;
import static dev.sexton.simulation.attribution.ModelShape.What.PERHAPS_A_BIRTHS_PASS;
import static dev.sexton.simulation.attribution.ModelShape.What.REAP_SCAN;

import dev.sexton.simulation.attribution.ModelCast.Extra;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The kinds of short histories that are run without exception. Each says which conditions it is
 * there for: without one of them, some of its histories end in a wrong verdict.
 */
final class Shapes {
  private static final Set<Extra> NOBODY = EnumSet.noneOf(Extra.class);

  private Shapes() {}

  static List<ModelShape> all() {
    return List.of(
        relatives(),
        recycled(),
        recycledSlowly(),
        namespaces(),
        visitors(),
        namespaceAbove(),
        threads(),
        groups(),
        censusThatMoves(),
        inheritedSession(),
        sessionsLeft(),
        recycledInAPass());
  }

  private static ModelShape.Builder shape(String name) {
    return new ModelShape.Builder(name);
  }

  /** Who adopts whom, sessions, CLONE_PARENT: the ancestors' exemption of parent-foreign. */
  static ModelShape relatives() {
    return shape("fork, CLONE_PARENT, setsid, subreapers, exits")
        .with(NOBODY, Extra.SUBREAPER, Extra.ANCESTOR_LEADS_SESSION, Extra.RUNNER_LEADS_SESSION)
        .upTo(1, FORK, CLONE_PARENT, SETSID, SUBREAPER, EXIT)
        .census()
        .upTo(1, FORK, CLONE_PARENT, SETSID, SUBREAPER, EXIT)
        .look(PERHAPS_A_BIRTHS_PASS)
        .upTo(1, FORK, CLONE_PARENT, SETSID, SUBREAPER, EXIT)
        .runnerDies()
        .upTo(1, FORK, SETSID, EXIT)
        .look(REAP_SCAN)
        .look(REAP_SCAN)
        .look(REAP_SCAN)
        .build();
  }

  /** A session's number becomes a stranger's: all of {@code KeptNumber}. */
  static ModelShape recycled() {
    return shape("numbers that are handed out again")
        .numbersBelow(20)
        .with(NOBODY, Extra.SUBREAPER, Extra.ANCESTOR_LEADS_SESSION)
        .census()
        .one(FORK_LEADER, FORK, SETSID)
        .look(PERHAPS_A_BIRTHS_PASS)
        .one(EXIT)
        .upTo(1, TURN)
        .one(FORK_LEADER, FORK)
        .look(PERHAPS_A_BIRTHS_PASS)
        .one(FORK, SETSID)
        .one(EXIT)
        .runnerDies()
        .look(REAP_SCAN)
        .build();
  }

  /** The same where time says how many numbers can have gone by: {@code Pass.bounded}. */
  static ModelShape recycledSlowly() {
    return shape("numbers whose turn time excludes, or not")
        .numbersBelow(420)
        .numbersPerTick(1)
        .with(EnumSet.of(Extra.SIBLING))
        .census()
        .one(FORK_LEADER)
        .look(BIRTHS_PASS)
        .one(EXIT)
        .upTo(1, TURN)
        .one(FORK_LEADER)
        .one(FORK)
        .one(EXIT)
        .runnerDies()
        .look(REAP_SCAN)
        .build();
  }

  /** Inits that adopt without being ancestors: parent-owned, parent-foreign. */
  static ModelShape namespaces() {
    return shape("pid namespaces below, entered or made")
        .with(EnumSet.of(Extra.CONTAINER), Extra.SUBREAPER)
        .census()
        .upTo(2, FORK, CLONE_PARENT, FORK_NAMESPACE, ENTER_NAMESPACE, EXIT)
        .look(PERHAPS_A_BIRTHS_PASS)
        .upTo(2, FORK, CLONE_PARENT, FORK_NAMESPACE, ENTER_NAMESPACE, EXIT)
        .runnerDies()
        .look(REAP_SCAN)
        .build();
  }

  /** A member that is an init adopts what visitors leave: parent-owned. */
  static ModelShape visitors() {
    return shape("visitors of a pid namespace that a member made, and their orphans")
        .with(NOBODY, Extra.SUBREAPER)
        .census()
        .one(FORK_NAMESPACE)
        .one(ENTER_NAMESPACE)
        .upTo(1, FORK)
        .look(PERHAPS_A_BIRTHS_PASS)
        .one(FORK)
        .one(EXIT)
        .runnerDies()
        .look(REAP_SCAN)
        .build();
  }

  /** A nested init that is an ancestor of the run and above its subreaper. */
  static ModelShape namespaceAbove() {
    return shape("a pid namespace around the run and its subreaper")
        .with(EnumSet.of(Extra.ANCESTOR_IN_CONTAINER, Extra.KNOWN_SUBREAPER), Extra.SIBLING)
        .census()
        .upTo(2, FORK, CLONE_PARENT, FORK_NAMESPACE, ENTER_NAMESPACE, EXIT)
        .look(PERHAPS_A_BIRTHS_PASS)
        .upTo(1, FORK, CLONE_PARENT, FORK_NAMESPACE, ENTER_NAMESPACE, EXIT)
        .runnerDies()
        .upTo(1, FORK, EXIT)
        .look(REAP_SCAN)
        .build();
  }

  /** Under which thread a child stands: thread-child. */
  static ModelShape threads() {
    return shape("an ancestor with two threads")
        .with(EnumSet.of(Extra.SECOND_THREAD), Extra.SUBREAPER, Extra.RUNNER_UNDER_SECOND_THREAD)
        .census()
        .upTo(2, FORK, CLONE_PARENT, FORK_FROM_SECOND_THREAD, END_THREAD, EXIT)
        .look(PERHAPS_A_BIRTHS_PASS)
        .upTo(2, FORK, CLONE_PARENT, FORK_FROM_SECOND_THREAD, END_THREAD, EXIT)
        .runnerDies()
        .look(REAP_SCAN)
        .build();
  }

  /** Whose a process group is: group-owned, and the group that the runner was started in. */
  static ModelShape groups() {
    return shape("process groups, the runner's own shared by its sibling")
        .with(EnumSet.of(Extra.SIBLING), Extra.RUNNER_LEADS_GROUP, Extra.SIBLING_IN_RUNNERS_GROUP)
        .census()
        .upTo(2, FORK, GROUP, SETSID, EXIT)
        .look(PERHAPS_A_BIRTHS_PASS)
        .upTo(2, FORK, GROUP, EXIT)
        .runnerDies()
        .look(REAP_SCAN)
        .build();
  }

  /** A leader first seen as such may have left a child behind: what makes a pass clean. */
  static ModelShape censusThatMoves() {
    return shape("sessions that are left while the census lists")
        .with(NOBODY, Extra.ANCESTOR_LEADS_SESSION)
        .lookWhile(FULL_PASS, 1, LEAVE, FORK, SETSID)
        .lookWhile(CENSUS, 1, LEAVE, FORK, SETSID, EXIT)
        .upTo(1, EXIT)
        .look(PERHAPS_A_BIRTHS_PASS)
        .runnerDies()
        .look(REAP_SCAN)
        .build();
  }

  /** The session that the runner was started in and left need not exist at the census. */
  static ModelShape inheritedSession() {
    return shape("the runner's first session, left before the census and while it lists")
        .with(EnumSet.of(Extra.SIBLING, Extra.ANCESTOR_LEADS_SESSION))
        .look(FULL_PASS)
        .upTo(2, EXIT, SETSID)
        .lookWhile(CENSUS, 1, LEAVE)
        .upTo(1, EXIT)
        .look(PERHAPS_A_BIRTHS_PASS)
        .runnerDies()
        .look(REAP_SCAN)
        .build();
  }

  /** One pass can find nobody in a session that is not empty: when numbers are forgotten. */
  static ModelShape sessionsLeft() {
    return shape("sessions that everybody leaves to a child while a pass lists")
        .with(EnumSet.of(Extra.SIBLING, Extra.ANCESTOR_LEADS_SESSION))
        .one(FORK)
        .census()
        .upTo(2, EXIT, SETSID)
        .lookWhile(FULL_PASS, 2, LEAVE)
        .upTo(1, EXIT)
        .look(PERHAPS_A_BIRTHS_PASS)
        .runnerDies()
        .look(REAP_SCAN)
        .build();
  }

  /** A session's number is handed out again between two reads: session-foreign. */
  static ModelShape recycledInAPass() {
    return shape("a session's number that changes hands during a pass")
        .numbersBelow(32)
        .with(EnumSet.of(Extra.SIBLING, Extra.ANCESTOR_LEADS_SESSION, Extra.RUNNER_LEADS_SESSION))
        .one(FORK)
        .census()
        .upTo(1, EXIT)
        .runnerDies()
        .lookOneByOneWhile(REAP_SCAN, 3, EXIT, TURN, DAEMON)
        .look(REAP_SCAN)
        .build();
  }
}
