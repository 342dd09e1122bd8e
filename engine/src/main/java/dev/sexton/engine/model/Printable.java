package dev.sexton.engine.model;

/**
 * Text from journals, directories and the kernel as text that is safe to print. What a terminal
 * would obey, and what would make a line look like another, is escaped as a backslash, u and four
 * hexadecimal digits, which a JSON string may hold too: control characters (C0, DEL and C1), format
 * characters such as those that turn the direction of writing, line and paragraph separators,
 * halves of surrogate pairs.
 */
public final class Printable {
  private Printable() {}

  /** One line: line breaks in it are escaped as well. */
  public static String line(String text) {
    return escaped(text, false);
  }

  /** Text of several lines, whose line feeds stay. */
  public static String lines(String text) {
    return escaped(text, true);
  }

  private static String escaped(String text, boolean keepLineFeeds) {
    StringBuilder safe = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      int next = i + Character.charCount(c);
      if (isHarmless(c) || (keepLineFeeds && c == '\n')) {
        safe.appendCodePoint(c);
      } else {
        for (; i < next; i++) {
          safe.append("\\u%04x".formatted((int) text.charAt(i)));
        }
      }
      i = next;
    }
    return safe.toString();
  }

  private static boolean isHarmless(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          false;
      default -> true;
    };
  }
}
