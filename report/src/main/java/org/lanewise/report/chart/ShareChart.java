package org.lanewise.report.chart;

import static org.lanewise.report.svg.RootLocale.format;

import java.util.Arrays;
import java.util.List;
import org.lanewise.report.svg.LinearAxis;
import org.lanewise.report.svg.Svg;

/// Probabilities by class, a line of marks for each event.
public final class ShareChart {

  private static final int WIDTH = 420;
  private static final double LABELS = 150;
  private static final double TOP = 8;
  private static final double LINE = 21;
  private static final double RIGHT = 404;

  private ShareChart() {}

  /// An event.
  ///
  /// @param name the event's name
  /// @param probabilities its probability in each class
  public record Event(String name, double[] probabilities) {

    /// The largest probability.
    public double most() {
      return Arrays.stream(probabilities).max().orElse(0);
    }
  }

  /// The chart.
  ///
  /// @param what the caption's name for these probabilities
  public static Drawing of(List<Event> events, Focus focus, String what, String more) {
    double left = Math.max(30, Svg.widest(events.stream().map(Event::name), LABELS) + 14);
    double bottom = TOP + events.size() * LINE + 4;
    int keys = focus.shown().length;
    Svg svg =
        new Svg(
            WIDTH,
            (int) (bottom + 44 + (keys + 1) / 2 * 17),
            "Probabilities by class",
            format("%s, of %d features in %d classes.", what, events.size(), keys));
    LinearAxis x = new LinearAxis(0, 1, left, RIGHT);
    Frame frame = new Frame(svg, x, new LinearAxis(0, 1, bottom, TOP));
    frame.across(what, frame::usual);
    for (int i = 0; i < events.size(); i++) {
      Event event = events.get(i);
      double y = TOP + (i + 0.5) * LINE;
      double low = 1;
      double high = 0;
      for (int c : focus.shown()) {
        low = Math.min(low, event.probabilities[c]);
        high = Math.max(high, event.probabilities[c]);
      }
      svg.text(left - 10, y + 4, "end", "", Svg.fit(event.name, LABELS));
      svg.line(x.at(low), y, x.at(high), y, "edge");
      for (int c : focus.shown()) {
        svg.mark(
            focus.form(c),
            x.at(event.probabilities[c]),
            y,
            4,
            "point " + focus.series(c),
            format("%s: %.4f", focus.names().get(c), event.probabilities[c]));
      }
    }
    for (int i = 0; i < keys; i++) {
      int c = focus.shown()[i];
      double kx = 12 + i % 2 * (WIDTH / 2.0);
      double ky = bottom + 56 + i / 2 * 17;
      svg.point(focus.form(c), kx, ky - 4, 4, "point " + focus.series(c));
      svg.text(kx + 12, ky, "start", "", Svg.fit(focus.names().get(c), WIDTH / 2.0 - 30));
    }
    return new Drawing(svg, what + ", according to the model." + more + focus.leftOut());
  }
}
