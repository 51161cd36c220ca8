package org.lanewise.inference;

import java.util.Arrays;
import java.util.Objects;
import org.lanewise.data.RowBatch;
import org.lanewise.score.Scorer;

/// Log densities log p(x | c) of rows to which a model was not fitted, class by class. [Typicality]
/// ranks the log densities of new rows among these if no distribution for them is known. A model
/// file stores them on request; the rows themselves are not needed again.
///
/// If a class has more than [#MAX_KEPT] rows, evenly spaced rows are kept, each with the weight of
/// all rows that are no likelier. For rows of equal weight, this lowers p-values by at most
/// 1/10,000. Immutable.
public final class DensityRanks {

  /// The largest number of log densities kept for a class: 160 kB with their weights.
  public static final int MAX_KEPT = 10_000;

  private final double[][] logDensities;
  private final double[][] weights;

  private DensityRanks(double[][] logDensities, double[][] weights) {
    this.logDensities = logDensities;
    this.weights = weights;
  }

  /// Creates ranks from stored values.
  ///
  /// @param logDensities for each class, log p(x | c) of 1 to 10,000 rows, ascending and finite
  /// @param weights for each class and log density, the total weight of the rows up to it, above 0,
  ///   ascending and finite
  /// @throws IllegalArgumentException if a value violates one of these conditions
  public static DensityRanks of(double[][] logDensities, double[][] weights) {
    double[][] densities = copy(logDensities);
    double[][] sums = copy(weights);
    requireRanked("log densities", densities, "weights", sums, 1);
    for (int c = 0; c < sums.length; c++) {
      requireAscending("weights", c, sums[c], Double.MIN_VALUE);
    }
    return new DensityRanks(densities, sums);
  }

  static double[][] copy(double[][] byClass) {
    return Arrays.stream(byClass).map(double[]::clone).toArray(double[][]::new);
  }

  /// Requires two numbers of each ranked row of each class, the first ascending and finite.
  ///
  /// @param least the fewest rows of a class
  static void requireRanked(
      String what, double[][] values, String other, double[][] others, int least) {
    if (values.length == 0 || others.length != values.length) {
      throw new IllegalArgumentException(
          "there are %s of %d classes and %s of %d; those of the same classes are expected"
              .formatted(what, values.length, other, others.length));
    }
    for (int c = 0; c < values.length; c++) {
      int count = values[c].length;
      if (count < least || count > MAX_KEPT || others[c].length != count) {
        throw new IllegalArgumentException(
            "class %d has %d %s and %d %s; %d to %d of both are expected"
                .formatted(c, count, what, others[c].length, other, least, MAX_KEPT));
      }
      requireAscending(what, c, values[c], -Double.MAX_VALUE);
    }
  }

  private static void requireAscending(String what, int label, double[] values, double least) {
    double before = least;
    for (int i = 0; i < values.length; i++) {
      // Also true if the value is NaN.
      if (!(values[i] >= before && values[i] <= Double.MAX_VALUE)) {
        throw new IllegalArgumentException(
            "number %d of the %s of class %d is %s; a finite one of at least %s is expected"
                .formatted(i, what, label, values[i], before));
      }
      before = values[i];
    }
  }

  /// Ranks of rows in ascending order of their densities, thinned to the number that is kept.
  ///
  /// @param weights the total weight of the rows up to each
  static DensityRanks kept(double[][] logDensities, double[][] weights) {
    double[][] densities = new double[logDensities.length][];
    double[][] sums = new double[logDensities.length][];
    for (int c = 0; c < densities.length; c++) {
      int count = logDensities[c].length;
      int few = Math.min(count, MAX_KEPT);
      densities[c] = new double[few];
      sums[c] = new double[few];
      for (int i = 0; i < few; i++) {
        // The last row of each share; the last of all comes last.
        int from = (int) ((i + 1L) * count / few) - 1;
        densities[c][i] = logDensities[c][from];
        sums[c][i] = weights[c][from];
      }
    }
    return new DensityRanks(densities, sums);
  }

  /// The number of classes k.
  public int classCount() {
    return logDensities.length;
  }

  /// The stored log densities of a class, ascending.
  public double[] logDensities(int label) {
    return logDensities[Objects.checkIndex(label, classCount())].clone();
  }

  /// For each log density, the total weight of the rows up to it; the last is the weight of all
  /// rows of the class.
  public double[] weights(int label) {
    return weights[Objects.checkIndex(label, classCount())].clone();
  }

  /// Returns the typicality of rows by their ranks among these log densities. Rows with missing
  /// values are rejected even if the scorer accepts them, because they have no rank among complete
  /// rows.
  ///
  /// @param scorer the scorer of the model to which these log densities belong
  /// @param priors the class priors of the model
  /// @throws IllegalArgumentException if a prior is 0, or the number of classes differs
  public <R, B extends RowBatch> Typicality<R, B> typicality(
      Scorer<R, B> scorer, double... priors) {
    return new RankTypicality<>(scorer, priors, this);
  }

  /// (r + 1)/(m + 1), where r of m rows are no likelier.
  double pValue(int label, double logDensity) {
    double[] sums = weights[label];
    int count = notAbove(logDensities[label], logDensity);
    return ((count == 0 ? 0 : sums[count - 1]) + 1) / (sums[sums.length - 1] + 1);
  }

  /// The number of ascending values that are at most x.
  private static int notAbove(double[] values, double x) {
    int low = 0;
    int high = values.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (values[middle] <= x) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof DensityRanks ranks
        && Arrays.deepEquals(logDensities, ranks.logDensities)
        && Arrays.deepEquals(weights, ranks.weights);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.deepHashCode(logDensities) + Arrays.deepHashCode(weights);
  }

  @Override
  public String toString() {
    return "DensityRanks[of %d classes, %s log densities]"
        .formatted(
            classCount(),
            Arrays.toString(Arrays.stream(logDensities).mapToInt(d -> d.length).toArray()));
  }
}
