package org.lanewise.report.svg;

import static org.lanewise.report.svg.RootLocale.format;

import java.util.stream.Stream;

/// A drawing in SVG: shapes with style classes, whose colours follow the reader's light or dark
/// scheme, and no scripts. It can be a separate file, or part of a page whose style has the colours
/// of [Colours].
public final class Svg {

  /// The number of colours for classes and lines; their style classes are `series-0` to `series-7`.
  public static final int SERIES = Colours.SERIES;

  /// The width of a character relative to the font size, for a wide font, because fonts differ.
  private static final double CHARACTER = 0.63;

  private static final double SLIM_CHARACTER = 0.4;
  private static final double CAPITAL = 0.74;
  private static final double BROAD_CHARACTER = 1;
  private static final String SLIM = "iljftrI|.,:;!'()[]{}/\\ -";
  private static final String BROAD = "mwMW@%…—";

  /// The same for scripts whose characters are as wide as they are high.
  private static final double WIDE_CHARACTER = 1.05;

  /// The most characters of a title that a screen reader reads or a tooltip shows.
  private static final int MAX_OF_TITLE = 300;

  private static final int MAX_OF_DESCRIPTION = 3000;

  /// From this code point on, most characters are wide.
  private static final int FIRST_WIDE = 0x1100;

  private final int width;
  private final int height;
  private final String title;
  private final String description;
  private final StringBuilder body = new StringBuilder();

  /// An empty drawing.
  ///
  /// @param title the name of the drawing, for screen readers
  /// @param description what it shows
  public Svg(int width, int height, String title, String description) {
    this.width = width;
    this.height = height;
    this.title = Escape.cut(title, MAX_OF_TITLE);
    this.description = Escape.cut(description, MAX_OF_DESCRIPTION);
  }

  /// The width of a text at 11 px.
  public static double textWidth(String text) {
    return 11 * text.codePoints().mapToDouble(Svg::characterWidth).sum();
  }

  private static double characterWidth(int c) {
    if (c >= FIRST_WIDE && c != '…' && c != '—') {
      return WIDE_CHARACTER;
    }
    if (SLIM.indexOf(c) >= 0) {
      return SLIM_CHARACTER;
    }
    if (BROAD.indexOf(c) >= 0) {
      return BROAD_CHARACTER;
    }
    return Character.isUpperCase(c) ? CAPITAL : CHARACTER;
  }

  /// A text, shortened to fit, with an ellipsis if something is left out.
  public static String fit(String text, double width) {
    String shown = Escape.visible(text);
    if (textWidth(shown) <= width) {
      return shown;
    }
    StringBuilder kept = new StringBuilder();
    double room = width - 11;
    for (int c : shown.codePoints().toArray()) {
      room -= 11 * characterWidth(c);
      if (room < 0) {
        break;
      }
      kept.appendCodePoint(c);
    }
    return kept.append('…').toString();
  }

  /// Returns the width in pixels of the widest of some names, each cut to at most a width.
  public static double widest(Stream<String> names, double most) {
    return names.mapToDouble(name -> textWidth(fit(name, most))).max().orElse(0);
  }

  /// A straight line.
  public void line(double x1, double y1, double x2, double y2, String classes) {
    add(
        "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>",
        classes, x1, y1, x2, y2);
  }

  /// A rectangle, by its upper left corner.
  public void rect(double x, double y, double w, double h, String classes) {
    add(
        "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>",
        classes, x, y, w, h);
  }

  /// A text that begins (`start`), ends (`end`) or is centred (`middle`) at a position.
  public void text(double x, double y, String anchor, String classes, String text) {
    add(
        "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>",
        classes, x, y, anchor, Escape.xml(text));
  }

  /// A text that begins at a position and is rotated about it, clockwise.
  public void turnedText(double x, double y, double degrees, String classes, String text) {
    add(
        "<text class=\"%s\" transform=\"translate(%.1f %.1f) rotate(%.1f)\">%s</text>",
        classes, x, y, degrees, Escape.xml(text));
  }

  /// A line through points, given as x and y alternately.
  public void polyline(double[] points, String classes) {
    StringBuilder list = new StringBuilder();
    for (int i = 0; i < points.length; i += 2) {
      list.append(format("%.1f,%.1f ", points[i], points[i + 1]));
    }
    add("<polyline class=\"%s\" points=\"%s\"/>", classes, list.toString().strip());
  }

  /// A mark in one of four shapes: circle, square, triangle, diamond.
  public void mark(int form, double x, double y, double r, String classes, String title) {
    String[] shape = shape(form, x, y, r);
    add(
        "<%s class=\"%s\" %s><title>%s</title></%s>",
        shape[0], classes, shape[1], Escape.xml(Escape.cut(title, MAX_OF_TITLE)), shape[0]);
  }

  /// The same without a title, for one of many.
  public void point(int form, double x, double y, double r, String classes) {
    String[] shape = shape(form, x, y, r);
    add("<%s class=\"%s\" %s/>", shape[0], classes, shape[1]);
  }

  /// A circle.
  public void ring(double x, double y, double r, String classes) {
    add("<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"/>", classes, x, y, r);
  }

  /// The name of an element, and its position.
  private static String[] shape(int form, double x, double y, double r) {
    return switch (form % 4) {
      case 0 -> new String[] {"circle", format("cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"", x, y, r)};
      case 1 ->
          new String[] {
            "path", format("d=\"M%.1f %.1fh%.1fv%.1fh%.1fz\"", x - r, y - r, 2 * r, 2 * r, -2 * r)
          };
      case 2 ->
          new String[] {
            "path",
            format(
                "d=\"M%.1f %.1fL%.1f %.1fH%.1fz\"", x, y - 1.2 * r, x + 1.2 * r, y + r, x - 1.2 * r)
          };
      default ->
          new String[] {
            "path",
            format(
                "d=\"M%.1f %.1fL%.1f %.1fL%.1f %.1fL%.1f %.1fz\"",
                x, y - 1.3 * r, x + 1.3 * r, y, x, y + 1.3 * r, x - 1.3 * r, y)
          };
    };
  }

  /// A path.
  public void path(PathData data, String classes) {
    body.append("<path class=\"").append(classes).append("\" d=\"").append(data).append("\"/>\n");
  }

  /// A number in a path: one digit after the point, none if it is 0.
  static String number(double value) {
    long tenths = Math.round(value * 10);
    return tenths % 10 == 0
        ? Long.toString(tenths / 10)
        : (tenths < 0 ? "-" : "") + Math.abs(tenths) / 10 + "." + Math.abs(tenths) % 10;
  }

  private void add(String format, Object... values) {
    body.append(format(format, values)).append('\n');
  }

  /// The drawing as part of a page: as wide as there is room, at most its own width.
  ///
  /// @param id the drawing's id, unique on the page
  public String inPage(String id) {
    return format(
        """
        <svg viewBox="0 0 %d %d" style="max-width:%dpx" role="img" aria-label="%s" aria-describedby="%s-desc">
        <desc id="%s-desc">%s</desc>
        %s</svg>
        """,
        width, height, width, Escape.xml(title), id, id, Escape.xml(description), body);
  }

  /// The drawing as a separate file.
  ///
  /// @param style the style sheet
  public String inFile(String style) {
    return format(
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="img" aria-labelledby="title desc">
        <title id="title">%s</title>
        <desc id="desc">%s</desc>
        <style>
        %s</style>
        <rect class="paper" width="%d" height="%d"/>
        %s</svg>
        """,
        width,
        height,
        width,
        height,
        Escape.xml(title),
        Escape.xml(description),
        style,
        width,
        height,
        body);
  }
}
