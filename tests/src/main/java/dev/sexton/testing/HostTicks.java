package dev.sexton.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The kernel's clock ticks since boot, in which it tells when a process started. */
public final class HostTicks {
  private HostTicks() {}

  /** Rounded down, as start ticks are. */
  public static long now() {
    try {
      String uptime = Files.readString(Path.of("/proc/uptime"));
      String seconds = uptime.substring(0, uptime.indexOf(' '));
      // Written with two decimals, as many as there are of a second in a tick of 10 ms.
      return Long.parseLong(seconds.replace(".", ""));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits until a tick is over. */
  public static void awaitEndOf(String what, long tick) {
    Deadline.standard().await("the tick after " + what, () -> now() > tick);
  }

  /** Waits until the tick at hand is over: whoever was born so far started in an earlier one. */
  public static void awaitNext() {
    awaitEndOf("this one", now());
  }
}
