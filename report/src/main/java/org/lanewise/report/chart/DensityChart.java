package org.lanewise.report.chart;

import static org.lanewise.report.svg.RootLocale.format;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.lanewise.report.figure.NormalClasses;
import org.lanewise.report.figure.RowSample;
import org.lanewise.report.svg.LinearAxis;
import org.lanewise.report.svg.PathData;
import org.lanewise.report.svg.Svg;

/// The distribution of a feature in each class: the model's density over a histogram of rows.
public final class DensityChart {

  private static final int WIDTH = 400;
  private static final double RIGHT = 384;
  private static final double LABELS = 96;
  private static final double TOP = 26;
  private static final int BINS = 32;
  private static final int POINTS = 120;
  private static final double REACH = 3.2;

  /// With fewer rows, their range is not used as the range of the feature.
  private static final int MANY = 50;

  /// How much wider bold letters are.
  private static final double BOLD = 1.15;

  private DensityChart() {}

  /// The chart of a feature.
  ///
  /// @param at the index of its values in the rows
  public static Svg of(
      NormalClasses classes, Focus focus, List<RowSample.Row> rows, int feature, int at) {
    int[] shown = focus.shown();
    double height = shown.length <= 4 ? 56 : shown.length <= 8 ? 42 : 34;
    Stream<String> names = IntStream.of(shown).mapToObj(focus.names()::get);
    double left = Math.max(12, Svg.widest(names, LABELS) + 14);
    double bottom = TOP + shown.length * height;
    String name = classes.name(feature);
    Svg svg =
        new Svg(
            WIDTH,
            (int) (bottom + 26),
            "Densities of " + name,
            format(
                "The normal density of the feature in each class according to the model%s.",
                rows.isEmpty() ? "" : ", over a histogram of test rows"));
    double[] range = range(classes, shown, rows, feature, at);
    LinearAxis x = new LinearAxis(range[0], range[1], left, RIGHT);
    String head = Svg.fit(x.name(name, 6), (RIGHT - left) / BOLD);
    svg.text(left, 14, "start", "strong", head);
    for (double tick : x.ticks(6)) {
      svg.line(x.at(tick), TOP, x.at(tick), bottom, "grid");
      svg.text(x.at(tick), bottom + 16, "middle", "soft", x.label(tick, 6));
    }
    for (int i = 0; i < shown.length; i++) {
      int c = shown[i];
      double base = TOP + (i + 1) * height - 1;
      double[] values =
          rows.stream()
              .filter(row -> row.truth() == c)
              .mapToDouble(row -> row.values()[at])
              .filter(Double::isFinite)
              .toArray();
      strip(svg, x, base, height - 8, classes, c, focus.series(c), feature, values);
      svg.line(left, base, RIGHT, base, "edge");
      svg.text(left - 8, base - 4, "end", "", Svg.fit(focus.names().get(c), LABELS));
    }
    return svg;
  }

  /// The range of the model without its far tails. Densities may extend to where no row can be,
  /// such as below 0: if there are many rows, their own range is used, but it always includes one
  /// deviation around each mean.
  private static double[] range(
      NormalClasses classes, int[] shown, List<RowSample.Row> rows, int feature, int at) {
    double[] model = reach(classes, shown, feature, REACH);
    double[] sorted =
        rows.stream()
            .mapToDouble(row -> row.values()[at])
            .filter(Double::isFinite)
            .sorted()
            .toArray();
    if (sorted.length < MANY) {
      return LinearAxis.apart(model[0], model[1]);
    }
    double[] inner = reach(classes, shown, feature, 1);
    double margin = 0.05 * (sorted[sorted.length - 1] - sorted[0]);
    return LinearAxis.apart(
        Math.max(model[0], Math.min(inner[0], sorted[0] - margin)),
        Math.min(model[1], Math.max(inner[1], sorted[sorted.length - 1] + margin)));
  }

  private static double[] reach(NormalClasses classes, int[] shown, int feature, double most) {
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (int c : shown) {
      double reach = most * Math.sqrt(classes.variance(c, feature));
      low = Math.min(low, classes.mean(c, feature) - reach);
      high = Math.max(high, classes.mean(c, feature) + reach);
    }
    return new double[] {low, high};
  }

  /// Draws density and bars on one scale, whose largest value takes the available height.
  private static void strip(
      Svg svg,
      LinearAxis x,
      double base,
      double room,
      NormalClasses classes,
      int label,
      String series,
      int feature,
      double[] values) {
    double mean = classes.mean(label, feature);
    double deviation = Math.sqrt(classes.variance(label, feature));
    double bin = (x.high() - x.low()) / BINS;
    double[] bars = new double[BINS];
    for (double value : values) {
      double at = Math.floor((value - x.low()) / bin);
      if (at >= 0 && at < BINS) {
        bars[(int) at] += 1 / (values.length * bin);
      }
    }
    double[] curve = new double[POINTS + 1];
    for (int i = 0; i <= POINTS; i++) {
      double z = (x.low() + i * (x.high() - x.low()) / POINTS - mean) / deviation;
      curve[i] = Math.exp(-0.5 * z * z) / (deviation * Math.sqrt(2 * Math.PI));
    }
    double peak = Arrays.stream(curve).filter(Double::isFinite).max().orElse(0);
    // A bar far above the density, such as that of many equal values, is cut at twice the peak.
    double highest = Arrays.stream(bars).max().orElse(0);
    double most = peak > 0 ? Math.max(peak, Math.min(highest, 2 * peak)) : highest;
    if (!(most > 0)) {
      return;
    }
    PathData path = new PathData();
    double width = (x.to() - x.from()) / BINS;
    for (int i = 0; i < BINS; i++) {
      if (bars[i] > 0) {
        double height = Math.min(1, bars[i] / most) * room;
        path.box(x.from() + i * width, base, width - 0.5, -height);
      }
    }
    if (!path.isEmpty()) {
      svg.path(path, series + " bar light");
    }
    if (peak > 0) {
      double[] points = new double[2 * curve.length];
      for (int i = 0; i < curve.length; i++) {
        points[2 * i] = x.from() + i * (x.to() - x.from()) / POINTS;
        points[2 * i + 1] = base - curve[i] / most * room;
      }
      svg.polyline(points, "curve " + series);
    }
  }
}
