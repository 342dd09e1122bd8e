package dev.sexton.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.util.ArrayList;
import java.util.Collection;
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

  /** Which of these marks a process bears; null if none, or if it may not be read. */
  static @Nullable String borne(int hostPid, Collection<String> marks) {
    ProcText proc = ProcText.host();
    try {
      List<String> words = new ArrayList<>();
      add(words, proc.commandLine(hostPid));
      add(words, proc.environment(hostPid));
      for (String mark : marks) {
        if (has(words, mark)) {
          return mark;
        }
      }
      return null;
    } catch (UncheckedIOException e) {
      if (e.getCause() instanceof AccessDeniedException) {
        return null;
      }
      throw e;
    }
  }

  private static void add(List<String> words, @Nullable List<String> more) {
    if (more != null) {
      words.addAll(more);
    }
  }

  private static boolean has(@Nullable List<String> words, String mark) {
    return words != null && words.stream().anyMatch(word -> word.contains(mark));
  }
}
