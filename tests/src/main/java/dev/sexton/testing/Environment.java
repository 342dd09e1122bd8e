package dev.sexton.testing;

import java.util.ArrayList;
import java.util.List;

/**
 * A whole environment for {@link Actor#exec}. Immutable. All of it together may take 6 MiB, one
 * variable 128 KiB (execve(2), MAX_ARG_STRLEN).
 */
public final class Environment {

  private static final Environment EMPTY = new Environment(List.of());

  private final List<String> words;

  private Environment(List<String> words) {
    this.words = words;
  }

  public static Environment empty() {
    return EMPTY;
  }

  public Environment with(String name, String value) {
    return append("env=" + Hex.of(name + "=" + value));
  }

  /**
   * Adds the same entry many times: what is given, such as {@code NAME=start}, and as many filling
   * bytes after it. An environment may hold one name more than once.
   */
  public Environment fill(String entryStart, int fillBytes, int copies) {
    return append("fill=" + Hex.of(entryStart) + "," + fillBytes + "," + copies);
  }

  List<String> words() {
    return words;
  }

  private Environment append(String word) {
    List<String> more = new ArrayList<>(words);
    more.add(word);
    return new Environment(List.copyOf(more));
  }
}
