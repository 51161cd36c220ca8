package org.lanewise.report.chart;

import static org.lanewise.report.svg.RootLocale.format;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.lanewise.report.figure.RocCurves;
import org.lanewise.report.figure.Split;
import org.lanewise.report.svg.LinearAxis;
import org.lanewise.report.svg.PathData;
import org.lanewise.report.svg.Svg;

/// The distribution of the log-odds of each class, for its own rows and all others.
public final class ScoreChart {

  private static final int WIDTH = 400;
  private static final double RIGHT = 384;
  private static final double LABELS = 130;
  private static final double TOP = 22;
  private static final int BINS = 48;
  private static final int MAX = 12;

  /// The share of scores beyond each end of the axis.
  private static final double BEYOND = 0.01;

  /// Candidate labels on both sides of 0: the first set that fits is used.
  private static final double[][] TICKS = {
    {0, 4, 10, 30, 100, 300, 1000, 3000, 1e4, 3e4, 1e5, 3e5, 1e6},
    {0, 10, 100, 1000, 1e4, 1e5, 1e6},
    {0, 100, 1e4, 1e6},
    {0, 1000, 1e6},
    {0}
  };

  private static final double BETWEEN_LABELS = 10;

  private record Strip(int label, Split split, double area) {}

  private ScoreChart() {}

  /// The chart; empty if no class has scores.
  public static Optional<Drawing> of(RocCurves curves, List<String> names) {
    List<Strip> strips = new ArrayList<>();
    for (int i = 0; i < curves.curveCount(); i++) {
      int label = curves.labelOf(i);
      curves.split(i).ifPresent(split -> strips.add(new Strip(label, split, split.area())));
    }
    if (strips.isEmpty()) {
      return Optional.empty();
    }
    int all = strips.size();
    strips.sort(Comparator.comparingDouble(Strip::area).thenComparingInt(Strip::label));
    List<Strip> shown = new ArrayList<>(strips.subList(0, Math.min(MAX, all)));
    shown.sort(Comparator.comparingInt(Strip::label));
    double[] range = range(shown);
    boolean two = names.size() == 2;
    double height = two ? 220 : shown.size() <= 4 ? 84 : 54;
    Stream<String> labels =
        two
            ? names.stream()
            : Stream.concat(
                Stream.of("others"), shown.stream().map(strip -> names.get(strip.label)));
    double left = Svg.widest(labels, LABELS) + 14;
    double bottom = TOP + shown.size() * height;
    Svg svg =
        new Svg(
            WIDTH,
            (int) (bottom + 44),
            "Scores by class",
            "For each class, the log odds of its rows above a line, and of the other rows below"
                + " it. The further apart, the better the class is separated.");
    LinearAxis x = new LinearAxis(bent(range[0]), bent(range[1]), left, RIGHT);
    for (double tick : ticks(x)) {
      double at = x.at(bent(tick));
      svg.line(at, TOP, at, bottom, "grid");
      svg.text(at, bottom + 16, "middle", "soft", label(tick));
    }
    svg.text((left + RIGHT) / 2, bottom + 34, "middle", "soft", "log odds of the class (natural)");
    svg.line(x.at(0), TOP - 4, x.at(0), bottom, "edge dash");
    svg.text(x.at(0), TOP - 9, "middle", "soft", "p = ½");
    for (int i = 0; i < shown.size(); i++) {
      Strip strip = shown.get(i);
      double base = TOP + (i + 0.5) * height;
      double room = height / 2 - 3;
      String below = two ? series(1 - strip.label) : "faint-fill";
      svg.path(bars(strip.split.inside(), x, base, -room), series(strip.label) + " bar");
      svg.path(bars(strip.split.outside(), x, base, room), below + " bar");
      svg.line(left, base, RIGHT, base, "edge");
      svg.text(left - 8, base - 4, "end", "", Svg.fit(names.get(strip.label), LABELS));
      svg.text(
          left - 8,
          base + 12,
          "end",
          "soft",
          two ? Svg.fit(names.get(1 - strip.label), LABELS) : "others");
    }
    return Optional.of(
        new Drawing(
            svg,
            format(
                (two
                        ? format(
                                "Rows of '%s' above the line, of '%s' below it",
                                Svg.fit(names.get(1), LABELS), Svg.fit(names.get(0), LABELS))
                            .replace("%", "%%")
                        : "Rows of the class above the line, other rows below it")
                    + ", each side scaled to its fullest bin. Right of the dashed line the class"
                    + " is more likely than not; the axis is linear near it and logarithmic far"
                    + " from it. Scores beyond the ends (%.0f %% on each side) and infinite"
                    + " scores are in the outermost bins.%s",
                100 * BEYOND,
                all > shown.size()
                    ? format(
                        " Of %,d classes, the %d with the smallest areas under their ROC curve"
                            + " are shown.",
                        all, shown.size())
                    : "")));
  }

  private static double[] ticks(LinearAxis x) {
    double[] within = {};
    for (double[] oneSide : TICKS) {
      within =
          DoubleStream.concat(
                  Arrays.stream(oneSide).skip(1).map(tick -> -tick), Arrays.stream(oneSide))
              .sorted()
              .filter(tick -> {
                double at = x.at(bent(tick));
                double half = Svg.textWidth(label(tick)) / 2;
                return at >= x.from() && at <= x.to() && at - half >= 0 && at + half <= WIDTH;
              })
              .toArray();
      if (areApart(within, x)) {
        break;
      }
    }
    return within;
  }

  private static boolean areApart(double[] ticks, LinearAxis x) {
    double taken = Double.NEGATIVE_INFINITY;
    for (double tick : ticks) {
      double at = x.at(bent(tick));
      double half = Svg.textWidth(label(tick)) / 2;
      if (at - half < taken) {
        return false;
      }
      taken = at + half + BETWEEN_LABELS;
    }
    return true;
  }

  private static String series(int label) {
    return "series-" + label % Svg.SERIES;
  }

  /// Linear near 0, logarithmic further out.
  private static double bent(double logOdds) {
    double part = logOdds / 4;
    return Math.signum(part) * Math.log(Math.abs(part) + Math.hypot(part, 1));
  }

  private static String label(double tick) {
    return format("%,.0f", tick).replace('-', '−');
  }

  private static double[] range(List<Strip> strips) {
    double[] finite =
        strips.stream()
            .flatMapToDouble(strip ->
                DoubleStream.concat(
                    Arrays.stream(strip.split.inside()), Arrays.stream(strip.split.outside())))
            .filter(Double::isFinite)
            .sorted()
            .toArray();
    if (finite.length == 0) {
      return new double[] {-1, 1};
    }
    double low = Math.min(-1, finite[(int) (BEYOND * (finite.length - 1))]);
    double high = Math.max(1, finite[(int) Math.ceil((1 - BEYOND) * (finite.length - 1))]);
    return new double[] {low, high};
  }

  private static PathData bars(double[] scores, LinearAxis x, double base, double room) {
    int[] counts = new int[BINS];
    for (double score : scores) {
      double share = (bent(score) - x.low()) / (x.high() - x.low());
      counts[(int) Math.clamp(Math.floor(share * BINS), 0, BINS - 1)]++;
    }
    int most = Math.max(1, Arrays.stream(counts).max().orElse(1));
    double width = (x.to() - x.from()) / BINS;
    PathData path = new PathData();
    for (int bin = 0; bin < BINS; bin++) {
      if (counts[bin] > 0) {
        double height = counts[bin] * room / most;
        double least = Math.signum(room) * 0.6;
        path.box(
            x.from() + bin * width, base, width - 0.5, Math.abs(height) < 0.6 ? least : height);
      }
    }
    return path;
  }
}
