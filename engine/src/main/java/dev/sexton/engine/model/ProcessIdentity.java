package dev.sexton.engine.model;

/**
 * Which process, never just which number. Identities are compared within one boot, one pid
 * namespace and one time namespace; whoever crosses those checks them first.
 *
 * @param pid process number in the reader's pid namespace, above 0
 * @param startTicks field 22 of {@code stat}: clock ticks since boot, as the kernel gives it;
 *     {@link #UNKNOWN_TICKS} where it could not be read
 * @param pidfdInode inode of the process' pidfd, unique for the boot from Linux 6.9; {@link
 *     #UNKNOWN_INODE} where the kernel has none or it was not read
 */
public record ProcessIdentity(int pid, long startTicks, long pidfdInode) {
  /** The start ticks could not be read. */
  public static final long UNKNOWN_TICKS = 0;

  /** The kernel has no unique pidfd inodes, or it was not read. */
  public static final long UNKNOWN_INODE = 0;

  /**
   * Below this many numbers a whole cycle could be handed out within one clock tick, so equal start
   * ticks alone do not name a process: at the 1,000,000 clones a second that we take as the most
   * any host can do, one tick of 10 ms hands out 10,000.
   */
  public static final int TICKS_SUFFICE_FROM_PID_MAX = 32_768;

  /** Compares with {@code other} on a host with the given {@code pidMax}. */
  public IdentityMatch match(ProcessIdentity other, int pidMax) {
    if (pid != other.pid) {
      return IdentityMatch.DIFFERENT;
    }
    boolean ticksKnown = startTicks != UNKNOWN_TICKS && other.startTicks != UNKNOWN_TICKS;
    boolean inodesKnown = pidfdInode != UNKNOWN_INODE && other.pidfdInode != UNKNOWN_INODE;
    if (ticksKnown && startTicks != other.startTicks) {
      return IdentityMatch.DIFFERENT;
    }
    if (inodesKnown && pidfdInode != other.pidfdInode) {
      return IdentityMatch.DIFFERENT;
    }
    if (!ticksKnown) {
      return IdentityMatch.UNKNOWN;
    }
    return inodesKnown || pidMax >= TICKS_SUFFICE_FROM_PID_MAX
        ? IdentityMatch.SAME
        : IdentityMatch.UNKNOWN;
  }

  /** What {@code SAME} rests on when this identity is compared with {@code other}. */
  public IdentityStrength strengthWith(ProcessIdentity other) {
    return pidfdInode != UNKNOWN_INODE && other.pidfdInode != UNKNOWN_INODE
        ? IdentityStrength.PIDFD_INODE
        : IdentityStrength.START_TICKS;
  }

  @Override
  public String toString() {
    return pid + "@" + startTicks;
  }
}
