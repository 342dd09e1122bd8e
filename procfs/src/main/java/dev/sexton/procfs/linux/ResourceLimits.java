package dev.sexton.procfs.linux;

import dev.sexton.procfs.ProcfsException;
import dev.sexton.procfs.UnsupportedHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * How many descriptors this process may have open.
 *
 * @param descriptorsSoft the limit in force
 * @param descriptorsHard what it may be raised to; both are Long.MAX_VALUE if unlimited
 */
public record ResourceLimits(long descriptorsSoft, long descriptorsHard) {
  private static final int RLIMIT_NOFILE = 7; // include/uapi/asm-generic/resource.h
  private static final int RESERVED_FOR_OTHERS = 64;
  private static final int KEPT_MAX = 16_384; // some 70 MB of kernel memory, at 4.5 kB each

  /** Reads them. Safe for use by any thread. */
  public static ResourceLimits read() throws ProcfsException, UnsupportedHostException {
    LinuxLibC libC = LinuxLibC.get();
    ByteBuffer limits = ByteBuffer.allocateDirect(2 * Long.BYTES).order(ByteOrder.nativeOrder());
    int result = libC.getrlimit(RLIMIT_NOFILE, libC.address(limits));
    if (result < 0) {
      throw new ProcfsException("limit of descriptors", -result);
    }
    return new ResourceLimits(finite(limits.getLong(0)), finite(limits.getLong(Long.BYTES)));
  }

  /** The most descriptors to keep on followed processes: half of what is left to be had. */
  public int keptDescriptorsMax() {
    long half = descriptorsSoft / 2 - RESERVED_FOR_OTHERS;
    return (int) Math.max(0, Math.min(KEPT_MAX, half));
  }

  private static long finite(long limit) {
    return limit < 0 ? Long.MAX_VALUE : limit;
  }
}
