package dev.sexton.procfs;

import java.nio.ByteBuffer;

/** Reads one process into one row, by number or through a kept descriptor, with one retry. */
final class StatReader {
  private static final int BUFFER_BYTES = 2048;

  private final ProcFileSystem files;
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
  private final StatParser parser = new StatParser();

  StatReader(ProcFileSystem files) {
    this.files = files;
  }

  /**
   * Reads by number. A line that is cut or garbled is read once more, and so is a missing file
   * whose process is still there. If that stays so, the process is unreadable, not absent.
   */
  ReadResult readByNumber(int pid, ProcessTable table, int row) {
    ReadResult result = take(files.readStat(pid, buffer), table, row);
    if (result == ReadResult.SHORT
        || result == ReadResult.GARBLED
        || (result == ReadResult.VANISHED && files.ownerUid(pid) >= 0)) {
      result = take(files.readStat(pid, buffer), table, row);
      if (result == ReadResult.VANISHED && files.ownerUid(pid) >= 0) {
        result = ReadResult.FAILED;
        table.fail(row, result, Errno.ENOENT);
      }
    }
    return result;
  }

  /** Reads through a descriptor, which tells of no other process than the one it was opened for. */
  ReadResult readKept(int descriptor, ProcessTable table, int row) {
    ReadResult result = take(files.readKept(descriptor, buffer, 0), table, row);
    if (result == ReadResult.SHORT || result == ReadResult.GARBLED) {
      result = take(files.readKept(descriptor, buffer, 0), table, row);
    }
    return result;
  }

  private ReadResult take(int lengthOrErrno, ProcessTable table, int row) {
    if (lengthOrErrno < 0) {
      ReadResult result = ReadResult.ofErrno(-lengthOrErrno);
      table.fail(row, result, -lengthOrErrno);
      return result;
    }
    return parser.parse(buffer, lengthOrErrno, table, row);
  }
}
