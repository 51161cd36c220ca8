package org.lanewise.report.chart;

import java.util.Locale;
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
    double left = 20;
    for (int i = 0; i < n; i++) {
      String name = separation.names().get(order[i]);
      left = Math.max(left, Svg.textWidth(Svg.fit(name, LABELS)) + 10);
    }
    Svg svg =
        new Svg(
            WIDTH,
            (int) (n * LINE + 10),
            separation.heading(),
            String.format(
                Locale.ROOT,
                "The largest: %s. The measure is the %s.",
                separation.names().get(order[0]),
                separation.title()));
    double most = separation.values()[order[0]];
    for (int i = 0; i < n; i++) {
      double value = separation.values()[order[i]];
      double y = 4 + i * LINE;
      double share = most > 0 && Double.isFinite(most) ? Math.max(0, value / most) : 0;
      double width = Double.isFinite(share) ? share * (WIDTH - left - NUMBERS) : 0;
      svg.text(left - 6, y + 13, "end", "", Svg.fit(separation.names().get(order[i]), LABELS));
      svg.rect(left, y + 3, Math.max(1, width), LINE - 7, "series-0 bar");
      svg.text(
          left + Math.max(1, width) + 5,
          y + 13,
          "start",
          "number",
          String.format(Locale.ROOT, "%.3g", value));
    }
    String more =
        order.length > n
            ? String.format(Locale.ROOT, " The %d largest of %,d.", n, order.length)
            : "";
    return new Drawing(
        svg,
        "Each feature alone: " + separation.title() + " (" + separation.formula() + ")." + more);
  }
}
