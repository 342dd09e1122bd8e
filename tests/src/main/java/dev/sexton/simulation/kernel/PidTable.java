package dev.sexton.simulation.kernel;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The numbers in use in one pid namespace, ascending. There are tens of them in a world and up to
 * four million possible ones, so they are a sorted array and not an index by number.
 */
final class PidTable {
  static final int NONE = -1;

  private static final int INITIAL = 64;

  private int[] numbers = new int[INITIAL];
  private SimPid[] pids = new SimPid[INITIAL];
  private int size;

  int size() {
    return size;
  }

  int number(int index) {
    return numbers[index];
  }

  SimPid pid(int index) {
    return pids[index];
  }

  /** The index of the first number that is at least this one; {@link #size} if there is none. */
  int indexAtLeast(int number) {
    int low = 0;
    int high = size;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (numbers[middle] < number) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  @Nullable SimPid find(int number) {
    int index = indexAtLeast(number);
    return index < size && numbers[index] == number ? pids[index] : null;
  }

  void insert(int number, SimPid pid) {
    int index = indexAtLeast(number);
    if (size == numbers.length) {
      numbers = Arrays.copyOf(numbers, size * 2);
      pids = Arrays.copyOf(pids, size * 2);
    }
    System.arraycopy(numbers, index, numbers, index + 1, size - index);
    System.arraycopy(pids, index, pids, index + 1, size - index);
    numbers[index] = number;
    pids[index] = pid;
    size++;
  }

  void remove(int number) {
    int index = indexAtLeast(number);
    if (index >= size || numbers[index] != number) {
      throw new IllegalStateException("number " + number + " is not in use");
    }
    System.arraycopy(numbers, index + 1, numbers, index, size - index - 1);
    System.arraycopy(pids, index + 1, pids, index, size - index - 1);
    size--;
  }

  /** The first number that is not in use, from {@code first} up to below {@code end}, or NONE. */
  int firstFree(int first, int end) {
    int number = first;
    for (int i = indexAtLeast(first); i < size && numbers[i] == number; i++) {
      number++;
    }
    return number < end ? number : NONE;
  }

  /** Copies what is in use, for a walk during which numbers may become free. */
  SimPid[] snapshot() {
    return Arrays.copyOf(pids, size);
  }
}
