package dev.sexton.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds processes by a word in their arguments or environment, which forked children share with
 * their parents.
 */
final class Marks {

  private Marks() {}

  /**
   * A process of this JVM's namespace bears the mark. One that may not be read does not: then it is
   * another user's.
   */
  static boolean bears(int hostPid, String mark) {
    ProcText proc = ProcText.host();
    try {
      return has(proc.commandLine(hostPid), mark) || has(proc.environment(hostPid), mark);
    } catch (UncheckedIOException e) {
      IOException cause = e.getCause();
      if (cause instanceof AccessDeniedException) {
        return false;
      }
      throw e;
    }
  }

  private static boolean has(@Nullable List<String> words, String mark) {
    return words != null && words.stream().anyMatch(word -> word.contains(mark));
  }
}
