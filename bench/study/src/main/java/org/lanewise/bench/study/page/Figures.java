package org.lanewise.bench.study.page;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.lanewise.bench.study.result.DataTable;
import org.lanewise.bench.study.result.DataTable.Line;

/// What sections are written from: the tables of figures, and where charts go.
///
/// @param folder where tables lie and charts are written
/// @param answers whether the page says what the figures answer: of a quick run they do not
record Figures(Path folder, boolean answers) {

  /// Whether a table is there.
  boolean has(String name) {
    return DataTable.exists(folder, name);
  }

  DataTable table(String name) {
    try {
      return DataTable.read(folder, name);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Writes a chart, and links to it from the page.
  String chart(String name, Chart chart, String alternative) {
    try {
      DataTable.write(folder.resolve(name + ".svg"), chart.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return "![%s](%s/%s.svg)".formatted(alternative, folder.getFileName(), name);
  }

  static double[] column(List<Line> lines, String column) {
    return column(lines, column, 1);
  }

  static double[] column(List<Line> lines, String column, double times) {
    return lines.stream().mapToDouble(line -> times * line.number(column)).toArray();
  }

  /// `12.3 ± 0.4`: a share of rows in percent, with its standard error.
  static String percent(Line line, String column) {
    return percent(line.number(column), line.number(column + "_se"));
  }

  static String percent(double value, double error) {
    String digits = error >= 0.001 ? "%.1f" : "%.2f";
    return text(digits + " ± " + digits, 100 * value, 100 * error);
  }

  /// A share of rows in percent.
  static String percent(double value) {
    return text("%.1f", 100 * value);
  }

  /// The same with a sign.
  static String signedPercent(Line line, String column) {
    double error = line.number(column + "_se");
    String digits = error >= 0.001 ? "%.1f" : "%.2f";
    return text("%+" + digits.substring(1) + " ± " + digits, 100 * line.number(column), 100 * error)
        .replace('-', '−');
  }

  /// Three significant digits.
  static String number(double value) {
    if (!Double.isFinite(value)) {
      return Double.isNaN(value) ? "none" : value > 0 ? "∞" : "−∞";
    }
    double size = Math.abs(value);
    String format =
        size >= 1e5 || size != 0 && size < 1e-3
            ? "%.1e"
            : size >= 100 || size == 0 ? "%.0f" : size >= 10 ? "%.1f" : size >= 1 ? "%.2f" : "%.3f";
    return text(format, value).replace('-', '−');
  }

  static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
