package dev.sexton.engine.fake;

import dev.sexton.engine.census.Host;
import dev.sexton.engine.census.HostClock;
import dev.sexton.procfs.Errno;
import dev.sexton.procfs.HostFacts;
import dev.sexton.procfs.Pidfds;
import dev.sexton.procfs.ProcfsException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;

/**
 * A kernel of a few processes that do what a test says, its process descriptors and its clock.
 * Hooks let the world move between two calls.
 *
 * <p>At first there are {@link #init}, a {@link #service}, a {@link #shell} with the {@link
 * #runner} below it, and the {@link #reaper}, who is the reader.
 */
public final class FakeHost implements Pidfds, HostClock {
  public static final int RUN_USER = 1000;
  private static final int ALL_CAPABILITIES = -1;
  private static final int SIGKILL = 9;
  private static final int SIGTERM = 15;
  private static final long NANOS_PER_TICK = 10_000_000;
  private static final long NANOS_PER_CALL = 1_000;
  private static final long NAMESPACE = 4026531836L;
  private static final int FIRST_DESCRIPTOR = 1_000;

  public final TreeMap<Integer, FakeTask> tasks = new TreeMap<>();
  public final List<Sent> sent = new ArrayList<>();

  /** What the process file system shows of them. */
  public final FakeFiles files = new FakeFiles(this);

  private final Map<Integer, FakeTask> descriptors = new HashMap<>();
  private final AtomicLong nowNs = new AtomicLong(50_000_000_000L);
  private long nextInode = 5_000;
  private int nextDescriptor = FIRST_DESCRIPTOR;

  public int lastPid = 400;
  public int pidMax = 4_194_304;
  public int threads = 50;
  public String bootId = "1e6a0e4c-6a43-4b0e-9d5b-6d2f2f7a9c11";
  public String machineId = "0123456789abcdef0123456789abcdef";
  public String mountOptions = "rw,hidepid=0";
  public long pidNamespace = NAMESPACE;
  public long timeNamespace = NAMESPACE + 1;
  public boolean uniqueInodes = true;
  public int pidfdOpenError;
  public int signalError;

  /** Whether nobody dies of a signal, as in uninterruptible sleep. */
  public boolean signalsPend;

  /** Whether status leaves out the lines that old kernels do not have. */
  public boolean oldKernel;

  /** Whether /proc lists in descending order. */
  public boolean descending;

  public IntConsumer beforeStat = pid -> {};
  public IntConsumer beforeEnvironment = pid -> {};
  public IntConsumer beforeStatus = pid -> {};
  public IntConsumer beforePidfd = pid -> {};
  public IntConsumer afterPidfd = pid -> {};

  /** Called when a listing begins. */
  public Runnable beforeListing = () -> {};

  public final FakeTask init = add(1, 0);
  public final FakeTask service = add(50, 1);
  public final FakeTask reaper = add(60, 1);
  public final FakeTask shell = add(90, 1).user(RUN_USER);
  public final FakeTask runner = add(100, 90).user(RUN_USER);

  public FakeHost() {
    runner.session = shell.pid;
    reaper.capabilities = ALL_CAPABILITIES;
  }

  /**
   * A signal that was sent.
   *
   * @param task to whom, whatever number that has
   */
  public record Sent(FakeTask task, int signal) {}

  /** A process with a number of the test's choosing. */
  public FakeTask add(int pid, int parent) {
    pass(3 * NANOS_PER_TICK);
    return addAtOnce(pid, parent);
  }

  /** The same, within the tick in which the last thing happened. */
  public FakeTask addAtOnce(int pid, int parent) {
    FakeTask task = new FakeTask(pid, ticks(), nextInode++, parent);
    tasks.put(pid, task);
    lastPid = Math.max(lastPid, pid);
    return task;
  }

  /** A child with the next number, in its parent's session, group and user. */
  public FakeTask fork(FakeTask parent) {
    return add(lastPid + 1, parent.pid).in(parent).user(parent.realUid);
  }

  /** It exits and is collected; its children go to init. */
  public void collect(FakeTask task) {
    task.collected = true;
    tasks.remove(task.pid, task);
    for (FakeTask child : tasks.values()) {
      if (child.parent == task.pid) {
        child.parent = 1;
      }
    }
  }

  /** It exits and waits to be collected. */
  public void exit(FakeTask task) {
    collect(task);
    task.collected = false;
    task.state = 'Z';
    tasks.put(task.pid, task);
  }

  /** Another process gets the number of one that is gone. */
  public FakeTask reuse(FakeTask gone, FakeTask parent) {
    collect(gone);
    return add(gone.pid, parent.pid).in(parent).user(parent.realUid);
  }

  /** Time goes by. */
  public void pass(long ns) {
    nowNs.addAndGet(ns);
  }

  /** The numbers of those who were sent anything. */
  public List<Integer> touched() {
    return sent.stream().map(s -> s.task().pid).distinct().toList();
  }

  /** Hundredths of a second since boot, which are this host's clock ticks. */
  long ticks() {
    return nowNs.get() / NANOS_PER_TICK;
  }

  /** The host as the product opens it. */
  public Host open() throws ProcfsException {
    return new Host(files, this, HostFacts.read(files, this), this, 100);
  }

  @Override
  public long nanoTime() {
    return nowNs.addAndGet(NANOS_PER_CALL);
  }

  @Override
  public long wallMillis() {
    return nowNs.get() / 1_000_000;
  }

  @Override
  public int open(int pid) {
    if (pidfdOpenError != 0) {
      return pidfdOpenError;
    }
    beforePidfd.accept(pid);
    FakeTask task = tasks.get(pid);
    if (task == null) {
      return -Errno.ESRCH;
    }
    descriptors.put(nextDescriptor, task);
    int opened = nextDescriptor++;
    afterPidfd.accept(pid);
    return opened;
  }

  @Override
  public void close(int pidfd) {
    descriptors.remove(pidfd);
  }

  @Override
  public long inode(int pidfd) {
    FakeTask task = descriptors.get(pidfd);
    return task == null ? -Errno.EBADF : uniqueInodes ? task.inode : INODE_NOT_UNIQUE;
  }

  @Override
  public int signal(int pidfd, int signal) {
    FakeTask task = descriptors.get(pidfd);
    if (task == null) {
      return -Errno.EBADF;
    }
    if (task.collected) {
      return -Errno.ESRCH;
    }
    if (signal == 0) {
      return 0;
    }
    if (signalError != 0) {
      return signalError;
    }
    sent.add(new Sent(task, signal));
    if (!signalsPend && (signal == SIGKILL || signal == SIGTERM)) {
      collect(task);
    }
    return 0;
  }

  @Override
  public int awaitExit(int[] pidfds, int count, long timeoutNs, boolean[] exited) {
    int exits = 0;
    for (int i = 0; i < count; i++) {
      FakeTask task = descriptors.get(pidfds[i]);
      exited[i] = task != null && task.collected;
      exits += exited[i] ? 1 : 0;
    }
    if (exits == 0) {
      pass(timeoutNs);
    }
    return exits;
  }
}
