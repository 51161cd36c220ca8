package org.lanewise.report.figure;

import java.util.ArrayList;
import java.util.List;

/// The log-odds of a class for its rows and for all others, each ascending.
///
/// @param inside those of the rows of the class, at least one
/// @param outside those of the other rows, at least one
public record Split(double[] inside, double[] outside) {

  /// A point of a curve, both from 0 to 1.
  public record Point(double x, double y) {}

  /// The probability that a row of the class has a larger score than another row; ties count half.
  public double area() {
    long twice = 0;
    int less = 0;
    int atMost = 0;
    for (double score : inside) {
      while (less < outside.length && Double.compare(outside[less], score) < 0) {
        less++;
      }
      while (atMost < outside.length && Double.compare(outside[atMost], score) <= 0) {
        atMost++;
      }
      twice += less + atMost;
    }
    return twice / (2.0 * inside.length * outside.length);
  }

  /// The ROC curve: for thresholds from above all scores to the lowest, the share of other rows
  /// with at least this score, and the share of the rows of the class. From (0, 0) to (1, 1); with
  /// all points, its area by the trapezoidal rule is [#area()].
  ///
  /// @param step points that differ by less than this from the previous one in x and y are left
  ///   out, except the last
  public List<Point> roc(double step) {
    List<Point> points = new ArrayList<>();
    points.add(new Point(0, 0));
    forEachThreshold(
        (in, out) -> add(points, (double) out / outside.length, (double) in / inside.length, step));
    return points;
  }

  /// Precision by recall, for thresholds from the highest score to the lowest.
  ///
  /// @param step as [#roc]
  public List<Point> precisionRecall(double step) {
    List<Point> points = new ArrayList<>();
    forEachThreshold(
        (in, out) -> add(points, (double) in / inside.length, (double) in / (in + out), step));
    return points;
  }

  private void add(List<Point> points, double x, double y, double step) {
    boolean apart =
        points.isEmpty()
            || Math.abs(x - points.getLast().x) >= step
            || Math.abs(y - points.getLast().y) >= step;
    if (apart || x == 1) {
      if (!apart && points.size() > 1 && points.getLast().x == 1) {
        points.removeLast();
      }
      points.add(new Point(x, y));
    }
  }

  /// The area under precision by recall, as steps: Σ_t (R_t − R_{t−1}) P_t, the average precision.
  public double averagePrecision() {
    double[] sum = new double[1];
    int[] before = new int[1];
    forEachThreshold((in, out) -> {
      sum[0] += (double) (in - before[0]) / inside.length * in / (in + out);
      before[0] = in;
    });
    return sum[0];
  }

  /// The share of rows that belong to the class: the precision of random guesses.
  public double share() {
    return (double) inside.length / (inside.length + outside.length);
  }

  /// The counts above a threshold.
  private interface Threshold {

    /// Takes the numbers of rows of the class and of other rows that score at least the threshold.
    void takes(int in, int out);
  }

  /// Uses every distinct score as a threshold, the highest first.
  private void forEachThreshold(Threshold threshold) {
    int in = inside.length;
    int out = outside.length;
    while (in > 0 || out > 0) {
      // In sort order, in which NaN is above all numbers.
      double score =
          in == 0
              ? outside[out - 1]
              : out == 0 || Double.compare(inside[in - 1], outside[out - 1]) > 0
                  ? inside[in - 1]
                  : outside[out - 1];
      while (in > 0 && Double.compare(inside[in - 1], score) == 0) {
        in--;
      }
      while (out > 0 && Double.compare(outside[out - 1], score) == 0) {
        out--;
      }
      threshold.takes(inside.length - in, outside.length - out);
    }
  }
}
