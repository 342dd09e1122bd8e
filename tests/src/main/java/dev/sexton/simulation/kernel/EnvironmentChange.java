package dev.sexton.simulation.kernel;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** What an exec does to the environment that {@code /proc} shows. */
public final class EnvironmentChange {
  /** The environment is passed on as it is. */
  public static final EnvironmentChange KEEP = new EnvironmentChange(null);

  /** The environment is emptied. */
  public static final EnvironmentChange CLEAR = new EnvironmentChange(new byte[0]);

  private final byte @Nullable [] bytes;

  private EnvironmentChange(byte @Nullable [] bytes) {
    this.bytes = bytes;
  }

  /** The environment becomes these entries, each followed by a NUL. */
  public static EnvironmentChange to(byte[] entries) {
    return new EnvironmentChange(entries.clone());
  }

  /** As {@link #to(byte[])}, of text in UTF-8. */
  public static EnvironmentChange to(String entries) {
    return new EnvironmentChange(entries.getBytes(StandardCharsets.UTF_8));
  }

  byte[] apply(byte[] before) {
    return bytes == null ? before : bytes;
  }
}
