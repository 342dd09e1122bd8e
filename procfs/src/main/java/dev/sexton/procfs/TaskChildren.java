package dev.sexton.procfs;

import java.nio.ByteBuffer;

/**
 * Finds the thread of a parent under which a child is listed ({@code /proc/PID/task/TID/children}).
 *
 * <p>A child stands under the thread that forked it; an orphan under the adopter's first living
 * thread, which is the leader until that begins to exit. When a thread ends, its children move. The
 * file may leave out children while others exit (fs/proc/array.c, get_children_pid), so not being
 * listed says little. Not thread-safe.
 */
public final class TaskChildren {
  /** The result when all threads were looked through and none lists the child. */
  public static final int NOT_LISTED = 0;

  /** The result when a thread, or the list of threads, could not be read. */
  public static final int UNREADABLE = -1;

  private static final int BUFFER_BYTES = 64 << 10;
  private static final int BUFFER_BYTES_MAX = 64 << 20;
  private static final int EXITING = 0x4; // PF_EXITING; find_alive_thread in kernel/exit.c
  private static final int TASKS = 256;
  private static final int TASKS_MAX = 1 << 22;

  private final ProcFileSystem files;
  private final ProcessTable row = new ProcessTable(1);
  private final StatReader stats;
  private ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
  private int[] tasks = new int[TASKS];
  private boolean leaderAlive;

  /** A reader of the processes that {@code files} shows. */
  public TaskChildren(ProcFileSystem files) {
    this.files = files;
    this.stats = new StatReader(files);
  }

  /**
   * Looks through the threads of a parent, the leader first.
   *
   * @return the thread's number, {@link #NOT_LISTED}, or {@link #UNREADABLE}
   */
  public int threadOf(int parent, int child) {
    leaderAlive = false;
    int count = files.listTasks(parent, tasks);
    while (count > tasks.length && count <= TASKS_MAX) {
      tasks = new int[count * 2];
      count = files.listTasks(parent, tasks);
    }
    if (count < 0 || count > tasks.length) {
      return UNREADABLE;
    }
    boolean allRead = true;
    for (int i = 0; i < count; i++) {
      int length = read(parent, tasks[i]);
      if (length >= 0 && lists(length, child)) {
        return confirmed(parent, tasks[i], child);
      }
      // A thread that has ended meanwhile has passed its children on, perhaps to one already read.
      allRead &= length >= 0;
    }
    return allRead ? NOT_LISTED : UNREADABLE;
  }

  /**
   * Looks at the leader after the child was found, and at the thread once more after that. A leader
   * that lives then lived all along, so no orphan was handed to another thread before; except that
   * a thread which runs another program becomes the leader (de_thread in fs/exec.c), and a dead
   * leader would look alive. That thread, and each but it, is then gone under its own number.
   */
  private int confirmed(int parent, int thread, int child) {
    boolean alive = isLeaderAlive(parent);
    int length = read(parent, thread);
    if (length < 0 || !lists(length, child)) {
      return UNREADABLE;
    }
    leaderAlive = alive;
    return thread;
  }

  /** A leader gets no orphans as soon as it exits, which is long before it is a zombie. */
  private boolean isLeaderAlive(int parent) {
    row.clear();
    ReadResult result = stats.readByNumber(parent, row, row.append(parent));
    boolean exiting = (row.kernelFlags(0) & EXITING) != 0;
    return result == ReadResult.OK && !exiting && row.state(0) != 'Z' && row.state(0) != 'X';
  }

  /**
   * Whether the leading thread of the parent lived, and was not exiting, after {@link #threadOf}
   * had found the child; false if it did not find it.
   */
  public boolean leaderAlive() {
    return leaderAlive;
  }

  private int read(int parent, int thread) {
    int length = files.readTaskChildren(parent, thread, buffer);
    while (length == buffer.capacity() && length < BUFFER_BYTES_MAX) {
      buffer = ByteBuffer.allocateDirect(length * 4);
      length = files.readTaskChildren(parent, thread, buffer);
    }
    return length;
  }

  private boolean lists(int length, int child) {
    int value = 0;
    for (int i = 0; i < length; i++) {
      byte b = buffer.get(i);
      if (b == ' ') {
        if (value == child) {
          return true;
        }
        value = 0;
      } else {
        value = value * 10 + (b - '0');
      }
    }
    return false;
  }
}
