package dev.sexton.procfs;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Reads which control group of the unified hierarchy (version 2) a process is in. */
public final class CgroupFile {
  private static final int BUFFER_BYTES = 8192;
  private static final int BUFFER_BYTES_MAX = 1 << 20;
  private static final String UNIFIED = "0::";
  private static final String REMOVED = " (deleted)";

  private final ProcFileSystem files;
  private ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);

  /** A reader of the processes that {@code files} shows. */
  public CgroupFile(ProcFileSystem files) {
    this.files = files;
  }

  /**
   * What a reading said.
   *
   * @param result OK if the file could be read, otherwise why not
   * @param path within the reader's cgroup namespace; absent if it could not be read, or there is
   *     no unified hierarchy
   * @param removed whether the group has been removed: its path may name another group by now
   */
  public record Membership(ReadResult result, @Nullable String path, boolean removed) {}

  /** Reads it for a process, who must be checked before and after by what identifies it. */
  public Membership read(int pid) {
    int length = files.read(pid, ProcFile.CGROUP, buffer);
    while (length == buffer.capacity() && length < BUFFER_BYTES_MAX) {
      buffer = ByteBuffer.allocateDirect(length * 4);
      length = files.read(pid, ProcFile.CGROUP, buffer);
    }
    if (length < 0) {
      return new Membership(ReadResult.ofErrno(-length), null, false);
    }
    byte[] bytes = new byte[length];
    buffer.get(0, bytes);
    // Names of control groups are bytes; one character each keeps them apart.
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    if (!text.endsWith("\n")) {
      return new Membership(ReadResult.SHORT, null, false);
    }
    for (String line : text.split("\n", -1)) {
      if (line.startsWith(UNIFIED)) {
        String path = line.substring(UNIFIED.length());
        boolean removed = path.endsWith(REMOVED);
        String clean = removed ? path.substring(0, path.length() - REMOVED.length()) : path;
        return new Membership(ReadResult.OK, clean, removed);
      }
    }
    return new Membership(ReadResult.OK, null, false);
  }
}
