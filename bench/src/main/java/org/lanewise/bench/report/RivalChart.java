package org.lanewise.bench.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.lanewise.bench.machine.Tier;
import org.lanewise.bench.result.Measurement;
import org.lanewise.bench.result.ResultFile;
import org.lanewise.bench.result.TextTable;
import org.lanewise.report.svg.LogAxis;
import org.lanewise.report.svg.Svg;

/// Bars of what rivals take, by what we take.
final class RivalChart {

  private static final int WIDTH = 940;
  private static final double LEFT = 430;
  private static final double RIGHT = 880;
  private static final double TOP = 74;
  private static final double BAR = 15;
  private static final double GAP = 7;

  /// How much wider bold letters are.
  private static final double BOLD = 1.1;

  private static final int MAX_NAME = 34;

  /// A rival that is measured with several kinds of its kernels: the chart has the fastest.
  private static final String VARIED = "OpenBLAS";

  private RivalChart() {}

  /// The chart, or null where there is nothing to draw.
  ///
  /// @param jobs which jobs it shows
  static String of(ResultFile results, String title, Predicate<String> jobs) {
    Map<String, List<Measurement>> groups = new LinkedHashMap<>();
    List<String> families = new ArrayList<>();
    // Ours are in the order of the report.
    for (Measurement ours : results.measurements()) {
      if (ours.by().equals(Tier.VECTOR.label()) && jobs.test(ours.job())) {
        List<Measurement> rivals = rivals(results, ours);
        if (!rivals.isEmpty()) {
          groups.put(ours.job() + " " + String.join(" ", ours.parameterText()), rivals);
        }
      }
    }
    if (groups.isEmpty()) {
      return null;
    }
    // The same colour for a rival in all charts of a report.
    for (Measurement m : results.measurements()) {
      if (m.ratio() != null && !families.contains(family(m))) {
        families.add(family(m));
      }
    }
    double low = 0.5;
    double high = 10;
    int bars = 0;
    for (List<Measurement> group : groups.values()) {
      for (Measurement m : group) {
        low = Math.min(low, m.ratio());
        high = Math.max(high, m.ratio());
        bars++;
      }
    }
    long own = groups.entrySet().stream().filter(RivalChart::needsRow).count();
    double bottom = TOP + (bars + own) * BAR + groups.size() * GAP;
    LogAxis x = LogAxis.of(low, high, LEFT, RIGHT);
    Svg svg =
        new Svg(
            WIDTH,
            (int) bottom + 34,
            title,
            "The time of each rival by ours for the same job on the same data, on a logarithmic"
                + " axis: longer bars to the right of 1 are slower rivals.");
    svg.text(16, 24, "start", "head", title);
    svg.text(
        16,
        44,
        "start",
        "soft",
        "time of a rival by ours, one thread unless it says otherwise: right of 1 the rival is"
            + " slower, left of it faster");
    for (double tick : x.ticks(44)) {
      svg.line(x.at(tick), TOP - 6, x.at(tick), bottom, tick == 1 ? "edge" : "grid");
      svg.text(x.at(tick), TOP - 11, "middle", "soft", LogAxis.label(tick) + " ×");
      svg.text(x.at(tick), bottom + 16, "middle", "soft", LogAxis.label(tick) + " ×");
    }
    double y = TOP;
    for (Map.Entry<String, List<Measurement>> group : groups.entrySet()) {
      y += GAP;
      svg.text(16, y + BAR - 4, "start", "strong", group.getKey());
      y += needsRow(group) ? BAR : 0;
      for (Measurement m : group.getValue()) {
        bar(svg, x, y, m, "series-" + families.indexOf(family(m)) % Svg.SERIES);
        y += BAR;
      }
    }
    return SvgFile.of(svg);
  }

  /// The rivals of one measurement of ours.
  private static List<Measurement> rivals(ResultFile results, Measurement ours) {
    List<Measurement> rivals = new ArrayList<>();
    for (Measurement m : results.measurements()) {
      if (m.ratio() != null
          && m.ratio() > 0
          && m.job().equals(ours.job())
          && m.parameters().equals(ours.parameters())) {
        Measurement variant =
            rivals.stream()
                .filter(other -> family(m).equals(VARIED) && family(other).equals(VARIED))
                .findFirst()
                .orElse(null);
        if (variant == null) {
          rivals.add(m);
        } else if (m.ratio() < variant.ratio()) {
          rivals.set(rivals.indexOf(variant), m);
        }
      }
    }
    return rivals;
  }

  private static void bar(Svg svg, LogAxis x, double y, Measurement m, String classes) {
    double from = Math.min(x.at(1), x.at(m.ratio()));
    double to = Math.max(x.at(1), x.at(m.ratio()));
    svg.text(LEFT - 10, y + BAR - 4, "end", "", name(m));
    svg.rect(from, y + 2, Math.max(1, to - from), BAR - 4, classes);
    svg.text(to + 5, y + BAR - 4, "start", "", TextTable.number(m.ratio()));
  }

  private static String name(Measurement m) {
    return m.by().length() > MAX_NAME ? m.by().substring(0, MAX_NAME) + "…" : m.by();
  }

  /// Whether a job's name is too long to stand beside the name of its first rival.
  private static boolean needsRow(Map.Entry<String, List<Measurement>> group) {
    double job = BOLD * Svg.textWidth(group.getKey());
    return 16 + job + 12 > LEFT - 10 - Svg.textWidth(name(group.getValue().getFirst()));
  }

  /// A rival without its variant: the first word of its name.
  private static String family(Measurement m) {
    return m.by().split(" ", 2)[0];
  }
}
