package dev.sexton.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.StringTokenizer;

/** The words of a line, whatever blanks are between and around them. */
final class Words {

  private Words() {}

  static List<String> of(String line) {
    return between(line, " \t\n");
  }

  static List<String> between(String text, String delimiters) {
    List<String> words = new ArrayList<>();
    StringTokenizer tokens = new StringTokenizer(text, delimiters);
    while (tokens.hasMoreTokens()) {
      words.add(tokens.nextToken());
    }
    return words;
  }
}
