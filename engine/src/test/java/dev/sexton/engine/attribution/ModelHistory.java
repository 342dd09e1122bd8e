package dev.sexton.engine.attribution;

import dev.sexton.engine.attribution.ModelWorld.State;
import dev.sexton.engine.attribution.ModelWorld.Task;
import dev.sexton.engine.model.Attribution;
import dev.sexton.engine.model.ProcessIdentity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One history of a small world, observed by the real {@link Attributor} as a sampler and then a
 * reaper would, with every verdict compared with the truth.
 */
final class ModelHistory {
  /**
   * How a history is looked at.
   *
   * @param world what may happen
   * @param atomic whether nothing happens during a pass
   * @param steps the most that happens before the runner dies
   * @param censusListings how often the census lists everything
   */
  record Plan(ModelActions.Scope world, boolean atomic, int steps, int censusListings) {}

  /** What came of it. */
  static final class Tally {
    long histories;
    long owned;
    long foreign;
    long undecidedMembers;
    long undecidedForeign;
    long proofs;

    @Override
    public String toString() {
      return histories
          + " histories, at the reap OWNED "
          + owned
          + " FOREIGN "
          + foreign
          + " UNDECIDED "
          + (undecidedMembers + undecidedForeign)
          + " (of them foreign in truth "
          + undecidedForeign
          + "), proofs "
          + proofs;
    }
  }

  /** A verdict, or a proof, that is not true. */
  static final class Violation extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Violation(String message) {
      super(message, null, false, false);
    }
  }

  private static final int PASS_MOVES_MAX = 8;

  private final Plan plan;
  private final Choices choices;
  private final @Nullable List<String> log;
  private final ModelActions actions;
  private final ModelWorld world;
  private final Map<Long, Task> tasksByIdentity = new HashMap<>();
  private final boolean inodesKnown;
  private final boolean fullPassesSayWhoIsGone;
  private Attributor attributor;
  private long virtualOffset;
  private long listedFrom;
  private long listedTo;
  private final ModelPass pass;

  ModelHistory(Plan plan, Choices choices, @Nullable List<String> log) {
    this.plan = plan;
    this.choices = choices;
    this.log = log;
    actions = new ModelActions(plan.world, choices, log);
    world = actions.world;
    inodesKnown = !plan.world.plain() && choices.oneIn(2);
    fullPassesSayWhoIsGone = !plan.world.plain() && choices.oneIn(2);
    attributor = new Attributor(runFacts());
    pass = new ModelPass(this);
  }

  /** Sampling begins: the facts of the run are read. */
  private void begin() {
    attributor = new Attributor(runFacts());
  }

  /** Runs it; adds to {@code tally}. */
  void run(Tally tally) {
    if (plan.world.plain()) {
      runPlain(tally);
      return;
    }
    happen(choices.below(7));
    begin();
    look(Pass.Kind.CENSUS);
    for (int left = choices.below(plan.steps); left > 0; left--) {
      actions.step();
      if (choices.oneIn(4)) {
        look(choices.oneIn(3) ? Pass.Kind.FULL : Pass.Kind.BIRTHS);
      }
    }
    if (choices.oneIn(4)) {
      look(Pass.Kind.UNCOMMITTED);
    }
    actions.runnerDies();
    happen(choices.below(6));
    for (int left = 1 + choices.below(4); left > 0; left--) {
      tally.proofs += look(Pass.Kind.REAP) ? 1 : 0;
      happen(choices.below(4));
    }
    count(tally);
  }

  private void happen(int times) {
    for (int i = 0; i < times; i++) {
      actions.step();
    }
  }

  /** A step that changes nothing ends the history: what follows is another, shorter history. */
  private void runPlain(Tally tally) {
    if (!actions.step()) {
      return;
    }
    begin();
    look(Pass.Kind.CENSUS);
    int looks = choices.below(2);
    for (int i = 0; i < plan.steps; i++) {
      if (!actions.step()) {
        return;
      }
      if ((looks >> i & 1) != 0) {
        look(i == 0 ? Pass.Kind.FULL : Pass.Kind.BIRTHS);
      }
    }
    actions.runnerDies();
    if (!actions.step()) {
      return;
    }
    look(Pass.Kind.REAP);
    tally.proofs += look(Pass.Kind.REAP) ? 1 : 0;
    count(tally);
  }

  private void count(Tally tally) {
    tally.histories++;
    for (KnownProcess p : attributor.all()) {
      Task t = taskOf(p);
      if (!t.lives()) {
        continue;
      }
      switch (p.attribution()) {
        case OWNED -> tally.owned++;
        case FOREIGN -> tally.foreign++;
        case UNDECIDED -> {
          tally.undecidedMembers += t.member ? 1 : 0;
          tally.undecidedForeign += t.member ? 0 : 1;
        }
      }
    }
  }

  private RunFacts runFacts() {
    List<ProcessIdentity> ancestors = new ArrayList<>();
    for (Task t = actions.runner.parent; t != null; t = t.parent) {
      ancestors.add(identity(t));
    }
    Task subreaper = actions.subreaper;
    boolean alive = subreaper != null && subreaper.lives();
    return new RunFacts(
        "run",
        identity(actions.runner),
        ancestors,
        true,
        !plan.world.plain() && choices.oneIn(8)
            ? Observation.THREAD_UNKNOWN
            : actions.runner.underThread,
        alive && subreaper != null ? identity(subreaper) : null,
        subreaper == actions.runner,
        1000,
        1000,
        true,
        ProcessIdentity.TICKS_SUFFICE_FROM_PID_MAX);
  }

  private ProcessIdentity identity(Task t) {
    return new ProcessIdentity(
        t.pid, t.startTicks, inodesKnown ? t.inode : ProcessIdentity.UNKNOWN_INODE);
  }

  /** One pass; whether it proves that nothing of the run is alive. */
  private boolean look(Pass.Kind kind) {
    if (!plan.world.plain() && choices.oneIn(12)) {
      virtualOffset += 2L * world.pidMax;
    }
    pass.read(kind);
    say(pass.toString());
    attributor.beginPass(pass.facts());
    pass.show(attributor);
    if (kind == Pass.Kind.REAP || (kind == Pass.Kind.FULL && fullPassesSayWhoIsGone)) {
      attributor.goneUnseen();
    }
    decide();
    fetchEvidence();
    decide();
    attributor.endPass(pass.isClean());
    boolean proved = kind == Pass.Kind.REAP && pass.provesEmpty(attributor);
    if (proved) {
      for (Task t : world.tasks) {
        if (t.member && t.state != State.ZOMBIE) {
          throw new Violation("signed, but " + t + " is alive");
        }
      }
    }
    return proved;
  }

  private void decide() {
    attributor.decide();
    for (KnownProcess p : attributor.decidedInPass()) {
      Task t = taskOf(p);
      if (log != null) {
        log.add("    " + t + ": " + p.verdict().attribution() + ", " + p.verdict().rule());
      }
      if (p.is(Attribution.OWNED) != t.member) {
        throw new Violation(
            t + " was called " + p.attribution() + " by " + p.verdict().rule().jsonName());
      }
    }
  }

  /** Threads of ancestors, and witnesses for sessions, for those who are still undecided. */
  private void fetchEvidence() {
    for (KnownProcess p : List.copyOf(attributor.undecided())) {
      Task t = taskOf(p);
      Task parent = t.parent;
      if (!plan.world.plain() && t.isVisible() && parent != null && choices.oneIn(2)) {
        Observation o = observe(t).listedUnderThread(t.underThread);
        if (parent.leaderAlive && parent.lives()) {
          o.addFlag(Observation.PARENT_LEADER_ALIVE);
        }
        attributor.see(o);
      }
      KnownProcess witness = attributor.sessionWitness(p);
      if (witness != null) {
        Task w = taskOf(witness);
        if (w.state == State.GONE) {
          attributor.gone(w.pid, w.startTicks);
        } else {
          attributor.see(observe(w));
        }
      }
    }
  }

  /** What a reader sees of a process now. */
  Observation observe(Task t) {
    tasksByIdentity.put(key(t.pid, t.startTicks), t);
    Task parent = t.parent;
    Observation o =
        new Observation()
            .of(t.pid, t.startTicks)
            .pidfdInode(inodesKnown ? t.inode : ProcessIdentity.UNKNOWN_INODE)
            .processGroup(t.group)
            .session(t.session)
            .flags(Observation.STATUS_READ);
    if (parent != null) {
      o.parentPid(parent.pid);
      if (plan.world.plain() || !choices.oneIn(16)) {
        o.parentStartTicks(parent.startTicks);
      }
    }
    if (t.state == State.ZOMBIE) {
      o.addFlag(Observation.DEAD);
    }
    if (t.isNamespaceInit() && t.namespace != world.outermost) {
      o.addFlag(Observation.NESTED_INIT);
    }
    Task subreaper = actions.subreaper;
    if (subreaper != null && subreaper.lives()) {
      o.addFlag(Observation.SUBREAPER_ALIVE);
    }
    return o;
  }

  /** Something may happen between two reads of one pass. */
  void betweenReads() {
    if (!plan.atomic && pass.moves < PASS_MOVES_MAX && choices.oneIn(4)) {
      pass.moves++;
      actions.step();
    }
  }

  long virtualLast() {
    return virtualOffset + world.virtualLast();
  }

  Task taskOf(KnownProcess p) {
    Task t = tasksByIdentity.get(key(p.pid, p.startTicks));
    if (t == null) {
      throw new IllegalStateException("never observed: " + p);
    }
    return t;
  }

  private static long key(int pid, long startTicks) {
    return startTicks << 24 | pid;
  }

  Choices choices() {
    return choices;
  }

  Plan plan() {
    return plan;
  }

  ModelWorld world() {
    return world;
  }

  Attributor attributor() {
    return attributor;
  }

  /** A births pass lists from where the pass before the last one ended. */
  long listFrom() {
    return listedFrom;
  }

  void listedTo(long virtual) {
    listedFrom = listedTo;
    listedTo = virtual;
  }

  private void say(String what) {
    if (log != null) {
      log.add(what);
    }
  }
}
