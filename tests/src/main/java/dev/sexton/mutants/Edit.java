package dev.sexton.mutants;

import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * One replacement in one source file.
 *
 * @param type the simple name of the class whose file it is; only one file may bear it
 * @param text what is replaced. It must occur exactly once, whatever white space stands between its
 *     words: so a refactoring cannot disarm a mutant unnoticed, and the formatter may break lines
 * @param replacement what stands there instead
 */
public record Edit(String type, String text, String replacement) {

  /**
   * The source with the replacement made.
   *
   * @throws MutantException STALE unless the text occurs exactly once
   */
  String applyTo(String source) throws MutantException {
    Matcher matcher = pattern().matcher(source);
    if (!matcher.find()) {
      throw stale("does not hold");
    }
    int start = matcher.start();
    int end = matcher.end();
    if (matcher.find()) {
      throw stale("holds more than once");
    }
    return source.substring(0, start) + replacement + source.substring(end);
  }

  private Pattern pattern() {
    return Pattern.compile(
        Arrays.stream(text.strip().split("\\s+"))
            .map(Pattern::quote)
            .collect(Collectors.joining("\\s+")));
  }

  private MutantException stale(String what) {
    return new MutantException(
        MutantException.Kind.STALE, "%s.java %s: %s".formatted(type, what, text.strip()));
  }
}
