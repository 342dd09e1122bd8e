package dev.sexton.simulation.kernel;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What all parts of the kernel share: the clock, the numbers, the processes. */
final class KernelState {
  /** Is told when a namespace has fewer numbers in use than before. */
  interface NamespaceListener {
    void shrank(SimNamespace namespace);
  }

  private static final long NANOS_PER_SECOND = 1_000_000_000;
  private static final long BOOTED_NS = 20 * NANOS_PER_SECOND;
  private static final long FIRST_NAMESPACE_INODE = 4_026_531_836L; // PROC_PID_INIT_INO

  final KernelSettings settings;
  final SimUserNamespace outermostUser = new SimUserNamespace(null, 0, FIRST_NAMESPACE_INODE + 1);
  final SimNamespace outermost = new SimNamespace(null, outermostUser, FIRST_NAMESPACE_INODE);
  final TaskSet tasks = new TaskSet();

  long nowNs = BOOTED_NS;
  long numbersHandedOut;
  int threads;
  int stopped;
  int births;
  long deaths;
  private long pidInodes;
  private long namespaces = FIRST_NAMESPACE_INODE + 100;
  private @Nullable NamespaceListener listener;

  KernelState(KernelSettings settings) {
    this.settings = settings;
  }

  void listen(NamespaceListener to) {
    listener = to;
  }

  long ticks(long ns) {
    long perSecond = settings.ticksPerSecond();
    return ns / NANOS_PER_SECOND * perSecond + ns % NANOS_PER_SECOND * perSecond / NANOS_PER_SECOND;
  }

  long newNamespaceInode() {
    return ++namespaces;
  }

  /** Hands a number out in a namespace and in those around it; null if one has none left. */
  @Nullable SimPid newPid(SimNamespace namespace) {
    int[] numbers = new int[namespace.level + 1];
    nowNs += settings.nanosPerNumber();
    SimPid pid = new SimPid(namespace, numbers, ++pidInodes);
    for (SimNamespace at = namespace; at != null; at = at.outer) {
      int number = at.next(settings.pidMax());
      if (number == PidTable.NONE) {
        for (SimNamespace undone = namespace; undone != at && undone != null; ) {
          undone.pids.remove(numbers[undone.level]);
          undone = undone.outer;
        }
        return null;
      }
      numbers[at.level] = number;
      at.pids.insert(number, pid);
    }
    numbersHandedOut++;
    return pid;
  }

  /** Gives the numbers back if nobody bears them any more. */
  void dropIfUnused(SimPid pid) {
    if (pid.inUse()) {
      return;
    }
    for (SimNamespace at = pid.namespace; at != null; at = at.outer) {
      at.pids.remove(pid.numbers[at.level]);
    }
    NamespaceListener to = listener;
    if (to != null) {
      for (SimNamespace at = pid.namespace; at != null; at = at.outer) {
        to.shrank(at);
      }
    }
  }

  void setGroup(SimTask task, @Nullable SimPid group) {
    SimPid before = task.group;
    task.group = group;
    if (group != null) {
      group.groupMembers++;
    }
    if (before != null) {
      before.groupMembers--;
      dropIfUnused(before);
    }
  }

  void setSession(SimTask task, @Nullable SimPid session) {
    SimPid before = task.session;
    task.session = session;
    if (session != null) {
      session.sessionMembers++;
    }
    if (before != null) {
      before.sessionMembers--;
      dropIfUnused(before);
    }
  }

  /** Its members that are visible. */
  SimTask[] groupMembers(SimPid group) {
    SimTask[] all = tasks.array();
    SimTask[] members = new SimTask[group.groupMembers];
    int count = 0;
    for (SimTask task : all) {
      if (task.group == group) {
        members[count++] = task;
      }
    }
    return Arrays.copyOf(members, count);
  }
}
