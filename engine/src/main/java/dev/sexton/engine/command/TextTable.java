package dev.sexton.engine.command;

import java.util.ArrayList;
import java.util.List;

/** A table for people: columns as wide as they must be, long tables cut with a count. */
final class TextTable {
  private static final int ROWS_MAX = 40;
  private static final String GAP = "  ";

  private final String indent;
  private final List<String[]> rows = new ArrayList<>();
  private int leftOut;

  TextTable(String indent, String... headings) {
    this.indent = indent;
    rows.add(headings);
  }

  void row(String... cells) {
    if (cells.length != rows.get(0).length) {
      throw new IllegalArgumentException("a cell for each column");
    }
    if (rows.size() > ROWS_MAX) {
      leftOut++;
    } else {
      rows.add(cells);
    }
  }

  /** The lines, each ended. */
  String text() {
    int columns = rows.get(0).length;
    int[] widths = new int[columns];
    for (String[] row : rows) {
      for (int i = 0; i < columns; i++) {
        widths[i] = Math.max(widths[i], row[i].length());
      }
    }
    StringBuilder text = new StringBuilder();
    for (String[] row : rows) {
      StringBuilder line = new StringBuilder(indent);
      for (int i = 0; i < columns; i++) {
        line.append(row[i]);
        line.append(" ".repeat(widths[i] - row[i].length())).append(GAP);
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }
    if (leftOut > 0) {
      text.append(indent).append(moreText(leftOut)).append('\n');
    }
    return text.toString();
  }

  /** What stands for what was left out. */
  static String moreText(int count) {
    return "... and " + count + " more; --json has all";
  }
}
