package dev.sexton.procfs.linux;

import dev.sexton.procfs.ProcFileSystem;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Builds paths relative to {@code /proc} in one native buffer, without allocating. */
final class ProcPath {
  static final byte[] STAT = suffix("/stat");
  static final byte[] TASK = suffix("/task");
  static final byte[] TASK_SLASH = suffix("/task/");
  static final byte[] CHILDREN = suffix("/children");
  static final byte[] NAMESPACES = suffix("/ns/");

  private static final int BYTES = 128;
  private static final byte[] SELF = suffix("self");

  private final ByteBuffer path = ByteBuffer.allocateDirect(BYTES);
  private final byte[] digits = new byte[10];
  private final long address;

  ProcPath(LinuxLibC libC) {
    address = libC.address(path);
  }

  static byte[] suffix(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  ProcPath process(int pid) {
    path.clear();
    if (pid == ProcFileSystem.SELF) {
      path.put(SELF);
    } else {
      number(pid);
    }
    return this;
  }

  ProcPath then(byte[] suffix) {
    path.put(suffix);
    return this;
  }

  ProcPath number(int value) {
    if (value < 0) {
      throw new IllegalArgumentException("not a process: " + value);
    }
    int count = 0;
    int rest = value;
    do {
      digits[count++] = (byte) ('0' + rest % 10);
      rest /= 10;
    } while (rest > 0);
    while (count > 0) {
      path.put(digits[--count]);
    }
    return this;
  }

  /** Ends the path, and gives the address for the call. */
  long end() {
    path.put((byte) 0);
    return address;
  }
}
