package org.lanewise.bench.program;

import java.util.List;

/// How the time of a job grows along one axis, all else fixed.
///
/// @param job the job's name
/// @param axis what grows: `n`, `d`, `k`, `nnz` (values other than 0 of a row) or `threads`
/// @param fixed the rest, in words
/// @param by the tier
/// @param expected the exponent of the axis in the work that the code does when it is large
/// @param points the measurements, ascending
public record ScalingSeries(
    String job, String axis, String fixed, String by, double expected, List<Point> points) {

  /// Copies the points.
  public ScalingSeries {
    points = List.copyOf(points);
  }

  /// One measurement.
  ///
  /// @param value of the axis
  /// @param nanos the time of a call, of the fastest sample
  /// @param calls how many were timed
  public record Point(double value, double nanos, int calls) {}

  /// The exponent that fits all points best: the slope of log time against log value, by least
  /// squares. NaN for fewer than two points.
  public double exponent() {
    return slope(points);
  }

  /// The exponent between the last two points, where fixed costs weigh least.
  public double lastExponent() {
    return slope(points.subList(Math.max(0, points.size() - 2), points.size()));
  }

  private static double slope(List<Point> points) {
    double meanX = points.stream().mapToDouble(p -> Math.log(p.value)).average().orElse(0);
    double meanY = points.stream().mapToDouble(p -> Math.log(p.nanos)).average().orElse(0);
    double product = 0;
    double square = 0;
    for (Point p : points) {
      double x = Math.log(p.value) - meanX;
      product += x * (Math.log(p.nanos) - meanY);
      square += x * x;
    }
    return product / square;
  }
}
