package org.lanewise.report.page;

import static org.lanewise.report.svg.RootLocale.format;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.lanewise.report.chart.Drawing;
import org.lanewise.report.chart.TrendChart;
import org.lanewise.report.figure.Trend;
import org.lanewise.report.svg.Escape;
import org.lanewise.report.svg.Svg;

/// Markup as it is written. Every text from outside is escaped here.
final class Html {

  private static final Pattern NUMBER =
      Pattern.compile("-?[0-9][0-9.]*([eE][+-]?[0-9]+)?( %| s)?|-?Infinity|NaN|–");

  /// The most characters of a number on one line: the number of parameters of a joint distribution
  /// of thousands of bits has thousands of digits.
  private static final int MAX_OF_LINE = 40;

  /// The most characters of a cell or a heading: names of classes and features may have any length.
  private static final int MAX_OF_CELL = 500;

  /// The most characters of a sentence or a setting.
  private static final int MAX_OF_TEXT = 10_000;

  /// The most characters of a line in a tile, which may contain the name of a class.
  private static final int MAX_OF_TILE = 150;

  private static final int MAX_OF_TITLE = 500;

  /// Forbids scripts, forms, and pictures and fonts from other places.
  private static final String POLICY =
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action"
          + " 'none'";

  private final StringBuilder text = new StringBuilder();
  private int drawings;

  /// Starts a page with its title as the first heading, in a header that the caller closes.
  static Html page(String title) {
    String head = Escape.xml(Escape.cut(title, MAX_OF_TITLE));
    return new Html()
        .raw(
            format(
                """
                <!DOCTYPE html>
                <html lang="en">
                <head>
                <meta charset="utf-8">
                <meta http-equiv="Content-Security-Policy" content="%s">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <meta name="color-scheme" content="light dark">
                <meta name="generator" content="Lanewise">
                <link rel="icon" href="data:,">
                <title>%s</title>
                <style>
                %s</style>
                </head>
                <body>
                <header>
                <h1>%s</h1>\
                """,
                Escape.xml(POLICY), head, Style.SHEET, head));
  }

  /// A headline figure, one of several in a list of class `tiles`.
  Html tile(String name, String value, String more) {
    return raw(
        format(
            "<div><dt>%s</dt><dd>%s<span class=\"more\">%s</span></dd></div>",
            Escape.xml(name),
            Escape.xml(Escape.cut(value, MAX_OF_TILE)),
            Escape.xml(Escape.cut(more, MAX_OF_TILE))));
  }

  /// A section that lists texts by their names.
  Html listing(String id, String title, Map<String, String> texts) {
    section(id, title).table(title, List.of());
    texts.forEach(this::longRow);
    return endTable().end();
  }

  /// Markup without escaping.
  Html raw(String markup) {
    text.append(markup).append('\n');
    return this;
  }

  /// A paragraph.
  Html paragraph(String classes, String words) {
    return raw(format("<p class=\"%s\">%s</p>", classes, Escape.xml(words)));
  }

  /// A heading of a section, which begins; [#end()] ends it.
  Html section(String id, String title) {
    return raw(format("<section id=\"%s\"><h2>%s</h2>", Escape.xml(id), Escape.xml(title)));
  }

  /// Closes a section.
  Html end() {
    return raw("</section>");
  }

  /// A heading within a section.
  Html heading(String title) {
    return raw("<h3>" + Escape.xml(Escape.cut(title, MAX_OF_CELL)) + "</h3>");
  }

  /// A figure with one drawing.
  Html figure(String title, Drawing drawing) {
    return figure("", title, List.of(drawing.svg()), drawing.caption());
  }

  /// A figure that is wider than others if there is room.
  Html largeFigure(String title, Drawing drawing) {
    return figure("large", title, List.of(drawing.svg()), drawing.caption());
  }

  /// A figure with several drawings.
  Html figures(String title, List<Svg> all, String caption) {
    return figure(all.size() == 1 ? "" : "wide", title, all, caption);
  }

  private Html figure(String classes, String title, List<Svg> all, String caption) {
    raw(classes.isEmpty() ? "<figure>" : format("<figure class=\"%s\">", classes));
    heading(title);
    raw(all.size() == 1 ? "<div>" : "<div class=\"multiples\">");
    for (Svg svg : all) {
      text.append(svg.inPage("drawing-" + ++drawings));
    }
    raw("</div>");
    return raw(
        "<figcaption>" + Escape.xml(Escape.cut(caption, MAX_OF_TEXT)) + "</figcaption></figure>");
  }

  /// A section of figures of rows in their order.
  Html trends(String title, List<Trend> trends) {
    section("trends", title).raw("<div class=\"figures two\">");
    trends.forEach(trend -> figure(trend.title(), TrendChart.of(trend)));
    return raw("</div>").end();
  }

  /// A whole table.
  ///
  /// @param rows the names of the columns, then the rows
  Html whole(String label, List<List<String>> rows) {
    table(label, rows.getFirst());
    rows.stream().skip(1).forEach(row -> row("", row.getFirst(), row.subList(1, row.size())));
    return endTable();
  }

  /// A table that scrolls if it is too wide.
  ///
  /// @param head the names of the columns
  Html table(String label, List<String> head) {
    raw(
        format(
            "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"%s\"><table>",
            Escape.xml(label)));
    if (!head.isEmpty()) {
      text.append("<thead><tr>");
      for (String cell : head) {
        text.append("<th scope=\"col\">").append(name(cell, MAX_OF_CELL)).append("</th>");
      }
      text.append("</tr></thead>");
    }
    return raw("<tbody>");
  }

  /// A row of a table: a head and cells.
  ///
  /// @param key the name of the first cell among all numbers, or empty
  Html row(String key, String head, List<String> cells) {
    return row(key, head, cells, MAX_OF_CELL);
  }

  /// A row of a table of settings, in full.
  Html longRow(String head, String cell) {
    return row("", head, List.of(cell), MAX_OF_TEXT);
  }

  private Html row(String key, String head, List<String> cells, int most) {
    text.append("<tr><th scope=\"row\">").append(name(head, most)).append("</th>");
    for (int i = 0; i < cells.size(); i++) {
      String cell = cells.get(i);
      text.append("<td");
      if (i == 0 && !key.isEmpty()) {
        text.append(" data-key=\"").append(Escape.xml(key)).append('"');
      }
      if (isNumber(cell) && cell.length() <= MAX_OF_LINE) {
        text.append(" class=\"n\"");
      }
      text.append('>').append(cell.isEmpty() ? "" : name(cell, most)).append("</td>");
    }
    return raw("</tr>");
  }

  /// Closes a table.
  Html endTable() {
    return raw("</tbody></table></div>");
  }

  /// A text in any script, in its own direction.
  private static String name(String cell, int most) {
    return isNumber(cell) ? cell : "<bdi>" + Escape.xml(Escape.cut(cell, most)) + "</bdi>";
  }

  private static boolean isNumber(String cell) {
    return NUMBER.matcher(cell).matches();
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
