package dev.sexton.engine.command;

import dev.sexton.engine.attribution.Attributor;
import dev.sexton.engine.attribution.KnownProcess;
import dev.sexton.engine.census.LineageReplay;
import dev.sexton.engine.model.Attribution;
import dev.sexton.engine.model.ProcessIdentity;
import dev.sexton.engine.model.Verdict;
import dev.sexton.journal.JournalException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A run's lineage, living and dead, in the order of a tree: each process after its first recorded
 * parent.
 *
 * @param journal what the journal says
 * @param entries the processes, depth first
 */
record LineageView(LineageReplay.Replayed journal, List<Entry> entries) {

  /**
   * One process.
   *
   * @param process what is known of it
   * @param verdict whose it is
   * @param depth how many shown processes are above it
   * @param recordedDead whether the journal calls it dead
   * @param life whether it is alive now
   */
  record Entry(KnownProcess process, Verdict verdict, int depth, boolean recordedDead, Life life) {
    boolean isRunner(LineageView view) {
      ProcessIdentity runner = view.journal.attributor().run().runner();
      return runner.pid() == process.pid() && runner.startTicks() == process.startTicks();
    }
  }

  /**
   * Reads a run's journal.
   *
   * @param foreign whether to include who is certainly not a member
   */
  static LineageView read(Path runDirectory, LivingProcesses living, boolean foreign)
      throws JournalException {
    Set<KnownProcess> seen = new LinkedHashSet<>();
    LineageReplay.Replayed journal = LineageReplay.replay(runDirectory, seen::add);
    seen.addAll(journal.attributor().all());
    seen.addAll(journal.attributor().owned());
    addParents(seen);
    seen.removeIf(p -> !isShown(p, foreign));
    boolean here = living.isOfThisHost(journal.header());
    Tree tree = new Tree(journal.attributor(), here ? living : null);
    return new LineageView(journal, tree.entries(seen));
  }

  /** Parents whose numbers name others now are known only through their children. */
  private static void addParents(Set<KnownProcess> seen) {
    for (KnownProcess p : List.copyOf(seen)) {
      KnownProcess parent = p.firstParent();
      while (parent != null && seen.add(parent)) {
        parent = parent.firstParent();
      }
    }
  }

  private static boolean isShown(KnownProcess p, boolean foreign) {
    return switch (p.attribution()) {
      case OWNED -> true;
      case UNDECIDED -> foreign || !p.isDead();
      case FOREIGN -> foreign;
    };
  }

  /** Puts processes below their parents. */
  private static final class Tree {
    private static final Comparator<KnownProcess> BY_AGE =
        Comparator.comparingLong(KnownProcess::startTicks).thenComparingInt(KnownProcess::pid);

    private final Attributor attributor;
    private final @Nullable LivingProcesses living;
    private final Map<KnownProcess, List<KnownProcess>> children = new HashMap<>();
    private final List<Entry> entries = new ArrayList<>();

    Tree(Attributor attributor, @Nullable LivingProcesses living) {
      this.attributor = attributor;
      this.living = living;
    }

    List<Entry> entries(Set<KnownProcess> shown) {
      Map<KnownProcess, Boolean> below = new LinkedHashMap<>();
      for (KnownProcess p : shown) {
        KnownProcess parent = p.firstParent();
        boolean isBelow = parent != null && parent != p && shown.contains(parent);
        below.put(p, isBelow);
        if (parent != null && isBelow) {
          children.computeIfAbsent(parent, k -> new ArrayList<>()).add(p);
        }
      }
      below.entrySet().stream()
          .filter(e -> !e.getValue())
          .map(Map.Entry::getKey)
          .sorted(Comparator.comparing(Tree::rank).thenComparing(BY_AGE))
          .forEach(this::add);
      return entries;
    }

    private static int rank(KnownProcess p) {
      return p.attribution() == Attribution.OWNED ? 0 : 1;
    }

    /** A lineage can be thousands of generations deep, so depth is kept in a list of its own. */
    private void add(KnownProcess top) {
      List<KnownProcess> waiting = new ArrayList<>(List.of(top));
      List<Integer> depths = new ArrayList<>(List.of(0));
      while (!waiting.isEmpty()) {
        KnownProcess p = waiting.remove(waiting.size() - 1);
        int depth = depths.remove(depths.size() - 1);
        entries.add(entry(p, depth));
        List<KnownProcess> mine = children.getOrDefault(p, List.of());
        mine.stream()
            .sorted(BY_AGE.reversed())
            .forEach(
                child -> {
                  waiting.add(child);
                  depths.add(depth + 1);
                });
      }
    }

    private Entry entry(KnownProcess p, int depth) {
      Life life = living == null ? Life.UNKNOWN : living.of(p.identity());
      return new Entry(p, attributor.explain(p), depth, p.isDead(), life);
    }
  }
}
