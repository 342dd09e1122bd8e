package dev.sexton.procfs.linux;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * One result of statx (Linux 4.11), whose layout is the same on all machines, unlike that of stat.
 */
final class Statx {
  private static final int AT_SYMLINK_NOFOLLOW = 0x100;
  private static final int AT_EMPTY_PATH = 0x1000;
  private static final int MASK_TYPE_MODE_UID_INODE = 0x1 | 0x2 | 0x8 | 0x100;
  private static final int BYTES = 256;
  private static final int AT_UID = 20;
  private static final int AT_MODE = 28;
  private static final int AT_INODE = 32;
  private static final int AT_DEVICE_MAJOR = 136;
  private static final int AT_DEVICE_MINOR = 140;
  private static final int MODE_TYPE = 0xf000;
  private static final int MODE_LINK = 0xa000;

  private final LinuxLibC libC;
  private final ByteBuffer result = ByteBuffer.allocateDirect(BYTES).order(ByteOrder.nativeOrder());
  private final ByteBuffer emptyPath = ByteBuffer.allocateDirect(1);

  Statx(LinuxLibC libC) {
    this.libC = libC;
  }

  /** Looks at a path relative to an open directory, through a link at its end. */
  int followed(int directory, long path) {
    return look(directory, path, 0);
  }

  /** Looks at what a descriptor is open on. */
  int ofDescriptor(int descriptor) {
    return look(descriptor, libC.address(emptyPath), AT_EMPTY_PATH | AT_SYMLINK_NOFOLLOW);
  }

  private int look(int directory, long path, int flags) {
    return libC.statx(directory, path, flags, MASK_TYPE_MODE_UID_INODE, libC.address(result));
  }

  long inode() {
    return result.getLong(AT_INODE);
  }

  /** The device that the inode is of: major number above, minor number below. */
  long device() {
    long major = result.getInt(AT_DEVICE_MAJOR);
    return (major << Integer.SIZE) | (result.getInt(AT_DEVICE_MINOR) & 0xffff_ffffL);
  }

  long uid() {
    return result.getInt(AT_UID) & 0xffff_ffffL;
  }

  int mode() {
    return result.getShort(AT_MODE) & 0xffff;
  }

  boolean isLink() {
    return (mode() & MODE_TYPE) == MODE_LINK;
  }
}
