package dev.sexton.simulation.attribution;

import dev.sexton.engine.attribution.AgreeingScans;
import dev.sexton.engine.attribution.Attributor;
import dev.sexton.engine.attribution.ConclusiveScan;
import dev.sexton.engine.attribution.KnownProcess;
import dev.sexton.engine.attribution.Observation;
import dev.sexton.engine.attribution.Pass;
import dev.sexton.engine.attribution.RunFacts;
import dev.sexton.engine.model.Attribution;
import dev.sexton.engine.model.ProcessIdentity;
import dev.sexton.simulation.attribution.ModelWorld.State;
import dev.sexton.simulation.attribution.ModelWorld.Task;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One history of a small world, observed by the real {@link Attributor} as a sampler and then a
 * reaper would, with every verdict and every proof compared with the truth. What happens, and when
 * it is looked at, is for those who extend this.
 */
abstract class ModelHistory {
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

  private final @Nullable List<String> log;
  private final ModelCast cast;
  private final ModelWorld world;
  private final Map<Long, Task> tasksByIdentity = new HashMap<>();
  private final ModelPass pass;
  private boolean inodesKnown;
  private AgreeingScans agreeing = new AgreeingScans();
  private Attributor attributor;
  private ConclusiveScan conclusive;
  private long virtualOffset;
  private long listedFrom;
  private long listedTo;

  ModelHistory(ModelCast cast, @Nullable List<String> log) {
    this.cast = cast;
    this.log = log;
    world = cast.world;
    attributor = new Attributor(runFacts(Observation.THREAD_UNKNOWN));
    conclusive = new ConclusiveScan(attributor);
    pass = new ModelPass(this);
  }

  /** Runs it; adds to {@code tally}. */
  abstract void run(Tally tally);

  /** Something may happen between two reads of one pass. */
  abstract void betweenReads();

  /** Where a listing that begins at {@code next} is interrupted by reading. */
  abstract int chunkEnd(int next);

  /** Whether a reader fails to find what is there: one in so many, or never. */
  abstract boolean chance(int n);

  /** How many of so many looks of an uncommitted pass are whole. */
  abstract int cutAt(int looks);

  /** Sampling begins: the facts of the run are read. */
  final void begin(boolean withInodes) {
    inodesKnown = withInodes;
    attributor =
        new Attributor(runFacts(chance(8) ? Observation.THREAD_UNKNOWN : cast.runner.underThread));
    conclusive = new ConclusiveScan(attributor);
    agreeing = new AgreeingScans();
  }

  /** A reaper takes over, who does not know how many numbers went by. */
  final void nextReader() {
    pass.beginsAnew();
    losesCount();
  }

  /** From now on every number may have been handed out since the last pass. */
  final void losesCount() {
    virtualOffset += 2L * world.numbers.pidMax;
  }

  final void count(Tally tally) {
    tally.histories++;
    tally.proofs += agreeing.isConcluded() ? 1 : 0;
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

  private RunFacts runFacts(int runnerThread) {
    List<ProcessIdentity> ancestors = new ArrayList<>();
    for (Task t = cast.runner.parent; t != null; t = t.parent) {
      ancestors.add(identity(t));
    }
    Task subreaper = cast.subreaper;
    boolean alive = subreaper != null && subreaper.lives();
    return new RunFacts(
        "run",
        identity(cast.runner),
        ancestors,
        true,
        runnerThread,
        alive && subreaper != null ? identity(subreaper) : null,
        subreaper == cast.runner,
        1000,
        1000,
        true,
        ProcessIdentity.TICKS_SUFFICE_FROM_PID_MAX);
  }

  private ProcessIdentity identity(Task t) {
    return new ProcessIdentity(
        t.pid, t.startTicks, inodesKnown ? t.inode : ProcessIdentity.UNKNOWN_INODE);
  }

  /** One pass. */
  final void look(Pass.Kind kind) {
    pass.read(kind);
    attributor.beginPass(pass.facts());
    pass.show(attributor, conclusive);
    if (pass.isFull()) {
      attributor.goneUnseen();
    }
    decide();
    fetchEvidence();
    decide();
    boolean clean = pass.isFull() && conclusive.conclude() && pass.isContinuous();
    say(pass + (clean ? ", clean" : ""));
    attributor.endPass(clean);
    if (kind == Pass.Kind.REAP) {
      agreeing.shows(
          conclusive.doubts().isEmpty() && nobodyIsLeft(), pass.roundBefore(), pass.roundAfter());
      checkProof();
    }
  }

  private boolean nobodyIsLeft() {
    return attributor.owned().stream().allMatch(KnownProcess::isDead)
        && attributor.undecided().stream().allMatch(KnownProcess::isDead);
  }

  private void checkProof() {
    if (agreeing.isConcluded()) {
      for (Task t : world.tasks) {
        if (t.member && t.state != State.ZOMBIE) {
          throw new Violation("signed, but " + t + " is alive");
        }
      }
    }
  }

  private void decide() {
    attributor.decide();
    for (KnownProcess p : attributor.decidedInPass()) {
      Task t = taskOf(p);
      if (log != null) {
        log.add("    " + t + ": " + p.verdict().attribution() + ", " + p.verdict().rule());
      }
      if ((p.attribution() == Attribution.OWNED) != t.member) {
        throw new Violation(
            t + " was called " + p.attribution() + " by " + p.verdict().rule().jsonName());
      }
    }
  }

  /** Threads of ancestors, and witnesses for sessions, for those who are still undecided. */
  private void fetchEvidence() {
    for (KnownProcess p : List.copyOf(attributor.undecided())) {
      Task t = taskOf(p);
      betweenReads();
      if (t.isVisible() && !chance(2)) {
        fetchThread(p, t);
      }
      betweenReads();
      KnownProcess witness = attributor.sessionWitness(p);
      if (witness != null && taskOf(witness).isVisible()) {
        attributor.see(new Observation().of(witness).session(taskOf(witness).session));
      }
    }
  }

  private void fetchThread(KnownProcess p, Task t) {
    Task parent = t.parent;
    KnownProcess knownParent = attributor.currentParent(p);
    if (parent != null && knownParent != null && taskOf(knownParent) == parent) {
      Observation o = new Observation().of(p).listedUnderThread(t.underThread);
      // What was found of an earlier listing says nothing of this one.
      o.flags(o.flags() & ~Observation.PARENT_LEADER_ALIVE);
      attributor.see(
          parent.lives() && parent.leaderAlive ? o.addFlag(Observation.PARENT_LEADER_ALIVE) : o);
    }
  }

  /** What a reader sees of a process now. */
  final Observation observe(Task t) {
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
      if (!chance(16)) {
        o.parentStartTicks(parent.startTicks);
      }
    }
    if (t.state == State.ZOMBIE) {
      o.addFlag(Observation.DEAD);
    }
    if (t.isNamespaceInit() && t.namespace != world.outermost) {
      o.addFlag(Observation.NESTED_INIT);
    }
    Task subreaper = cast.subreaper;
    if (subreaper != null && subreaper.lives()) {
      o.addFlag(Observation.SUBREAPER_ALIVE);
    }
    return o;
  }

  final long virtualLast() {
    return virtualOffset + world.numbers.virtualLast();
  }

  final Task taskOf(KnownProcess p) {
    Task t = tasksByIdentity.get(key(p.pid(), p.startTicks()));
    if (t == null) {
      throw new IllegalStateException("never observed: " + p);
    }
    return t;
  }

  private static long key(int pid, long startTicks) {
    return startTicks << 24 | pid;
  }

  final ModelCast cast() {
    return cast;
  }

  final ModelWorld world() {
    return world;
  }

  final Attributor attributor() {
    return attributor;
  }

  /** A births pass lists from where the pass before the last one ended. */
  final long listFrom() {
    return listedFrom;
  }

  final void listedTo(long virtual) {
    listedFrom = listedTo;
    listedTo = virtual;
  }

  final void say(String what) {
    if (log != null) {
      log.add(what);
    }
  }
}
