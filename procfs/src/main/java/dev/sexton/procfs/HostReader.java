package dev.sexton.procfs;

import java.nio.ByteBuffer;

/** Reads the small numeric host files without allocating; the answers stay until the next read. */
final class HostReader {
  private static final int BUFFER_BYTES = 256;
  private static final int HUNDREDTHS_PER_SECOND = 100;
  private static final int DIGITS_MAX = 18;
  private static final long NONE = -1;

  private final ProcFileSystem files;
  private final boolean lastPidTold;
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
  private int lastPid;
  private int threads;
  private int at;

  HostReader(ProcFileSystem files) {
    this(files, true);
  }

  /**
   * A reader of the files that {@code files} shows.
   *
   * @param lastPidTold whether what {@code loadavg} says of numbers is to be believed
   */
  HostReader(ProcFileSystem files, boolean lastPidTold) {
    this.files = files;
    this.lastPidTold = lastPidTold;
  }

  /**
   * Reads {@code /proc/loadavg}: {@code 0.20 0.18 0.12 1/80 11206}. Where it has no such fields, or
   * zeros (as sandboxes make them), neither number is known: that ends no reading, it only excludes
   * no wrap.
   */
  void readLoadAverage() throws ProcfsException {
    int length = read(HostFile.LOADAVG);
    at = 0;
    for (int field = 0; field < 3; field++) {
      skipPast(' ', length);
    }
    skipPast('/', length);
    long total = numberOrNone(length);
    at++;
    long last = numberOrNone(length);
    boolean told =
        lastPidTold
            && at < length
            && total > 0
            && total <= Integer.MAX_VALUE
            && last > 0
            && last <= Integer.MAX_VALUE;
    threads = told ? (int) total : PidNumbers.THREADS_UNKNOWN;
    lastPid = told ? (int) last : PidNumbers.LAST_PID_UNKNOWN;
  }

  /**
   * The last number that was handed out in the reader's namespace, or {@link
   * PidNumbers#LAST_PID_UNKNOWN}.
   */
  int lastPid() {
    return lastPid;
  }

  /**
   * The threads alive on the whole host, zombies included, or {@link PidNumbers#THREADS_UNKNOWN}.
   */
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
    long value = numberOrNone(length);
    if (value == NONE) {
      throw garbled(file);
    }
    return value;
  }

  private long numberOrNone(int length) {
    int start = at;
    long value = 0;
    while (at < length && buffer.get(at) >= '0' && buffer.get(at) <= '9') {
      value = value * 10 + (buffer.get(at) - '0');
      at++;
    }
    return at == start || at - start > DIGITS_MAX ? NONE : value;
  }

  private static ProcfsException garbled(HostFile file) {
    return new ProcfsException(file.path() + " makes no sense", ProcfsException.NO_ERRNO);
  }
}
