package dev.sexton.journal;

import java.util.Arrays;

/**
 * What is recorded of one process: the content of a {@link EventType#BIRTH} or {@link
 * EventType#CHANGE} record.
 *
 * <p>Got from {@link LineageAppender#birth()} or {@link LineageAppender#change()}, which resets
 * every field; written by {@link LineageAppender#append()}. Reused and not thread-safe, as the
 * appender is.
 *
 * <pre>
 *   0 type           u8     1 presence and comm length  u8     2 flags  u16
 *   4 pid            i32    8 parentPid      i32
 *  12 processGroup   i32   16 session        i32
 *  20 state          u8    21 cgroupNote     u8
 *  22 startTicks     i64
 *  30 parentStartTicks i64, pidfdInode i64, listedUnderThread i32, realUid i32 and savedUid i32:
 *     each only if its presence bit is set, in this order
 *     comm, 0 to 15 bytes
 * </pre>
 */
public final class LineageEventEncoder extends RecordEncoder {
  /** The longest {@code comm} that the kernel keeps (TASK_COMM_LEN less the NUL). */
  public static final int COMM_LENGTH_MAX = 15;

  /** A user id that could not be established. */
  public static final int UID_UNKNOWN = -1;

  /** The parent's start time was not established. */
  public static final long TICKS_UNKNOWN = 0;

  /** The kernel gives no unique pidfd inode, or it was not read. */
  public static final long INODE_UNKNOWN = 0;

  /** It was not read under which thread of its parent the process is listed. */
  public static final int THREAD_UNKNOWN = 0;

  static final int PRESENCE_AT = 1;
  static final int FLAGS_AT = 2;
  static final int PID_AT = 4;
  static final int PARENT_PID_AT = 8;
  static final int PROCESS_GROUP_AT = 12;
  static final int SESSION_AT = 16;
  static final int STATE_AT = 20;
  static final int CGROUP_NOTE_AT = 21;
  static final int START_TICKS_AT = 22;
  static final int OPTIONAL_AT = 30;

  static final int COMM_LENGTH_MASK = 0x0F;
  static final int HAS_PARENT_START_TICKS = 0x10;
  static final int HAS_PIDFD_INODE = 0x20;
  static final int HAS_LISTED_UNDER_THREAD = 0x40;
  static final int HAS_UIDS = 0x80;

  private final byte[] comm = new byte[COMM_LENGTH_MAX];
  private EventType type = EventType.BIRTH;
  private int pid;
  private int parentPid;
  private int processGroup;
  private int session;
  private long startTicks;
  private long parentStartTicks;
  private long pidfdInode;
  private int realUid;
  private int savedUid;
  private int state;
  private int flags;
  private int listedUnderThread;
  private int cgroupNote;
  private int commLength;

  LineageEventEncoder() {}

  LineageEventEncoder reset(EventType type) {
    this.type = type;
    pid = 0;
    parentPid = 0;
    processGroup = 0;
    session = 0;
    startTicks = 0;
    parentStartTicks = TICKS_UNKNOWN;
    pidfdInode = INODE_UNKNOWN;
    realUid = UID_UNKNOWN;
    savedUid = UID_UNKNOWN;
    state = 0;
    flags = 0;
    listedUnderThread = THREAD_UNKNOWN;
    cgroupNote = 0;
    commLength = 0;
    return this;
  }

  /** The process id, in the sampler's pid namespace. */
  public LineageEventEncoder pid(int value) {
    pid = value;
    return this;
  }

  /** The parent's process id, as the kernel gave it. */
  public LineageEventEncoder parentPid(int value) {
    parentPid = value;
    return this;
  }

  /** The process group. */
  public LineageEventEncoder processGroup(int value) {
    processGroup = value;
    return this;
  }

  /** The session. */
  public LineageEventEncoder session(int value) {
    session = value;
    return this;
  }

  /** The start time in clock ticks since boot. */
  public LineageEventEncoder startTicks(long value) {
    startTicks = value;
    return this;
  }

  /** The parent's start time in clock ticks since boot, or {@link #TICKS_UNKNOWN}. */
  public LineageEventEncoder parentStartTicks(long value) {
    parentStartTicks = value;
    return this;
  }

  /** The inode of a pidfd of the process (Linux 6.9), or {@link #INODE_UNKNOWN}. */
  public LineageEventEncoder pidfdInode(long value) {
    pidfdInode = value;
    return this;
  }

  /** The real user id, or {@link #UID_UNKNOWN}. */
  public LineageEventEncoder realUid(int value) {
    realUid = value;
    return this;
  }

  /** The saved user id, or {@link #UID_UNKNOWN}. */
  public LineageEventEncoder savedUid(int value) {
    savedUid = value;
    return this;
  }

  /** The state letter as the kernel prints it, for instance {@code 'S'}. */
  public LineageEventEncoder state(byte value) {
    state = value;
    return this;
  }

  /** Sixteen bits that the journal carries and does not interpret. */
  public LineageEventEncoder flags(int value) {
    if ((value & ~0xFFFF) != 0) {
      throw new IllegalArgumentException("flags must fit in 16 bits: " + value);
    }
    flags = value;
    return this;
  }

  /** The thread of the parent that lists the process, or {@link #THREAD_UNKNOWN}. */
  public LineageEventEncoder listedUnderThread(int value) {
    listedUnderThread = value;
    return this;
  }

  /** Eight bits about the cgroup that the journal carries and does not interpret. */
  public LineageEventEncoder cgroupNote(byte value) {
    cgroupNote = value;
    return this;
  }

  /**
   * The command name: raw bytes, any value. What is longer than {@link #COMM_LENGTH_MAX} is cut
   * there, as the kernel does.
   */
  public LineageEventEncoder comm(byte[] from, int offset, int length) {
    int kept = Math.min(length, COMM_LENGTH_MAX);
    System.arraycopy(from, offset, comm, 0, kept);
    commLength = kept;
    return this;
  }

  @Override
  int encode(byte[] into, int at) {
    Bits.putByte(into, at, type.code());
    Bits.putShort(into, at + FLAGS_AT, flags);
    Bits.putInt(into, at + PID_AT, pid);
    Bits.putInt(into, at + PARENT_PID_AT, parentPid);
    Bits.putInt(into, at + PROCESS_GROUP_AT, processGroup);
    Bits.putInt(into, at + SESSION_AT, session);
    Bits.putByte(into, at + STATE_AT, state);
    Bits.putByte(into, at + CGROUP_NOTE_AT, cgroupNote);
    Bits.putLong(into, at + START_TICKS_AT, startTicks);
    int presence = commLength;
    int next = at + OPTIONAL_AT;
    if (parentStartTicks != TICKS_UNKNOWN) {
      presence |= HAS_PARENT_START_TICKS;
      Bits.putLong(into, next, parentStartTicks);
      next += Long.BYTES;
    }
    if (pidfdInode != INODE_UNKNOWN) {
      presence |= HAS_PIDFD_INODE;
      Bits.putLong(into, next, pidfdInode);
      next += Long.BYTES;
    }
    if (listedUnderThread != THREAD_UNKNOWN) {
      presence |= HAS_LISTED_UNDER_THREAD;
      Bits.putInt(into, next, listedUnderThread);
      next += Integer.BYTES;
    }
    if (realUid != UID_UNKNOWN || savedUid != UID_UNKNOWN) {
      presence |= HAS_UIDS;
      Bits.putInt(into, next, realUid);
      Bits.putInt(into, next + Integer.BYTES, savedUid);
      next += 2 * Integer.BYTES;
    }
    Bits.putByte(into, at + PRESENCE_AT, presence);
    System.arraycopy(comm, 0, into, next, commLength);
    return next + commLength - at;
  }

  @Override
  public String toString() {
    return type + " pid " + pid + " comm " + Arrays.toString(Arrays.copyOf(comm, commLength));
  }
}
