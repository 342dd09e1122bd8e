package dev.sexton.engine.census;

/**
 * The only place that asks what time it is.
 *
 * <p>Thread-safe.
 */
public interface HostClock {
  /** The host's clocks. */
  HostClock SYSTEM =
      new HostClock() {
        @Override
        public long nanoTime() {
          return System.nanoTime();
        }

        @Override
        public long wallMillis() {
          return System.currentTimeMillis();
        }
      };

  /** Monotonic, in nanoseconds from any origin. */
  long nanoTime();

  /** Milliseconds since 1970, for people to read; never for identity or order. */
  long wallMillis();
}
