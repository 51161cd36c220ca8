package org.lanewise.report.chart;

import java.util.function.DoubleFunction;
import org.lanewise.report.svg.LinearAxis;
import org.lanewise.report.svg.Svg;

/// The axes around a plot.
///
/// @param svg the drawing
/// @param x the horizontal axis
/// @param y the vertical axis, whose smallest value is at the bottom
record Frame(Svg svg, LinearAxis x, LinearAxis y) {

  private static final int TICKS = 6;

  /// Draws both axes with their grid and names.
  void draw(String xName, String yName) {
    across(xName, tick -> x.label(tick, TICKS));
    for (double tick : y.ticks(TICKS)) {
      svg.line(x.from(), y.at(tick), x.to(), y.at(tick), "grid");
      svg.text(x.from() - 6, y.at(tick) + 4, "end", "soft", y.label(tick, TICKS));
    }
    String name = Svg.fit(y.name(yName, TICKS), y.from() - y.to());
    double middle = (y.from() + y.to()) / 2 + Svg.textWidth(name) / 2;
    svg.turnedText(12, middle, -90, "soft", name);
  }

  /// Draws only the horizontal axis.
  void across(String name, DoubleFunction<String> label) {
    for (double tick : x.ticks(TICKS)) {
      svg.line(x.at(tick), y.to(), x.at(tick), y.from(), "grid");
      svg.text(x.at(tick), y.from() + 16, "middle", "soft", label.apply(tick));
    }
    svg.text(
        (x.from() + x.to()) / 2,
        y.from() + 34,
        "middle",
        "soft",
        Svg.fit(x.name(name, TICKS), x.to() - x.from() + 40));
  }

  /// The default label on the horizontal axis.
  String usual(double tick) {
    return x.label(tick, TICKS);
  }
}
