package dev.sexton.procfs.linux;

import dev.sexton.procfs.Errno;
import dev.sexton.procfs.HostFile;
import dev.sexton.procfs.Namespace;
import dev.sexton.procfs.ProcFile;
import dev.sexton.procfs.ProcFileSystem;
import dev.sexton.procfs.UnsupportedHostException;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * The running kernel's {@code /proc}.
 *
 * <p>Keeps three descriptors: the directory, and the two host files that each sample reads.
 * Allocates nothing on a read. Not thread-safe.
 */
public final class LinuxProcFileSystem implements ProcFileSystem {
  private static final String PROC = "/proc";
  private static final int NOT_OPEN = -Errno.EBADF; // what a call that is given it answers
  private static final int TGID_OFFSET = 258; // FIRST_PROCESS_ENTRY + 2 in fs/proc/base.c

  private final LinuxLibC libC;
  private final Statx statx;
  private int root;
  private int loadAverage;
  private int uptime;
  private int seekError;
  private final ProcPath path;
  private final DirectoryListing processes;
  private final DirectoryListing tasks;
  private final Map<ProcFile, byte[]> fileSuffixes = new EnumMap<>(ProcFile.class);
  private final Map<Namespace, byte[]> namespaceNames = new EnumMap<>(Namespace.class);
  private final Map<HostFile, ByteBuffer> hostPaths = new EnumMap<>(HostFile.class);
  private final int[] chunk = new int[64];

  private LinuxProcFileSystem(LinuxLibC libC, int root) {
    this.libC = libC;
    this.root = root;
    statx = new Statx(libC);
    path = new ProcPath(libC);
    processes = new DirectoryListing(libC);
    tasks = new DirectoryListing(libC);
    for (ProcFile file : ProcFile.values()) {
      fileSuffixes.put(file, ProcPath.suffix("/" + file.fileName()));
    }
    for (Namespace namespace : Namespace.values()) {
      namespaceNames.put(namespace, ProcPath.suffix(namespace.fileName()));
    }
    for (HostFile file : HostFile.values()) {
      hostPaths.put(file, LinuxLibC.path(file.path()));
    }
    loadAverage = openHostFile(HostFile.LOADAVG);
    uptime = openHostFile(HostFile.UPTIME);
  }

  /** Opens {@code /proc}. */
  public static LinuxProcFileSystem open() throws UnsupportedHostException {
    return open(PROC);
  }

  /**
   * Opens a process file system that is mounted elsewhere. System calls take the numbers of the
   * caller's own pid namespace, so only {@code /proc} may be acted upon.
   */
  public static LinuxProcFileSystem open(String mountPoint) throws UnsupportedHostException {
    LinuxLibC libC = LinuxLibC.get();
    int flags = LinuxLibC.O_RDONLY | LinuxLibC.O_CLOEXEC | libC.directoryFlag();
    int root = libC.open(LinuxLibC.AT_FDCWD, mountPoint, flags);
    if (root < 0) {
      throw new UnsupportedHostException(
          "The process file system at " + mountPoint + " cannot be opened: " + Errno.name(-root));
    }
    return new LinuxProcFileSystem(libC, root);
  }

  @Override
  public void startListing(int firstPid) {
    processes.restart();
    long result = libC.lseek(root, firstPid <= 1 ? 0 : (long) firstPid + TGID_OFFSET);
    seekError = (int) Math.min(result, 0);
  }

  @Override
  public int list(int[] pids) {
    // After a seek that failed the directory may stand at its end and list nothing.
    return seekError < 0 ? seekError : processes.next(root, pids);
  }

  @Override
  public int readStat(int pid, ByteBuffer into) {
    int descriptor = openFile(path.process(pid).then(ProcPath.STAT).end());
    if (descriptor < 0) {
      return empty(into, descriptor);
    }
    into.clear();
    int length = libC.read(descriptor, libC.address(into), into.capacity());
    libC.close(descriptor);
    return limit(into, length);
  }

  @Override
  public int read(int pid, ProcFile file, ByteBuffer into) {
    return readWhole(openFile(path.process(pid).then(lookUp(fileSuffixes, file)).end()), into);
  }

  @Override
  public int readTaskChildren(int pid, int tid, ByteBuffer into) {
    path.process(pid).then(ProcPath.TASK_SLASH).number(tid).then(ProcPath.CHILDREN);
    return readWhole(openFile(path.end()), into);
  }

  @Override
  public int listTasks(int pid, int[] tids) {
    long taskDirectory = path.process(pid).then(ProcPath.TASK).end();
    int flags = LinuxLibC.O_RDONLY | LinuxLibC.O_CLOEXEC | libC.directoryFlag();
    int directory = libC.openat(root, taskDirectory, flags);
    if (directory < 0) {
      return directory;
    }
    tasks.restart();
    int count = 0;
    int got = tasks.next(directory, chunk);
    while (got > 0) {
      for (int i = 0; i < got; i++, count++) {
        if (count < tids.length) {
          tids[count] = chunk[i];
        }
      }
      got = tasks.next(directory, chunk);
    }
    libC.close(directory);
    return got < 0 ? got : count;
  }

  @Override
  public int open(int pid, ProcFile file) {
    return openFile(path.process(pid).then(lookUp(fileSuffixes, file)).end());
  }

  @Override
  public int readKept(int descriptor, ByteBuffer into, long offset) {
    into.clear();
    return limit(into, libC.pread(descriptor, libC.address(into), into.capacity(), offset));
  }

  @Override
  public void closeKept(int descriptor) {
    libC.close(descriptor);
  }

  @Override
  public int readHostFile(HostFile file, ByteBuffer into) {
    return switch (file) {
      case LOADAVG -> readHostDescriptor(loadAverage, into);
      case UPTIME -> readHostDescriptor(uptime, into);
      default -> readWhole(openHostFile(file), into);
    };
  }

  @Override
  public long namespaceInode(int pid, Namespace namespace) {
    path.process(pid).then(ProcPath.NAMESPACES).then(lookUp(namespaceNames, namespace));
    int result = statx.followed(root, path.end());
    return result < 0 ? result : statx.inode();
  }

  @Override
  public long ownerUid(int pid) {
    // The directory's owner is made anew at each look (pid_revalidate in fs/proc/base.c).
    int result = statx.followed(root, path.process(pid).end());
    return result < 0 ? result : statx.uid();
  }

  @Override
  public void close() {
    closeIfOpen(loadAverage);
    closeIfOpen(uptime);
    closeIfOpen(root);
    loadAverage = NOT_OPEN;
    uptime = NOT_OPEN;
    root = NOT_OPEN;
  }

  private int readHostDescriptor(int descriptor, ByteBuffer into) {
    return descriptor < 0 ? empty(into, descriptor) : readKept(descriptor, into, 0);
  }

  private int openHostFile(HostFile file) {
    return openFile(libC.address(lookUp(hostPaths, file)));
  }

  private int openFile(long relativePath) {
    return libC.openat(root, relativePath, LinuxLibC.O_RDONLY | LinuxLibC.O_CLOEXEC);
  }

  /** Reads until the end or until the buffer is full, closes, and returns the number of bytes. */
  private int readWhole(int descriptor, ByteBuffer into) {
    if (descriptor < 0) {
      return empty(into, descriptor);
    }
    into.clear();
    int length = 0;
    int got = 1;
    while (got > 0 && length < into.capacity()) {
      got = libC.read(descriptor, libC.address(into) + length, into.capacity() - length);
      length += Math.max(got, 0);
    }
    libC.close(descriptor);
    return limit(into, got < 0 ? got : length);
  }

  private static int empty(ByteBuffer into, int negatedErrno) {
    into.clear();
    return limit(into, negatedErrno);
  }

  private static int limit(ByteBuffer into, int lengthOrErrno) {
    into.limit(Math.max(lengthOrErrno, 0));
    return lengthOrErrno;
  }

  private static <K, V> V lookUp(Map<K, V> map, K key) {
    return Objects.requireNonNull(map.get(key));
  }

  private void closeIfOpen(int descriptor) {
    if (descriptor >= 0) {
      libC.close(descriptor);
    }
  }
}
