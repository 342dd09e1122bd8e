package dev.sexton.procfs;

import java.nio.ByteBuffer;

/**
 * The process file system as bytes and numbers, and nothing more.
 *
 * <p>Results are at least zero, or a negated errno ({@link Errno}). Every reading method clears its
 * buffer, fills it from index 0, and leaves position 0 and limit at the number of bytes read, which
 * it also returns. Buffers must be direct. No method has a side effect on any process. Not
 * thread-safe.
 *
 * <p>Where a pid is asked for, {@link #SELF} means the reader's own process.
 */
public interface ProcFileSystem extends AutoCloseable {

  /** The pid that stands for the reader itself. */
  int SELF = 0;

  /**
   * Begins a listing, ending any other.
   *
   * @param firstPid 1 for everything; above 1 the listing is asked to begin at the first process
   *     whose number is at least this, which a kernel is not obliged to honour
   */
  void startListing(int firstPid);

  /**
   * The next numbers in the kernel's order. Implementations hand out few at a time, at most {@code
   * pids.length}, so that they are fresh.
   *
   * @return how many were put into {@code pids}, 0 at the end, or a negated errno
   */
  int list(int[] pids);

  /** Opens, reads and closes {@code /proc/PID/stat}. One read call: the line is made by one. */
  int readStat(int pid, ByteBuffer into);

  /**
   * Opens, reads to the end or until the buffer is full, and closes. A result equal to the buffer's
   * capacity may have more behind it.
   */
  int read(int pid, ProcFile file, ByteBuffer into);

  /** As {@link #read}, of {@code /proc/PID/task/TID/children}. */
  int readTaskChildren(int pid, int tid, ByteBuffer into);

  /**
   * Lists the threads of a process.
   *
   * @return how many there are, of which the first {@code tids.length} are in {@code tids}, or a
   *     negated errno
   */
  int listTasks(int pid, int[] tids);

  /** Opens a file to be kept. It stays bound to its process, whoever has the number later. */
  int open(int pid, ProcFile file);

  /** One positional read of a kept descriptor. -ESRCH once a stat file's process is collected. */
  int readKept(int descriptor, ByteBuffer into, long offset);

  /** Closes what {@link #open} returned. */
  void closeKept(int descriptor);

  /** As {@link #read}, of a file about the host. */
  int readHostFile(HostFile file, ByteBuffer into);

  /** The inode number that identifies a namespace of a process, or a negated errno. */
  long namespaceInode(int pid, Namespace namespace);

  /**
   * The owner of the directory {@code /proc/PID}, or a negated errno. Never the owner of a file
   * within it, which stays what it was when the file was opened.
   */
  long ownerUid(int pid);

  /** Gives all descriptors back, kept ones excepted. */
  @Override
  void close();
}
