package org.lanewise.report.chart;

import static org.lanewise.report.svg.RootLocale.format;

import java.util.List;
import java.util.stream.DoubleStream;
import org.lanewise.calibration.Reliability;
import org.lanewise.report.svg.LinearAxis;
import org.lanewise.report.svg.Svg;

/// The accuracy of predictions at each confidence, with the number of rows.
public final class CalibrationChart {

  private static final int WIDTH = 400;
  private static final double LEFT = 48;
  private static final double SIZE = 330;
  private static final double TOP = 12;
  private static final double BARS = 76;
  private static final double GAP = 14;

  /// The most folds that are drawn; with more, no line could be followed.
  private static final int MAX_FOLDS = 20;

  /// The fewest rows of a fold in a bin for which the accuracy is drawn.
  private static final int MIN_ROWS = 10;

  /// The half-width, in standard deviations, of the interval that holds 95 % of a normal
  /// distribution.
  private static final double Z = 1.959963984540054;

  private CalibrationChart() {}

  /// The chart of bins of the largest posterior.
  ///
  /// @param folds the bins of each fold, if there are folds
  public static Drawing of(Reliability table, List<Reliability> folds) {
    double all = table.bins().stream().mapToDouble(Reliability.Bin::weight).sum();
    double most = table.bins().stream().mapToDouble(Reliability.Bin::weight).max().orElse(1);
    Svg svg =
        new Svg(
            WIDTH,
            (int) (TOP + SIZE + GAP + BARS + 46),
            "Calibration",
            format(
                "The expected calibration error, the mean difference between accuracy and"
                    + " confidence, is %.4f.",
                table.expectedError()));
    LinearAxis x = new LinearAxis(0, 1, LEFT, LEFT + SIZE);
    LinearAxis y = new LinearAxis(0, 1, TOP + SIZE, TOP);
    double bottom = TOP + SIZE + GAP + BARS;
    LinearAxis height = new LinearAxis(0, most, bottom, bottom - BARS);
    new Frame(svg, x, new LinearAxis(0, 1, bottom, TOP))
        .across("confidence (largest probability)", tick -> x.label(tick, 6));
    for (double tick : y.ticks(6)) {
      svg.line(LEFT, y.at(tick), LEFT + SIZE, y.at(tick), "grid");
      svg.text(LEFT - 6, y.at(tick) + 4, "end", "soft", y.label(tick, 6));
    }
    svg.turnedText(12, TOP + SIZE / 2 + 40, -90, "soft", "accuracy");
    svg.turnedText(12, bottom - BARS / 2 + 12, -90, "soft", "rows");
    svg.line(x.at(0), y.at(0), x.at(1), y.at(1), "edge dash");
    List<double[]> lines =
        folds.size() > MAX_FOLDS
            ? List.of()
            : folds.stream()
                .map(fold ->
                    fold.bins().stream()
                        .filter(bin -> bin.weight() >= MIN_ROWS)
                        .flatMapToDouble(
                            bin -> DoubleStream.of(x.at(bin.predicted()), y.at(bin.observed())))
                        .toArray())
                .filter(line -> line.length > 2)
                .toList();
    lines.forEach(line -> svg.polyline(line, "curve series-0 fold"));
    for (Reliability.Bin bin : table.bins()) {
      double px = x.at(bin.predicted());
      double[] interval = wilson(bin.observed(), bin.weight());
      svg.line(px, y.at(interval[0]), px, y.at(interval[1]), "whisker");
    }
    for (Reliability.Bin bin : table.bins()) {
      svg.mark(
          0,
          x.at(bin.predicted()),
          y.at(bin.observed()),
          Math.max(2.5, 6.5 * Math.sqrt(bin.weight() / most)),
          "series-0",
          format(
              "%.3f to %.3f: %.0f rows, confidence %.4f, accuracy %.4f",
              bin.from(), bin.to(), bin.weight(), bin.predicted(), bin.observed()));
      double left = x.at(bin.from());
      double top = height.at(bin.weight());
      svg.rect(
          left + 0.5,
          top,
          Math.max(1, x.at(bin.to()) - left - 1),
          Math.max(0.5, bottom - top),
          "series-0 bar");
    }
    svg.line(LEFT, bottom, LEFT + SIZE, bottom, "edge");
    svg.text(LEFT - 6, height.at(most) + 9, "end", "soft", format("%.0f", most));
    return new Drawing(
        svg,
        format(
            "Top: accuracy in %d bins of equal width, with 95 %% Wilson intervals; larger marks"
                + " have more rows. Predictions on the dashed line are calibrated, those below it"
                + " are overconfident.%s Bottom: how many of the %.0f rows are in each bin.",
            15,
            lines.isEmpty()
                ? ""
                : format(
                    " Faint lines are the folds, where they have %d rows or more in a bin.",
                    MIN_ROWS),
            all));
  }

  /// The interval of a share of n rows (Wilson, 1927).
  private static double[] wilson(double share, double n) {
    double centre = share + Z * Z / (2 * n);
    double half = Z * Math.sqrt((share * (1 - share) + Z * Z / (4 * n)) / n);
    double scale = 1 + Z * Z / n;
    return new double[] {
      Math.max(0, (centre - half) / scale), Math.min(1, (centre + half) / scale)
    };
  }
}
