package org.lanewise.report.chart;

import static org.lanewise.report.svg.RootLocale.format;

import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.lanewise.report.figure.Separation;
import org.lanewise.report.svg.Svg;

/// The features that separate the classes most, as bars.
public final class SeparationChart {

  private static final int WIDTH = 420;
  private static final double LABELS = 150;
  private static final double LINE = 19;
  private static final int MAX = 20;
  private static final double NUMBERS = 58;

  private SeparationChart() {}

  /// The chart.
  public static Drawing of(Separation separation) {
    int[] order = separation.order();
    int n = Math.min(MAX, order.length);
    Stream<String> names = IntStream.of(order).limit(n).mapToObj(separation.names()::get);
    double left = Math.max(20, Svg.widest(names, LABELS) + 10);
    Svg svg =
        new Svg(
            WIDTH,
            (int) (n * LINE + 10),
            separation.heading(),
            format(
                "The largest: %s. The measure is the %s.",
                separation.names().get(order[0]), separation.title()));
    double most = separation.values()[order[0]];
    for (int i = 0; i < n; i++) {
      double value = separation.values()[order[i]];
      double y = 4 + i * LINE;
      double share = most > 0 && Double.isFinite(most) ? Math.max(0, value / most) : 0;
      double width = Double.isFinite(share) ? share * (WIDTH - left - NUMBERS) : 0;
      svg.text(left - 6, y + 13, "end", "", Svg.fit(separation.names().get(order[i]), LABELS));
      svg.rect(left, y + 3, Math.max(1, width), LINE - 7, "series-0 bar");
      svg.text(left + Math.max(1, width) + 5, y + 13, "start", "number", format("%.3g", value));
    }
    String more = order.length > n ? format(" The %d largest of %,d.", n, order.length) : "";
    return new Drawing(
        svg,
        "Each feature alone: " + separation.title() + " (" + separation.formula() + ")." + more);
  }
}
