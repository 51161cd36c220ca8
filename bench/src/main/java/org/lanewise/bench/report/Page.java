package org.lanewise.bench.report;

import java.util.Locale;

/// A page of Markdown that is being written.
public final class Page {

  private final StringBuilder text = new StringBuilder();

  /// A line; with values a format.
  public void line(String format, Object... values) {
    text.append(values.length == 0 ? format : String.format(Locale.ROOT, format, values))
        .append('\n');
  }

  /// Begins a section.
  public void section(String title) {
    line("");
    line("## %s", title);
    line("");
  }

  /// Begins a table.
  public void table(String... head) {
    row(head);
    line("|%s", " --- |".repeat(head.length));
  }

  /// A row of the table.
  public void row(String... cells) {
    StringBuilder row = new StringBuilder("|");
    for (String cell : cells) {
      row.append(' ').append(cell.replace("|", "\\|").replace("<", "&lt;")).append(" |");
    }
    text.append(row.toString().replace("|  |", "| |").replace("|  |", "| |")).append('\n');
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
