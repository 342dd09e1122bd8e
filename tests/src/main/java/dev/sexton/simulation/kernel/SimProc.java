package dev.sexton.simulation.kernel;

import dev.sexton.procfs.Errno;
import dev.sexton.procfs.HostFile;
import dev.sexton.procfs.Namespace;
import dev.sexton.procfs.ProcFile;
import dev.sexton.procfs.ProcFileSystem;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a process of the simulated kernel reads in its {@code /proc}, which is mounted in its own
 * pid namespace: whoever is there or below, with the numbers they have there.
 *
 * <p>Not thread-safe.
 */
public final class SimProc implements ProcFileSystem {
  private static final int FIRST = 1;
  private static final byte[] NOTHING = {};

  private final SimKernel kernel;
  private final SimTask reader;
  private final KernelCalls hook;
  private final SimNamespace namespace;
  private final Access access;
  private final ProcLines lines;
  private final HostTexts hostTexts;
  private final KeptFiles kept = new KeptFiles();
  private final ByteText text = new ByteText();
  private int cursor = FIRST;
  private boolean listed;

  /** What {@code reader} reads. */
  public SimProc(SimKernel kernel, SimTask reader, KernelCalls hook) {
    this.kernel = kernel;
    this.reader = reader;
    this.hook = hook;
    namespace = reader.pid.namespace;
    access = new Access(reader);
    lines = new ProcLines(namespace);
    hostTexts = new HostTexts(kernel, reader, access);
  }

  /** Mounts it with an option that hides other users' processes: 0, 1, 2 or 4. */
  public void setHidepid(int value) {
    access.hidepid(value);
  }

  /** How many files may be kept open; beyond, opening fails with EMFILE. */
  public void setDescriptorsMax(int count) {
    kept.setMax(count);
  }

  /** How many files are kept open. */
  public int descriptors() {
    return kept.count();
  }

  @Override
  public void startListing(int firstPid) {
    cursor = kernel.settings().seekableListing() ? Math.max(firstPid, FIRST) : FIRST;
    listed = false;
  }

  /** Ascending, as next_tgid in fs/proc/base.c: the world may move between any two entries. */
  @Override
  public int list(int[] pids) {
    int error = hook.before(CallKind.LIST, KernelCalls.NO_PID);
    if (error < 0) {
      return error;
    }
    int count = 0;
    while (count < pids.length && !listed) {
      if (count > 0 && hook.before(CallKind.LIST_NEXT, cursor) < 0) {
        break;
      }
      PidTable table = namespace.pids;
      int index = table.indexAtLeast(cursor);
      while (index < table.size() && !isListed(table.pid(index))) {
        index++;
      }
      if (index == table.size()) {
        listed = true; // The offset is behind all numbers that there can be.
      } else {
        pids[count++] = table.number(index);
        cursor = table.number(index) + 1;
      }
    }
    return count;
  }

  private boolean isListed(SimPid pid) {
    SimTask task = pid.leader();
    return task != null && access.isShown(task);
  }

  @Override
  public int readStat(int pid, ByteBuffer into) {
    int error = hook.before(CallKind.STAT, pid);
    if (error < 0) {
      return fail(into, error);
    }
    SimPid found = find(pid);
    return found == null ? fail(into, -Errno.ENOENT) : readStat(found, into, 0, -Errno.ENOENT);
  }

  private int readStat(SimPid pid, ByteBuffer into, long offset, int errorIfGone) {
    SimThread thread = pid.thread;
    if (thread != null) {
      int error = openError(thread.task);
      if (error < 0) {
        return fail(into, error);
      }
      lines.stat(text, thread);
      return text.read(into, offset);
    }
    SimTask task = pid.holder;
    if (task != null && task.state == SimTask.State.RELEASING) {
      lines.releasing(text, task);
      return text.read(into, offset);
    }
    return fail(into, errorIfGone);
  }

  @Override
  public int read(int pid, ProcFile file, ByteBuffer into) {
    int error = hook.before(kind(file), pid);
    if (error < 0) {
      return fail(into, error);
    }
    SimPid found = find(pid);
    if (found == null) {
      return fail(into, -Errno.ENOENT);
    }
    error = openError(found, file);
    return error < 0 ? fail(into, error) : read(found, file, into, 0, image(found));
  }

  @Override
  public int readTaskChildren(int pid, int tid, ByteBuffer into) {
    int error = hook.before(CallKind.CHILDREN, pid);
    if (error < 0) {
      return fail(into, error);
    }
    SimThread process = visible(pid);
    SimThread thread = visible(tid);
    if (process == null || thread == null || process.task != thread.task) {
      return fail(into, -Errno.ENOENT);
    }
    if (!kernel.settings().taskChildren()) {
      return fail(into, -Errno.ENOENT);
    }
    error = openError(process.task);
    if (error < 0) {
      return fail(into, error);
    }
    text.clear();
    List<SimTask> children = thread.children();
    for (int i = 0; i < children.size(); i++) {
      text.number(children.get(i).pid.numberIn(namespace)).put(' ');
    }
    return text.read(into, 0);
  }

  @Override
  public int listTasks(int pid, int[] tids) {
    int error = hook.before(CallKind.TASKS, pid);
    if (error < 0) {
      return error;
    }
    SimThread process = visible(pid);
    if (process == null) {
      return -Errno.ENOENT;
    }
    error = openError(process.task);
    if (error < 0) {
      return error;
    }
    int count = process.task.threadCount();
    for (int i = 0; i < Math.min(count, tids.length); i++) {
      tids[i] = process.task.thread(i).pid.numberIn(namespace);
    }
    return count;
  }

  @Override
  public int open(int pid, ProcFile file) {
    int error = hook.before(CallKind.OPEN, pid);
    if (error < 0) {
      return error;
    }
    SimPid found = find(pid);
    if (found == null || found.thread == null) {
      return -Errno.ENOENT;
    }
    error = openError(found, file);
    return error < 0 ? error : kept.open(found, file, image(found));
  }

  @Override
  public int readKept(int descriptor, ByteBuffer into, long offset) {
    SimPid pid = kept.pid(descriptor);
    int error =
        hook.before(CallKind.READ_KEPT, pid == null ? KernelCalls.NO_PID : pid.numberIn(namespace));
    if (error < 0) {
      return fail(into, error);
    }
    if (pid == null) {
      return fail(into, -Errno.EBADF);
    }
    return read(pid, kept.file(descriptor), into, offset, kept.image(descriptor));
  }

  @Override
  public void closeKept(int descriptor) {
    kept.close(descriptor);
  }

  @Override
  public int readHostFile(HostFile file, ByteBuffer into) {
    int error = hook.before(CallKind.HOST_FILE, KernelCalls.NO_PID);
    if (error < 0) {
      return fail(into, error);
    }
    hostTexts.write(file, text);
    return text.read(into, 0);
  }

  @Override
  public long namespaceInode(int pid, Namespace which) {
    int error = hook.before(CallKind.NAMESPACE, pid);
    if (error < 0) {
      return error;
    }
    SimThread thread = visible(pid);
    if (thread == null) {
      return -Errno.ENOENT;
    }
    if (!access.mayTrace(thread.task)) {
      return -Errno.EACCES;
    }
    return switch (which) {
      case PID -> thread.task.pid.namespace.inode;
      case USER -> thread.task.userNamespace.inode;
      // Left at the exit already (exit_task_namespaces).
      case TIME -> thread.alive ? kernel.names().timeNamespace() : -Errno.ENOENT;
    };
  }

  @Override
  public long ownerUid(int pid) {
    int error = hook.before(CallKind.OWNER, pid);
    if (error < 0) {
      return error;
    }
    SimThread thread = visible(pid);
    if (thread == null || !access.isShown(thread.task)) {
      return -Errno.ENOENT;
    }
    return Integer.toUnsignedLong(thread.task.effectiveUid);
  }

  @Override
  public void close() {
    listed = true;
  }

  private @Nullable SimPid find(int pid) {
    return pid == SELF ? reader.pid : namespace.pids.find(pid);
  }

  private @Nullable SimThread visible(int pid) {
    SimPid found = find(pid);
    return found == null ? null : found.thread;
  }

  private int openError(SimTask task) {
    if (access.isOpen(task)) {
      return 0;
    }
    return access.isShown(task) ? -Errno.EPERM : -Errno.ENOENT;
  }

  private int openError(SimPid pid, ProcFile file) {
    SimThread thread = pid.thread;
    if (thread == null) {
      return file == ProcFile.STAT ? 0 : -Errno.ENOENT;
    }
    int error = openError(thread.task);
    if (error < 0 || file != ProcFile.ENVIRON) {
      return error;
    }
    if (!hasMemory(thread)) {
      // Older kernels open it, and then read nothing.
      return kernel.settings().uniquePidfdInodes() ? -Errno.ESRCH : 0;
    }
    return access.mayTrace(thread.task) ? 0 : -Errno.EACCES;
  }

  private static boolean hasMemory(SimThread thread) {
    return thread.alive && !thread.task.kernelThread;
  }

  private static int image(SimPid pid) {
    SimThread thread = pid.thread;
    return thread == null ? 0 : thread.task.image;
  }

  private int read(SimPid pid, ProcFile file, ByteBuffer into, long offset, int image) {
    if (file == ProcFile.STAT) {
      return readStat(pid, into, offset, -Errno.ESRCH);
    }
    SimThread thread = pid.thread;
    if (file == ProcFile.ENVIRON) {
      // Bound to the memory of the moment it was opened: empty once that is gone.
      byte[] bytes = NOTHING;
      if (thread != null && hasMemory(thread) && thread.task.image == image) {
        bytes = thread.task.environment;
      }
      return ByteText.read(bytes, bytes.length, into, offset);
    }
    if (thread == null) {
      return fail(into, -Errno.ESRCH);
    }
    text.clear();
    switch (file) {
      case STATUS -> lines.status(text, thread);
      case CGROUP -> text.put("0::").put(thread.task.cgroup).put('\n');
      case CMDLINE -> {
        if (hasMemory(thread)) {
          text.put(thread.task.comm).put('\0');
        }
      }
      case STAT, ENVIRON -> throw new AssertionError(file);
    }
    return text.read(into, offset);
  }

  private static CallKind kind(ProcFile file) {
    return switch (file) {
      case STAT -> CallKind.STAT;
      case STATUS -> CallKind.STATUS;
      case ENVIRON -> CallKind.ENVIRON;
      case CGROUP -> CallKind.CGROUP;
      case CMDLINE -> CallKind.CMDLINE;
    };
  }

  private static int fail(ByteBuffer into, int error) {
    into.clear().limit(0);
    return error;
  }
}
