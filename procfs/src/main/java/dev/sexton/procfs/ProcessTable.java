package dev.sexton.procfs;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Rows of observed processes in columns of primitives.
 *
 * <p>A listed process that could not be read has a row too: its number, and the {@link ReadResult}
 * that says why. All its other columns are absent. Columns grow by doubling and never shrink, so a
 * table that is reused stops allocating. Not thread-safe.
 *
 * <p>Rows are read by index, or through a {@link ProcessCursor}; only this package fills them.
 */
public final class ProcessTable {
  /** A parent, process group, session, or number of threads that is not known. */
  public static final int ABSENT = -1;

  /** Start ticks that are not known. */
  public static final long ABSENT_TICKS = -1;

  /** A state that is not known. */
  public static final byte ABSENT_STATE = 0;

  /** The longest name kept: what {@code comm} can hold. Kernel threads may have longer ones. */
  public static final int COMM_BYTES_MAX = 16;

  private static final int KERNEL_THREAD = 0x0020_0000; // PF_KTHREAD in include/linux/sched.h

  private int rows;
  private int[] pid;
  private int[] parent;
  private int[] processGroup;
  private int[] session;
  private long[] startTicks;
  private byte[] state;
  private int[] threads;
  private int[] kernelFlags;
  private byte[] comm;
  private byte[] commLength;
  private ReadResult[] result;
  private int[] errno;

  /** A table with room for this many rows before it grows. */
  public ProcessTable(int capacity) {
    if (capacity < 1) {
      throw new IllegalArgumentException("capacity " + capacity);
    }
    pid = new int[capacity];
    parent = new int[capacity];
    processGroup = new int[capacity];
    session = new int[capacity];
    startTicks = new long[capacity];
    state = new byte[capacity];
    threads = new int[capacity];
    kernelFlags = new int[capacity];
    comm = new byte[capacity * COMM_BYTES_MAX];
    commLength = new byte[capacity];
    result = new ReadResult[capacity];
    errno = new int[capacity];
  }

  /** The number of rows. */
  public int rows() {
    return rows;
  }

  /** Forgets all rows, keeps the room. */
  public void clear() {
    rows = 0;
  }

  /** The number that was listed, or asked for. */
  public int pid(int row) {
    return pid[check(row)];
  }

  /** The number of the parent: 0 for none in this namespace; {@link #ABSENT} if not read. */
  public int parent(int row) {
    return parent[check(row)];
  }

  /** The process group: 0 for one outside of this namespace; {@link #ABSENT} if not read. */
  public int processGroup(int row) {
    return processGroup[check(row)];
  }

  /** The session: 0 for one outside of this namespace; {@link #ABSENT} if not read. */
  public int session(int row) {
    return session[check(row)];
  }

  /** Clock ticks from boot to the start, or {@link #ABSENT_TICKS}. */
  public long startTicks(int row) {
    return startTicks[check(row)];
  }

  /** The kernel's letter for the leading thread's state, or {@link #ABSENT_STATE}. */
  public byte state(int row) {
    return state[check(row)];
  }

  /** The number of threads, or {@link #ABSENT}. */
  public int threads(int row) {
    return threads[check(row)];
  }

  /** The kernel's flags word (field 9 of stat); 0 if not read. */
  public int kernelFlags(int row) {
    return kernelFlags[check(row)];
  }

  /** How the reading went. Columns other than pid are good only if it identifies the process. */
  public ReadResult result(int row) {
    return result[check(row)];
  }

  /** The positive errno of a reading that failed in a system call, otherwise 0. */
  public int errno(int row) {
    return errno[check(row)];
  }

  /**
   * Whether it was read and is dead: state Z or X with at most one thread. With more, only the
   * leading thread has exited and the process lives.
   */
  public boolean isDead(int row) {
    byte letter = state[check(row)];
    return (letter == 'Z' || letter == 'X' || letter == 'x') && threads[row] <= 1;
  }

  /** Whether it was read and is a thread of the kernel. */
  public boolean isKernelThread(int row) {
    return (kernelFlags[check(row)] & KERNEL_THREAD) != 0;
  }

  /** The number of bytes of the name that are kept, at most {@link #COMM_BYTES_MAX}. */
  public int commLength(int row) {
    return commLength[check(row)];
  }

  /** One byte of the name, which may be any byte but zero. */
  public byte commByte(int row, int index) {
    if (index < 0 || index >= commLength[check(row)]) {
      throw new IndexOutOfBoundsException(index);
    }
    return comm[row * COMM_BYTES_MAX + index];
  }

  /** Copies the name, and returns its length. */
  public int copyComm(int row, byte[] into) {
    int length = commLength[check(row)];
    System.arraycopy(comm, row * COMM_BYTES_MAX, into, 0, length);
    return length;
  }

  /** The name as text, each byte one character (ISO 8859-1), so that nothing is lost. */
  public String comm(int row) {
    return new String(
        comm, row * COMM_BYTES_MAX, commLength[check(row)], StandardCharsets.ISO_8859_1);
  }

  /** Adds a row that is not read yet, and returns its index. */
  int append(int forPid) {
    if (rows == pid.length) {
      grow();
    }
    int row = rows++;
    pid[row] = forPid;
    fail(row, ReadResult.FAILED, 0);
    return row;
  }

  /** Makes every column absent but the pid. */
  void fail(int row, ReadResult why, int errnoOfCall) {
    parent[row] = ABSENT;
    processGroup[row] = ABSENT;
    session[row] = ABSENT;
    startTicks[row] = ABSENT_TICKS;
    state[row] = ABSENT_STATE;
    threads[row] = ABSENT;
    kernelFlags[row] = 0;
    commLength[row] = 0;
    result[row] = why;
    errno[row] = errnoOfCall;
  }

  void setResult(int row, ReadResult how) {
    result[row] = how;
  }

  void setParent(int row, int value) {
    parent[row] = value;
  }

  void setProcessGroup(int row, int value) {
    processGroup[row] = value;
  }

  void setSession(int row, int value) {
    session[row] = value;
  }

  void setStartTicks(int row, long value) {
    startTicks[row] = value;
  }

  void setState(int row, byte letter) {
    state[row] = letter;
  }

  void setThreads(int row, int value) {
    threads[row] = value;
  }

  void setKernelFlags(int row, int value) {
    kernelFlags[row] = value;
  }

  void setComm(int row, byte[] from, int offset, int length) {
    int kept = Math.min(length, COMM_BYTES_MAX);
    System.arraycopy(from, offset, comm, row * COMM_BYTES_MAX, kept);
    commLength[row] = (byte) kept;
  }

  private int check(int row) {
    if (row < 0 || row >= rows) {
      throw new IndexOutOfBoundsException(row);
    }
    return row;
  }

  private void grow() {
    int capacity = Math.multiplyExact(pid.length, 2);
    pid = Arrays.copyOf(pid, capacity);
    parent = Arrays.copyOf(parent, capacity);
    processGroup = Arrays.copyOf(processGroup, capacity);
    session = Arrays.copyOf(session, capacity);
    startTicks = Arrays.copyOf(startTicks, capacity);
    state = Arrays.copyOf(state, capacity);
    threads = Arrays.copyOf(threads, capacity);
    kernelFlags = Arrays.copyOf(kernelFlags, capacity);
    comm = Arrays.copyOf(comm, Math.multiplyExact(capacity, COMM_BYTES_MAX));
    commLength = Arrays.copyOf(commLength, capacity);
    result = Arrays.copyOf(result, capacity);
    errno = Arrays.copyOf(errno, capacity);
  }
}
