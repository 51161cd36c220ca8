package org.lanewise.report.chart;

import static org.lanewise.report.svg.RootLocale.format;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.lanewise.report.figure.Plane;
import org.lanewise.report.figure.RowSample;
import org.lanewise.report.svg.LinearAxis;
import org.lanewise.report.svg.PathData;
import org.lanewise.report.svg.Svg;

/// The decision regions on a plane, with the contours of the classes and with rows.
public final class RegionChart {

  private static final int WIDTH = 470;
  private static final double LEFT = 54;
  private static final double TOP = 10;
  private static final double PLOT_WIDTH = 404;
  private static final double PLOT_HEIGHT = 360;

  /// The size of a cell of decisions.
  private static final double CELL = 2;

  /// The distance of the nodes from which boundaries are drawn.
  private static final double NODE = 4;

  /// The radii that hold 50 % and 95 % of a two-dimensional normal distribution.
  private static final double[] RADII = {Math.sqrt(2 * Math.log(2)), Math.sqrt(2 * Math.log(20))};

  private static final int CORNERS = 64;

  /// With more rows, marks are smaller.
  private static final int MANY = 300;

  private static final double MARGIN = 0.04;

  private final Plane plane;
  private final Focus focus;
  private final List<RowSample.Row> rows;
  private final LinearAxis x;
  private final LinearAxis y;
  private final Svg svg;

  private RegionChart(Plane plane, Focus focus, List<RowSample.Row> rows) {
    this.plane = plane;
    this.focus = focus;
    this.rows = rows;
    double[] range = range();
    x = new LinearAxis(range[0], range[1], LEFT, LEFT + PLOT_WIDTH);
    y = new LinearAxis(range[2], range[3], TOP + PLOT_HEIGHT, TOP);
    svg =
        new Svg(
            WIDTH,
            (int) (TOP + PLOT_HEIGHT + 46),
            "Decision regions",
            format(
                    "The plane of %s and %s, divided into the decision regions of the classes,"
                        + " with",
                    plane.xName(), plane.yName())
                + " an inner and an outer contour around the mean of each class.");
  }

  /// The chart.
  ///
  /// @param sample the rows to draw, possibly none
  public static Drawing of(Plane plane, Focus focus, List<RowSample.Row> sample) {
    List<RowSample.Row> rows =
        sample.stream()
            .filter(row -> Double.isFinite(row.place()[0]) && Double.isFinite(row.place()[1]))
            .toList();
    RegionChart chart = new RegionChart(plane, focus, rows);
    String outside = chart.draw();
    StringBuilder caption = new StringBuilder();
    caption.append(
        "Colours show decisions by these two numbers and the priors; contours contain 50 %");
    caption
        .append(" and 95 % of a class according to the model, which has ")
        .append(plane.classes().shape());
    caption.append('.');
    if (!rows.isEmpty()) {
      caption.append(
          " Marks are test rows by their true class, ringed if the model misclassifies them");
      caption.append(" with all features.");
    }
    if (rows.size() < sample.size()) {
      int lacking = sample.size() - rows.size();
      caption.append(
          format(
              " %,d row%s missing values and cannot be shown.",
              lacking, lacking == 1 ? " has" : "s have"));
    }
    caption.append(outside);
    if (!plane.note().isEmpty()) {
      caption.append(' ').append(plane.note());
    }
    if (plane.classes().arePart()) {
      caption.append(" Only the numeric block of the model is shown.");
    }
    caption.append(focus.leftOut());
    return new Drawing(chart.svg, caption.toString());
  }

  /// The range that covers the outer contours and most rows.
  private double[] range() {
    double[] range = {
      Double.POSITIVE_INFINITY,
      Double.NEGATIVE_INFINITY,
      Double.POSITIVE_INFINITY,
      Double.NEGATIVE_INFINITY
    };
    for (int c : focus.shown()) {
      double[] mean = plane.mean(c);
      double[] covariance = plane.covariance(c);
      for (int axis = 0; axis < 2; axis++) {
        double reach = 1.06 * RADII[1] * Math.sqrt(covariance[2 * axis]);
        if (Double.isFinite(mean[axis]) && Double.isFinite(reach)) {
          range[2 * axis] = Math.min(range[2 * axis], mean[axis] - reach);
          range[2 * axis + 1] = Math.max(range[2 * axis + 1], mean[axis] + reach);
        }
      }
    }
    for (int axis = 0; axis < 2; axis++) {
      int at = axis;
      double[] sorted = rows.stream().mapToDouble(row -> row.place()[at]).sorted().toArray();
      if (sorted.length > 0) {
        range[2 * axis] = Math.min(range[2 * axis], sorted[(int) (0.005 * sorted.length)]);
        range[2 * axis + 1] =
            Math.max(range[2 * axis + 1], sorted[(int) (0.995 * (sorted.length - 1))]);
      }
      double[] ends = LinearAxis.apart(range[2 * axis], range[2 * axis + 1]);
      System.arraycopy(ends, 0, range, 2 * axis, 2);
      double margin = MARGIN * (range[2 * axis + 1] - range[2 * axis]);
      range[2 * axis] -= margin;
      range[2 * axis + 1] += margin;
    }
    return range;
  }

  /// Draws everything; returns a note on the number of rows outside.
  private String draw() {
    regions();
    new Frame(svg, x, y).draw(plane.xName(), plane.yName());
    boundaries();
    for (int c : focus.shown()) {
      for (double radius : RADII) {
        contour(c, radius);
      }
    }
    int outside = points();
    for (int c : focus.shown()) {
      double[] mean = plane.mean(c);
      String name = Svg.fit(focus.names().get(c), focus.shown().length > 6 ? 70 : 110);
      double half = Svg.textWidth(name) / 2 + 4;
      double px = Math.clamp(x.at(mean[0]), LEFT + half, LEFT + PLOT_WIDTH - half);
      svg.text(px, y.at(mean[1]) + 4, "middle", "strong halo", name);
    }
    return outside == 0 ? "" : format(" %,d of the plotted rows lie outside.", outside);
  }

  private int decide(double px, double py) {
    int best = focus.shown()[0];
    double most = Double.NEGATIVE_INFINITY;
    for (int c : focus.shown()) {
      double score = plane.score(c, px, py);
      if (score > most) {
        most = score;
        best = c;
      }
    }
    return best;
  }

  private double valueX(double place) {
    return x.low() + (place - x.from()) / (x.to() - x.from()) * (x.high() - x.low());
  }

  private double valueY(double place) {
    return y.low() + (place - y.from()) / (y.to() - y.from()) * (y.high() - y.low());
  }

  private void regions() {
    Map<Integer, PathData> paths = new TreeMap<>();
    for (double top = TOP; top < TOP + PLOT_HEIGHT; top += CELL) {
      double begun = LEFT;
      int label = -1;
      for (double left = LEFT; left <= LEFT + PLOT_WIDTH; left += CELL) {
        int next =
            left < LEFT + PLOT_WIDTH ? decide(valueX(left + CELL / 2), valueY(top + CELL / 2)) : -1;
        if (next != label) {
          if (label >= 0) {
            paths.computeIfAbsent(label, _ -> new PathData()).box(begun, top, left - begun, CELL);
          }
          label = next;
          begun = left;
        }
      }
    }
    paths.forEach((c, region) -> svg.path(region, "region " + focus.series(c)));
  }

  /// Draws lines where the best class changes, from the difference of its score to that of the
  /// other.
  private void boundaries() {
    int columns = (int) (PLOT_WIDTH / NODE) + 1;
    int lines = (int) (PLOT_HEIGHT / NODE) + 1;
    int[][] best = new int[lines][columns];
    for (int i = 0; i < lines; i++) {
      for (int j = 0; j < columns; j++) {
        best[i][j] = decide(valueX(LEFT + j * NODE), valueY(TOP + i * NODE));
      }
    }
    PathData path = new PathData();
    for (int i = 0; i + 1 < lines; i++) {
      for (int j = 0; j + 1 < columns; j++) {
        int a = best[i][j];
        int other = -1;
        for (int corner : new int[] {best[i][j + 1], best[i + 1][j], best[i + 1][j + 1]}) {
          other = corner == a ? other : corner;
        }
        if (other >= 0) {
          segment(path, i, j, a, other);
        }
      }
    }
    if (!path.isEmpty()) {
      svg.path(path, "boundary");
    }
  }

  private double difference(int i, int j, int a, int b) {
    double px = valueX(LEFT + j * NODE);
    double py = valueY(TOP + i * NODE);
    return plane.score(a, px, py) - plane.score(b, px, py);
  }

  private void segment(PathData path, int i, int j, int a, int b) {
    double[][] corners = {{i, j}, {i, j + 1}, {i + 1, j + 1}, {i + 1, j}};
    double[] values = {
      difference(i, j, a, b),
      difference(i, j + 1, a, b),
      difference(i + 1, j + 1, a, b),
      difference(i + 1, j, a, b)
    };
    int found = 0;
    PathData line = new PathData();
    for (int edge = 0; edge < 4 && found < 2; edge++) {
      int next = (edge + 1) % 4;
      if (values[edge] > 0 != values[next] > 0) {
        double share = values[edge] / (values[edge] - values[next]);
        double row = corners[edge][0] + share * (corners[next][0] - corners[edge][0]);
        double column = corners[edge][1] + share * (corners[next][1] - corners[edge][1]);
        line.add(found == 0 ? 'M' : 'L', LEFT + column * NODE, TOP + row * NODE);
        found++;
      }
    }
    if (found == 2) {
      path.add(line);
    }
  }

  private void contour(int label, double radius) {
    double[] mean = plane.mean(label);
    double[] s = plane.covariance(label);
    // The Cholesky factor maps a circle to the contour.
    double a = Math.sqrt(s[0]);
    double b = s[1] / a;
    double d = Math.sqrt(Math.max(0, s[2] - b * b));
    if (!(a > 0) || !Double.isFinite(b + d + mean[0] + mean[1])) {
      return;
    }
    PathData path = new PathData();
    for (int i = 0; i < CORNERS; i++) {
      double angle = 2 * Math.PI * i / CORNERS;
      double u = radius * Math.cos(angle);
      double v = radius * Math.sin(angle);
      path.add(i == 0 ? 'M' : 'L', x.at(mean[0] + a * u), y.at(mean[1] + b * u + d * v));
    }
    svg.path(path.add('z'), "curve contour " + focus.series(label));
  }

  private int points() {
    int outside = 0;
    double size = rows.size() > MANY ? 1.7 : 2.4;
    for (RowSample.Row row : rows) {
      double px = x.at(row.place()[0]);
      double py = y.at(row.place()[1]);
      if (px < LEFT || px > LEFT + PLOT_WIDTH || py < TOP || py > TOP + PLOT_HEIGHT) {
        outside++;
        continue;
      }
      svg.point(focus.form(row.truth()), px, py, size, "point " + focus.series(row.truth()));
      if (row.truth() != row.predicted()) {
        svg.ring(px, py, 2.1 * size, "ring");
      }
    }
    return outside;
  }
}
