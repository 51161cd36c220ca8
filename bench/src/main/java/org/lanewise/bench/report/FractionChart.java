package org.lanewise.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.lanewise.bench.machine.CacheSizes;
import org.lanewise.bench.machine.Tier;
import org.lanewise.bench.result.Measurement;
import org.lanewise.bench.result.ResultFile;
import org.lanewise.report.svg.Svg;

/// Bars of the fraction of the roof that every job reaches, with or without arithmetic.
final class FractionChart {

  private static final int WIDTH = 940;
  private static final double LEFT = 330;
  private static final double RIGHT = 880;
  private static final double TOP = 88;
  private static final double BAR = 15;
  private static final double GAP = 7;

  /// Longer bars end here; their numbers tell.
  private static final double MAX = 1.6;

  private FractionChart() {}

  /// The chart, or null where there is nothing to draw.
  static String of(ResultFile results) {
    List<Measurement> bars =
        results.measurements().stream()
            .filter(m -> m.by().equals(Tier.VECTOR.label()))
            .filter(m -> m.fractionOfRoof() > 0)
            .filter(m -> !m.job().startsWith("workers-"))
            .toList();
    if (bars.isEmpty()) {
      return null;
    }
    long jobs = bars.stream().map(Measurement::job).distinct().count();
    double bottom = TOP + bars.size() * BAR + jobs * GAP;
    Svg svg =
        new Svg(
            WIDTH,
            (int) bottom + 30,
            "Of roof",
            "For each job the least time that the machine could need by the time taken; the colour"
                + " tells what sets that least time.");
    svg.text(16, 24, "start", "head", "Of roof: one thread, vector tier");
    svg.text(
        16,
        44,
        "start",
        "soft",
        "the least time that this machine could need, by the time taken; the colour is what sets"
            + " that least time");
    List<String> limits = limits();
    double key = 16;
    for (String limit : limits) {
      svg.rect(key, 55, 10, 10, colour(limits, limit));
      svg.text(key + 15, 64, "start", "soft", limit);
      key += 34 + Svg.textWidth(limit);
    }
    double most = bars.stream().mapToDouble(Measurement::fractionOfRoof).max().orElseThrow();
    double full = Math.clamp(Math.ceil(most * 10 + 0.6) / 10, 1, MAX);
    for (int percent = 0; percent <= 100 * full; percent += 20) {
      double x = LEFT + percent / 100.0 / full * (RIGHT - LEFT);
      svg.line(x, TOP - 4, x, bottom, percent % 100 == 0 ? "edge" : "grid");
      svg.text(x, TOP - 9, "middle", "soft", percent + " %");
      svg.text(x, bottom + 16, "middle", "soft", percent + " %");
    }
    double y = TOP;
    List<String> seen = new ArrayList<>();
    for (Measurement m : bars) {
      if (!seen.contains(m.job())) {
        seen.add(m.job());
        y += GAP;
        svg.text(16, y + BAR - 4, "start", "strong", m.job());
      }
      double end = LEFT + Math.min(1, m.fractionOfRoof() / full) * (RIGHT - LEFT);
      svg.text(LEFT - 8, y + BAR - 4, "end", "", String.join(" ", m.parameterText()));
      svg.rect(LEFT, y + 2, Math.max(1, end - LEFT), BAR - 4, colour(limits, m.limit()));
      svg.text(
          end + 5,
          y + BAR - 4,
          "start",
          "",
          String.format(Locale.ROOT, "%.0f %%", 100 * m.fractionOfRoof()));
      y += BAR;
    }
    return SvgFile.of(svg);
  }

  private static List<String> limits() {
    List<String> limits = new ArrayList<>(List.of("fma", "popcount"));
    for (CacheSizes.Level level : CacheSizes.Level.values()) {
      limits.add(level.label());
    }
    return limits;
  }

  private static String colour(List<String> limits, String limit) {
    return "series-" + Math.max(0, limits.indexOf(limit)) % Svg.SERIES;
  }
}
