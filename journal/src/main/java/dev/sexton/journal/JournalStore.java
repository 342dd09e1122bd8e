package dev.sexton.journal;

import org.jspecify.annotations.Nullable;

/** What a journal's records are kept in. The records, and their frames, are the same in each. */
public enum JournalStore {
  /** Not chosen yet: {@link #CHRONICLE} where nothing speaks against it, else {@link #PLAIN}. */
  AUTO(0),

  /**
   * A Chronicle queue: memory-mapped, so the JVM needs two flags, and the file system must
   * overwrite in place.
   */
  CHRONICLE(1),

  /**
   * Files that are appended to by ordinary writes: no mapping, no flag, any file system that has
   * POSIX locks.
   */
  PLAIN(2);

  private final int code;

  JournalStore(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }

  /** The store that a header of this code was written to, or null if there is none. */
  static @Nullable JournalStore ofWrittenCode(int code) {
    return code == CHRONICLE.code ? CHRONICLE : code == PLAIN.code ? PLAIN : null;
  }
}
