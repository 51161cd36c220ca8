package org.lanewise.report.chart;

import static org.lanewise.report.svg.RootLocale.format;

import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.lanewise.report.figure.Trend;
import org.lanewise.report.svg.LinearAxis;
import org.lanewise.report.svg.PathData;
import org.lanewise.report.svg.Svg;

/// Figures of rows in their order, as lines.
public final class TrendChart {

  /// The most lines; each has a colour of its own.
  public static final int MAX_LINES = Svg.SERIES;

  private static final int WIDTH = 520;
  private static final double LEFT = 56;
  private static final double RIGHT = 508;
  private static final double TOP = 12;
  private static final double BOTTOM = 232;
  private static final double LINE = 17;

  /// More points have no marks.
  private static final int MAX_MARKS = 50;

  private TrendChart() {}

  /// The chart of a trend of at most [#MAX_LINES] lines.
  public static Drawing of(Trend trend) {
    double[] rows = trend.rows();
    double[] values =
        DoubleStream.concat(
                trend.limit().stream(),
                trend.lines().stream().flatMapToDouble(line -> Arrays.stream(line.values())))
            .filter(Double::isFinite)
            .toArray();
    double least = Arrays.stream(values).min().orElse(0);
    double most = Arrays.stream(values).max().orElse(1);
    // Shares and losses begin with 0.
    double[] high = LinearAxis.apart(least >= 0 ? 0 : least, most);
    double[] wide = LinearAxis.apart(Math.min(0, rows[0]), rows[rows.length - 1]);
    LinearAxis x = new LinearAxis(wide[0], wide[1], LEFT, RIGHT);
    LinearAxis y = new LinearAxis(high[0], high[1], BOTTOM, TOP);
    int keys = trend.lines().size() > 1 ? trend.lines().size() : 0;
    Svg svg = new Svg(WIDTH, (int) (BOTTOM + 46 + keys * LINE), trend.title(), description(trend));
    new Frame(svg, x, y).draw("row", trend.name());
    trend.limit().ifPresent(limit -> svg.line(LEFT, y.at(limit), RIGHT, y.at(limit), "edge dash"));
    trend.begin().ifPresent(row -> svg.line(x.at(row), TOP, x.at(row), BOTTOM, "edge dash"));
    int series = 0;
    double key = BOTTOM + 56;
    for (Trend.Line line : trend.lines()) {
      String colour = "series-" + series++;
      draw(svg, x, y, rows, line, colour);
      if (keys > 0) {
        svg.line(LEFT, key - 4, LEFT + 18, key - 4, "curve " + colour);
        svg.text(LEFT + 26, key, "start", "", Svg.fit(line.name(), RIGHT - LEFT - 26));
        key += LINE;
      }
    }
    return new Drawing(svg, trend.caption());
  }

  private static void draw(
      Svg svg, LinearAxis x, LinearAxis y, double[] rows, Trend.Line line, String colour) {
    PathData path = new PathData();
    boolean drawing = false;
    for (int i = 0; i < rows.length; i++) {
      double value = line.values()[i];
      if (Double.isFinite(value)) {
        path.add(drawing ? 'L' : 'M', x.at(rows[i]), y.at(value));
      }
      drawing = Double.isFinite(value);
      if (drawing && rows.length <= MAX_MARKS) {
        String title = format("%s, row %.0f: %.4g", line.name(), rows[i], value);
        svg.mark(0, x.at(rows[i]), y.at(value), 2.5, colour, title);
      }
    }
    if (!path.isEmpty()) {
      svg.path(path, "curve " + colour);
    }
  }

  private static String description(Trend trend) {
    return trend.lines().stream()
        .map(line ->
            format(
                "%s: %.4g at first, %.4g at last.",
                line.name(), line.values()[0], line.values()[line.values().length - 1]))
        .collect(Collectors.joining(" "));
  }
}
