package dev.sexton.procfs;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Looks for one entry in the environment that a process was started with.
 *
 * <p>Read through one descriptor, which is bound to the program image of the moment it was opened,
 * so that pieces of it belong together. A process whose environment reads as empty may be between
 * two programs, a zombie, or a thread of the kernel: that is unreadable, not absence. Not
 * thread-safe.
 */
public final class Environ {
  /** What was found out. */
  public enum Finding {
    /** The entry is there, whole, from one NUL to the next. */
    PRESENT,
    /** All of the environment was read, and the entry is not there. */
    ABSENT,
    /** It could not be read to its end, or read as nothing. */
    UNREADABLE,
    /** It is longer than is read; the entry was not in what was. */
    TOO_LARGE
  }

  /** No more than this is read: above what execve takes for arguments and environment. */
  public static final int BYTES_MAX = 8 << 20;

  private static final int PIECE_BYTES = 64 << 10;

  private final ProcFileSystem files;
  private final ByteBuffer piece = ByteBuffer.allocateDirect(PIECE_BYTES);
  private final byte[] bytes = new byte[PIECE_BYTES];
  private int matched;
  private boolean matching;

  /** A reader of the processes that {@code files} shows. */
  public Environ(ProcFileSystem files) {
    this.files = files;
  }

  /**
   * Looks for {@code name=value} in a process's environment.
   *
   * @param pid its number; who it is must be checked before and after
   */
  public Finding find(int pid, String name, String value) {
    if (name.isEmpty() || name.indexOf('=') >= 0 || name.indexOf(0) >= 0 || value.indexOf(0) >= 0) {
      throw new IllegalArgumentException("not an environment entry: " + name);
    }
    byte[] entry = (name + "=" + value).getBytes(StandardCharsets.UTF_8);
    int descriptor = files.open(pid, ProcFile.ENVIRON);
    if (descriptor < 0) {
      return Finding.UNREADABLE;
    }
    try {
      return find(descriptor, entry);
    } finally {
      files.closeKept(descriptor);
    }
  }

  private Finding find(int descriptor, byte[] entry) {
    matched = 0;
    matching = true;
    long offset = 0;
    while (offset < BYTES_MAX) {
      int count = files.readKept(descriptor, piece, offset);
      if (count < 0) {
        return Finding.UNREADABLE;
      }
      if (count == 0) {
        return atEnd(descriptor, offset);
      }
      piece.get(0, bytes, 0, count);
      if (matchPiece(count, entry)) {
        return Finding.PRESENT;
      }
      offset += count;
    }
    return Finding.TOO_LARGE;
  }

  /**
   * The end, or only the end of the process: then its environment reads as empty from the start.
   */
  private Finding atEnd(int descriptor, long offset) {
    boolean stillThere = offset > 0 && files.readKept(descriptor, piece, 0) > 0;
    return stillThere ? Finding.ABSENT : Finding.UNREADABLE;
  }

  private boolean matchPiece(int count, byte[] entry) {
    for (int i = 0; i < count; i++) {
      byte b = bytes[i];
      if (b == 0) {
        if (matching && matched == entry.length) {
          return true;
        }
        matching = true;
        matched = 0;
      } else if (matching) {
        matching = matched < entry.length && entry[matched] == b;
        matched++;
      }
    }
    return false;
  }
}
