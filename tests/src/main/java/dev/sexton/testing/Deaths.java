package dev.sexton.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** Waits for the end of processes of this JVM's pid namespace. A zombie has ended. */
final class Deaths {

  private Deaths() {}

  /** Which process has the number now. One that nobody has is the number of a dead one. */
  static ProcIdentity identify(int pid) {
    ProcStat stat = ProcText.host().stat(requirePositive(pid));
    return new ProcIdentity(pid, stat == null ? Actor.UNKNOWN_TICKS : stat.startTicks());
  }

  static boolean isAlive(ProcIdentity process) {
    ProcStat stat = ProcText.host().stat(process.pid());
    return stat != null && stat.startTicks() == process.startTicks() && !stat.isDead();
  }

  static void await(Set<ProcIdentity> processes) {
    await(() -> living(processes));
  }

  static void awaitGroup(int pgid) {
    requirePositive(pgid);
    await(() -> livingInGroup(pgid));
  }

  private static void await(Supplier<List<ProcStat>> living) {
    if (!Deadline.standard().holdsInTime(() -> living.get().isEmpty())) {
      throw new AssertionError("these live on: " + living.get());
    }
  }

  private static List<ProcStat> living(Set<ProcIdentity> processes) {
    List<ProcStat> living = new ArrayList<>();
    for (ProcIdentity process : processes) {
      ProcStat stat = ProcText.host().stat(process.pid());
      if (stat != null && stat.startTicks() == process.startTicks() && !stat.isDead()) {
        living.add(stat);
      }
    }
    return living;
  }

  private static List<ProcStat> livingInGroup(int pgid) {
    List<ProcStat> living = new ArrayList<>();
    for (int pid : ProcText.host().pids()) {
      ProcStat stat = ProcText.host().stat(pid);
      if (stat != null && stat.pgid() == pgid && !stat.isDead()) {
        living.add(stat);
      }
    }
    return living;
  }

  /** Zero and negative numbers mean groups, or everybody, to kill(2) and waitpid(2). */
  private static int requirePositive(int number) {
    if (number <= 0) {
      throw new IllegalArgumentException("not the number of one process or group: " + number);
    }
    return number;
  }
}
