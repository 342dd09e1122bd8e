package dev.sexton.procfs;

import java.nio.ByteBuffer;

/** Reads the small numeric host files without allocating; the answers stay until the next read. */
final class HostReader {
  private static final int BUFFER_BYTES = 256;
  private static final int HUNDREDTHS_PER_SECOND = 100;

  private final ProcFileSystem files;
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
  private int lastPid;
  private int threads;
  private int at;

  HostReader(ProcFileSystem files) {
    this.files = files;
  }

  /** Reads {@code /proc/loadavg}: {@code 0.20 0.18 0.12 1/80 11206}. */
  void readLoadAverage() throws ProcfsException {
    int length = read(HostFile.LOADAVG);
    at = 0;
    for (int field = 0; field < 3; field++) {
      skipPast(' ', length);
    }
    skipPast('/', length);
    long total = number(length, HostFile.LOADAVG);
    at++;
    long last = number(length, HostFile.LOADAVG);
    if (at >= length || total > Integer.MAX_VALUE || last > Integer.MAX_VALUE) {
      throw garbled(HostFile.LOADAVG);
    }
    threads = (int) total;
    lastPid = (int) last;
  }

  /** The last number that was handed out in the reader's namespace. */
  int lastPid() {
    return lastPid;
  }

  /** The threads alive on the whole host, zombies included. */
  int threads() {
    return threads;
  }

  /** Reads {@code /proc/uptime} as clock ticks since boot, rounded down. */
  long bootTicks(int ticksPerSecond) throws ProcfsException {
    int length = read(HostFile.UPTIME);
    at = 0;
    long seconds = number(length, HostFile.UPTIME);
    if (at + 3 > length || buffer.get(at) != '.') {
      throw garbled(HostFile.UPTIME);
    }
    at++;
    int fractionStart = at;
    long hundredths = number(length, HostFile.UPTIME);
    if (at - fractionStart != 2) {
      throw garbled(HostFile.UPTIME);
    }
    return seconds * ticksPerSecond + hundredths * ticksPerSecond / HUNDREDTHS_PER_SECOND;
  }

  /** Reads {@code /proc/sys/kernel/pid_max}: one above the highest number handed out. */
  int pidMax() throws ProcfsException {
    int length = read(HostFile.PID_MAX);
    at = 0;
    long value = number(length, HostFile.PID_MAX);
    if (value > Integer.MAX_VALUE) {
      throw garbled(HostFile.PID_MAX);
    }
    return (int) value;
  }

  private int read(HostFile file) throws ProcfsException {
    int length = files.readHostFile(file, buffer);
    if (length < 0) {
      throw new ProcfsException(file.path(), -length);
    }
    return length;
  }

  private void skipPast(char stop, int length) {
    while (at < length && buffer.get(at) != stop) {
      at++;
    }
    at++;
  }

  private long number(int length, HostFile file) throws ProcfsException {
    int start = at;
    long value = 0;
    while (at < length && buffer.get(at) >= '0' && buffer.get(at) <= '9') {
      value = value * 10 + (buffer.get(at) - '0');
      at++;
    }
    if (at == start || at - start > 18) {
      throw garbled(file);
    }
    return value;
  }

  private static ProcfsException garbled(HostFile file) {
    return new ProcfsException(file.path() + " makes no sense", ProcfsException.NO_ERRNO);
  }
}
