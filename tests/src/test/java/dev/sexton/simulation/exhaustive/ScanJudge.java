package dev.sexton.simulation.exhaustive;

import dev.sexton.engine.attribution.AgreeingScans;
import dev.sexton.engine.attribution.Attributor;
import dev.sexton.engine.attribution.ConclusiveScan;
import dev.sexton.engine.attribution.KnownProcess;
import dev.sexton.engine.attribution.Observation;
import dev.sexton.engine.attribution.Pass;
import dev.sexton.engine.attribution.RunFacts;
import dev.sexton.engine.model.ProcessIdentity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The product's own decision about scans of a {@link SmallKernel}: what was observed is shown to an
 * {@link Attributor}, a {@link ConclusiveScan} and {@link AgreeingScans}, just as a reap shows it.
 *
 * <p>What was observed is a node; the same observations are one node, and the decision is made once
 * for each. A scan shows what it read in the order of its listing, so the order of the reads does
 * not matter.
 */
final class ScanJudge {
  /**
   * What a number was when the run was last sampled, and is when the first scan begins. Members
   * that the sampler knew are followed and give themselves away, so none of these is.
   */
  enum Start {
    NOTHING,
    /** Born after the last sample. */
    MEMBER,
    FOREIGN,
    MEMBER_ZOMBIE,
    FOREIGN_ZOMBIE,
    /** The number was handed out again after the last sample. */
    MEMBER_THAT_WAS_FOREIGN,
    /** A member is forking it: it is not visible yet. */
    MEMBER_IN_FLIGHT;

    boolean isMember() {
      return this != NOTHING && this != FOREIGN && this != FOREIGN_ZOMBIE;
    }
  }

  /**
   * The world at the last sample.
   *
   * @param starts by number, from 1
   * @param longAgo whether every number may have been handed out since
   * @param virtualLast the last number when the first scan may begin
   */
  record Opening(List<Start> starts, boolean longAgo, int virtualLast) {}

  /**
   * What the product makes of it.
   *
   * @param nobodyLeft whether no scan showed a living member, or one that may be
   * @param quiet whether the last scan showed nothing and left no doubt
   * @param concluded whether it signs
   */
  private record Decision(boolean nobodyLeft, boolean quiet, boolean concluded) {}

  /**
   * What one scan observed.
   *
   * @param before the last number when it began
   * @param after the last number when it ended, or {@link #UNKNOWN}
   * @param reads what was read of each number
   */
  private record Scan(int before, int after, long reads) {}

  /** What was observed: the scan under way is the last. */
  private record Node(int opening, List<Scan> scans) {
    Scan last() {
      return scans.get(scans.size() - 1);
    }

    Node withLast(Scan scan) {
      List<Scan> changed = new ArrayList<>(scans);
      changed.set(scans.size() - 1, scan);
      return new Node(opening, List.copyOf(changed));
    }

    Node with(Scan scan) {
      List<Scan> more = new ArrayList<>(scans);
      more.add(scan);
      return new Node(opening, List.copyOf(more));
    }
  }

  private static final int UNKNOWN = -1;
  private static final int CODE_BITS = 9;
  private static final int VANISHED = 1;
  private static final int READ_ALIVE = 2;
  private static final int READ_DEAD = 3;
  private static final int RUNNER_PID = 1_000;
  private static final long FOREIGN_TICKS = 50;
  private static final long RUNNER_TICKS = 100;
  private static final long SCAN_TICKS = 200;

  /** So that a pass long ago has a count above zero. */
  private static final int CYCLES_BEFORE = 8;

  private final int numbers;
  private final Weakening weakening;
  private final boolean lookBefore;
  private final List<Opening> openings = new ArrayList<>();
  private final List<Node> nodes = new ArrayList<>();
  private final Map<Node, Integer> index = new HashMap<>();
  private final Map<Long, Decision> decisions = new HashMap<>();
  private final Map<Long, Boolean> prospects = new HashMap<>();
  private final RunFacts facts =
      new RunFacts(
          "run",
          new ProcessIdentity(RUNNER_PID, RUNNER_TICKS, ProcessIdentity.UNKNOWN_INODE),
          List.of(),
          true,
          Observation.THREAD_UNKNOWN,
          null,
          false,
          0,
          0,
          true,
          ProcessIdentity.TICKS_SUFFICE_FROM_PID_MAX);

  /**
   * Judges.
   *
   * @param lookBefore whether the scans shown begin with the one that comes before the two that
   *     agree; else there was one, in the round in which the first of these began
   */
  ScanJudge(int numbers, Weakening weakening, boolean lookBefore) {
    this.numbers = numbers;
    this.weakening = weakening;
    this.lookBefore = lookBefore;
  }

  /** Number 1 of the small kernel is 2 in the product, for which 1 is the init. */
  private int pidMax() {
    return numbers + 2;
  }

  int virtualLast(SmallKernel k) {
    return (CYCLES_BEFORE + k.cycles) * pidMax() + k.last + 1;
  }

  int open(Opening opening) {
    openings.add(opening);
    return node(new Node(openings.size() - 1, List.of()));
  }

  private int node(Node node) {
    Integer known = index.get(node);
    if (known == null) {
      known = nodes.size();
      nodes.add(node);
      index.put(node, known);
    }
    return known;
  }

  /** Forgets what was observed; what comes next begins with another opening. */
  void clear() {
    openings.clear();
    nodes.clear();
    index.clear();
    decisions.clear();
    prospects.clear();
  }

  int size() {
    return nodes.size();
  }

  void beginScan(SmallKernel k) {
    k.knowledge = node(nodes.get(k.knowledge).with(new Scan(virtualLast(k), UNKNOWN, 0)));
  }

  /** The scan reads a number that it has listed. */
  void read(SmallKernel k, int number) {
    if (k.isVisible(number)) {
      int parent = k.parent[number];
      int kind = k.state[number] == SmallKernel.ALIVE ? READ_ALIVE : READ_DEAD;
      int parentsGeneration = parent == SmallKernel.INIT ? 0 : k.generation[parent];
      k.knowledge =
          afterReading(
              k.knowledge, number, code(kind, k.generation[number], parent, parentsGeneration));
    } else {
      k.knowledge = afterReading(k.knowledge, number, VANISHED);
    }
  }

  private static int code(int kind, int generation, int parent, int parentsGeneration) {
    return kind | (generation << 2) | (parent << 4) | (parentsGeneration << 7);
  }

  private int afterReading(int knowledge, int number, int code) {
    Node n = nodes.get(knowledge);
    Scan last = n.last();
    long reads = last.reads | (long) code << (CODE_BITS * (number - 1));
    return node(n.withLast(new Scan(last.before, UNKNOWN, reads)));
  }

  /**
   * Whether the scan may come to something when it reads this number, now or later, provided that
   * no foreign process gets the number in between.
   */
  boolean mayCount(SmallKernel k, int number, boolean doubtsToo) {
    int parent = k.parent[number];
    int parentsGeneration = parent == SmallKernel.INIT ? 0 : k.generation[parent];
    long key = k.knowledge;
    key = key << 3 | number;
    key = key << 3 | parent;
    key = key << 2 | parentsGeneration;
    key = key << 2 | k.generation[number];
    key = key << 1 | (doubtsToo ? 1 : 0);
    Boolean known = prospects.get(key);
    if (known == null) {
      known = anyCounts(k, number, doubtsToo);
      prospects.put(key, known);
    }
    return known;
  }

  private boolean anyCounts(SmallKernel k, int number, boolean doubtsToo) {
    int parent = k.parent[number];
    int parentsGeneration = parent == SmallKernel.INIT ? 0 : k.generation[parent];
    boolean any = counts(afterReading(k.knowledge, number, VANISHED), doubtsToo);
    for (int next = 0; next <= 1; next++) {
      int generation = k.generation[number] + next & 3;
      for (int kind = READ_ALIVE; kind <= READ_DEAD; kind++) {
        int asChild = code(kind, generation, parent, parentsGeneration);
        int asOrphan = code(kind, generation, SmallKernel.INIT, 0);
        any |= counts(afterReading(k.knowledge, number, asChild), doubtsToo);
        any |= counts(afterReading(k.knowledge, number, asOrphan), doubtsToo);
      }
    }
    return any;
  }

  private boolean counts(int knowledge, boolean doubtsToo) {
    Decision decision = decide(knowledge, nodes.get(knowledge).last().before);
    return decision.quiet || (doubtsToo && decision.nobodyLeft);
  }

  /** Ends a scan. */
  void endScan(SmallKernel k) {
    Node n = nodes.get(k.knowledge);
    Scan last = n.last();
    k.knowledge = node(n.withLast(new Scan(last.before, virtualLast(k), last.reads)));
  }

  /**
   * Whether the scan under way shows nothing if it ends now: else no later end will do.
   *
   * @param doubtsToo whether it may leave doubts, as a scan that only comes before may
   */
  boolean counts(SmallKernel k, boolean doubtsToo) {
    Decision decision = decide(k.knowledge, virtualLast(k));
    return decision.quiet || (doubtsToo && decision.nobodyLeft);
  }

  /** The same if it had ended when it began; sooner known, since no number was handed out. */
  boolean counted(SmallKernel k, boolean doubtsToo) {
    return counts(k.knowledge, doubtsToo);
  }

  /** Whether the product signs if the scan under way ends now. */
  boolean signs(SmallKernel k) {
    Decision decision = decide(k.knowledge, virtualLast(k));
    return weakening == Weakening.ONE_SCAN_ONLY ? decision.quiet : decision.concluded;
  }

  private Decision decide(int knowledge, int end) {
    Long key = (long) knowledge << 16 | end;
    Decision known = decisions.get(key);
    if (known == null) {
      known = decide(nodes.get(knowledge), end);
      decisions.put(key, known);
    }
    return known;
  }

  private Decision decide(Node n, int end) {
    Attributor attributor = new Attributor(facts);
    Opening opening = openings.get(n.opening);
    showSample(attributor, opening);
    ConclusiveScan conclusive = new ConclusiveScan(attributor);
    AgreeingScans agreeing = new AgreeingScans();
    if (!lookBefore) {
      boolean wrapChecked = weakening != Weakening.NO_WRAP_CHECK;
      int round = wrapChecked ? n.scans.get(0).before / pidMax() : 0;
      agreeing.shows(false, round, round);
    }
    boolean nobodyLeft = true;
    for (Scan scan : n.scans) {
      int after = scan.after == UNKNOWN ? end : scan.after;
      nobodyLeft &= showScan(attributor, conclusive, agreeing, opening, scan, after);
    }
    return new Decision(nobodyLeft, agreeing.isQuiet(), agreeing.isConcluded());
  }

  private void showSample(Attributor attributor, Opening opening) {
    int virtual = opening.virtualLast - (opening.longAgo ? 2 * pidMax() : 0);
    attributor.beginPass(new Pass(Pass.Kind.CENSUS, virtual, virtual, RUNNER_TICKS + 1, pidMax()));
    attributor.see(new Observation().of(RUNNER_PID, RUNNER_TICKS).flags(Observation.STATUS_READ));
    for (int n = 1; n <= numbers; n++) {
      Start start = opening.starts.get(n - 1);
      boolean dead = start == Start.MEMBER_ZOMBIE || start == Start.FOREIGN_ZOMBIE;
      int flags = Observation.STATUS_READ | (dead ? Observation.DEAD : 0);
      switch (start) {
        case MEMBER_ZOMBIE ->
            attributor.see(
                new Observation()
                    .of(n + 1, ticks(opening, n, 0))
                    .parentPid(RUNNER_PID)
                    .parentStartTicks(RUNNER_TICKS)
                    .flags(flags));
        case FOREIGN, FOREIGN_ZOMBIE, MEMBER_THAT_WAS_FOREIGN ->
            attributor.see(new Observation().of(n + 1, FOREIGN_TICKS).flags(flags));
        case NOTHING, MEMBER, MEMBER_IN_FLIGHT -> {}
      }
    }
    attributor.decide();
    attributor.endPass(false);
    attributor.gone(RUNNER_PID, RUNNER_TICKS);
  }

  private static long ticks(Opening opening, int number, int generation) {
    Start start = opening.starts.get(number - 1);
    boolean foreign = start == Start.FOREIGN || start == Start.FOREIGN_ZOMBIE;
    return foreign && generation == 0 ? FOREIGN_TICKS : RUNNER_TICKS + 1 + generation;
  }

  /** Whether nobody is left that lives and may be a member. */
  private boolean showScan(
      Attributor attributor,
      ConclusiveScan conclusive,
      AgreeingScans agreeing,
      Opening opening,
      Scan scan,
      int after) {
    boolean wrapChecked = weakening != Weakening.NO_WRAP_CHECK;
    int round = wrapChecked ? scan.before / pidMax() : 0;
    int roundAfter = wrapChecked ? after / pidMax() : 0;
    attributor.beginPass(new Pass(Pass.Kind.REAP, scan.before, after, SCAN_TICKS, pidMax()));
    conclusive.begin(true, round == roundAfter, true);
    Set<Integer> read = new HashSet<>();
    for (int n = 1; n <= numbers; n++) {
      int code = (int) (scan.reads >>> (CODE_BITS * (n - 1))) & ((1 << CODE_BITS) - 1);
      switch (code & 3) {
        case VANISHED -> {
          if (weakening != Weakening.VANISHED_IGNORED) {
            conclusive.vanished(n + 1);
          }
        }
        case READ_ALIVE -> {
          attributor.see(observation(opening, n, code));
          read.add(n + 1);
        }
        case READ_DEAD -> {
          if (weakening != Weakening.FRESH_ZOMBIES_IGNORED) {
            attributor.see(observation(opening, n, code).addFlag(Observation.DEAD));
            read.add(n + 1);
          }
        }
        default -> {} // It was not listed.
      }
    }
    for (KnownProcess p : followed(attributor)) {
      if (!read.contains(p.pid()) && !p.isDead()) {
        conclusive.vanished(p.pid());
      }
    }
    attributor.goneUnseen();
    attributor.decide();
    boolean certain = conclusive.conclude();
    boolean nobodyLeft = followed(attributor).stream().allMatch(KnownProcess::isDead);
    attributor.endPass(false);
    agreeing.shows(certain && nobodyLeft, round, roundAfter);
    return nobodyLeft;
  }

  /** Who is read again through what was kept of them. */
  private static List<KnownProcess> followed(Attributor attributor) {
    List<KnownProcess> followed = new ArrayList<>(attributor.owned());
    followed.addAll(attributor.undecided());
    return followed;
  }

  private static Observation observation(Opening opening, int number, int code) {
    int parent = code >>> 4 & 7;
    Observation o =
        new Observation()
            .of(number + 1, ticks(opening, number, code >>> 2 & 3))
            .flags(Observation.STATUS_READ);
    return parent == SmallKernel.INIT
        ? o
        : o.parentPid(parent + 1).parentStartTicks(ticks(opening, parent, code >>> 7 & 3));
  }
}
