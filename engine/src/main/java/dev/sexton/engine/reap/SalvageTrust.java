package dev.sexton.engine.reap;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Whether a journal may be copied. The copy belongs to whoever makes it, and so would be trusted:
 * what a reap would not act on must not become, by being copied, what it acts on.
 */
public final class SalvageTrust {
  /**
   * The kernel gives it to the effective user, or, of a process that may not be dumped, to root.
   */
  private static final Path SELF = Path.of("/proc/self");

  private SalvageTrust() {}

  /**
   * Looks at a run's directory as a reap by this process would.
   *
   * @return a sentence that says what is wrong, or null if it can be trusted
   */
  public static @Nullable String complaint(Path runDirectory) {
    try {
      int uid = (int) Files.getAttribute(SELF, "unix:uid");
      return new JournalTrust(Integer.toUnsignedLong(uid)).complaint(runDirectory);
    } catch (IOException e) {
      return "it cannot be told who this process is: " + e.getMessage();
    }
  }
}
