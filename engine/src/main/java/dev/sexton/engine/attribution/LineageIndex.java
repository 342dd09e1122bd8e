package dev.sexton.engine.attribution;

import dev.sexton.engine.attribution.KeptNumber.Kind;
import dev.sexton.engine.model.Attribution;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Every process that is known, by number, and every session and group they were seen in.
 *
 * <p>A number that names another process now drops the one it named before. The dropped one lives
 * on as long as a child's verdict can rest on it.
 */
final class LineageIndex {
  private final Map<Integer, KnownProcess> byPid = new HashMap<>();
  private final Map<Integer, KeptNumber> sessions = new HashMap<>();
  private final Map<Integer, KeptNumber> groups = new HashMap<>();
  private final Set<KnownProcess> undecided = new LinkedHashSet<>();
  private final Set<KnownProcess> owned = new LinkedHashSet<>();
  private long fullPasses;

  @Nullable KnownProcess get(int pid) {
    return byPid.get(pid);
  }

  /** The process of this number and these start ticks, or null. */
  @Nullable KnownProcess get(int pid, long startTicks) {
    KnownProcess p = byPid.get(pid);
    return p != null && p.startTicks == startTicks ? p : null;
  }

  void put(KnownProcess p) {
    byPid.put(p.pid, p);
    undecided.add(p);
  }

  Collection<KnownProcess> all() {
    return byPid.values();
  }

  /** Members that are not gone. */
  Set<KnownProcess> owned() {
    return owned;
  }

  /** Processes that are neither OWNED nor FOREIGN and not gone. */
  Set<KnownProcess> undecided() {
    return undecided;
  }

  KeptNumber session(int number) {
    KeptNumber known = sessions.get(number);
    if (known == null) {
      known = fresh(Kind.SESSION, number);
      sessions.put(number, known);
    }
    return known;
  }

  KeptNumber group(int number) {
    KeptNumber known = groups.get(number);
    if (known == null) {
      known = fresh(Kind.GROUP, number);
      groups.put(number, known);
    }
    return known;
  }

  private KeptNumber fresh(Kind kind, int number) {
    KeptNumber made = new KeptNumber(kind, number);
    made.occupiedAt = fullPasses;
    return made;
  }

  @Nullable KeptNumber sessionIfKnown(int number) {
    return sessions.get(number);
  }

  @Nullable KeptNumber groupIfKnown(int number) {
    return groups.get(number);
  }

  /** Moves a process between the sets after its verdict has changed. */
  void decided(KnownProcess p) {
    undecided.remove(p);
    if (p.is(Attribution.OWNED) && !p.gone) {
      owned.add(p);
    }
  }

  /** Takes a process out: it was collected, or its number names another one. */
  void drop(KnownProcess p) {
    p.gone = true;
    byPid.remove(p.pid, p);
    undecided.remove(p);
    owned.remove(p);
    KeptNumber session = sessions.get(p.session);
    if (session != null) {
      session.members.remove(p);
      session.foreigners.remove(p);
      session.suspectDied |= session.suspects.remove(p);
    }
    KeptNumber group = groups.get(p.processGroup);
    if (group != null) {
      group.members.remove(p);
    }
  }

  /**
   * Drops what is known of numbers that nobody bore in two passes over everything in a row. One
   * pass is not enough: it can miss a fork in flight whose parent left the session meanwhile.
   */
  void dropUnusedNumbers() {
    fullPasses++;
    for (KnownProcess p : byPid.values()) {
      occupy(sessions.get(p.session));
      occupy(groups.get(p.processGroup));
    }
    sessions.values().removeIf(n -> n.occupiedAt < fullPasses - 1);
    groups.values().removeIf(n -> n.occupiedAt < fullPasses - 1);
  }

  private void occupy(@Nullable KeptNumber number) {
    if (number != null) {
      number.occupiedAt = fullPasses;
    }
  }

  /** Those that are not FOREIGN, in a list of its own: deciding changes the sets. */
  List<KnownProcess> undecidedSnapshot() {
    return new ArrayList<>(undecided);
  }
}
