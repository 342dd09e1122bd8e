package dev.sexton.engine.census;

import java.util.Arrays;

/** Who a full pass no longer found: numbers and start ticks, without boxing. */
final class GoneProcesses implements PidTable.Removed {
  private int[] pids = new int[64];
  private long[] ticks = new long[64];
  private int size;

  void clear() {
    size = 0;
  }

  @Override
  public void removed(int pid, long startTicks) {
    if (size == pids.length) {
      pids = Arrays.copyOf(pids, size * 2);
      ticks = Arrays.copyOf(ticks, size * 2);
    }
    pids[size] = pid;
    ticks[size++] = startTicks;
  }

  int size() {
    return size;
  }

  int pid(int index) {
    return pids[index];
  }

  long startTicks(int index) {
    return ticks[index];
  }
}
