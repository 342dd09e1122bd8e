package dev.sexton.engine.census;

import dev.sexton.engine.attribution.Attributor;
import dev.sexton.engine.attribution.ConclusiveScan;
import dev.sexton.engine.attribution.KnownProcess;
import dev.sexton.engine.attribution.Observation;
import dev.sexton.engine.attribution.Pass;
import dev.sexton.engine.model.Attribution;
import dev.sexton.procfs.Pidfds;
import dev.sexton.procfs.ProcessTable;
import dev.sexton.procfs.ReadResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Shows what a {@link HostObserver} read to one run's attributor, fetches what the undecided lack,
 * follows members and undecided ones, and tells a {@link LineageSink} what is worth keeping.
 *
 * <p>Not thread-safe.
 */
public final class RunObserver implements AutoCloseable {
  /** More rounds than generations of processes that can be born between two looks. */
  private static final int ROUNDS_MAX = 1_000;

  private static final int NO_SLOT = -1;

  private final HostObserver host;
  private final Attributor attributor;
  private final EvidenceReader evidence;
  private final RunControlGroups controlGroups;
  private final LineageSink sink;
  private final ConclusiveScan conclusive;
  private final int pidMax;
  private final Observation observation = new Observation();
  private final List<KnownProcess> touched = new ArrayList<>();
  private final Set<KnownProcess> touchedOnce = new HashSet<>();
  private final Set<KnownProcess> born = new HashSet<>();
  private final Map<KnownProcess, Integer> evidenceStage = new HashMap<>();
  private final Map<KnownProcess, Integer> slots = new LinkedHashMap<>();
  private @Nullable Pass continues;
  private long virtualShift;
  private int subreaperSlot = NO_SLOT;
  private boolean subreaperAlive;

  RunObserver(
      HostObserver host,
      Pidfds pidfds,
      Attributor attributor,
      RunControlGroups controlGroups,
      LineageSink sink) {
    this.host = host;
    this.attributor = attributor;
    this.controlGroups = controlGroups;
    this.sink = sink;
    evidence = new EvidenceReader(host, pidfds);
    conclusive = new ConclusiveScan(attributor);
    pidMax = host.facts().numbers().pidMax();
    var subreaper = attributor.run().subreaper();
    if (subreaper != null) {
      subreaperSlot = host.follow(subreaper.pid(), subreaper.startTicks());
    }
  }

  /**
   * An observer that keeps nothing, for a reaper.
   *
   * @param lastSample the last pass of the journal. This host's numbers are counted anew by whoever
   *     reaps, so nothing is known of how many were handed out since; the count is continued such
   *     that all may have been
   */
  public static RunObserver forReap(
      HostObserver host,
      Pidfds pidfds,
      Attributor attributor,
      String ownCgroup,
      @Nullable Pass lastSample) {
    RunControlGroups controlGroups = new RunControlGroups(ownCgroup, attributor.run().realUid());
    // Where members were seen is in no journal.
    controlGroups.noteUnknownMember();
    RunObserver observer =
        new RunObserver(host, pidfds, attributor, controlGroups, LineageSink.NONE);
    observer.continues = lastSample;
    return observer;
  }

  public Attributor attributor() {
    return attributor;
  }

  /** What the last pass over everything left to doubt; to be read after {@link #observe}. */
  public ConclusiveScan conclusive() {
    return conclusive;
  }

  /**
   * Takes one reading.
   *
   * @return whether it was a clean pass over everything
   */
  public boolean observe(Reading r, Pass.Kind kind) {
    touched.clear();
    touchedOnce.clear();
    born.clear();
    evidenceStage.clear();
    if (continues != null) {
      virtualShift = continues.shiftToContinue(r.virtualBefore);
      continues = null;
    }
    Pass quietBefore = r.quietBefore == null ? null : r.quietBefore.shifted(virtualShift);
    if (quietBefore != null && attributor.isAfterLastPass(quietBefore)) {
      attributor.beginPass(quietBefore);
      attributor.endPass(false);
    }
    Pass pass = r.pass(kind, pidMax).shifted(virtualShift);
    attributor.beginPass(pass);
    conclusive.begin(r.ascending, r.wrapExcluded, r.ownPidSeen);
    subreaperAlive = isSubreaperAlive(r);
    seeRows(r);
    seeFollowed(r);
    if (kind == Pass.Kind.REAP) {
      // What could not be had when they were sampled may be had now.
      attributor.undecided().forEach(p -> touch(p, false));
    }
    if (r.full) {
      attributor.goneUnseen().forEach(p -> sink.gone(p.pid(), p.startTicks()));
    }
    decide();
    refreshUsers(r.full);
    // A parent's number is below its child's only if nothing began anew since the parent was born,
    // which may have been since the look before.
    boolean clean = r.full && conclusive.conclude() && r.continuous;
    attributor.endPass(clean);
    for (KnownProcess p : touched) {
      if (born.contains(p)) {
        sink.born(p);
      } else {
        sink.changed(p);
      }
    }
    sink.passEnded(pass, quietBefore, new LineageSink.PassOutcome(clean, r.partial));
    follow();
    return clean;
  }

  private boolean isSubreaperAlive(Reading r) {
    var subreaper = attributor.run().subreaper();
    if (subreaper == null) {
      return false;
    }
    for (int row = 0; row < r.followed.rows(); row++) {
      if (r.followed.pid(row) == subreaper.pid()
          && r.followed.result(row) == ReadResult.OK
          && r.followed.startTicks(row) == subreaper.startTicks()) {
        return !r.followed.isDead(row);
      }
    }
    return false;
  }

  private void seeRows(Reading r) {
    for (int row = 0; row < r.rows.rows(); row++) {
      if (HostObserver.isSuperseded(r, row)) {
        continue;
      }
      int pid = r.rows.pid(row);
      switch (r.rows.result(row)) {
        case OK -> {
          if (r.rowTooYoung[row]) {
            conclusive.tooYoung(pid);
          } else {
            seeRow(r, row);
          }
        }
        case VANISHED, RELEASING -> conclusive.vanished(pid);
        case DENIED, SHORT, GARBLED, FAILED -> {
          attributor.unreadable(pid);
          conclusive.unreadable(pid);
        }
      }
    }
  }

  private void seeRow(Reading r, int row) {
    KnownProcess p = attributor.known(r.rows.pid(row));
    boolean same = p != null && p.startTicks() == r.rows.startTicks(row);
    if (same && p != null && isUnchanged(p, r, row)) {
      attributor.seeUnchanged(p);
      return;
    }
    fill(r.rows, row, r.rowParentTicks[row], p);
    touch(attributor.see(observation), !same);
  }

  /**
   * Of the foreign only the session matters any more, and members and undecided ones are read again
   * among the followed, where a new parent is established too.
   */
  private boolean isUnchanged(KnownProcess p, Reading r, int row) {
    boolean sameSession = p.session() == r.rows.session(row);
    if (p.attribution() == Attribution.FOREIGN) {
      return sameSession;
    }
    boolean parentIsNews =
        r.rowIsNew[row]
            && r.rowParentTicks[row] > 0
            && (p.parentPid() != r.rows.parent(row)
                || p.parentStartTicks() != r.rowParentTicks[row]);
    boolean fieldsSame =
        sameSession
            && p.processGroup() == r.rows.processGroup(row)
            && p.isDead() == r.rows.isDead(row);
    return fieldsSame && !parentIsNews;
  }

  private void seeFollowed(Reading r) {
    for (int row = 0; row < r.followed.rows(); row++) {
      KnownProcess p = attributor.known(r.followed.pid(row));
      if (p == null
          || p.attribution() == Attribution.FOREIGN
          || p.startTicks() != r.followedTicks[row]) {
        continue;
      }
      switch (r.followed.result(row)) {
        case OK -> {
          if (r.followedChanged[row]) {
            fill(r.followed, row, r.followedParentTicks[row], p);
            touch(attributor.see(observation), false);
          } else {
            attributor.seeUnchanged(p);
          }
        }
        case VANISHED, RELEASING -> {
          if (!p.isDead()) {
            // Whoever is not known to have been dead may have forked behind the listing.
            conclusive.vanished(p.pid());
          }
          if (attributor.wasSeenInThisPass(p)) {
            // Seen, and gone when it was read again: that it was seen is evidence of its session.
            touch(p, false);
          }
          attributor.gone(p.pid(), p.startTicks());
          sink.gone(p.pid(), p.startTicks());
        }
        case DENIED, SHORT, GARBLED, FAILED -> attributor.unreadable(p.pid());
      }
    }
  }

  private void touch(KnownProcess p, boolean isBorn) {
    if (isBorn) {
      born.add(p);
    }
    if (touchedOnce.add(p)) {
      touched.add(p);
    }
  }

  private void fill(ProcessTable t, int row, long parentTicks, @Nullable KnownProcess before) {
    boolean sameParent =
        before != null
            && parentTicks <= 0
            && before.startTicks() == t.startTicks(row)
            && before.parentPid() == t.parent(row);
    byte[] comm = new byte[t.commLength(row)];
    for (int i = 0; i < comm.length; i++) {
      comm[i] = t.commByte(row, i);
    }
    observation
        .of(t.pid(row), t.startTicks(row))
        .parentPid(Math.max(0, t.parent(row)))
        .parentStartTicks(
            sameParent && before != null ? before.parentStartTicks() : Math.max(0, parentTicks))
        .processGroup(Math.max(0, t.processGroup(row)))
        .session(Math.max(0, t.session(row)))
        .state(t.state(row))
        .comm(comm);
    if (t.isDead(row)) {
      observation.addFlag(Observation.DEAD);
    }
    if (t.isKernelThread(row)) {
      observation.addFlag(Observation.KERNEL_THREAD);
    }
    if (subreaperAlive) {
      observation.addFlag(Observation.SUBREAPER_ALIVE);
    }
  }

  /** Decides, fetches what is lacking, and decides again, until nothing more can be fetched. */
  private void decide() {
    for (int round = 0; round < ROUNDS_MAX; round++) {
      attributor.decide();
      boolean added = fetchParentsStatus();
      for (KnownProcess p : List.copyOf(attributor.decidedInPass())) {
        added |= p.attribution() == Attribution.OWNED && fetchForMember(p);
      }
      for (int i = 0; i < touched.size(); i++) {
        KnownProcess p = touched.get(i);
        added |= p.attribution() == Attribution.UNDECIDED && !p.isGone() && fetchForUndecided(p);
      }
      if (!added) {
        return;
      }
    }
  }

  /**
   * A member may change its user or gain privilege by a set-uid program. An exec nearly always
   * shows as a change of its name; a pass over everything looks at all of them.
   */
  private void refreshUsers(boolean all) {
    if (attributor.everPrivileged()) {
      return; // Nothing could be learned that is not assumed already.
    }
    for (KnownProcess p : List.copyOf(attributor.owned())) {
      if (p.isDead() || !(all || touchedOnce.contains(p)) || evidenceStage.containsKey(p)) {
        continue;
      }
      observation.of(p);
      if (evidence.addStatus(p, observation, false) && observation.saysMoreOfUsersThan(p)) {
        touch(attributor.see(observation), false);
      }
    }
  }

  private int nextStage(KnownProcess p) {
    return evidenceStage.merge(p, 1, Integer::sum);
  }

  private boolean fetchForMember(KnownProcess p) {
    boolean tried = has(p, Observation.STATUS_READ) || has(p, Observation.STATUS_UNREADABLE);
    if (tried || p.isDead() || p.isGone()) {
      return false;
    }
    evidence.noteMember(p, controlGroups);
    return addStatus(p, true) || noteStatusUnreadable(p);
  }

  /** Cheap and shared evidence first; each stage is tried once in a pass. */
  private boolean fetchForUndecided(KnownProcess p) {
    if (p.isDead()) {
      return false;
    }
    while (true) {
      switch (nextStage(p)) {
        case 1 -> {
          if (fetchSessionWitness(p)) {
            return true;
          }
        }
        case 2 -> {
          if (!has(p, Observation.STATUS_READ) && addStatus(p, true)) {
            return true;
          }
        }
        case 3 -> {
          if (addLastResorts(p)) {
            return true;
          }
        }
        default -> {
          return false;
        }
      }
    }
  }

  /**
   * What the rule about foreign parents lacks comes first: no rule of less weight is to decide
   * before it.
   */
  private boolean fetchParentsStatus() {
    boolean fetched = false;
    for (KnownProcess p : List.copyOf(attributor.undecided())) {
      KnownProcess parent = attributor.currentParent(p);
      if (parent != null
          && parent.attribution() == Attribution.FOREIGN
          && attributor.awaitsParentsStatus(p)
          && nextStage(parent) == 1) {
        fetched |= addStatus(parent, false) || noteStatusUnreadable(parent);
      }
    }
    return fetched;
  }

  private boolean noteStatusUnreadable(KnownProcess p) {
    attributor.statusUnreadable(p);
    return true;
  }

  private boolean fetchSessionWitness(KnownProcess p) {
    KnownProcess witness = attributor.sessionWitness(p);
    if (witness == null || witness.session() != p.session() || !evidence.isStill(witness)) {
      return false;
    }
    observation.of(witness).session(Math.max(0, evidence.row().session(0)));
    touch(attributor.see(observation), false);
    return true;
  }

  private boolean addStatus(KnownProcess p, boolean withInode) {
    observation.of(p);
    if (!evidence.addStatus(p, observation, withInode)) {
      return false;
    }
    if (p.attribution() == Attribution.FOREIGN && !born.contains(p)) {
      // It may bear witness for its session, and is shown as seen now: in the one it is in now.
      observation.session(Math.max(0, evidence.row().session(0)));
    }
    touch(attributor.see(observation), false);
    return true;
  }

  private boolean addLastResorts(KnownProcess p) {
    observation.of(p);
    boolean added = evidence.addMark(p, observation, attributor.run().runId());
    KnownProcess parent = attributor.currentParent(p);
    if (parent != null && attributor.isAncestorOfRunner(parent)) {
      added |= evidence.addThread(p, observation);
    }
    added |= evidence.addControlGroup(p, observation, controlGroups);
    if (added) {
      touch(attributor.see(observation), false);
    }
    return added;
  }

  private static boolean has(KnownProcess p, int flag) {
    return (p.flags() & flag) != 0;
  }

  private void follow() {
    slots
        .entrySet()
        .removeIf(
            entry -> {
              KnownProcess p = entry.getKey();
              boolean needless = p.isGone() || p.attribution() == Attribution.FOREIGN;
              if (needless) {
                host.unfollow(entry.getValue());
              }
              return needless;
            });
    for (KnownProcess p : touched) {
      if (!p.isGone() && p.attribution() != Attribution.FOREIGN && !slots.containsKey(p)) {
        slots.put(p, host.follow(p.pid(), p.startTicks()));
      }
    }
  }

  /** Follows everybody that a replayed journal left alive. */
  public void followReplayed() {
    touched.clear();
    touched.addAll(attributor.owned());
    touched.addAll(attributor.undecided());
    follow();
  }

  @Override
  public void close() {
    slots.values().forEach(host::unfollow);
    slots.clear();
    if (subreaperSlot != NO_SLOT) {
      host.unfollow(subreaperSlot);
      subreaperSlot = NO_SLOT;
    }
  }
}
