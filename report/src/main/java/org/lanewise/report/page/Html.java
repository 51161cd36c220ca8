package org.lanewise.report.page;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.lanewise.report.chart.Drawing;
import org.lanewise.report.svg.Escape;
import org.lanewise.report.svg.Svg;

/// Markup that is being written. Every text that comes from outside is escaped here.
final class Html {

  private static final Pattern NUMBER =
      Pattern.compile("-?[0-9][0-9.]*([eE][+-]?[0-9]+)?( %| s)?|-?Infinity|NaN|–");

  /// Chars of a number that stands in one line: of how many parameters a joint distribution of
  /// thousands of bits has there are thousands of digits.
  private static final int MAX_OF_LINE = 40;

  /// Chars of a cell or a heading: names of classes and features may be of any length.
  private static final int MAX_OF_CELL = 500;

  /// Of a sentence, or of what was asked.
  private static final int MAX_OF_TEXT = 10_000;

  /// Chars of a line in a tile, which may have the name of a class.
  private static final int MAX_OF_TILE = 150;

  private static final int MAX_OF_TITLE = 500;

  /// No script, no picture or font from anywhere, no form.
  private static final String POLICY =
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action"
          + " 'none'";

  private final StringBuilder text = new StringBuilder();
  private int drawings;

  /// Starts a page with its title as the first heading, in a header that the caller ends.
  static Html page(String title) {
    String head = Escape.xml(Escape.cut(title, MAX_OF_TITLE));
    return new Html()
        .raw(
            String.format(
                Locale.ROOT,
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
                Escape.xml(POLICY),
                head,
                Style.SHEET,
                head));
  }

  /// A figure that sums up, among others in a list of class `tiles`.
  Html tile(String name, String value, String more) {
    return raw(
        String.format(
            Locale.ROOT,
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

  /// Markup as it is.
  Html raw(String markup) {
    text.append(markup).append('\n');
    return this;
  }

  /// A paragraph.
  Html paragraph(String classes, String words) {
    return raw(String.format(Locale.ROOT, "<p class=\"%s\">%s</p>", classes, Escape.xml(words)));
  }

  /// A heading of a section, which begins; [#end()] ends it.
  Html section(String id, String title) {
    return raw(
        String.format(
            Locale.ROOT, "<section id=\"%s\"><h2>%s</h2>", Escape.xml(id), Escape.xml(title)));
  }

  /// The end of a section.
  Html end() {
    return raw("</section>");
  }

  /// A heading within a section.
  Html heading(String title) {
    return raw("<h3>" + Escape.xml(Escape.cut(title, MAX_OF_CELL)) + "</h3>");
  }

  /// A figure of one drawing.
  Html figure(String title, Drawing drawing) {
    return figure("", title, List.of(drawing.svg()), drawing.caption());
  }

  /// A figure that takes more room than others where there is some.
  Html largeFigure(String title, Drawing drawing) {
    return figure("large", title, List.of(drawing.svg()), drawing.caption());
  }

  /// A figure of several drawings.
  Html figures(String title, List<Svg> all, String caption) {
    return figure(all.size() == 1 ? "" : "wide", title, all, caption);
  }

  private Html figure(String classes, String title, List<Svg> all, String caption) {
    raw(
        classes.isEmpty()
            ? "<figure>"
            : String.format(Locale.ROOT, "<figure class=\"%s\">", classes));
    heading(title);
    raw(all.size() == 1 ? "<div>" : "<div class=\"multiples\">");
    for (Svg svg : all) {
      text.append(svg.inPage("drawing-" + ++drawings));
    }
    raw("</div>");
    return raw(
        "<figcaption>" + Escape.xml(Escape.cut(caption, MAX_OF_TEXT)) + "</figcaption></figure>");
  }

  /// A table that is scrolled where there is no room for it.
  ///
  /// @param head what the columns are called
  Html table(String label, List<String> head) {
    raw(
        String.format(
            Locale.ROOT,
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
  /// @param key what the first cell is of all numbers, empty if it is none
  Html row(String key, String head, List<String> cells) {
    return row(key, head, cells, MAX_OF_CELL);
  }

  /// A row of a table of what was asked, in full.
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

  /// The end of a table.
  Html endTable() {
    return raw("</tbody></table></div>");
  }

  /// A text that may be of any script, in its own direction.
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
