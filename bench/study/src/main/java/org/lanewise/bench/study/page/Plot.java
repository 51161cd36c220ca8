package org.lanewise.bench.study.page;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.DoubleUnaryOperator;
import org.lanewise.report.svg.LinearAxis;
import org.lanewise.report.svg.LogAxis;
import org.lanewise.report.svg.Svg;

/// Lines and marks over two axes, each linear or logarithmic.
final class Plot {

  /// What a plot takes of the drawing.
  static final double WIDTH = 300;

  static final double HEIGHT = 258;

  private static final double LEFT = 46;
  private static final double RIGHT = 26;
  private static final double TOP = 36;
  private static final double BOTTOM = 46;
  private static final int TICKS = 6;
  private static final double SMALL = 2.6;

  private final String title;
  private final String xLabel;
  private final String yLabel;
  private boolean logX;
  private boolean logY;
  private double lowX = Double.POSITIVE_INFINITY;
  private double highX = Double.NEGATIVE_INFINITY;
  private double lowY = Double.POSITIVE_INFINITY;
  private double highY = Double.NEGATIVE_INFINITY;
  private final List<Series> all = new ArrayList<>();

  /// @param errors standard errors, drawn twice to both sides; null for none
  private record Series(
      String name,
      int colour,
      double[] x,
      double[] y,
      double[] errors,
      boolean lined,
      boolean marked) {}

  /// An axis of either kind.
  private record Axis(DoubleUnaryOperator at, List<Double> ticks, DoubleFunction<String> label) {}

  Plot(String title, String xLabel, String yLabel) {
    this.title = title;
    this.xLabel = xLabel;
    this.yLabel = yLabel;
  }

  Plot logX() {
    logX = true;
    return this;
  }

  Plot logY() {
    logY = true;
    return this;
  }

  /// Makes room for values on the y axis.
  Plot over(double low, double high) {
    lowY = Math.min(lowY, low);
    highY = Math.max(highY, high);
    return this;
  }

  /// A line with marks, and bars of two standard errors to both sides.
  Plot line(String name, int colour, double[] x, double[] y, double[] errors) {
    return add(new Series(name, colour, x, y, errors, true, true));
  }

  /// A line alone.
  Plot curve(String name, int colour, double[] x, double[] y) {
    return add(new Series(name, colour, x, y, null, true, false));
  }

  /// Marks alone.
  Plot marks(String name, int colour, double[] x, double[] y, double[] errors) {
    return add(new Series(name, colour, x, y, errors, false, true));
  }

  private Plot add(Series series) {
    all.add(series);
    lowX = Math.min(lowX, Arrays.stream(series.x).min().orElse(lowX));
    highX = Math.max(highX, Arrays.stream(series.x).max().orElse(highX));
    // Of values that are not finite there is nothing to draw.
    double[] finite = Arrays.stream(series.y).filter(Double::isFinite).toArray();
    return over(
        Arrays.stream(finite).min().orElse(lowY), Arrays.stream(finite).max().orElse(highY));
  }

  void draw(Svg svg, double left, double top) {
    double from = left + LEFT;
    double to = left + WIDTH - RIGHT;
    double high = top + TOP;
    double low = top + HEIGHT - BOTTOM;
    Axis x = axis(logX, lowX, highX, from, to, 30);
    Axis y = axis(logY, lowY, highY, low, high, 18);
    svg.text(from, top + 13, "start", "strong", Svg.fit(title, WIDTH - LEFT + 10));
    for (double tick : x.ticks) {
      double at = x.at.applyAsDouble(tick);
      svg.line(at, high, at, low, "grid");
      svg.text(at, low + 15, "middle", "soft", x.label.apply(tick));
    }
    for (double tick : y.ticks) {
      double at = y.at.applyAsDouble(tick);
      svg.line(from, at, to, at, "grid");
      svg.text(from - 5, at + 4, "end", "soft", y.label.apply(tick));
    }
    svg.line(from, low, to, low, "edge");
    svg.text(to, low + 31, "end", "soft", xLabel);
    svg.text(from, high - 6, "start", "soft", yLabel);
    for (Series series : all) {
      draw(svg, series, x, y, high, low);
    }
  }

  private static void draw(Svg svg, Series series, Axis x, Axis y, double high, double low) {
    String colour = "series-" + series.colour;
    List<Double> points = new ArrayList<>();
    for (int i = 0; i < series.x.length; i++) {
      if (Double.isFinite(series.y[i])) {
        double atX = x.at.applyAsDouble(series.x[i]);
        double atY = y.at.applyAsDouble(series.y[i]);
        points.add(atX);
        points.add(atY);
        if (series.errors != null && series.errors[i] > 0) {
          double less = y.at.applyAsDouble(series.y[i] - 2 * series.errors[i]);
          double more = y.at.applyAsDouble(series.y[i] + 2 * series.errors[i]);
          // Below 0 a logarithm has no place.
          svg.line(
              atX,
              Double.isFinite(less) ? Math.min(less, low) : low,
              atX,
              Math.max(more, high),
              "curve " + colour);
        }
      }
    }
    if (series.lined) {
      svg.polyline(points.stream().mapToDouble(Double::doubleValue).toArray(), "curve " + colour);
    }
    if (series.marked) {
      for (int i = 0; i < points.size(); i += 2) {
        if (series.lined) {
          svg.mark(series.colour, points.get(i), points.get(i + 1), SMALL, colour, series.name);
        } else {
          svg.point(series.colour, points.get(i), points.get(i + 1), SMALL + 0.6, colour);
        }
      }
    }
  }

  private static Axis axis(
      boolean logarithmic, double low, double high, double from, double to, double room) {
    if (logarithmic) {
      LogAxis axis = LogAxis.of(low, high, from, to);
      return new Axis(axis::at, axis.ticks(room), LogAxis::label);
    }
    double margin = 0.04 * (high - low);
    LinearAxis axis = new LinearAxis(low - margin, high + margin, from, to);
    return new Axis(axis::at, axis.ticks(TICKS), tick -> axis.label(tick, TICKS));
  }
}
