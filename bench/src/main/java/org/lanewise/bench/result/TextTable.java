package org.lanewise.bench.result;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Rows of text in columns that line up: the first columns to the left, numbers to the right.
public final class TextTable {

  private final int leftColumns;
  private final List<List<String>> rows = new ArrayList<>();

  public TextTable(int leftColumns, String... header) {
    this.leftColumns = leftColumns;
    rows.add(List.of(header));
  }

  public void add(String... cells) {
    rows.add(List.of(cells));
  }

  /// A number with three significant digits; empty for NaN.
  public static String number(double value) {
    if (Double.isNaN(value)) {
      return "";
    }
    double size = Math.abs(value);
    String format = size >= 100 || size == 0 ? "%,.0f" : size >= 10 ? "%.1f" : "%.2f";
    return String.format(Locale.ROOT, format, value);
  }

  /// A time with its unit.
  public static String time(double nanos) {
    if (nanos < 1e4) {
      return number(nanos) + " ns";
    }
    if (nanos < 1e7) {
      return number(nanos / 1e3) + " µs";
    }
    return nanos < 1e10 ? number(nanos / 1e6) + " ms" : number(nanos / 1e9) + " s";
  }

  public static String percent(double fraction) {
    return Double.isNaN(fraction) ? "" : String.format(Locale.ROOT, "%.0f %%", 100 * fraction);
  }

  @Override
  public String toString() {
    int[] width = new int[rows.getFirst().size()];
    for (List<String> row : rows) {
      for (int column = 0; column < width.length; column++) {
        width[column] = Math.max(width[column], row.get(column).length());
      }
    }
    StringBuilder text = new StringBuilder();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int column = 0; column < width.length; column++) {
        String cell = row.get(column);
        String padding = " ".repeat(width[column] - cell.length());
        line.append(column < leftColumns ? cell + padding : padding + cell).append("  ");
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }
}
