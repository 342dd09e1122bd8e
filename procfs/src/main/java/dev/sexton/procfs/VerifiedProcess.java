package dev.sexton.procfs;

/**
 * A process descriptor, and whether it names the process that was meant.
 *
 * <p>The descriptor is opened first and the process read after. What was recorded was recorded
 * before the opening, so if the number shows the recorded start ticks now, its process lived from
 * before the opening until after, and the descriptor is its own. The other order would let the
 * number change hands between the reading and the opening.
 *
 * <p>Not thread-safe. Must be closed.
 */
public final class VerifiedProcess implements AutoCloseable {
  /** Whether the descriptor names the process that was meant. */
  public enum Match {
    /** All that is known of both agrees. */
    SAME,
    /** Another process has the number, or none has. */
    DIFFERENT,
    /** It could not be found out: nobody may be signalled. */
    UNKNOWN
  }

  /** There is no descriptor: the opening failed. */
  public static final int NO_PIDFD = -1;

  private final Pidfds pidfds;
  private final Match match;
  private final long inode;
  private final boolean inodeCompared;
  private final int errno;
  private int pidfd;

  private VerifiedProcess(Pidfds pidfds, int pidfd, Match match, InodeCheck inodeCheck, int errno) {
    this.pidfds = pidfds;
    this.pidfd = pidfd;
    this.match = match;
    this.inode = inodeCheck.inode();
    this.inodeCompared = inodeCheck.compared();
    this.errno = errno;
  }

  private record InodeCheck(long inode, boolean compared, Match match) {
    static final InodeCheck NONE =
        new InodeCheck(Pidfds.INODE_NOT_UNIQUE, false, VerifiedProcess.Match.UNKNOWN);
  }

  /**
   * What is known of the process that is meant.
   *
   * @param pid its number
   * @param startTicks its start ticks
   * @param inode its descriptor's inode, or {@link Pidfds#INODE_NOT_UNIQUE} if not known
   */
  public record Expected(int pid, long startTicks, long inode) {}

  /**
   * Opens a descriptor and checks it.
   *
   * @param row a table that is cleared, and holds the process as read after the opening
   */
  public static VerifiedProcess open(
      Pidfds pidfds, ProcessScanner scanner, Expected expected, ProcessTable row) {
    row.clear();
    int pidfd = pidfds.open(expected.pid());
    if (pidfd < 0) {
      // A number that is a thread's now is refused too (EINVAL); who has it shows in its ticks.
      Match match =
          pidfd == -Errno.ESRCH ? Match.DIFFERENT : compare(scanner, expected, row, Match.UNKNOWN);
      return new VerifiedProcess(pidfds, NO_PIDFD, match, InodeCheck.NONE, -pidfd);
    }
    InodeCheck inodeCheck = checkInode(pidfds.inode(pidfd), expected.inode());
    Match match = compare(scanner, expected, row, inodeCheck.match());
    return new VerifiedProcess(pidfds, pidfd, match, inodeCheck, row.errno(0));
  }

  private static Match compare(
      ProcessScanner scanner, Expected expected, ProcessTable row, Match ifTicksAgree) {
    ReadResult result = scanner.readOne(expected.pid(), row);
    if (result == ReadResult.VANISHED) {
      return Match.DIFFERENT;
    }
    if (!result.identifies()) {
      return Match.UNKNOWN;
    }
    return row.startTicks(0) == expected.startTicks() ? ifTicksAgree : Match.DIFFERENT;
  }

  private static InodeCheck checkInode(long actual, long expected) {
    if (expected == Pidfds.INODE_NOT_UNIQUE) {
      // Nothing to compare: the ticks decide, and inodeCompared() says that they alone did.
      return new InodeCheck(Math.max(actual, Pidfds.INODE_NOT_UNIQUE), false, Match.SAME);
    }
    if (actual <= Pidfds.INODE_NOT_UNIQUE) {
      return InodeCheck.NONE;
    }
    return new InodeCheck(actual, true, actual == expected ? Match.SAME : Match.DIFFERENT);
  }

  /** Whether it is the process that was meant. */
  public Match match() {
    return match;
  }

  /** The descriptor until {@link #close}, or {@link #NO_PIDFD}. */
  public int pidfd() {
    return pidfd;
  }

  /** The descriptor's inode, or {@link Pidfds#INODE_NOT_UNIQUE}. */
  public long inode() {
    return inode;
  }

  /** Whether the inode took part in the comparison; if not, start ticks alone decided. */
  public boolean inodeCompared() {
    return inodeCompared;
  }

  /** The positive errno of what failed, of the opening or of the reading, otherwise 0. */
  public int errno() {
    return errno;
  }

  /** Closes the descriptor. Closing again does nothing. */
  @Override
  public void close() {
    if (pidfd != NO_PIDFD) {
      pidfds.close(pidfd);
      pidfd = NO_PIDFD;
    }
  }
}
