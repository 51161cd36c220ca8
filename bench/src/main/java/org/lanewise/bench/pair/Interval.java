package org.lanewise.bench.pair;

import java.util.Arrays;

/// A median, and an interval that holds the median of what the values are drawn from. It assumes
/// nothing of how they are spread: of n values each lies below that median with probability 1/2, so
/// the k-th smallest and the k-th largest enclose it unless fewer than k lie on one side.
///
/// @param median the middle value, or the mean of the two middle ones
/// @param low the lower end; minus infinity where there are too few values for [#CONFIDENCE]
/// @param high the upper end
/// @param confidence the probability that the ends enclose the median, at least [#CONFIDENCE]
public record Interval(double median, double low, double high, double confidence) {

  /// What an interval has to hold the median with.
  static final double CONFIDENCE = 0.95;

  /// The fewest values with an interval: the probability that all of six lie on one side is 3 %, of
  /// five it is 6 %.
  static final int MIN_VALUES = 6;

  /// The shortest such interval of some values.
  ///
  /// @throws IllegalArgumentException if there are none
  public static Interval of(double... values) {
    double median = medianOf(values);
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int n = sorted.length;
    // P(fewer than k of n fall below the median), k = 1, 2, …, each side alone.
    double term = Math.pow(0.5, n);
    double outside = term;
    int k = 0;
    double confidence = 1;
    while (1 - 2 * outside >= CONFIDENCE) {
      k++;
      confidence = 1 - 2 * outside;
      term *= (double) (n - k + 1) / k;
      outside += term;
    }
    return k == 0
        ? new Interval(median, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, 1)
        : new Interval(median, sorted[k - 1], sorted[n - k], confidence);
  }

  /// The middle value, or the mean of the two middle ones.
  ///
  /// @throws IllegalArgumentException if there are none
  public static double medianOf(double... values) {
    if (values.length == 0) {
      throw new IllegalArgumentException("there are no values; a median needs one at least");
    }
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
