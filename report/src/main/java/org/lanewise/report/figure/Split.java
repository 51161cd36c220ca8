package org.lanewise.report.figure;

import java.util.ArrayList;
import java.util.List;

/// The log odds of a class, of the rows that are of it and of those that are not, each ascending.
///
/// @param inside of the rows of the class, at least one
/// @param outside of the others, at least one
public record Split(double[] inside, double[] outside) {

  /// A point of a curve, both from 0 to 1.
  public record Point(double x, double y) {}

  /// How likely a row of the class has a larger score than one of another, ties counted half.
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

  /// The ROC curve: for thresholds from above all scores to the lowest the share of the others that
  /// score at least it, and of the rows of the class. From (0, 0) to (1, 1); with all points its
  /// area by trapezia is [#area()].
  ///
  /// @param step points are left out that are not so far from the one before in x or y, but the
  ///   last
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

  /// The share of the rows that are of the class: the precision of a guess.
  public double share() {
    return (double) inside.length / (inside.length + outside.length);
  }

  /// The counts above a threshold.
  private interface Threshold {

    /// How many rows of the class and how many others score at least the threshold.
    void takes(int in, int out);
  }

  /// Takes every score as a threshold, the highest first, equal ones once.
  private void forEachThreshold(Threshold threshold) {
    int in = inside.length;
    int out = outside.length;
    while (in > 0 || out > 0) {
      // In the order of sorting, in which NaN is above all else.
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
