package dev.sexton.procfs;

import java.nio.ByteBuffer;

/** Reads {@code /proc/PID/status}: user ids, numbers in namespaces, capabilities. */
public final class StatusReader {
  private static final int BUFFER_BYTES = 8192;
  private static final int BUFFER_BYTES_MAX = 1 << 20; // 65,536 groups of ten digits fit in

  private final ProcFileSystem files;
  private final StatusParser parser = new StatusParser();
  private ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
  private byte[] text = new byte[BUFFER_BYTES];

  /** A reader of the processes that {@code files} shows. */
  public StatusReader(ProcFileSystem files) {
    this.files = files;
  }

  /**
   * Reads a process by number; who it is must be checked before and after by what identifies it.
   *
   * @param pid its number, or {@link ProcFileSystem#SELF}
   * @return OK; SHORT or GARBLED if it made no sense twice; or why it could not be read
   */
  public ReadResult read(int pid, ProcessStatus into) {
    ReadResult result = readOnce(pid, into);
    if (result == ReadResult.SHORT || result == ReadResult.GARBLED) {
      result = readOnce(pid, into);
    }
    return result;
  }

  private ReadResult readOnce(int pid, ProcessStatus into) {
    int length = files.read(pid, ProcFile.STATUS, buffer);
    while (length == buffer.capacity() && length < BUFFER_BYTES_MAX) {
      buffer = ByteBuffer.allocateDirect(length * 4);
      text = new byte[length * 4];
      length = files.read(pid, ProcFile.STATUS, buffer);
    }
    if (length < 0) {
      into.clear();
      into.errno = -length;
      return ReadResult.ofErrno(-length);
    }
    buffer.get(0, text, 0, length);
    ReadResult result = parser.parse(text, length, into);
    if (result == ReadResult.OK && pid != ProcFileSystem.SELF && into.pid != pid) {
      return ReadResult.GARBLED;
    }
    return result;
  }
}
