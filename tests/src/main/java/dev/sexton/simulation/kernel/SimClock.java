package dev.sexton.simulation.kernel;

import dev.sexton.engine.census.HostClock;

/** The simulated kernel's time. */
public final class SimClock implements HostClock {
  private static final long BOOTED_MILLIS = 1_764_500_000_000L;
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final SimKernel kernel;

  public SimClock(SimKernel kernel) {
    this.kernel = kernel;
  }

  @Override
  public long nanoTime() {
    return kernel.nowNs();
  }

  @Override
  public long wallMillis() {
    return BOOTED_MILLIS + kernel.nowNs() / NANOS_PER_MILLI;
  }
}
