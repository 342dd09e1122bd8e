package dev.sexton.procfs;

import java.nio.ByteBuffer;

/**
 * One line of {@code /proc/PID/stat} to one row. No I/O, no allocation, no exception for any input.
 *
 * <p>The name stands in parentheses and may hold anything, spaces, newlines and parentheses too, so
 * fields begin after the <em>last</em> closing one. A number counts only if a space follows it:
 * otherwise a line that was cut in the middle of one would pass as a smaller number.
 *
 * <p>Field numbers are those of proc_pid_stat(5). Not thread-safe.
 */
public final class StatParser {
  private static final int LINE_BYTES_MAX = 4096; // one seq_file buffer; real lines are below 500
  private static final int FIELD_FLAGS = 9;
  private static final int FIELD_THREADS = 20;
  private static final int FIELD_START = 22;

  private final byte[] line = new byte[LINE_BYTES_MAX];
  private int length;
  private int at;
  private boolean negative;

  /** Set by {@link #number} when the field was not a number; SHORT if the line ended there. */
  private ReadResult trouble = ReadResult.OK;

  /**
   * Fills a row, whose pid must be set already.
   *
   * @param from holds the line from index 0
   * @param lineLength its length in bytes
   * @return OK, RELEASING, SHORT, or GARBLED, which is also the row's result
   */
  public ReadResult parse(ByteBuffer from, int lineLength, ProcessTable table, int row) {
    ReadResult result;
    if (lineLength > LINE_BYTES_MAX) {
      result = ReadResult.GARBLED;
    } else {
      length = lineLength;
      from.get(0, line, 0, lineLength);
      trouble = ReadResult.OK;
      at = 0;
      result = parseLine(table, row);
    }
    if (result.identifies()) {
      table.setResult(row, result);
    } else {
      table.fail(row, result, 0);
    }
    return result;
  }

  private ReadResult parseLine(ProcessTable table, int row) {
    long pid = number();
    if (trouble != ReadResult.OK) {
      return trouble;
    }
    if (negative || pid != table.pid(row)) {
      return ReadResult.GARBLED;
    }
    if (at >= length) {
      return ReadResult.SHORT;
    }
    if (line[at] != '(') {
      return ReadResult.GARBLED;
    }
    int nameStart = at + 1;
    int nameEnd = length - 1;
    while (nameEnd >= nameStart && line[nameEnd] != ')') {
      nameEnd--;
    }
    if (nameEnd < nameStart || nameEnd + 3 >= length) {
      return ReadResult.SHORT;
    }
    byte state = line[nameEnd + 2];
    if (line[nameEnd + 1] != ' ' || line[nameEnd + 3] != ' ' || !isLetter(state)) {
      return ReadResult.GARBLED;
    }
    table.setComm(row, line, nameStart, nameEnd - nameStart);
    table.setState(row, state);
    at = nameEnd + 4;
    return parseFields(table, row);
  }

  private ReadResult parseFields(ProcessTable table, int row) {
    int parent = signedInt();
    int processGroup = signedInt();
    int session = signedInt();
    number(); // the terminal: a device number that may be printed as a negative one
    number(); // the terminal's foreground group, -1 for none
    if (trouble != ReadResult.OK) {
      return trouble;
    }
    long flags = number();
    for (int field = FIELD_FLAGS + 1; field < FIELD_THREADS; field++) {
      number();
    }
    int threads = signedInt();
    for (int field = FIELD_THREADS + 1; field < FIELD_START; field++) {
      number();
    }
    long startTicks = number();
    if (trouble != ReadResult.OK) {
      return trouble;
    }
    if (negative || startTicks < 0 || threads < 0 || parent < 0) {
      return ReadResult.GARBLED;
    }
    if ((processGroup < 0) != (session < 0)) {
      return ReadResult.GARBLED;
    }
    table.setParent(row, parent);
    table.setProcessGroup(row, processGroup);
    table.setSession(row, session);
    table.setKernelFlags(row, (int) flags);
    table.setThreads(row, threads);
    table.setStartTicks(row, startTicks);
    return session < 0 ? ReadResult.RELEASING : ReadResult.OK;
  }

  private int signedInt() {
    long value = number();
    if (trouble == ReadResult.OK && value > Integer.MAX_VALUE) {
      trouble = ReadResult.GARBLED;
    }
    return negative ? (int) -value : (int) value;
  }

  /**
   * The magnitude of the field at {@link #at}; its sign goes to {@link #negative}. Values above the
   * range of a long (the resource limit, field 25, is one; those read here are not) are GARBLED.
   */
  private long number() {
    negative = false;
    if (trouble != ReadResult.OK) {
      return 0;
    }
    int i = at;
    if (i < length && line[i] == '-') {
      negative = true;
      i++;
    }
    int firstDigit = i;
    long value = 0;
    while (i < length && line[i] >= '0' && line[i] <= '9') {
      int digit = line[i] - '0';
      if (value > (Long.MAX_VALUE - digit) / 10) {
        trouble = ReadResult.GARBLED;
        return 0;
      }
      value = value * 10 + digit;
      i++;
    }
    if (i >= length) {
      trouble = ReadResult.SHORT;
      return 0;
    }
    if (i == firstDigit || line[i] != ' ') {
      trouble = ReadResult.GARBLED;
      return 0;
    }
    at = i + 1;
    return value;
  }

  private static boolean isLetter(byte b) {
    return (b >= 'A' && b <= 'Z') || (b >= 'a' && b <= 'z');
  }
}
