package org.lanewise.bench.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/// Bars of what rivals take, by what we take.
final class RivalChart {

  private static final int WIDTH = 900;
  private static final double LEFT = 300;
  private static final double RIGHT = 820;
  private static final double TOP = 74;
  private static final double BAR = 15;
  private static final double HEAD = 24;
  private static final int MOST_NAME = 46;

  private RivalChart() {}

  /// The chart, or null where there is nothing to draw.
  ///
  /// @param jobs which jobs it shows
  static String of(ResultFile results, String title, Predicate<String> jobs) {
    Map<String, List<Measurement>> groups = new LinkedHashMap<>();
    List<String> families = new ArrayList<>();
    for (Measurement m : results.measurements()) {
      if (m.ratio() != null && m.ratio() > 0 && jobs.test(m.job())) {
        groups
            .computeIfAbsent(
                m.job() + " " + String.join(" ", m.parameterText()), key -> new ArrayList<>())
            .add(m);
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
    double bottom = TOP + bars * BAR + groups.size() * HEAD;
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
      svg.text(16, y + HEAD - 8, "start", "strong", group.getKey());
      y += HEAD;
      for (Measurement m : group.getValue()) {
        bar(svg, x, y, m, "series-" + families.indexOf(family(m)) % Svg.SERIES);
        y += BAR;
      }
    }
    return svg.toString();
  }

  private static void bar(Svg svg, LogAxis x, double y, Measurement m, String classes) {
    double from = Math.min(x.at(1), x.at(m.ratio()));
    double to = Math.max(x.at(1), x.at(m.ratio()));
    String name = m.by().length() > MOST_NAME ? m.by().substring(0, MOST_NAME) + "…" : m.by();
    svg.text(LEFT - 10, y + BAR - 4, "end", "", name);
    svg.rect(from, y + 2, Math.max(1, to - from), BAR - 4, classes);
    svg.text(to + 5, y + BAR - 4, "start", "", TextTable.number(m.ratio()));
  }

  /// A rival without its variant: the first word of its name.
  private static String family(Measurement m) {
    return m.by().split(" ", 2)[0];
  }
}
