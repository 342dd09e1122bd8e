package dev.sexton.engine.model;

/**
 * One signal that was sent, or that could not be.
 *
 * @param signal its name without SIG, such as {@code KILL}
 * @param afterMs milliseconds from the start of the reap
 * @param error the errno's name if the kernel did not take it, else empty
 */
public record SignalReport(String signal, long afterMs, String error) {
  /** Whether the kernel took it. */
  public boolean isDelivered() {
    return error.isEmpty();
  }
}
