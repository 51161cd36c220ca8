package org.lanewise.bench.report;

import java.util.Locale;

/// A drawing in SVG: shapes with classes that have a colour in light and one in dark, chosen by the
/// reader's browser, and no scripts.
final class Svg {

  /// Colours that differ for most colour-blind eyes too; `series-0` to `series-7` are their
  /// classes.
  static final int SERIES = 8;

  private static final String[] LIGHT = {
    "#0969da", "#bc4c00", "#1a7f37", "#8250df", "#bf3989", "#0f7b83", "#9a6700", "#57606a"
  };

  private static final String[] DARK = {
    "#58a6ff", "#f0883e", "#3fb950", "#bc8cff", "#f778ba", "#39c5cf", "#d29922", "#9aa4ae"
  };

  /// Width of a character by font size: generous, as fonts differ.
  private static final double CHARACTER = 0.58;

  private final int width;
  private final int height;
  private final String title;
  private final String description;
  private final StringBuilder body = new StringBuilder();

  /// A box that a text or a point takes.
  record Box(double left, double top, double right, double bottom) {
    boolean overlaps(Box other) {
      return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
    }

    boolean within(Box outer) {
      return left >= outer.left
          && right <= outer.right
          && top >= outer.top
          && bottom <= outer.bottom;
    }
  }

  /// An empty drawing.
  ///
  /// @param title what it is, for those who hear it
  /// @param description what it shows
  Svg(int width, int height, String title, String description) {
    this.width = width;
    this.height = height;
    this.title = title;
    this.description = description;
  }

  /// The width of a text in 11 px.
  static double textWidth(String text) {
    return 11 * CHARACTER * text.length();
  }

  void line(double x1, double y1, double x2, double y2, String classes) {
    add(
        "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>",
        classes, x1, y1, x2, y2);
  }

  void rect(double x, double y, double w, double h, String classes) {
    add(
        "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>",
        classes, x, y, w, h);
  }

  /// A text that begins (`start`), ends (`end`) or has its middle (`middle`) at a place.
  void text(double x, double y, String anchor, String classes, String text) {
    add(
        "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>",
        classes, x, y, anchor, escape(text));
  }

  /// A text that begins at a place and is turned about it, clockwise.
  void turnedText(double x, double y, double degrees, String classes, String text) {
    add(
        "<text class=\"%s\" transform=\"translate(%.1f %.1f) rotate(%.1f)\">%s</text>",
        classes, x, y, degrees, escape(text));
  }

  /// A line through points, given as x and y in turn.
  void polyline(double[] points, String classes) {
    StringBuilder list = new StringBuilder();
    for (int i = 0; i < points.length; i += 2) {
      list.append(String.format(Locale.ROOT, "%.1f,%.1f ", points[i], points[i + 1]));
    }
    add("<polyline class=\"%s\" points=\"%s\"/>", classes, list.toString().strip());
  }

  /// A mark of one of four forms: circle, square, triangle, diamond.
  void mark(int form, double x, double y, double r, String classes, String title) {
    String head = form % 4 == 0 ? "circle" : "path";
    String where =
        switch (form % 4) {
          case 0 -> format("cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"", x, y, r);
          case 1 -> format("d=\"M%.1f %.1fh%.1fv%.1fh%.1fz\"", x - r, y - r, 2 * r, 2 * r, -2 * r);
          case 2 ->
              format(
                  "d=\"M%.1f %.1fL%.1f %.1fH%.1fz\"",
                  x, y - 1.2 * r, x + 1.2 * r, y + r, x - 1.2 * r);
          default ->
              format(
                  "d=\"M%.1f %.1fL%.1f %.1fL%.1f %.1fL%.1f %.1fz\"",
                  x, y - 1.3 * r, x + 1.3 * r, y, x, y + 1.3 * r, x - 1.3 * r, y);
        };
    add("<%s class=\"%s\" %s><title>%s</title></%s>", head, classes, where, escape(title), head);
  }

  private static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  private void add(String format, Object... values) {
    body.append(format(format, values)).append('\n');
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  private static String style() {
    StringBuilder style = new StringBuilder();
    style.append("text{font:11px system-ui,-apple-system,'Segoe UI','DejaVu Sans',sans-serif}\n");
    style.append("text.head{font-size:15px;font-weight:600}\n");
    style.append("text.strong{font-weight:600}\n");
    style.append("polyline{fill:none}\n");
    style.append(".grid{stroke-width:1}\n.edge{stroke-width:1.5}\n.thin{stroke-width:.8}\n");
    style.append(".roof{stroke-width:2}\n.curve{stroke-width:2;fill:none}\n");
    style.append(colours("#ffffff", "#1f2328", "#59636e", "#e2e6ea", "#818b98", LIGHT));
    style.append("@media (prefers-color-scheme:dark){\n");
    style.append(colours("#0d1117", "#f0f6fc", "#9aa4ae", "#262c34", "#767f89", DARK));
    return style.append("}\n").toString();
  }

  private static String colours(
      String paper, String ink, String soft, String grid, String edge, String[] series) {
    StringBuilder style = new StringBuilder();
    style.append(".paper{fill:").append(paper).append("}\n");
    style.append("text{fill:").append(ink).append("}\n");
    style.append("text.soft{fill:").append(soft).append("}\n");
    style.append(".grid{stroke:").append(grid).append("}\n");
    style.append(".edge,.thin,.roof{stroke:").append(edge).append("}\n");
    for (int i = 0; i < SERIES; i++) {
      style.append(".series-").append(i).append("{fill:").append(series[i]).append("}\n");
      style.append(".curve.series-").append(i).append("{fill:none;stroke:").append(series[i]);
      style.append("}\n");
    }
    return style.toString();
  }

  @Override
  public String toString() {
    return """
    <svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="img" aria-labelledby="title desc">
    <title id="title">%s</title>
    <desc id="desc">%s</desc>
    <style>
    %s</style>
    <rect class="paper" width="%d" height="%d"/>
    %s</svg>
    """
        .formatted(
            width,
            height,
            width,
            height,
            escape(title),
            escape(description),
            style(),
            width,
            height,
            body);
  }
}
