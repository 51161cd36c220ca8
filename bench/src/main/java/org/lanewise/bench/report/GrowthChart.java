package org.lanewise.bench.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.lanewise.bench.program.ScalingSeries;
import org.lanewise.bench.result.TextTable;
import org.lanewise.report.svg.LogAxis;
import org.lanewise.report.svg.Svg;

/// A panel for each axis and data: time against size, both logarithmic.
final class GrowthChart {

  private static final int PANELS = 3;
  private static final double PANEL_WIDTH = 320;
  private static final double PLOT_LEFT = 52;
  private static final double PLOT_WIDTH = 246;
  private static final double PLOT_TOP = 30;
  private static final double PLOT_HEIGHT = 190;
  private static final double LINE = 16;
  private static final double BELOW = 58;
  private static final double TOP = 52;

  private GrowthChart() {}

  /// The chart, or null where there is nothing to draw.
  static String of(List<ScalingSeries> all) {
    Map<String, List<ScalingSeries>> panels = new LinkedHashMap<>();
    List<String> jobs = new ArrayList<>();
    for (ScalingSeries series : all) {
      if (series.points().size() > 1) {
        panels
            .computeIfAbsent(series.axis() + "; " + series.fixed(), key -> new ArrayList<>())
            .add(series);
        if (!jobs.contains(series.job())) {
          jobs.add(series.job());
        }
      }
    }
    if (panels.isEmpty()) {
      return null;
    }
    int rows = (panels.size() + PANELS - 1) / PANELS;
    int keys = panels.values().stream().mapToInt(List::size).max().orElseThrow();
    double panelHeight = PLOT_TOP + PLOT_HEIGHT + BELOW + keys * LINE;
    Svg svg =
        new Svg(
            (int) (PANEL_WIDTH * Math.min(PANELS, panels.size())),
            (int) (TOP + rows * panelHeight),
            "Scaling",
            "The time of a call against one size at a time, on logarithmic axes, with the exponent"
                + " that fits the points and the one expected.");
    svg.text(16, 24, "start", "head", "How times grow, one size at a time");
    int at = 0;
    for (Map.Entry<String, List<ScalingSeries>> panel : panels.entrySet()) {
      panel(
          svg, at % PANELS * PANEL_WIDTH, TOP + at / PANELS * panelHeight, panel.getValue(), jobs);
      at++;
    }
    return SvgFile.of(svg);
  }

  private static void panel(
      Svg svg, double left, double top, List<ScalingSeries> all, List<String> jobs) {
    double lowX = Double.MAX_VALUE;
    double highX = 0;
    double lowY = Double.MAX_VALUE;
    double highY = 0;
    for (ScalingSeries series : all) {
      for (ScalingSeries.Point point : series.points()) {
        lowX = Math.min(lowX, point.value());
        highX = Math.max(highX, point.value());
        lowY = Math.min(lowY, point.nanos());
        highY = Math.max(highY, point.nanos());
      }
    }
    double bottom = top + PLOT_TOP + PLOT_HEIGHT;
    LogAxis x = LogAxis.of(lowX, highX, left + PLOT_LEFT, left + PLOT_LEFT + PLOT_WIDTH);
    LogAxis y = LogAxis.of(lowY, highY, bottom, top + PLOT_TOP);
    svg.text(
        left + 16,
        top + 14,
        "start",
        "strong",
        "against " + all.getFirst().axis() + "; " + all.getFirst().fixed());
    List<Double> xTicks =
        all.getFirst().points().size() <= 5
            ? all.getFirst().points().stream().map(ScalingSeries.Point::value).toList()
            : x.ticks(40);
    for (double tick : xTicks) {
      svg.line(x.at(tick), top + PLOT_TOP, x.at(tick), bottom, "grid");
      svg.text(x.at(tick), bottom + 16, "middle", "soft", LogAxis.label(tick));
    }
    for (double tick : y.ticks(18)) {
      svg.line(left + PLOT_LEFT, y.at(tick), left + PLOT_LEFT + PLOT_WIDTH, y.at(tick), "grid");
      svg.text(left + PLOT_LEFT - 5, y.at(tick) + 4, "end", "soft", tickTime(tick));
    }
    double key = bottom + 38;
    for (ScalingSeries series : all) {
      String colour = "series-" + jobs.indexOf(series.job()) % Svg.SERIES;
      double[] line = new double[2 * series.points().size()];
      for (int i = 0; i < series.points().size(); i++) {
        ScalingSeries.Point point = series.points().get(i);
        line[2 * i] = x.at(point.value());
        line[2 * i + 1] = y.at(point.nanos());
        svg.mark(
            jobs.indexOf(series.job()),
            line[2 * i],
            line[2 * i + 1],
            3,
            colour,
            "%s: %s".formatted(series.job(), TextTable.time(point.nanos())));
      }
      svg.polyline(line, "curve " + colour);
      svg.mark(jobs.indexOf(series.job()), left + 22, key - 4, 4, colour, series.job());
      svg.text(
          left + 32,
          key,
          "start",
          "",
          String.format(
              Locale.ROOT,
              "%s: %s^%.2f, expected %.0f",
              series.job(),
              series.axis(),
              series.exponent(),
              series.expected()));
      key += LINE;
    }
  }

  /// `10 µs`: powers of ten have no digits to show.
  private static String tickTime(double nanos) {
    if (nanos < 1e3) {
      return String.format(Locale.ROOT, "%.0f ns", nanos);
    }
    if (nanos < 1e6) {
      return String.format(Locale.ROOT, "%.0f µs", nanos / 1e3);
    }
    return nanos < 1e9
        ? String.format(Locale.ROOT, "%.0f ms", nanos / 1e6)
        : String.format(Locale.ROOT, "%.0f s", nanos / 1e9);
  }
}
