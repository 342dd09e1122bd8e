package dev.sexton.trees;

import dev.sexton.testing.PidNamespace;
import dev.sexton.testing.ProcStat;
import dev.sexton.testing.ProcText;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The plain model that the product is compared with: who was forked by whom, and so who descends
 * from the runner; and, by a look of its own at {@code /proc}, who lives. It shares nothing with
 * the product.
 *
 * <p>Processes of which the test has no handle, the links of a chain, are told by their name, which
 * a fork inherits and which no rule of the product looks at.
 */
final class Reference {

  private final ProcText proc;
  private final String membersName;
  private final Map<String, Participant> participants = new LinkedHashMap<>();
  private boolean chainsStarted;

  /**
   * A model of nobody.
   *
   * @param membersName the name that every member bears, and nobody else on this machine
   */
  Reference(ProcText proc, String membersName) {
    this.proc = proc;
    this.membersName = membersName;
  }

  void add(Participant participant) {
    participants.put(participant.name, participant);
  }

  @Nullable Participant find(String name) {
    return participants.get(name);
  }

  @Nullable Participant find(int pid, long startTicks) {
    for (Participant participant : participants.values()) {
      if (participant.pid == pid && participant.startTicks == startTicks) {
        return participant;
      }
    }
    return null;
  }

  Collection<Participant> all() {
    return participants.values();
  }

  void chainStarted() {
    chainsStarted = true;
  }

  boolean chainsStarted() {
    return chainsStarted;
  }

  boolean isMember(int pid, long startTicks, String comm) {
    Participant participant = find(pid, startTicks);
    return participant != null ? participant.member : comm.equals(membersName);
  }

  /**
   * The product looked at everybody. In the order of birth: a forker is always before its children.
   */
  void looked() {
    for (Participant p : participants.values()) {
      Participant forker = p.forker;
      p.witnessed |=
          forker != null
              && forker.witnessed
              && !p.forkerHidden
              && p.isAlive(proc)
              && forker.isAlive(proc);
    }
  }

  /** Whether somebody lives of whom a reap may rightly not know whose it is. */
  boolean doubtsAreExcused() {
    return chainsStarted || participants.values().stream().anyMatch(this::excusesDoubt);
  }

  private boolean excusesDoubt(Participant p) {
    return !p.witnessed && p.isAlive(proc);
  }

  /**
   * A member whose number nobody bears any more in any way and that is handed out again, the one
   * born last; null if none.
   */
  @Nullable Participant findReplaceable() {
    Set<Integer> inUse = new HashSet<>();
    for (int pid : proc.pids()) {
      ProcStat stat = proc.stat(pid);
      inUse.add(pid);
      if (stat != null) {
        inUse.add(stat.pgid());
        inUse.add(stat.sid());
      }
    }
    Participant last = null;
    for (Participant p : participants.values()) {
      last = p.member && !inUse.contains(p.pid) && comesAfterAFreeOne(p.pid, inUse) ? p : last;
    }
    return last;
  }

  /** Else nobody can tell, by using up numbers, when its turn has come. */
  private static boolean comesAfterAFreeOne(int pid, Set<Integer> inUse) {
    for (int before = PidNamespace.FIRST_REUSED_PID; before < pid; before++) {
      if (!inUse.contains(before)) {
        return true;
      }
    }
    return false;
  }

  /** The members that live, chains included. */
  List<ProcStat> livingMembers() {
    List<ProcStat> living = new ArrayList<>();
    for (int pid : proc.pids()) {
      ProcStat stat = proc.stat(pid);
      if (stat != null && !stat.isDead() && isMember(pid, stat.startTicks(), stat.comm())) {
        living.add(stat);
      }
    }
    return living;
  }

  /** Foreign ones that live. */
  List<Participant> livingStrangers() {
    return participants.values().stream().filter(p -> !p.member && p.isAlive(proc)).toList();
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (Participant p : participants.values()) {
      text.append("  ").append(p).append(p.member ? " member" : " foreign");
      text.append(p.witnessed ? ", witnessed" : "");
      text.append(p.isAlive(proc) ? ", alive" : "").append('\n');
    }
    return text.toString();
  }
}
