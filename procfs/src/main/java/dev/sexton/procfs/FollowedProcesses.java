package dev.sexton.procfs;

import java.util.Arrays;

/**
 * Processes that are read again and again, each through a descriptor of its {@code stat} file that
 * stays bound to it: once it has been collected the read fails with ESRCH, also when its number has
 * been handed out again.
 *
 * <p>A kept descriptor costs the kernel some 4.5 kB and the process one of its descriptors, so they
 * are bounded. Beyond the bound, or when descriptors run out, a process is read by its number and
 * taken for itself only if its start ticks are those that were followed.
 *
 * <p>Allocates nothing on {@link #reread}. Not thread-safe.
 */
public final class FollowedProcesses implements AutoCloseable {
  private static final int NO_DESCRIPTOR = -1;
  private static final int INITIAL_SLOTS = 64;

  private final ProcFileSystem files;
  private final StatReader stats;
  private int keptMax;
  private int kept;
  private int followed;
  private int[] pid = new int[INITIAL_SLOTS];
  private long[] startTicks = new long[INITIAL_SLOTS];
  private int[] descriptor = new int[INITIAL_SLOTS];
  private int[] freeSlots = new int[INITIAL_SLOTS];
  private int freeCount;
  private int slotsUsed;

  /**
   * Follows nobody yet.
   *
   * @param keptMax the most descriptors to keep; 0 reads all by number
   */
  public FollowedProcesses(ProcFileSystem files, int keptMax) {
    if (keptMax < 0) {
      throw new IllegalArgumentException("kept descriptors " + keptMax);
    }
    this.files = files;
    this.stats = new StatReader(files);
    this.keptMax = keptMax;
  }

  /**
   * Follows a process. Whether it is still the one with these start ticks shows at each {@link
   * #reread}.
   *
   * @param ticks its start ticks, at least 0
   * @return the slot it has until {@link #unfollow}
   */
  public int follow(int processId, long ticks) {
    if (processId < 1 || ticks < 0) {
      throw new IllegalArgumentException("pid " + processId + ", start ticks " + ticks);
    }
    int slot = freeCount > 0 ? freeSlots[--freeCount] : newSlot();
    pid[slot] = processId;
    startTicks[slot] = ticks;
    descriptor[slot] = NO_DESCRIPTOR;
    followed++;
    open(slot);
    return slot;
  }

  /**
   * Appends a row for a followed process.
   *
   * @return the row's result; VANISHED if and only if that process is gone, whoever has its number
   */
  public ReadResult reread(int slot, ProcessTable table) {
    int processId = pid[slot];
    if (processId == 0) {
      throw new IllegalStateException("slot " + slot + " follows nobody");
    }
    int row = table.append(processId);
    if (descriptor[slot] == NO_DESCRIPTOR) {
      open(slot);
    }
    ReadResult result =
        descriptor[slot] == NO_DESCRIPTOR
            ? stats.readByNumber(processId, table, row)
            : stats.readKept(descriptor[slot], table, row);
    if (result.identifies() && table.startTicks(row) != startTicks[slot]) {
      result = ReadResult.VANISHED;
      table.fail(row, result, Errno.ESRCH);
    }
    return result;
  }

  /** Follows it no longer; the slot may be given to another. */
  public void unfollow(int slot) {
    if (pid[slot] == 0) {
      throw new IllegalStateException("slot " + slot + " follows nobody");
    }
    release(slot);
    pid[slot] = 0;
    followed--;
    freeSlots[freeCount++] = slot;
  }

  /** The number of a followed process. */
  public int pid(int slot) {
    return pid[slot];
  }

  /** The start ticks of a followed process. */
  public long startTicks(int slot) {
    return startTicks[slot];
  }

  /** How many are followed. */
  public int followed() {
    return followed;
  }

  /** For how many of them a descriptor is kept. */
  public int kept() {
    return kept;
  }

  /** Closes all descriptors and follows nobody. */
  @Override
  public void close() {
    for (int slot = 0; slot < slotsUsed; slot++) {
      if (pid[slot] != 0) {
        unfollow(slot);
      }
    }
  }

  private void open(int slot) {
    if (kept >= keptMax) {
      return;
    }
    int opened = files.open(pid[slot], ProcFile.STAT);
    if (opened >= 0) {
      descriptor[slot] = opened;
      kept++;
    } else if (opened == -Errno.EMFILE || opened == -Errno.ENFILE) {
      // Somebody else uses them up. What is kept stays; no more are asked for until some are freed.
      keptMax = Math.max(kept, 1);
    }
  }

  private void release(int slot) {
    if (descriptor[slot] != NO_DESCRIPTOR) {
      files.closeKept(descriptor[slot]);
      descriptor[slot] = NO_DESCRIPTOR;
      kept--;
    }
  }

  private int newSlot() {
    if (slotsUsed == pid.length) {
      int capacity = Math.multiplyExact(pid.length, 2);
      pid = Arrays.copyOf(pid, capacity);
      startTicks = Arrays.copyOf(startTicks, capacity);
      descriptor = Arrays.copyOf(descriptor, capacity);
      freeSlots = Arrays.copyOf(freeSlots, capacity);
    }
    return slotsUsed++;
  }
}
