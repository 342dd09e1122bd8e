package dev.sexton.simulation.kernel;

import dev.sexton.procfs.Errno;
import dev.sexton.procfs.Pidfds;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Process descriptors of one process of the simulated kernel. Not thread-safe. */
public final class SimPidfds implements Pidfds {
  private static final int LOWEST = 1000; // apart from those of SimProc, so that a mix-up shows
  private static final int MAX_USUAL = 1024;
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final SimKernel kernel;
  private final SimTask reader;
  private final KernelCalls hook;
  private @Nullable SimTask[] tasks = new SimTask[16];
  private int max = MAX_USUAL;
  private int count;

  /** Those that {@code reader} opens and signals through. */
  public SimPidfds(SimKernel kernel, SimTask reader, KernelCalls hook) {
    this.kernel = kernel;
    this.reader = reader;
    this.hook = hook;
  }

  /** How many may be open; beyond, opening fails with EMFILE. */
  public void setDescriptorsMax(int descriptors) {
    max = descriptors;
  }

  /** How many are open. */
  public int descriptors() {
    return count;
  }

  /** The process that a descriptor is for; absent if it is not open. */
  public @Nullable SimTask target(int pidfd) {
    int slot = pidfd - LOWEST;
    return slot < 0 || slot >= tasks.length ? null : tasks[slot];
  }

  /** As pidfd_open(2), of whoever has not been collected; errnos of Linux 6.15 if it is one. */
  @Override
  public int open(int pid) {
    int error = hook.before(CallKind.PIDFD_OPEN, pid);
    if (error < 0) {
      return error;
    }
    if (pid <= 0) {
      return -Errno.EINVAL;
    }
    SimPid found = reader.pid.namespace.pids.find(pid);
    boolean newer = kernel.settings().uniquePidfdInodes();
    if (found == null) {
      return -Errno.ESRCH;
    }
    if (found.thread == null) {
      return newer ? -Errno.ESRCH : -Errno.EINVAL; // in flight, or only a group or session
    }
    SimTask task = found.leader();
    if (task == null) {
      return newer ? -Errno.ENOENT : -Errno.EINVAL; // a thread
    }
    return count >= max ? -Errno.EMFILE : take(task);
  }

  private int take(SimTask task) {
    int slot = 0;
    while (slot < tasks.length && tasks[slot] != null) {
      slot++;
    }
    if (slot == tasks.length) {
      tasks = Arrays.copyOf(tasks, slot * 2);
    }
    tasks[slot] = task;
    count++;
    return slot + LOWEST;
  }

  /** Fails if it is not open: whoever closes twice may close another's. */
  @Override
  public void close(int pidfd) {
    if (target(pidfd) == null) {
      throw new IllegalStateException("descriptor " + pidfd + " is not open");
    }
    tasks[pidfd - LOWEST] = null;
    count--;
  }

  @Override
  public long inode(int pidfd) {
    SimTask task = target(pidfd);
    int error = hook.before(CallKind.PIDFD_INODE, number(task));
    if (error < 0) {
      return error;
    }
    if (task == null) {
      return -Errno.EBADF;
    }
    return kernel.settings().uniquePidfdInodes() ? task.inode() : INODE_NOT_UNIQUE;
  }

  /** A zombie takes a signal, and nothing follows; who is being collected is gone. */
  @Override
  public int signal(int pidfd, int signal) {
    SimTask task = target(pidfd);
    int error = hook.before(CallKind.PIDFD_SIGNAL, number(task));
    if (error < 0) {
      return error;
    }
    if (task == null) {
      return -Errno.EBADF;
    }
    if (!SimSignal.isKnown(signal)) {
      return -Errno.EINVAL;
    }
    hook.signalled(task, signal);
    if (!task.isVisible()) {
      return -Errno.ESRCH;
    }
    if (!kernel.maySignal(reader, task, signal)) {
      return -Errno.EPERM;
    }
    kernel.signal(reader, task, signal);
    return 0;
  }

  @Override
  public int awaitExit(int[] pidfds, int pidfdCount, long timeoutNs, boolean[] exited) {
    if (pidfdCount > pidfds.length || pidfdCount > exited.length || timeoutNs < 0) {
      throw new IllegalArgumentException(pidfdCount + " descriptors, " + timeoutNs + " ns");
    }
    int error = hook.before(CallKind.PIDFD_WAIT, KernelCalls.NO_PID);
    if (error < 0) {
      return error;
    }
    long wholeMs = timeoutNs / NANOS_PER_MILLI + (timeoutNs % NANOS_PER_MILLI == 0 ? 0 : 1);
    long endNs = kernel.nowNs() + Math.min(wholeMs, Integer.MAX_VALUE) * NANOS_PER_MILLI;
    int ready = look(pidfds, pidfdCount, exited);
    while (ready == 0 && kernel.nowNs() < endNs) {
      long beforeNs = kernel.nowNs();
      hook.waiting(endNs - beforeNs);
      if (kernel.nowNs() == beforeNs) {
        kernel.advance(endNs - beforeNs);
      }
      ready = look(pidfds, pidfdCount, exited);
    }
    return ready;
  }

  private int look(int[] pidfds, int pidfdCount, boolean[] exited) {
    int exits = 0;
    for (int i = 0; i < pidfdCount; i++) {
      SimTask task = target(pidfds[i]);
      if (task == null) {
        return -Errno.EBADF;
      }
      exited[i] = !task.lives();
      exits += exited[i] ? 1 : 0;
    }
    return exits;
  }

  private int number(@Nullable SimTask task) {
    return task == null ? KernelCalls.NO_PID : task.pidSeenBy(reader);
  }
}
