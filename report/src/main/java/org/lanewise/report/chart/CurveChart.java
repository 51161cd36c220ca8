package org.lanewise.report.chart;

import static org.lanewise.report.svg.RootLocale.format;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.lanewise.report.figure.RocCurves;
import org.lanewise.report.figure.Split;
import org.lanewise.report.svg.LinearAxis;
import org.lanewise.report.svg.PathData;
import org.lanewise.report.svg.Svg;

/// ROC curves, and precision by recall.
public final class CurveChart {

  private static final int WIDTH = 400;
  private static final double LEFT = 48;
  private static final double TOP = 12;
  private static final double SIZE = 330;
  private static final double LINE = 17;

  /// Half a pixel.
  private static final double STEP = 0.5 / SIZE;

  private static final double FOLD_STEP = 2 / SIZE;

  /// The most lines of folds that are drawn, for all classes together.
  private static final int MAX_FOLD_LINES = 60;

  /// The most curves with a colour of their own.
  private static final int MAX_COLOURED = 6;

  /// The most curves in all.
  private static final int MAX = 30;

  private static final int NAME_WIDTH = 230;

  /// The curve of a class.
  ///
  /// @param folds the same curve for each fold, if these are drawn
  private record Curve(
      int label,
      double area,
      List<Split.Point> points,
      double share,
      List<List<Split.Point>> folds) {}

  private CurveChart() {}

  /// The ROC curves; empty if no class has one.
  public static Optional<Drawing> roc(RocCurves curves, List<String> names) {
    List<Curve> all = all(curves, Split::area, split -> split.roc(STEP), i -> folds(curves, i));
    if (all.isEmpty()) {
      return Optional.empty();
    }
    Chart chart = new Chart("ROC curves", all, names);
    chart.svg.line(chart.x.at(0), chart.y.at(0), chart.x.at(1), chart.y.at(1), "edge dash");
    chart.axes("false positive rate", "true positive rate");
    chart.curves(false);
    String head =
        names.size() == 2
            ? format(
                "The share of '%s' that is found, against the share of '%s' that is mistaken for"
                    + " it, over all thresholds. The area is",
                Svg.fit(names.get(1), NAME_WIDTH), Svg.fit(names.get(0), NAME_WIDTH))
            : "The share of a class that is found, against the share of other classes that is"
                + " mistaken for it, over all thresholds. The area of a class is";
    return Optional.of(
        new Drawing(
            chart.svg,
            head
                + " the probability that a row of the class scores higher than a row of another."
                + (all.stream().allMatch(curve -> curve.folds.isEmpty())
                    ? ""
                    : " Faint lines are the folds.")
                + chart.leftOut()));
  }

  private static List<Curve> all(
      RocCurves curves,
      ToDoubleFunction<Split> area,
      Function<Split, List<Split.Point>> points,
      IntFunction<List<List<Split.Point>>> folds) {
    return IntStream.range(0, curves.curveCount())
        .boxed()
        .flatMap(i ->
            curves.split(i).stream()
                .map(split ->
                    new Curve(
                        curves.labelOf(i),
                        area.applyAsDouble(split),
                        points.apply(split),
                        split.share(),
                        folds.apply(i))))
        .toList();
  }

  /// The ROC curves of the folds; empty if they would be too many lines.
  private static List<List<Split.Point>> folds(RocCurves curves, int curve) {
    List<Split> folds = curves.splitsOfFolds(curve);
    return folds.size() * curves.curveCount() > MAX_FOLD_LINES
        ? List.of()
        : folds.stream().map(fold -> fold.roc(FOLD_STEP)).toList();
  }

  /// Precision by recall; empty if no class has a curve.
  public static Optional<Drawing> precisionRecall(RocCurves curves, List<String> names) {
    List<Curve> all =
        all(curves, Split::averagePrecision, split -> split.precisionRecall(STEP), _ -> List.of());
    if (all.isEmpty()) {
      return Optional.empty();
    }
    Chart chart = new Chart("Precision by recall", all, names);
    chart.axes("recall", "precision");
    if (all.size() == 1) {
      double share = all.getFirst().share;
      chart.svg.line(
          chart.x.at(0), chart.y.at(share), chart.x.at(1), chart.y.at(share), "edge dash");
    }
    chart.curves(true);
    return Optional.of(
        new Drawing(
            chart.svg,
            "The share of correct rows among those predicted as a class, against the share of the"
                + " class that is found. The area under the steps is the average precision."
                + (all.size() == 1
                    ? format(
                        " The dashed line is the share of '%s', the precision of guessing.",
                        Svg.fit(names.get(all.getFirst().label), NAME_WIDTH))
                    : "")
                + chart.leftOut()));
  }

  /// A chart that is being drawn.
  private static final class Chart {
    private final List<Curve> curves;
    private final List<String> names;
    private final Svg svg;
    private final LinearAxis x = new LinearAxis(0, 1, LEFT, LEFT + SIZE);
    private final LinearAxis y = new LinearAxis(0, 1, TOP + SIZE, TOP);

    Chart(String title, List<Curve> all, List<String> names) {
      this.names = names;
      curves = new ArrayList<>(all);
      // The smallest areas are of most interest.
      curves.sort(Comparator.comparingDouble(Curve::area).thenComparingInt(Curve::label));
      int keys = Math.min(MAX_COLOURED, curves.size()) + (curves.size() > MAX_COLOURED ? 1 : 0);
      svg =
          new Svg(
              WIDTH,
              (int) (TOP + SIZE + 52 + keys * LINE),
              title,
              "Areas: "
                  + String.join(
                      ", ",
                      curves.stream()
                          .limit(MAX_COLOURED)
                          .map(curve -> Svg.fit(name(curve), NAME_WIDTH) + " " + number(curve.area))
                          .toList())
                  + (curves.size() > MAX_COLOURED ? ", larger for the others" : "")
                  + ".");
    }

    private String name(Curve curve) {
      return names.get(curve.label);
    }

    private static String number(double area) {
      return format("%.4f", area);
    }

    void axes(String xName, String yName) {
      new Frame(svg, x, y).draw(xName, yName);
    }

    void curves(boolean steps) {
      int most = Math.min(MAX, curves.size());
      for (int i = most - 1; i >= 0; i--) {
        String colour = i < MAX_COLOURED ? "curve " + colour(i) : "curve faint";
        for (List<Split.Point> fold : curves.get(i).folds) {
          svg.path(path(fold, steps), colour + " fold");
        }
        svg.path(path(curves.get(i).points, steps), colour);
      }
      double at = TOP + SIZE + 58;
      for (int i = 0; i < Math.min(MAX_COLOURED, curves.size()); i++) {
        svg.line(LEFT, at - 4, LEFT + 18, at - 4, "curve " + colour(i));
        svg.text(LEFT + 26, at, "start", "", Svg.fit(name(curves.get(i)), NAME_WIDTH));
        svg.text(LEFT + SIZE, at, "end", "number", number(curves.get(i).area));
        at += LINE;
      }
      if (curves.size() > MAX_COLOURED) {
        svg.line(LEFT, at - 4, LEFT + 18, at - 4, "curve faint");
        svg.text(
            LEFT + 26,
            at,
            "start",
            "soft",
            format("%,d other classes", curves.size() - MAX_COLOURED));
        svg.text(LEFT + SIZE, at, "end", "soft", "≥ " + number(curves.get(MAX_COLOURED).area));
      }
    }

    private PathData path(List<Split.Point> points, boolean steps) {
      PathData path = new PathData();
      for (Split.Point point : points) {
        double px = x.at(point.x());
        double py = y.at(point.y());
        if (path.isEmpty()) {
          path.add('M', x.at(0), py);
        }
        if (steps) {
          path.add('V', py).add('H', px);
        } else {
          path.add('L', px, py);
        }
      }
      return path;
    }

    private String colour(int place) {
      return curves.size() == 1 ? "series-0" : "series-" + place;
    }

    String leftOut() {
      if (curves.size() <= MAX_COLOURED) {
        return "";
      }
      return format(
          " The %d smallest areas are in colour%s.",
          MAX_COLOURED,
          curves.size() <= MAX
              ? ""
              : format("; the curves of the %,d largest areas are left out", curves.size() - MAX));
    }
  }
}
