package org.lanewise.report.chart;

import static org.lanewise.report.svg.RootLocale.format;

import java.util.List;
import org.lanewise.report.svg.LinearAxis;
import org.lanewise.report.svg.LogAxis;
import org.lanewise.report.svg.PathData;
import org.lanewise.report.svg.Svg;
import org.lanewise.validation.Comparison;
import org.lanewise.validation.CrossValidation.Spread;

/// The log loss of ranked classifiers, as dots with whiskers of one standard error.
public final class ComparisonChart {

  private static final int WIDTH = 560;
  private static final double LEFT = 176;
  private static final double RIGHT = 440;
  private static final double TOP = 8;
  private static final double LINE = 22;
  private static final double RADIUS = 4;

  /// The width of a label of the logarithmic axis.
  private static final double LABEL = 34;

  /// If log losses differ by a larger factor, the axis is logarithmic.
  private static final double LINEAR = 5;

  private static final int TICKS = 5;

  private final List<Comparison.Entry> entries;
  private final Spread shares;
  private final double least;
  private final double low;
  private final double high;
  private final LogAxis logarithmic;
  private final LinearAxis linear;

  private ComparisonChart(Comparison comparison) {
    entries = comparison.ranked().stream().filter(entry -> entry.result().isPresent()).toList();
    shares = comparison.classShares().logLoss();
    Spread best = comparison.best().map(ComparisonChart::logLoss).orElse(shares);
    double mean = finite(best.mean());
    least = mean + error(best);
    low = Math.max(mean / 2, mean - 1.2 * error(best));
    // Classifiers further to the right are worse than the class shares.
    double most = 1.1 * Math.max(finite(shares.mean()), least);
    high = most > low ? most : 1;
    logarithmic = new LogAxis(low, high, LEFT, RIGHT);
    linear = new LinearAxis(low, high, LEFT, RIGHT);
  }

  private static double finite(double value) {
    return Double.isFinite(value) ? value : 0;
  }

  /// A single fold has no standard error.
  private static double error(Spread spread) {
    return finite(spread.standardError());
  }

  private static Spread logLoss(Comparison.Entry entry) {
    return entry.result().orElseThrow().logLoss();
  }

  /// The chart of the classifiers that have results and of the class shares alone.
  public static Drawing of(Comparison comparison) {
    return new ComparisonChart(comparison).draw();
  }

  private boolean isLinear() {
    return low == 0 || high / low <= LINEAR;
  }

  private double at(double value) {
    double within = Math.clamp(value, low, high);
    return isLinear() ? linear.at(within) : logarithmic.at(within);
  }

  private Drawing draw() {
    double bottom = TOP + (entries.size() + 1) * LINE;
    Svg svg =
        new Svg(
            WIDTH,
            (int) (bottom + 42),
            "Log loss of the classifiers",
            "From the best to the worst: "
                + String.join(
                    "; ",
                    entries.stream()
                        .map(entry -> entry.name() + " " + text(logLoss(entry)))
                        .toList())
                + ". Class shares alone: "
                + text(shares)
                + ".");
    svg.rect(at(0), TOP, at(least) - at(0), bottom - TOP, "series-0 region");
    axis(svg, bottom);
    if (shares.mean() <= high) {
      svg.line(at(shares.mean()), TOP, at(shares.mean()), bottom, "edge dash");
    }
    double y = TOP + LINE / 2;
    for (Comparison.Entry entry : entries) {
      row(svg, y, entry.name(), logLoss(entry), "series-0");
      y += LINE;
    }
    row(svg, y, "class shares alone", shares, "series-7");
    return new Drawing(
        svg,
        "Mean log loss of the folds, with one standard error to each side"
            + (isLinear() ? "." : ", on a logarithmic axis.")
            + " The shaded band ends one standard error above the best. The dashed line is the log"
            + " loss of the class shares alone; triangles are beyond the axis.");
  }

  private void axis(Svg svg, double bottom) {
    List<Double> ticks = isLinear() ? linear.ticks(TICKS) : logarithmic.ticks(LABEL);
    for (double tick : ticks) {
      svg.line(at(tick), TOP, at(tick), bottom, "grid");
      String label = isLinear() ? linear.label(tick, TICKS) : LogAxis.label(tick);
      svg.text(at(tick), bottom + 16, "middle", "soft", label);
    }
    svg.text((LEFT + RIGHT) / 2, bottom + 34, "middle", "soft", "log loss (nats)");
  }

  private void row(Svg svg, double y, String name, Spread spread, String colour) {
    svg.text(LEFT - 12, y + 4, "end", "", Svg.fit(name, LEFT - 20));
    svg.text(RIGHT + 12, y + 4, "start", "number", text(spread));
    String title = name + ": " + text(spread);
    if (!(spread.mean() <= high)) {
      // A triangle that points right.
      double tip = RIGHT + RADIUS;
      double back = RIGHT - RADIUS;
      svg.path(
          new PathData().add('M', back, y - RADIUS, tip, y, back, y + RADIUS).add('z'), colour);
      return;
    }
    double error = error(spread);
    svg.line(at(spread.mean() - error), y, at(spread.mean() + error), y, "curve " + colour);
    svg.mark(0, at(spread.mean()), y, RADIUS, colour, title);
  }

  private static String text(Spread spread) {
    return Double.isFinite(spread.standardError())
        ? format("%.4f ± %.4f", spread.mean(), spread.standardError())
        : format("%.4f", spread.mean());
  }
}
