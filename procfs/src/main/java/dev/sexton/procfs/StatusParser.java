package dev.sexton.procfs;

import java.nio.charset.StandardCharsets;

/**
 * The text of {@code /proc/PID/status} to a {@link ProcessStatus}.
 *
 * <p>A line is known by its beginning. The name, which is the only text of the process's own
 * choosing, stands in the first line with its newlines escaped (proc_task_name in fs/proc/array.c),
 * so no later line can be forged by it; of lines that begin alike only the first counts. Numbers
 * are counted only if a newline, tab, or space follows. No I/O, no exception for any input.
 */
public final class StatusParser {
  private static final byte[] PID = label("\nPid:\t");
  private static final byte[] PARENT = label("\nPPid:\t");
  private static final byte[] UID = label("\nUid:\t");
  private static final byte[] NAMESPACE_PIDS = label("\nNSpid:\t");
  private static final byte[] THREADS = label("\nThreads:\t");
  private static final byte[] CAPABILITIES = label("\nCapEff:\t");
  private static final int HEX_DIGITS = 16;

  private byte[] text = new byte[0];
  private int length;
  private int at;

  /** Used for one text after another. Not thread-safe. */
  public StatusParser() {}

  /**
   * Fills {@code into}.
   *
   * @return OK if number, parent and user ids are all there; otherwise SHORT
   */
  public ReadResult parse(byte[] from, int fromLength, ProcessStatus into) {
    text = from;
    length = fromLength;
    into.clear();
    into.pid = (int) single(PID);
    into.parent = (int) single(PARENT);
    into.threads = (int) single(THREADS);
    if (find(UID)) {
      into.realUid = number();
      into.effectiveUid = number();
      into.savedUid = number();
    }
    if (find(NAMESPACE_PIDS)) {
      for (long number = number(); number >= 0; number = number()) {
        into.namespacePidLast = (int) number;
        into.namespacePidCount++;
      }
    }
    if (find(CAPABILITIES)) {
      parseCapabilities(into);
    }
    boolean whole = into.pid > 0 && into.parent >= 0 && into.realUid >= 0 && into.effectiveUid >= 0;
    return whole && into.savedUid >= 0 ? ReadResult.OK : ReadResult.SHORT;
  }

  private long single(byte[] label) {
    return find(label) ? number() : ProcessStatus.ABSENT;
  }

  /** Moves behind the first occurrence of a label. */
  private boolean find(byte[] label) {
    for (int start = 0; start + label.length <= length; start++) {
      if (text[start] != '\n') {
        continue; // All labels begin with a line's end.
      }
      int matched = 1;
      while (matched < label.length && text[start + matched] == label[matched]) {
        matched++;
      }
      if (matched == label.length) {
        at = start + label.length;
        return true;
      }
    }
    return false;
  }

  /** The next number of this line, at most ten digits; ABSENT if there is none. */
  private long number() {
    int start = at;
    long value = 0;
    while (at < length && text[at] >= '0' && text[at] <= '9' && at - start < 10) {
      value = value * 10 + (text[at] - '0');
      at++;
    }
    boolean ended = at < length && (text[at] == '\t' || text[at] == '\n' || text[at] == ' ');
    if (at == start || !ended) {
      at = start;
      return ProcessStatus.ABSENT;
    }
    if (text[at] != '\n') {
      at++;
    }
    return value;
  }

  private void parseCapabilities(ProcessStatus into) {
    if (at + HEX_DIGITS >= length || text[at + HEX_DIGITS] != '\n') {
      return;
    }
    long value = 0;
    for (int i = 0; i < HEX_DIGITS; i++) {
      int digit = Character.digit(text[at + i], HEX_DIGITS);
      if (digit < 0) {
        return;
      }
      value = value << 4 | digit;
    }
    into.hasCapabilities = true;
    into.effectiveCapabilities = value;
  }

  private static byte[] label(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
