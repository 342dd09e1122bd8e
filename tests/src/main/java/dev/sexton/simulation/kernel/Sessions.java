package dev.sexton.simulation.kernel;

import dev.sexton.procfs.Errno;
import org.jspecify.annotations.Nullable;

/** Sessions and process groups (kernel/sys.c), and groups that lose their connection (exit.c). */
final class Sessions {
  static final int OWN_NUMBER = 0;

  private final KernelState state;
  private final Signals signals;

  Sessions(KernelState state, Signals signals) {
    this.state = state;
    this.signals = signals;
  }

  boolean setsid(SimTask caller) {
    if (caller.sessionLeader || caller.pid.groupMembers > 0) {
      return false;
    }
    caller.sessionLeader = true;
    state.setSession(caller, caller.pid);
    state.setGroup(caller, caller.pid);
    return true;
  }

  /** As setpgid(2), with outermost numbers: 0 or a negated errno. */
  int setpgid(SimTask caller, SimTask target, int group) {
    if (!target.isVisible() || !target.isWithinNamespaceOf(caller)) {
      return -Errno.ESRCH;
    }
    if (target.parent() == caller) {
      if (target.session != caller.session) {
        return -Errno.EPERM;
      }
      if (target.executed) {
        return -Errno.EACCES;
      }
    } else if (target != caller) {
      return -Errno.ESRCH;
    }
    if (target.sessionLeader) {
      return -Errno.EPERM;
    }
    SimPid wanted = target.pid;
    if (group != OWN_NUMBER && group != target.pid()) {
      SimPid found = state.outermost.pids.find(group);
      if (found == null || found.numberIn(caller.pid.namespace) == 0 || !isOf(found, caller)) {
        return -Errno.EPERM;
      }
      wanted = found;
    }
    if (target.group != wanted) {
      state.setGroup(target, wanted);
    }
    return 0;
  }

  /** Whether there is such a group in the caller's session; all members of one are in one. */
  private boolean isOf(SimPid group, SimTask caller) {
    if (group.groupMembers == 0) {
      return false;
    }
    return state.groupMembers(group)[0].session == caller.session;
  }

  /**
   * Wakes a group of stopped processes that nobody is left to continue (kill_orphaned_pgrp).
   *
   * @param father who exits and was this process' parent; absent if it exits itself
   */
  void hangUpIfOrphaned(SimTask task, @Nullable SimTask father) {
    SimPid group = task.group;
    SimTask connection = father == null ? task.parent() : father;
    if (state.stopped == 0 || group == null || connection == null) {
      return;
    }
    if (connection.group == group || connection.session != task.session) {
      return;
    }
    SimTask[] members = state.groupMembers(group);
    boolean anyStopped = false;
    for (SimTask member : members) {
      anyStopped |= member.stopped;
      if (isConnected(member) && !(father == null && member == task)) {
        return;
      }
    }
    if (anyStopped) {
      for (SimTask member : members) {
        signals.send(member, SimSignal.HANGUP, true);
        signals.send(member, SimSignal.CONT, true);
      }
    }
  }

  private static boolean isConnected(SimTask member) {
    SimTask parent = member.parent();
    if (!member.lives() || parent == null || parent.pid() == 1) {
      return false;
    }
    return parent.group != member.group && parent.session == member.session;
  }
}
