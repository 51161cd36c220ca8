package org.lanewise.cli.report;

import java.util.ArrayList;
import java.util.List;
import org.lanewise.cli.output.Visible;

/// Cells lined up in columns: the first to the left, the others to the right.
public final class TextTable {

  private static final int LONGEST_CELL = 24;

  private final List<List<String>> rows = new ArrayList<>();
  private final int longestCell;

  /// One without rows.
  public TextTable() {
    this(LONGEST_CELL);
  }

  /// One without rows, whose cells are cut after so many characters.
  TextTable(int longestCell) {
    this.longestCell = longestCell;
  }

  /// Adds a row.
  public TextTable row(List<String> cells) {
    rows.add(cells.stream().map(this::shown).toList());
    return this;
  }

  /// How many rows of each class, line by line, got each of the answers.
  static TextTable counts(List<String> classes, List<String> answers, long[][] counts) {
    TextTable table = new TextTable();
    List<String> head = new ArrayList<>(List.of(""));
    head.addAll(answers);
    table.row(head);
    for (int label = 0; label < counts.length; label++) {
      List<String> cells = new ArrayList<>(List.of(classes.get(label)));
      for (long count : counts[label]) {
        cells.add(Long.toString(count));
      }
      table.row(cells);
    }
    return table;
  }

  /// Adds a row.
  public TextTable row(String... cells) {
    return row(List.of(cells));
  }

  /// The lines, each with its end.
  @Override
  public String toString() {
    List<Integer> widths = new ArrayList<>();
    for (List<String> row : rows) {
      for (int column = 0; column < row.size(); column++) {
        int width = width(row.get(column));
        if (column == widths.size()) {
          widths.add(width);
        } else {
          widths.set(column, Math.max(widths.get(column), width));
        }
      }
    }
    StringBuilder text = new StringBuilder();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int column = 0; column < row.size(); column++) {
        String cell = row.get(column);
        String blanks = " ".repeat(widths.get(column) - width(cell));
        line.append(column == 0 ? cell + blanks : "  " + blanks + cell);
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }

  /// A cell that breaks no line and is not too wide.
  private String shown(String cell) {
    String clean = Visible.text(cell);
    return width(clean) <= longestCell
        ? clean
        : clean.substring(0, clean.offsetByCodePoints(0, longestCell - 1)) + "…";
  }

  private static int width(String cell) {
    return cell.codePointCount(0, cell.length());
  }
}
