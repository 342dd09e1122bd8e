package dev.sexton.engine.attribution;

import dev.sexton.engine.model.Attribution;
import dev.sexton.engine.model.Evidence;
import dev.sexton.engine.model.ProcessIdentity;
import dev.sexton.engine.model.Rule;
import dev.sexton.engine.model.Verdict;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Attributes the processes of one host to one run.
 *
 * <p>For each pass, in this order: {@link #beginPass}; {@link #see}, {@link #gone} and {@link
 * #unreadable} in the order of reading; {@link #decide}, any number of times, with more {@code see}
 * in between where evidence was fetched for those still undecided; {@link #endPass}.
 *
 * <p>Not thread-safe.
 */
public final class Attributor {
  /** Before the first pass everything may have happened. */
  private static final Pass NOTHING =
      new Pass(Pass.Kind.UNCOMMITTED, Long.MIN_VALUE / 2, Long.MIN_VALUE / 2, 0, 1);

  private final Lineage lineage;
  private final LineageIndex index;
  private final List<KnownProcess> decidedInPass = new ArrayList<>();
  private Pass previous = NOTHING;
  private int order;
  private boolean cleanPassSeen;

  public Attributor(RunFacts run) {
    lineage = new Lineage(run, NOTHING);
    index = lineage.index;
  }

  public RunFacts run() {
    return lineage.run;
  }

  /**
   * Begins a pass.
   *
   * <p>Passes in which nothing was born, changed or died need not be shown, except the last one
   * before a pass that is: members are followed, so whoever dies in a pass was seen in the one
   * before.
   *
   * @param pass its facts, known once its reading has ended
   */
  public void beginPass(Pass pass) {
    if (lineage.pass.kind() != Pass.Kind.UNCOMMITTED) {
      previous = lineage.pass;
    }
    lineage.pass = pass;
    decidedInPass.clear();
    order = 0;
  }

  /**
   * Takes an observation.
   *
   * @return the process observed, with the verdict that it had before this pass
   */
  public KnownProcess see(Observation o) {
    KnownProcess p = index.get(o.pid);
    if (p != null && differs(p, o)) {
      forget(p);
      p = null;
    }
    if (p == null) {
      p = new KnownProcess(o, lineage.pass);
      p.unseenUntil = previous.virtualBefore();
      p.take(o);
      index.put(p);
    } else {
      if (p.session != o.session || p.processGroup != o.processGroup) {
        leaveNumbers(p, lastSeenInThem(p));
      }
      p.take(o);
    }
    p.lastSeen = lineage.pass;
    p.orderInPass = ++order;
    if (p.has(Observation.DEAD) && p.deadSince == null) {
      p.deadSince = lineage.pass;
    }
    KnownProcess parent = lineage.currentParent(p);
    if (parent != null && parent != p) {
      p.addParent(parent);
    }
    if (p.is(Attribution.OWNED)) {
      noteMember(p);
    }
    return p;
  }

  private static boolean differs(KnownProcess p, Observation o) {
    return p.startTicks != o.startTicks
        || (p.pidfdInode != 0 && o.pidfdInode != 0 && p.pidfdInode != o.pidfdInode);
  }

  /** A followed process was read again and nothing had changed. */
  public void seeUnchanged(KnownProcess p) {
    p.lastSeen = lineage.pass;
    p.orderInPass = ++order;
    p.unreadable = false;
  }

  /**
   * Everybody whom this pass covered and who was not shown was seen unchanged: in a pass over
   * everything all, else the followed, who are the members and the undecided.
   */
  public void seeRest() {
    if (lineage.pass.coversAll()) {
      for (KnownProcess p : index.all()) {
        seeUnlessSeen(p);
      }
    } else {
      index.owned().forEach(this::seeUnlessSeen);
      index.undecided().forEach(this::seeUnlessSeen);
    }
  }

  private void seeUnlessSeen(KnownProcess p) {
    if (p.lastSeen != lineage.pass) {
      seeUnchanged(p);
    }
  }

  /** The process of this number and these start ticks has been collected. */
  public void gone(int pid, long startTicks) {
    KnownProcess p = index.get(pid, startTicks);
    if (p != null) {
      forget(p);
    }
  }

  /** Whoever has this number was listed but could not be read. */
  public void unreadable(int pid) {
    KnownProcess p = index.get(pid);
    if (p != null) {
      p.unreadable = true;
      p.lastSeen = lineage.pass;
    }
  }

  /**
   * In a pass that covers all: everybody who was not seen in it is gone.
   *
   * @return those who are gone by it
   */
  public List<KnownProcess> goneUnseen() {
    List<KnownProcess> unseen = new ArrayList<>();
    for (KnownProcess p : index.all()) {
      if (p.lastSeen != lineage.pass) {
        unseen.add(p);
      }
    }
    unseen.forEach(this::forget);
    return unseen;
  }

  /** Everybody in this set is OWNED by another run, whose runner is the value. */
  public void claimedElsewhere(ProcessIdentity process, ProcessIdentity otherRunner) {
    lineage.claims.put(
        new ProcessIdentity(process.pid(), process.startTicks(), ProcessIdentity.UNKNOWN_INODE),
        otherRunner);
  }

  /** The caller says that this process is not the run's. Settles only what nothing else does. */
  public void vouchedFor(int pid, long startTicks) {
    lineage.vouched.add(new ProcessIdentity(pid, startTicks, ProcessIdentity.UNKNOWN_INODE));
  }

  /** Puts everybody who is undecided to the rules until nothing changes any more. */
  public void decide() {
    boolean changed = true;
    while (changed) {
      changed = false;
      for (KnownProcess p : index.undecidedSnapshot()) {
        resolveParent(p);
        Verdict verdict = AttributionRules.verdictOf(p, lineage);
        if (verdict.attribution() != Attribution.UNDECIDED) {
          settle(p, verdict);
          changed = true;
        }
      }
    }
  }

  private void resolveParent(KnownProcess p) {
    KnownProcess parent = lineage.currentParent(p);
    if (parent != null && parent != p) {
      p.addParent(parent);
    }
  }

  /** Whether a rule about parents would decide but for what is not known yet of a parent. */
  public boolean awaitsParentsStatus(KnownProcess p) {
    return AttributionRules.awaitsParentsStatus(p, lineage);
  }

  private void settle(KnownProcess p, Verdict verdict) {
    p.verdict = verdict;
    index.decided(p);
    decidedInPass.add(p);
    if (verdict.attribution() == Attribution.OWNED) {
      noteMember(p);
    } else {
      KeptNumber session = index.sessionIfKnown(p.session);
      if (session != null) {
        session.suspects.remove(p);
      }
    }
  }

  /** A member was seen in its session and group: they bear witness for whoever is found there. */
  private void noteMember(KnownProcess p) {
    if (p.has(Observation.PRIVILEGED)) {
      lineage.everPrivileged = true;
    }
    lineage.addUid(p.realUid);
    lineage.addUid(p.savedUid);
    if (p.session > 0) {
      KeptNumber session = index.session(p.session);
      session.sight(p, p.lastSeen);
      session.suspects.add(p);
      if (!p.gone) {
        session.members.add(p);
      }
      if (p.session == p.pid) {
        session.creator = p;
      }
    }
    if (p.processGroup > 0) {
      KeptNumber group = index.group(p.processGroup);
      group.sight(p, p.lastSeen);
      if (!p.gone) {
        group.members.add(p);
      }
      if (p.processGroup == p.pid && !lineage.mayBeRunner(p)) {
        group.creator = p;
      }
    }
    if (lineage.mayBeRunner(p)) {
      noteInheritance(p);
    }
  }

  /**
   * A group that the runner is in is never evidence: its starter may have made it, also when the
   * runner leads it. A session it leads is its own; any other it inherited.
   */
  private void noteInheritance(KnownProcess runner) {
    index.group(runner.processGroup).inheritedByRunner = true;
    if (runner.session != runner.pid) {
      index.session(runner.session).inheritedByRunner = true;
    }
  }

  /**
   * The pass that last showed a process in the session and group that it has left now: a journal
   * keeps of each pass only how it ended, and its replay must know as much.
   */
  private Pass lastSeenInThem(KnownProcess p) {
    boolean seenInBoth = p.lastSeen == lineage.pass && p.firstSeen != lineage.pass;
    return seenInBoth && previous != NOTHING ? previous : p.lastSeen;
  }

  private void leaveNumbers(KnownProcess p, Pass seenInThem) {
    if (p.is(Attribution.FOREIGN)) {
      return;
    }
    suspect(p);
    if (!p.is(Attribution.OWNED)) {
      return;
    }
    KeptNumber session = index.sessionIfKnown(p.session);
    if (session != null) {
      session.members.remove(p);
      session.sight(p, seenInThem);
    }
    KeptNumber group = index.groupIfKnown(p.processGroup);
    if (group != null) {
      group.members.remove(p);
      group.sight(p, seenInThem);
    }
  }

  /** Members that are followed are alive at every pass, so the last look was the previous pass. */
  private void forget(KnownProcess p) {
    if (p.is(Attribution.OWNED)) {
      if (p.lastSeen != lineage.pass && previous != NOTHING) {
        p.lastSeen = previous;
      }
      leaveNumbers(p, p.lastSeen);
    }
    index.drop(p);
  }

  /**
   * Ends the pass.
   *
   * @param clean whether the pass covered all, numbers did not begin anew since the pass before it
   *     began, and nobody of whom nothing was known vanished, died or could not be read between
   *     being listed and being read
   */
  public void endPass(boolean clean) {
    Pass pass = lineage.pass;
    boolean leftUnseen = false;
    for (KnownProcess p : index.undecided()) {
      suspect(p);
      leftUnseen |= p.firstSeen == pass && p.session == p.pid;
    }
    for (KnownProcess p : index.owned()) {
      leftUnseen |= p.firstSeen == pass && p.session == p.pid;
    }
    if (pass.kind() == Pass.Kind.CENSUS) {
      lineage.censusComplete = clean;
      for (KnownProcess p : index.all()) {
        if (p.session > 0) {
          index.session(p.session).existedAtCensus = true;
        }
      }
    }
    if (clean && pass.coversAll() && !leftUnseen) {
      cleanPassSeen = true;
      for (KnownProcess p : index.all()) {
        if (p.is(Attribution.FOREIGN) && p.lastSeen == pass && p.session > 0) {
          p.cleanPassSession = p.session;
          index.session(p.session).foreigners.add(p);
        }
      }
    }
    if (pass.coversAll()) {
      index.dropUnusedNumbers();
    }
  }

  private void suspect(KnownProcess p) {
    if (p.session > 0) {
      index.session(p.session).suspects.add(p);
    }
  }

  /** Whether this number was a foreign process' when last seen and cannot be another's since. */
  boolean isStillForeign(int pid) {
    KnownProcess p = index.get(pid);
    Pass now = lineage.pass;
    return p != null
        && p.is(Attribution.FOREIGN)
        && !p.unreadable
        && !Pass.handedOut(pid, p.lastSeen.virtualBefore(), now.virtualAfter(), now.pidMax());
  }

  /** Its status was asked for and could not be read; which says nothing of whether it is there. */
  public void statusUnreadable(KnownProcess p) {
    p.flags |= Observation.STATUS_UNREADABLE;
  }

  /** Whether a process was seen since this pass began. */
  public boolean wasSeenInThisPass(KnownProcess p) {
    return p.lastSeen == lineage.pass;
  }

  boolean isOfThisPass(@Nullable Pass pass) {
    return pass == lineage.pass;
  }

  /** Those who became OWNED or FOREIGN since the pass began; the list is reused. */
  public List<KnownProcess> decidedInPass() {
    return Collections.unmodifiableList(decidedInPass);
  }

  /**
   * Whether the process group of a member may hold somebody who is none. Not where a member created
   * the session, or the group.
   */
  public boolean mayShareGroup(KnownProcess p) {
    return !MembershipRules.isInSessionOfTheRun(p, lineage)
        && !MembershipRules.isInGroupOfTheRun(p, lineage);
  }

  /** Whether everybody who is or may be a member is dead, as far as has been seen. */
  public boolean isNobodyLeft() {
    for (KnownProcess p : index.owned()) {
      if (!p.isDead() || p.unreadable) {
        return false;
      }
    }
    for (KnownProcess p : index.undecided()) {
      if (!p.isDead() || p.unreadable) {
        return false;
      }
    }
    return true;
  }

  /** Members that have not been collected. */
  public Set<KnownProcess> owned() {
    return Collections.unmodifiableSet(index.owned());
  }

  /** Whoever is neither OWNED nor FOREIGN. */
  public Set<KnownProcess> undecided() {
    return Collections.unmodifiableSet(index.undecided());
  }

  /** Everybody known and not gone. */
  public Collection<KnownProcess> all() {
    return Collections.unmodifiableCollection(index.all());
  }

  /** The process that this number names as far as is known, or null. */
  public @Nullable KnownProcess known(int pid) {
    return index.get(pid);
  }

  /**
   * A foreign process that could bear witness for {@code p}'s session if it were read again now, or
   * null. For passes that do not cover all.
   */
  public @Nullable KnownProcess sessionWitness(KnownProcess p) {
    KeptNumber session = index.sessionIfKnown(p.session);
    if (!cleanPassSeen || session == null || session.everSuspected()) {
      return null;
    }
    for (KnownProcess w : session.foreigners) {
      if (w != p && !w.gone && w.session == p.session && w.cleanPassSession == p.session) {
        return w;
      }
    }
    return null;
  }

  /** The process that was the parent at the last observation, or null if not established. */
  public @Nullable KnownProcess currentParent(KnownProcess p) {
    return lineage.currentParent(p);
  }

  /** Whether a pass is younger than all that were shown. */
  public boolean isAfterLastPass(Pass pass) {
    return pass.startTicks() >= lineage.pass.startTicks()
        && pass.virtualBefore() >= lineage.pass.virtualAfter();
  }

  /** Whether a process was an ancestor of the runner when sampling began. */
  public boolean isAncestorOfRunner(KnownProcess p) {
    return lineage.isAncestor(p);
  }

  /** Whether any member ever held a privilege with which it could become any user. */
  public boolean everPrivileged() {
    return lineage.everPrivileged;
  }

  /** Every real and saved uid that a member was seen with. */
  public Set<Integer> memberUids() {
    return Collections.unmodifiableSet(lineage.memberUids);
  }

  /** The verdict for the report, which for an undecided child names its undecided parent. */
  public Verdict explain(KnownProcess p) {
    if (!p.is(Attribution.UNDECIDED)) {
      return p.verdict;
    }
    for (KnownProcess parent : p.parents()) {
      if (parent.is(Attribution.UNDECIDED)) {
        return new Verdict(
            Attribution.UNDECIDED,
            Rule.NONE,
            DescentRules.witness(Evidence.Kind.PARENT_UNDECIDED, parent));
      }
    }
    return p.verdict;
  }
}
