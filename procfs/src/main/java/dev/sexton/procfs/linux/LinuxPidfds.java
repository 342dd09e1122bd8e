package dev.sexton.procfs.linux;

import dev.sexton.procfs.Errno;
import dev.sexton.procfs.Pidfds;
import dev.sexton.procfs.UnsupportedHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** The running kernel's process descriptors. Not thread-safe. */
public final class LinuxPidfds implements Pidfds {
  private static final long PIDFS_MAGIC = 0x50494446; // include/uapi/linux/magic.h, Linux 6.9
  private static final int STATFS_BYTES = 256;
  private static final int POLLFD_BYTES = 8;
  private static final int AT_EVENTS = 4;
  private static final int AT_REVENTS = 6;
  private static final short POLLIN = 1;
  private static final short POLLNVAL = 0x20;
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final LinuxLibC libC;
  private final Statx statx;
  private final ByteBuffer statfs =
      ByteBuffer.allocateDirect(STATFS_BYTES).order(ByteOrder.nativeOrder());
  private ByteBuffer polled = pollBuffer(64);

  private LinuxPidfds(LinuxLibC libC) {
    this.libC = libC;
    statx = new Statx(libC);
  }

  /** Loads the binding. Whether the kernel has process descriptors shows at {@link #open(int)}. */
  public static LinuxPidfds open() throws UnsupportedHostException {
    return new LinuxPidfds(LinuxLibC.get());
  }

  @Override
  public int open(int pid) {
    return pid <= 0 ? -Errno.EINVAL : libC.pidfdOpen(pid);
  }

  @Override
  public void close(int pidfd) {
    libC.close(pidfd);
  }

  @Override
  public long inode(int pidfd) {
    int result = libC.fstatfs(pidfd, libC.address(statfs));
    if (result < 0) {
      return result;
    }
    if (statfs.getLong(0) != PIDFS_MAGIC) {
      return INODE_NOT_UNIQUE;
    }
    result = statx.ofDescriptor(pidfd);
    return result < 0 ? result : statx.inode();
  }

  @Override
  public int signal(int pidfd, int signal) {
    return libC.pidfdSendSignal(pidfd, signal);
  }

  @Override
  public int awaitExit(int[] pidfds, int count, long timeoutNs, boolean[] exited) {
    if (count > pidfds.length || count > exited.length || timeoutNs < 0) {
      throw new IllegalArgumentException(count + " descriptors, " + timeoutNs + " ns");
    }
    if (count * POLLFD_BYTES > polled.capacity()) {
      polled = pollBuffer(count * 2);
    }
    for (int i = 0; i < count; i++) {
      polled.putInt(i * POLLFD_BYTES, pidfds[i]);
      polled.putShort(i * POLLFD_BYTES + AT_EVENTS, POLLIN);
      polled.putShort(i * POLLFD_BYTES + AT_REVENTS, (short) 0);
    }
    Arrays.fill(exited, 0, count, false);
    long timeoutMs = timeoutNs / NANOS_PER_MILLI + (timeoutNs % NANOS_PER_MILLI == 0 ? 0 : 1);
    int ready =
        libC.poll(libC.address(polled), count, (int) Math.min(timeoutMs, Integer.MAX_VALUE));
    return ready <= 0 ? ready : takeExited(count, exited);
  }

  private int takeExited(int count, boolean[] exited) {
    int exits = 0;
    for (int i = 0; i < count; i++) {
      short events = polled.getShort(i * POLLFD_BYTES + AT_REVENTS);
      if ((events & POLLNVAL) != 0) {
        return -Errno.EBADF;
      }
      exited[i] = (events & POLLIN) != 0;
      exits += exited[i] ? 1 : 0;
    }
    return exits;
  }

  private static ByteBuffer pollBuffer(int descriptors) {
    return ByteBuffer.allocateDirect(descriptors * POLLFD_BYTES).order(ByteOrder.nativeOrder());
  }
}
