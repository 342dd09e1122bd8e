package dev.sexton.engine.fake;

import dev.sexton.procfs.Errno;
import dev.sexton.procfs.HostFile;
import dev.sexton.procfs.Namespace;
import dev.sexton.procfs.ProcFile;
import dev.sexton.procfs.ProcFileSystem;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The process file system of a {@link FakeHost}, as its reaper sees it. */
public final class FakeFiles implements ProcFileSystem {
  private static final long USER_NAMESPACE = 4026531837L;
  private static final int FIRST_DESCRIPTOR = 10_000;

  private final FakeHost host;
  private final Map<Integer, FakeTask> descriptors = new HashMap<>();
  private final Set<Integer> environments = new HashSet<>();
  private int nextDescriptor = FIRST_DESCRIPTOR;
  private int listedUpTo;

  FakeFiles(FakeHost host) {
    this.host = host;
  }

  @Override
  public void startListing(int firstPid) {
    host.beforeListing.run();
    listedUpTo = host.descending ? Integer.MAX_VALUE : firstPid - 1;
  }

  @Override
  public int list(int[] pids) {
    Integer next =
        host.descending ? host.tasks.lowerKey(listedUpTo) : host.tasks.higherKey(listedUpTo);
    if (next == null) {
      return 0;
    }
    listedUpTo = next;
    pids[0] = next;
    return 1;
  }

  private @Nullable FakeTask task(int pid) {
    return pid == SELF ? host.reaper : host.tasks.get(pid);
  }

  @Override
  public int readStat(int pid, ByteBuffer into) {
    host.beforeStat.accept(pid);
    return statOf(task(pid), into);
  }

  private static int statOf(@Nullable FakeTask task, ByteBuffer into) {
    if (task == null || task.collected) {
      return answer(-Errno.ESRCH, into);
    }
    return task.statError != 0 ? answer(task.statError, into) : answer(task.stat(), into);
  }

  @Override
  public int read(int pid, ProcFile file, ByteBuffer into) {
    if (file == ProcFile.STATUS) {
      host.beforeStatus.accept(pid);
    }
    FakeTask task = task(pid);
    if (task == null) {
      return answer(-Errno.ENOENT, into);
    }
    return switch (file) {
      case STAT -> statOf(task, into);
      case STATUS ->
          task.statusError != 0
              ? answer(task.statusError, into)
              : answer(task.status(host.oldKernel), into);
      case ENVIRON -> answer(task.environment, into);
      case CGROUP -> answer("0::/\n", into);
      case CMDLINE -> answer("fake\0", into);
    };
  }

  @Override
  public int readTaskChildren(int pid, int tid, ByteBuffer into) {
    FakeTask task = task(pid);
    if (task == null) {
      return answer(-Errno.ENOENT, into);
    }
    String under = task.childrenOfThreads.get(tid);
    return answer(under == null ? "" : under, into);
  }

  @Override
  public int listTasks(int pid, int[] tids) {
    FakeTask task = task(pid);
    if (task == null) {
      return -Errno.ENOENT;
    }
    tids[0] = pid;
    int count = 1;
    for (int tid : task.childrenOfThreads.keySet()) {
      if (tid != pid) {
        tids[count++] = tid;
      }
    }
    return count;
  }

  @Override
  public int open(int pid, ProcFile file) {
    if (file == ProcFile.ENVIRON) {
      host.beforeEnvironment.accept(pid);
    }
    FakeTask task = task(pid);
    if (task == null) {
      return -Errno.ENOENT;
    }
    descriptors.put(nextDescriptor, task);
    if (file == ProcFile.ENVIRON) {
      environments.add(nextDescriptor);
    }
    return nextDescriptor++;
  }

  @Override
  public int readKept(int descriptor, ByteBuffer into, long offset) {
    FakeTask task = descriptors.get(descriptor);
    if (task == null) {
      return answer(-Errno.EBADF, into);
    }
    if (environments.contains(descriptor)) {
      int from = (int) Math.min(offset, task.environment.length());
      return answer(task.environment.substring(from), into);
    }
    host.beforeStat.accept(task.pid);
    return task.keptError != 0 ? answer(task.keptError, into) : statOf(task, into);
  }

  @Override
  public void closeKept(int descriptor) {
    descriptors.remove(descriptor);
    environments.remove(descriptor);
  }

  @Override
  public int readHostFile(HostFile file, ByteBuffer into) {
    return switch (file) {
      case LOADAVG -> answer("0.10 0.20 0.30 1/" + host.threads + " " + host.lastPid + "\n", into);
      case UPTIME -> {
        long hundredths = host.ticks();
        yield answer(
            String.format(Locale.ROOT, "%d.%02d 1.00\n", hundredths / 100, hundredths % 100), into);
      }
      case PID_MAX -> answer(host.pidMax + "\n", into);
      case BOOT_ID -> answer(host.bootId + "\n", into);
      case MACHINE_ID -> answer(host.machineId + "\n", into);
      case KERNEL_RELEASE -> answer("6.18.1\n", into);
      case PROCESSORS -> answer("0-1\n", into);
      case MOUNTINFO ->
          answer("22 1 0:5 / /proc rw shared:5 - proc proc " + host.mountOptions + "\n", into);
      case AUXV -> answer(-Errno.ENOENT, into);
    };
  }

  @Override
  public long namespaceInode(int pid, Namespace namespace) {
    return switch (namespace) {
      case PID -> host.pidNamespace;
      case TIME -> host.timeNamespace;
      case USER -> USER_NAMESPACE;
    };
  }

  @Override
  public long ownerUid(int pid) {
    FakeTask task = task(pid);
    return task == null ? -Errno.ENOENT : task.realUid;
  }

  @Override
  public void close() {}

  private static int answer(int errno, ByteBuffer into) {
    into.clear().limit(0);
    return errno;
  }

  private static int answer(String text, ByteBuffer into) {
    return answer(text.getBytes(StandardCharsets.ISO_8859_1), into);
  }

  private static int answer(byte[] bytes, ByteBuffer into) {
    into.clear();
    int length = Math.min(into.capacity(), bytes.length);
    into.put(0, bytes, 0, length);
    into.limit(length);
    return length;
  }
}
