package dev.sexton.procfs;

import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * A thread of this process that lives until it is closed. It has a number of its own as a process
 * has, so that much of what is true of processes can be tried without starting one.
 */
final class OwnThread implements AutoCloseable {
  private static final int TASKS = 1024;

  private final CountDownLatch end = new CountDownLatch(1);
  private final Thread thread;

  private OwnThread() {
    thread = new Thread(this::awaitEnd, "sexton-fact-probe");
    thread.setDaemon(true);
  }

  /**
   * Begins one. The kernel has made it when this returns.
   *
   * @return null if it made none: a limit on threads or on a control group's processes is reached
   */
  static @Nullable OwnThread start() {
    OwnThread own = new OwnThread();
    try {
      own.thread.start();
      return own;
    } catch (OutOfMemoryError noThread) { // what Thread.start throws for EAGAIN
      return null;
    }
  }

  private void awaitEnd() {
    try {
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The numbers of this process's threads, sorted; none if they cannot be listed. */
  static int[] numbers(ProcFileSystem files) {
    int[] numbers = new int[TASKS];
    int count = files.listTasks(ProcFileSystem.SELF, numbers);
    while (count > numbers.length) {
      numbers = new int[count * 2];
      count = files.listTasks(ProcFileSystem.SELF, numbers);
    }
    int[] sorted = Arrays.copyOf(numbers, Math.max(0, count));
    Arrays.sort(sorted);
    return sorted;
  }

  /** Those of the first that are not among the second, which is sorted. */
  static int[] without(int[] numbers, int[] others) {
    return Arrays.stream(numbers).filter(n -> Arrays.binarySearch(others, n) < 0).toArray();
  }

  /** Lets it end. The kernel may take a moment to release its number. */
  @Override
  public void close() {
    end.countDown();
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
