package dev.sexton.testing;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * A point in monotonic time by which something must have happened. Every wait of the kit has one; a
 * wait that misses it fails with what was waited for.
 */
public final class Deadline {

  /** How long the kit waits for one thing; long, because a loaded machine is slow. */
  public static final Duration DEFAULT = Duration.ofSeconds(30);

  private static final long POLL_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(1);

  private final Duration limit;
  private final long endNs;

  private Deadline(Duration limit) {
    this.limit = limit;
    this.endNs = System.nanoTime() + limit.toNanos();
  }

  public static Deadline after(Duration limit) {
    return new Deadline(limit);
  }

  public static Deadline standard() {
    return new Deadline(DEFAULT);
  }

  /** Nanoseconds left, never below 0. */
  public long remainingNs() {
    return Math.max(0, endNs - System.nanoTime());
  }

  public boolean passed() {
    return remainingNs() == 0;
  }

  /**
   * Polls until the condition holds.
   *
   * @throws AssertionError if it does not hold in time
   */
  public void await(String what, BooleanSupplier condition) {
    if (!holdsInTime(condition)) {
      throw new AssertionError("not within " + limit.toMillis() + " ms: " + what);
    }
  }

  /** Polls until the condition holds, and says whether it did in time. */
  public boolean holdsInTime(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      if (passed()) {
        return false;
      }
      LockSupport.parkNanos(POLL_INTERVAL_NS);
    }
    return true;
  }
}
