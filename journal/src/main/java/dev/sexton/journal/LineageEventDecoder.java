package dev.sexton.journal;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A flyweight over one whole record, filled by {@link LineageReader#next(LineageEventDecoder)} and
 * valid until it is filled again. It holds a copy of the record, so the reader may go on or be
 * closed. A getter of another record's type throws {@link IllegalStateException}. Not thread-safe.
 */
public final class LineageEventDecoder {
  private static final EventType[] NONE = {};
  private static final EventType[] PROCESS = {EventType.BIRTH, EventType.CHANGE};
  private static final EventType[] NAMED = {EventType.BIRTH, EventType.CHANGE, EventType.ANCESTOR};

  private final byte[] payload = new byte[JournalFormat.PAYLOAD_LENGTH_MAX];
  private EventType type = EventType.EVENT;
  private boolean filled;
  private int length;
  private int epoch;
  private long sequence;
  private long offset;

  /** Creates an empty decoder. */
  public LineageEventDecoder() {}

  /** Takes a copy of a payload that {@link PayloadShape#isWhole} has accepted. */
  void fill(byte[] from, int at, int length, EventType type) {
    System.arraycopy(from, at, payload, 0, length);
    this.length = length;
    this.type = type;
    filled = true;
  }

  void place(int epoch, long sequence, long offset) {
    this.epoch = epoch;
    this.sequence = sequence;
    this.offset = offset;
  }

  /** What the record says. */
  public EventType type() {
    require(NONE);
    return type;
  }

  /** The record's place in the run, from 0 without a gap. */
  public long sequence() {
    return sequence;
  }

  /** The writer's epoch. */
  public int epoch() {
    return epoch;
  }

  /** Where the record's frame begins in its file, in bytes. */
  public long offset() {
    return offset;
  }

  /** The length of the payload in bytes. */
  public int payloadLength() {
    return length;
  }

  /** HEADER: the header; allocates. */
  public JournalHeader header() {
    require(EventType.HEADER);
    JournalHeader header = HeaderCodec.decode(payload, 0, length);
    if (header == null) {
      throw new IllegalStateException("the header was checked when the record was read");
    }
    return header;
  }

  /** BIRTH, CHANGE: see {@link LineageEventEncoder#pid(int)}; ANCESTOR: the ancestor's pid. */
  public int pid() {
    require(NAMED);
    int at = type == EventType.ANCESTOR ? AncestorEncoder.PID_AT : LineageEventEncoder.PID_AT;
    return Bits.getInt(payload, at);
  }

  /** BIRTH, CHANGE, ANCESTOR: the start time in clock ticks since boot. */
  public long startTicks() {
    require(NAMED);
    return Bits.getLong(
        payload,
        type == EventType.ANCESTOR
            ? AncestorEncoder.START_TICKS_AT
            : LineageEventEncoder.START_TICKS_AT);
  }

  /** BIRTH, CHANGE: the parent's process id. */
  public int parentPid() {
    require(PROCESS);
    return Bits.getInt(payload, LineageEventEncoder.PARENT_PID_AT);
  }

  /** BIRTH, CHANGE: the process group. */
  public int processGroup() {
    require(PROCESS);
    return Bits.getInt(payload, LineageEventEncoder.PROCESS_GROUP_AT);
  }

  /** BIRTH, CHANGE: the session. */
  public int session() {
    require(PROCESS);
    return Bits.getInt(payload, LineageEventEncoder.SESSION_AT);
  }

  /** BIRTH, CHANGE: the state letter. */
  public byte state() {
    require(PROCESS);
    return payload[LineageEventEncoder.STATE_AT];
  }

  /** BIRTH, CHANGE, COMMIT: the sixteen bits that the writer gave. */
  public int flags() {
    if (filled && type == EventType.COMMIT) {
      return Bits.getShort(payload, CommitEncoder.FLAGS_AT);
    }
    require(PROCESS);
    return Bits.getShort(payload, LineageEventEncoder.FLAGS_AT);
  }

  /** BIRTH, CHANGE: the eight bits about the cgroup that the writer gave. */
  public byte cgroupNote() {
    require(PROCESS);
    return payload[LineageEventEncoder.CGROUP_NOTE_AT];
  }

  /** BIRTH, CHANGE: the parent's start time, or {@link LineageEventEncoder#TICKS_UNKNOWN}. */
  public long parentStartTicks() {
    require(PROCESS);
    int at = optionalAt(LineageEventEncoder.HAS_PARENT_START_TICKS);
    return at == 0 ? LineageEventEncoder.TICKS_UNKNOWN : Bits.getLong(payload, at);
  }

  /** BIRTH, CHANGE: the pidfd inode, or {@link LineageEventEncoder#INODE_UNKNOWN}. */
  public long pidfdInode() {
    require(PROCESS);
    int at = optionalAt(LineageEventEncoder.HAS_PIDFD_INODE);
    return at == 0 ? LineageEventEncoder.INODE_UNKNOWN : Bits.getLong(payload, at);
  }

  /** BIRTH, CHANGE: the listing thread, or {@link LineageEventEncoder#THREAD_UNKNOWN}. */
  public int listedUnderThread() {
    require(PROCESS);
    int at = optionalAt(LineageEventEncoder.HAS_LISTED_UNDER_THREAD);
    return at == 0 ? LineageEventEncoder.THREAD_UNKNOWN : Bits.getInt(payload, at);
  }

  /** BIRTH, CHANGE: the real user id, or {@link LineageEventEncoder#UID_UNKNOWN}. */
  public int realUid() {
    require(PROCESS);
    int at = optionalAt(LineageEventEncoder.HAS_UIDS);
    return at == 0 ? LineageEventEncoder.UID_UNKNOWN : Bits.getInt(payload, at);
  }

  /** BIRTH, CHANGE: the saved user id, or {@link LineageEventEncoder#UID_UNKNOWN}. */
  public int savedUid() {
    require(PROCESS);
    int at = optionalAt(LineageEventEncoder.HAS_UIDS);
    return at == 0 ? LineageEventEncoder.UID_UNKNOWN : Bits.getInt(payload, at + Integer.BYTES);
  }

  /** BIRTH, CHANGE, ANCESTOR: the length of the command name in bytes. */
  public int commLength() {
    require(NAMED);
    return type == EventType.ANCESTOR
        ? Bits.getByte(payload, AncestorEncoder.COMM_LENGTH_AT)
        : PayloadShape.commLength(presence());
  }

  /**
   * BIRTH, CHANGE, ANCESTOR: copies the command name.
   *
   * @return its length in bytes
   */
  public int comm(byte[] into, int at) {
    int commLength = commLength();
    System.arraycopy(payload, length - commLength, into, at, commLength);
    return commLength;
  }

  /** BIRTH, CHANGE, ANCESTOR: the command name; allocates. */
  public byte[] comm() {
    return Arrays.copyOfRange(payload, length - commLength(), length);
  }

  /** DEATHS: how many. */
  public int deathCount() {
    require(EventType.DEATHS);
    return Bits.getByte(payload, DeathsEncoder.COUNT_AT);
  }

  /** DEATHS: the process id of one, counted from 0. */
  public int deathPid(int index) {
    return Bits.getInt(payload, deathAt(index));
  }

  /** DEATHS: the start time of one, in clock ticks since boot. */
  public long deathStartTicks(int index) {
    return Bits.getLong(payload, deathAt(index) + Integer.BYTES);
  }

  /** ANCESTOR: how far above the runner; 0 is its parent. */
  public int ancestorIndex() {
    require(EventType.ANCESTOR);
    return Bits.getInt(payload, AncestorEncoder.INDEX_AT);
  }

  /** ANCESTOR: see {@link AncestorEncoder#runnerThread(int)}. */
  public int runnerThread() {
    require(EventType.ANCESTOR);
    return Bits.getInt(payload, AncestorEncoder.RUNNER_THREAD_AT);
  }

  /** COMMIT: see {@link CommitEncoder#virtualBefore(long)}. */
  public long virtualBefore() {
    require(EventType.COMMIT);
    return Bits.getLong(payload, CommitEncoder.VIRTUAL_BEFORE_AT);
  }

  /** COMMIT: see {@link CommitEncoder#virtualAfter(long)}. */
  public long virtualAfter() {
    return virtualBefore() + Bits.getInt(payload, CommitEncoder.VIRTUAL_AFTER_AT);
  }

  /** COMMIT: see {@link CommitEncoder#startTicks(long)}. Named apart from a process' own. */
  public long passStartTicks() {
    require(EventType.COMMIT);
    return Bits.getLong(payload, CommitEncoder.START_TICKS_AT);
  }

  /** COMMIT: see {@link CommitEncoder#previousVirtualBefore(long)}. */
  public long previousVirtualBefore() {
    return virtualBefore() - Bits.getInt(payload, CommitEncoder.PREVIOUS_VIRTUAL_BEFORE_AT);
  }

  /** COMMIT: see {@link CommitEncoder#previousStartTicks(long)}. */
  public long previousStartTicks() {
    return passStartTicks() - Bits.getInt(payload, CommitEncoder.PREVIOUS_START_TICKS_AT);
  }

  /** COMMIT: see {@link CommitEncoder#threads(int)}. */
  public int threads() {
    require(EventType.COMMIT);
    return Bits.getInt(payload, CommitEncoder.THREADS_AT);
  }

  /** COMMIT: how many births the sample recorded. */
  public int births() {
    require(EventType.COMMIT);
    return Bits.getInt(payload, CommitEncoder.BIRTHS_AT);
  }

  /** COMMIT: how many changes the sample recorded. */
  public int changes() {
    require(EventType.COMMIT);
    return Bits.getInt(payload, CommitEncoder.CHANGES_AT);
  }

  /** COMMIT: how many deaths the sample recorded. */
  public int deaths() {
    require(EventType.COMMIT);
    return Bits.getInt(payload, CommitEncoder.DEATHS_AT);
  }

  /** EVENT: what happened. */
  public EventKind eventKind() {
    require(EventType.EVENT);
    EventKind kind = EventKind.ofCode(Bits.getByte(payload, EventEncoder.KIND_AT));
    if (kind == null) {
      throw new IllegalStateException("the kind was checked when the record was read");
    }
    return kind;
  }

  /** EVENT: CLOCK_BOOTTIME, in nanoseconds. */
  public long eventBootNs() {
    require(EventType.EVENT);
    return Bits.getLong(payload, EventEncoder.BOOT_NS_AT);
  }

  /** EVENT: the wall clock in milliseconds since 1970. */
  public long eventWallMillis() {
    require(EventType.EVENT);
    return Bits.getLong(payload, EventEncoder.WALL_MILLIS_AT);
  }

  /** EVENT: the number whose meaning follows from the kind. */
  public long eventValue() {
    require(EventType.EVENT);
    return Bits.getLong(payload, EventEncoder.VALUE_AT);
  }

  /** EVENT: the text; allocates. */
  public String eventText() {
    require(EventType.EVENT);
    return new String(
        payload, EventEncoder.TEXT_AT, length - EventEncoder.TEXT_AT, StandardCharsets.UTF_8);
  }

  private int presence() {
    return Bits.getByte(payload, LineageEventEncoder.PRESENCE_AT);
  }

  private int optionalAt(int presenceBit) {
    return PayloadShape.optionalAt(presence(), presenceBit);
  }

  private int deathAt(int index) {
    int count = deathCount();
    if (index < 0 || index >= count) {
      throw new IndexOutOfBoundsException("death " + index + " of " + count);
    }
    return DeathsEncoder.PAIRS_AT + index * DeathsEncoder.PAIR_LENGTH;
  }

  private void require(EventType wanted) {
    if (!filled || type != wanted) {
      throw notA(wanted.toString());
    }
  }

  private void require(EventType[] wanted) {
    boolean matches = wanted.length == 0;
    for (EventType candidate : wanted) {
      matches |= type == candidate;
    }
    if (!filled || !matches) {
      throw notA(Arrays.toString(wanted));
    }
  }

  private IllegalStateException notA(String wanted) {
    return new IllegalStateException(
        filled ? "a record of type " + type + " is not " + wanted : "no record was read yet");
  }
}
