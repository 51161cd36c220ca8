package org.lanewise.model.discrete;

import org.lanewise.data.Fact;
import org.lanewise.model.BadOptionException;
import org.lanewise.statistics.CountStatistics;

/// Checks smoothed counts that come from a caller or a file.
final class PseudoCounts {

  /// The largest pseudo-count: a sum of counts and an α.
  static final double MAX = 2 * Smoothing.MAX;

  private PseudoCounts() {}

  /// N_cj + α_j, k rows of d.
  ///
  /// @throws IllegalArgumentException if the smoothing is for another number of features, or a
  ///   count is too large
  static double[][] of(CountStatistics statistics, Smoothing smoothing) {
    smoothing.requireFeatures(statistics.featureCount());
    double[][] counts = new double[statistics.classCount()][statistics.featureCount()];
    for (int c = 0; c < counts.length; c++) {
      for (int j = 0; j < counts[c].length; j++) {
        counts[c][j] = require(statistics.count(c, j) + smoothing.alpha(j), c, j);
      }
    }
    return counts;
  }

  /// A copy of `classCount` rows of equal length, each of numbers from 0 to 2^501.
  ///
  /// @throws IllegalArgumentException if they have another shape or range
  static double[][] copy(double[][] rows, int classCount) {
    return copy(rows, classCount, rows.length == 0 ? 1 : Math.max(1, rows[0].length));
  }

  /// A copy of `classCount` rows of `length` numbers from 0 to 2^501.
  ///
  /// @throws IllegalArgumentException if they have another shape or range
  static double[][] copy(double[][] rows, int classCount, int length) {
    if (rows.length != classCount) {
      throw new IllegalArgumentException(
          "there are counts of %d classes; %d are expected".formatted(rows.length, classCount));
    }
    double[][] copy = new double[classCount][];
    for (int c = 0; c < classCount; c++) {
      if (rows[c].length != length) {
        throw new IllegalArgumentException(
            "class %d has %d counts; %d are expected".formatted(c, rows[c].length, length));
      }
      copy[c] = rows[c].clone();
      for (int j = 0; j < length; j++) {
        require(copy[c][j], c, j);
      }
    }
    return copy;
  }

  /// Refuses a count that is not from 0 to 2^501.
  static double require(double count, int label, int feature) {
    if (!(count >= 0 && count <= MAX)) {
      throw new BadOptionException(
          "the count of %s in %s is %s; a number from 0 to 2^501 is expected",
          Fact.feature(feature), Fact.label(label), Fact.value(count));
    }
    return count;
  }

  /// The sum of one row, in four chains that take the features in turn.
  static double total(double[] counts) {
    CompensatedSum total0 = new CompensatedSum();
    CompensatedSum total1 = new CompensatedSum();
    CompensatedSum total2 = new CompensatedSum();
    CompensatedSum total3 = new CompensatedSum();
    int j = 0;
    for (; j + 4 <= counts.length; j += 4) {
      total0.add(counts[j]);
      total1.add(counts[j + 1]);
      total2.add(counts[j + 2]);
      total3.add(counts[j + 3]);
    }
    for (; j < counts.length; j++) {
      total0.add(counts[j]);
    }
    total0.add(total1);
    total0.add(total2);
    total0.add(total3);
    return total0.value();
  }
}
