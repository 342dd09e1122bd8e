package dev.sexton.engine.attribution;

import dev.sexton.engine.model.Attribution;
import dev.sexton.engine.model.ProcessIdentity;
import dev.sexton.engine.model.Verdict;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is known of one process, from its first observation until long after its death: a child's
 * verdict may rest on a dead parent's.
 *
 * <p>Read-only for whoever is outside this package.
 */
public final class KnownProcess {
  /** It was never seen at the end of a clean full pass. */
  static final int NO_SESSION = 0;

  final int pid;
  final long startTicks;
  long pidfdInode;
  int parentPid;
  long parentStartTicks;
  int processGroup;
  int session;
  byte state;
  int realUid = Observation.UID_UNKNOWN;
  int savedUid = Observation.UID_UNKNOWN;
  int listedUnderThread;
  int flags;
  byte[] comm;

  Verdict verdict = Verdict.UNDECIDED;
  boolean gone;
  boolean unreadable;
  @Nullable Pass deadSince;
  Pass firstSeen;

  /** Its number was handed out after this, less what a fork can be in flight. */
  long unseenUntil;

  Pass lastSeen;
  int orderInPass;
  int cleanPassSession = NO_SESSION;

  /** Everybody who was its parent at some observation; two at most in nearly all lives. */
  private final List<KnownProcess> parents = new ArrayList<>(1);

  KnownProcess(Observation first, Pass pass) {
    pid = first.pid;
    startTicks = first.startTicks;
    comm = first.comm;
    firstSeen = pass;
    lastSeen = pass;
  }

  void take(Observation o) {
    if (o.pidfdInode != 0) {
      pidfdInode = o.pidfdInode;
    }
    parentPid = o.parentPid;
    parentStartTicks = o.parentStartTicks;
    processGroup = o.processGroup;
    session = o.session;
    state = o.state;
    if (o.realUid != Observation.UID_UNKNOWN) {
      realUid = o.realUid;
      savedUid = o.savedUid;
    }
    if (o.listedUnderThread != Observation.THREAD_UNKNOWN) {
      listedUnderThread = o.listedUnderThread;
    }
    flags = o.flags | (flags & STICKY);
    if (o.comm.length != 0) {
      comm = o.comm.clone();
    }
    unreadable = false;
  }

  /** What once seen is not taken back by an observation that did not look for it. */
  private static final int STICKY =
      Observation.NESTED_INIT
          | Observation.STATUS_READ
          | Observation.STATUS_UNREADABLE
          | Observation.MARKED
          | Observation.PRIVILEGED
          | Observation.ENTRY_BARRED
          | Observation.KERNEL_THREAD;

  void addParent(KnownProcess parent) {
    if (!parents.contains(parent)) {
      parents.add(parent);
    }
  }

  /**
   * Whether what is known of it is what it is now: then only may its session and group be compared
   * with those of others.
   */
  boolean wasReadIn(Pass pass) {
    return lastSeen == pass && !unreadable;
  }

  List<KnownProcess> parents() {
    return parents;
  }

  boolean is(Attribution attribution) {
    return verdict.attribution() == attribution;
  }

  boolean has(int flag) {
    return (flags & flag) != 0;
  }

  public ProcessIdentity identity() {
    return new ProcessIdentity(pid, startTicks, pidfdInode);
  }

  public int pid() {
    return pid;
  }

  public long startTicks() {
    return startTicks;
  }

  public int parentPid() {
    return parentPid;
  }

  /** The last observed parent's start ticks, or {@link Observation#PARENT_NOT_ESTABLISHED}. */
  public long parentStartTicks() {
    return parentStartTicks;
  }

  public int processGroup() {
    return processGroup;
  }

  public int session() {
    return session;
  }

  /** The state letter of {@code stat}. */
  public byte state() {
    return state;
  }

  /** Real uid, or {@link Observation#UID_UNKNOWN}. */
  public int realUid() {
    return realUid;
  }

  /** Saved uid, or {@link Observation#UID_UNKNOWN}. */
  public int savedUid() {
    return savedUid;
  }

  /** The thread of its parent under which it was listed, or {@link Observation#THREAD_UNKNOWN}. */
  public int listedUnderThread() {
    return listedUnderThread;
  }

  /** The flags of {@link Observation}. */
  public int flags() {
    return flags;
  }

  /** The name as raw bytes; callers must not write to it. */
  public byte[] comm() {
    return comm;
  }

  public Verdict verdict() {
    return verdict;
  }

  public Attribution attribution() {
    return verdict.attribution();
  }

  /** Exited and collected, or its number names another process now. */
  public boolean isGone() {
    return gone;
  }

  /** Exited, though perhaps not collected. */
  public boolean isDead() {
    return gone || has(Observation.DEAD);
  }

  /** Stopped, by a signal or a tracer, when last looked at. */
  public boolean isStopped() {
    return state == 'T' || state == 't';
  }

  /** It was there at the last pass, but could not be read. */
  public boolean isUnreadable() {
    return unreadable;
  }

  public boolean isKernelThread() {
    return has(Observation.KERNEL_THREAD);
  }

  /** The first recorded parent, or null if none was established. */
  public @Nullable KnownProcess firstParent() {
    return parents.isEmpty() ? null : parents.get(0);
  }

  @Override
  public String toString() {
    return pid + "@" + startTicks + " " + verdict.attribution() + " " + verdict.rule().jsonName();
  }
}
