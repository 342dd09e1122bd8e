package dev.sexton.simulation.exhaustive;

import java.util.Arrays;

/**
 * States of two words each, every one once, in the order in which they were found, with the state
 * and the move they were found from. Millions of them, so no objects.
 */
final class StateSet {
  /** The state from which a search begins has no predecessor. */
  static final int NOBODY = -1;

  private static final int EMPTY = 0;

  private long[] low = new long[1 << 10];
  private long[] high = new long[1 << 10];
  private int[] predecessor = new int[1 << 10];
  private short[] move = new short[1 << 10];
  private int[] table = new int[1 << 12];
  private int size;

  /** Adds a state; whether it is new. */
  boolean add(long lowWord, long highWord, int from, int by) {
    int slot = slotOf(lowWord, highWord);
    if (table[slot] != EMPTY) {
      return false;
    }
    if (size == low.length) {
      grow();
      slot = slotOf(lowWord, highWord);
    }
    low[size] = lowWord;
    high[size] = highWord;
    predecessor[size] = from;
    move[size] = (short) by;
    table[slot] = ++size;
    return true;
  }

  private int slotOf(long lowWord, long highWord) {
    long hash = lowWord * 0x9E3779B97F4A7C15L + highWord;
    hash = (hash ^ hash >>> 32) * 0xD6E8FEB86659FD93L;
    int mask = table.length - 1;
    int slot = (int) (hash >>> 32) & mask;
    while (table[slot] != EMPTY) {
      int at = table[slot] - 1;
      if (low[at] == lowWord && high[at] == highWord) {
        return slot;
      }
      slot = slot + 1 & mask;
    }
    return slot;
  }

  private void grow() {
    int capacity = size + (size >> 1);
    low = Arrays.copyOf(low, capacity);
    high = Arrays.copyOf(high, capacity);
    predecessor = Arrays.copyOf(predecessor, capacity);
    move = Arrays.copyOf(move, capacity);
    if (2L * capacity > table.length) {
      table = new int[2 * table.length];
      for (int at = 0; at < size; at++) {
        table[slotOf(low[at], high[at])] = at + 1;
      }
    }
  }

  /** Begins anew. */
  void clear() {
    Arrays.fill(table, EMPTY);
    size = 0;
  }

  int size() {
    return size;
  }

  long low(int at) {
    return low[at];
  }

  long high(int at) {
    return high[at];
  }

  int predecessor(int at) {
    return predecessor[at];
  }

  int move(int at) {
    return move[at];
  }
}
