package dev.sexton.journal;

/**
 * One ancestor of the runner: the content of an {@link EventType#ANCESTOR} record. Got from {@link
 * LineageAppender#ancestor()}, which resets every field. Reused and not thread-safe.
 *
 * <pre>
 *   0 type u8   1 comm length u8   2 index i32   6 pid i32
 *  10 runnerThread i32            14 startTicks i64           22 comm
 * </pre>
 */
public final class AncestorEncoder extends RecordEncoder {
  static final int COMM_LENGTH_AT = 1;
  static final int INDEX_AT = 2;
  static final int PID_AT = 6;
  static final int RUNNER_THREAD_AT = 10;
  static final int START_TICKS_AT = 14;
  static final int COMM_AT = 22;

  private final byte[] comm = new byte[LineageEventEncoder.COMM_LENGTH_MAX];
  private int index;
  private int pid;
  private int runnerThread;
  private long startTicks;
  private int commLength;

  AncestorEncoder() {}

  AncestorEncoder reset() {
    index = 0;
    pid = 0;
    runnerThread = LineageEventEncoder.THREAD_UNKNOWN;
    startTicks = 0;
    commLength = 0;
    return this;
  }

  /** How far above the runner: 0 is its parent. */
  public AncestorEncoder index(int value) {
    index = value;
    return this;
  }

  /** The ancestor's process id. */
  public AncestorEncoder pid(int value) {
    pid = value;
    return this;
  }

  /** The ancestor's start time in clock ticks since boot. */
  public AncestorEncoder startTicks(long value) {
    startTicks = value;
    return this;
  }

  /**
   * The thread of this ancestor under which its child in the runner's ancestry (for index 0 the
   * runner itself) is listed, or {@link LineageEventEncoder#THREAD_UNKNOWN}.
   */
  public AncestorEncoder runnerThread(int value) {
    runnerThread = value;
    return this;
  }

  /** The command name: raw bytes, cut at {@link LineageEventEncoder#COMM_LENGTH_MAX}. */
  public AncestorEncoder comm(byte[] from, int offset, int length) {
    int kept = Math.min(length, LineageEventEncoder.COMM_LENGTH_MAX);
    System.arraycopy(from, offset, comm, 0, kept);
    commLength = kept;
    return this;
  }

  @Override
  int encode(byte[] into, int at) {
    Bits.putByte(into, at, EventType.ANCESTOR.code());
    Bits.putByte(into, at + COMM_LENGTH_AT, commLength);
    Bits.putInt(into, at + INDEX_AT, index);
    Bits.putInt(into, at + PID_AT, pid);
    Bits.putInt(into, at + RUNNER_THREAD_AT, runnerThread);
    Bits.putLong(into, at + START_TICKS_AT, startTicks);
    System.arraycopy(comm, 0, into, at + COMM_AT, commLength);
    return COMM_AT + commLength;
  }
}
