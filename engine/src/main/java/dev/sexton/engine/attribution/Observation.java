package dev.sexton.engine.attribution;

/**
 * What was read of one process at one time: a reusable flyweight with named setters, so that no two
 * of its many numbers can be swapped.
 *
 * <p>Not thread-safe; the attributor copies what it keeps.
 */
public final class Observation {
  /** A uid that was not read. */
  public static final int UID_UNKNOWN = -1;

  /** The parent's identity at the time of reading could not be established. */
  public static final long PARENT_NOT_ESTABLISHED = 0;

  /** The parent was not asked under which thread it lists the process. */
  public static final int THREAD_UNKNOWN = 0;

  /** Bits of {@link #flags}; stored in journals, so their values never change. */
  public static final int DEAD = 1;

  /** Its last {@code NSpid} is 1: it is the init of a pid namespace below the reader's. */
  public static final int NESTED_INIT = 1 << 1;

  /** {@code status} was read, so {@link #NESTED_INIT} and the uids are known. */
  public static final int STATUS_READ = 1 << 2;

  /** Its environment bears this run's id. */
  public static final int MARKED = 1 << 3;

  /** The leader thread of its parent was alive after {@link #listedUnderThread} was read. */
  public static final int PARENT_LEADER_ALIVE = 1 << 4;

  /** The run's subreaper was alive after this process' parent was read. */
  public static final int SUBREAPER_ALIVE = 1 << 5;

  /** It holds a capability with which it could change uid or enter a namespace. */
  public static final int PRIVILEGED = 1 << 6;

  /** It is in the run's own cgroup or below. */
  public static final int IN_RUN_CGROUP = 1 << 7;

  /** It is in a cgroup into which no member can have gone. */
  public static final int IN_BARRED_CGROUP = 1 << 8;

  /** A nested init whose namespace no member can have entered. */
  public static final int ENTRY_BARRED = 1 << 9;

  /** A thread of the kernel. */
  public static final int KERNEL_THREAD = 1 << 10;

  /** {@code status} was asked for and could not be read. */
  public static final int STATUS_UNREADABLE = 1 << 11;

  private static final byte[] NO_COMM = new byte[0];

  int pid;
  long startTicks;
  long pidfdInode;
  int parentPid;
  long parentStartTicks;
  int processGroup;
  int session;
  byte state;
  int realUid;
  int savedUid;
  int listedUnderThread;
  int flags;
  byte[] comm = NO_COMM;

  /** Forgets everything and begins the observation of a process. */
  public Observation of(int pid, long startTicks) {
    this.pid = pid;
    this.startTicks = startTicks;
    pidfdInode = 0;
    parentPid = 0;
    parentStartTicks = PARENT_NOT_ESTABLISHED;
    processGroup = 0;
    session = 0;
    state = 0;
    realUid = UID_UNKNOWN;
    savedUid = UID_UNKNOWN;
    listedUnderThread = THREAD_UNKNOWN;
    flags = 0;
    comm = NO_COMM;
    return this;
  }

  /** Begins an observation that says what is known of a process already, to be added to. */
  public Observation of(KnownProcess p) {
    of(p.pid, p.startTicks);
    pidfdInode = p.pidfdInode;
    parentPid = p.parentPid;
    parentStartTicks = p.parentStartTicks;
    processGroup = p.processGroup;
    session = p.session;
    state = p.state;
    realUid = p.realUid;
    savedUid = p.savedUid;
    listedUnderThread = p.listedUnderThread;
    flags = p.flags;
    comm = p.comm;
    return this;
  }

  public Observation pidfdInode(long inode) {
    pidfdInode = inode;
    return this;
  }

  public Observation parentPid(int pid) {
    parentPid = pid;
    return this;
  }

  /** Start ticks of the process that was the parent when this was read, if established. */
  public Observation parentStartTicks(long ticks) {
    parentStartTicks = ticks;
    return this;
  }

  public Observation processGroup(int number) {
    processGroup = number;
    return this;
  }

  public Observation session(int number) {
    session = number;
    return this;
  }

  /** The state letter of {@code stat}. */
  public Observation state(byte letter) {
    state = letter;
    return this;
  }

  public Observation realUid(int uid) {
    realUid = uid;
    return this;
  }

  public Observation savedUid(int uid) {
    savedUid = uid;
    return this;
  }

  /**
   * Takes back {@link #PARENT_LEADER_ALIVE}, which was said of an earlier listing: a leader may
   * have ended since, and its children stand under another thread for that reason alone.
   */
  public Observation listedUnderThread(int tid) {
    listedUnderThread = tid;
    flags &= ~PARENT_LEADER_ALIVE;
    return this;
  }

  public Observation flags(int bits) {
    flags = bits;
    return this;
  }

  /** Whether it shows other users, or a privilege, than are known of the process. */
  public boolean saysMoreOfUsersThan(KnownProcess p) {
    return realUid != p.realUid
        || savedUid != p.savedUid
        || ((flags & PRIVILEGED) != 0 && !p.has(PRIVILEGED));
  }

  public int flags() {
    return flags;
  }

  public Observation addFlag(int bit) {
    flags |= bit;
    return this;
  }

  /** The name, raw bytes; kept by reference until shown to an attributor, which copies it. */
  public Observation comm(byte[] bytes) {
    comm = bytes;
    return this;
  }
}
