package org.lanewise.bench.study.result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// A table of figures, kept as a file of tab-separated values with a line of column names.
public final class DataTable {

  private static final Pattern TAB = Pattern.compile("\t");

  private final String name;
  private final List<String> columns;
  private final List<Line> lines = new ArrayList<>();

  /// A line of the table.
  public final class Line {
    private final List<String> cells;

    private Line(List<String> cells) {
      this.cells = cells;
    }

    /// A cell by the name of its column.
    ///
    /// @throws IllegalArgumentException if the table has no such column
    public String text(String column) {
      int at = columns.indexOf(column);
      if (at < 0) {
        throw new IllegalArgumentException(
            "%s.tsv has no column '%s'; it has %s".formatted(name, column, columns));
      }
      return cells.get(at);
    }

    /// A number by the name of its column.
    public double number(String column) {
      return Double.parseDouble(text(column));
    }

    /// Whether a cell holds this.
    public boolean has(String column, Object value) {
      return text(column).equals(cell(value));
    }
  }

  /// An empty table.
  ///
  /// @param name that of its file, without the ending
  public DataTable(String name, String... columns) {
    this.name = name;
    this.columns = List.of(columns);
  }

  public String name() {
    return name;
  }

  public List<Line> lines() {
    return lines;
  }

  /// The lines that are wanted.
  public List<Line> where(Predicate<Line> wanted) {
    return lines.stream().filter(wanted).toList();
  }

  /// What a column holds, each value once, in the order of the lines.
  public List<String> distinct(String column) {
    return lines.stream().map(line -> line.text(column)).distinct().toList();
  }

  /// Adds a line: texts, whole numbers, and others, which are kept with six digits.
  public void add(Object... cells) {
    if (cells.length != columns.size()) {
      throw new IllegalArgumentException(
          "a line of %s.tsv has %d cells; %d are expected"
              .formatted(name, cells.length, columns.size()));
    }
    List<String> line = new ArrayList<>();
    for (Object value : cells) {
      if (value instanceof Mean mean) {
        throw new IllegalArgumentException("a mean is two cells: " + mean);
      }
      line.add(cell(value));
    }
    lines.add(new Line(line));
  }

  private static String cell(Object value) {
    return value instanceof Double number && Double.isFinite(number)
        ? number == 0 ? "0" : trimmed(String.format(Locale.ROOT, "%.6g", number))
        : value.toString();
  }

  /// Without the zeros that follow the last digit of a fraction.
  private static String trimmed(String number) {
    int exponent = number.indexOf('e');
    String digits = exponent < 0 ? number : number.substring(0, exponent);
    String rest = exponent < 0 ? "" : number.substring(exponent);
    return (digits.contains(".") ? digits.replaceAll("0+$", "").replaceAll("\\.$", "") : digits)
        + rest;
  }

  private static Path file(Path folder, String name) {
    return folder.resolve(name + ".tsv");
  }

  /// Whether a folder has a table of that name.
  public static boolean exists(Path folder, String name) {
    return Files.exists(file(folder, name));
  }

  /// Reads a table.
  ///
  /// @throws IOException if its file cannot be read, or a line has not as many cells as the first
  public static DataTable read(Path folder, String name) throws IOException {
    List<String> text = Files.readAllLines(file(folder, name));
    DataTable table = new DataTable(name, TAB.split(text.getFirst(), -1));
    for (String line : text.subList(1, text.size())) {
      List<String> cells = List.of(TAB.split(line, -1));
      if (cells.size() != table.columns.size()) {
        throw new IOException(
            "a line of %s has %d cells; %d are expected: %s"
                .formatted(file(folder, name), cells.size(), table.columns.size(), line));
      }
      table.lines.add(table.new Line(cells));
    }
    return table;
  }

  /// Writes the table, whole or not at all.
  ///
  /// @throws IOException if it cannot be written
  public void write(Path folder) throws IOException {
    StringBuilder text = new StringBuilder(String.join("\t", columns)).append('\n');
    lines.forEach(line -> text.append(String.join("\t", line.cells)).append('\n'));
    Files.createDirectories(folder);
    write(file(folder, name), text.toString());
  }

  /// Writes a file, whole or not at all.
  ///
  /// @throws IOException if it cannot be written
  public static void write(Path file, String text) throws IOException {
    Path part = file.resolveSibling(file.getFileName() + ".part");
    Files.writeString(part, text);
    Files.move(part, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }
}
