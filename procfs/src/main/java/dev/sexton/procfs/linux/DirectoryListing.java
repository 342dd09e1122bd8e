package dev.sexton.procfs.linux;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The numeric names in one open directory, in the kernel's order.
 *
 * <p>An entry (linux_dirent64 in include/linux/dirent.h) is: inode 8, offset 8, length 2, type 1,
 * name with NUL; padded to 8. The shortest is 24 bytes, so a buffer of 24 bytes a number asks the
 * kernel for no more entries than there is room for.
 */
final class DirectoryListing {
  private static final int ENTRY_BYTES_MIN = 24;
  private static final int BUFFER_BYTES_MIN = 512; // an entry with a name of 255 bytes fits
  private static final int BUFFER_BYTES_MAX = 32 << 10;
  private static final int AT_LENGTH = 16;
  private static final int AT_NAME = 19;

  private final LinuxLibC libC;
  private final ByteBuffer buffer =
      ByteBuffer.allocateDirect(BUFFER_BYTES_MAX).order(ByteOrder.nativeOrder());
  private final long address;
  private int filled;
  private int at;

  DirectoryListing(LinuxLibC libC) {
    this.libC = libC;
    address = libC.address(buffer);
  }

  /** Forgets entries that were read from the kernel and not handed out. */
  void restart() {
    filled = 0;
    at = 0;
  }

  /** Next numbers, 0 at the end, or a negated errno. */
  int next(int directory, int[] into) {
    int count = 0;
    while (count == 0) {
      if (at >= filled) {
        int wanted = Math.max(BUFFER_BYTES_MIN, into.length * ENTRY_BYTES_MIN);
        int got = libC.getdents64(directory, address, Math.min(wanted, BUFFER_BYTES_MAX));
        if (got <= 0) {
          return got;
        }
        filled = got;
        at = 0;
      }
      while (at < filled && count < into.length) {
        int number = number(at + AT_NAME);
        at += buffer.getShort(at + AT_LENGTH) & 0xffff;
        if (number > 0) {
          into[count++] = number;
        }
      }
    }
    return count;
  }

  /** The name as a number, 0 if it is not one. */
  private int number(int nameAt) {
    int value = 0;
    int i = nameAt;
    for (byte b = buffer.get(i); b != 0; b = buffer.get(++i)) {
      if (b < '0' || b > '9' || value > (Integer.MAX_VALUE - 9) / 10) {
        return 0;
      }
      value = value * 10 + (b - '0');
    }
    return value;
  }
}
