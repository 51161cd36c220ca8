package org.lanewise.internal.transform;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.lanewise.description.Description;
import org.lanewise.description.Tensor;
import org.lanewise.internal.store.NumericBlock;
import org.lanewise.internal.store.NumericStore;

/// (x_j − m_j)/s_j, or x_j − m_j without deviations.
public final class Standardization implements ColumnStep {

  private final double[] means;

  /// Null if rows are only centred.
  private final double[] deviations;

  /// @param deviations may be null
  /// @throws IllegalArgumentException if the numbers differ, a mean is not finite, or a deviation
  ///   is not positive and finite
  public Standardization(double[] means, double[] deviations) {
    this.means = means.clone();
    this.deviations = deviations == null ? null : deviations.clone();
    if (means.length == 0 || deviations != null && deviations.length != means.length) {
      throw new IllegalArgumentException(
          "there are %d means and %d deviations; one of both for each feature is expected"
              .formatted(means.length, deviations == null ? 0 : deviations.length));
    }
    for (int j = 0; j < means.length; j++) {
      if (!Double.isFinite(means[j])) {
        throw new IllegalArgumentException(
            "the mean of feature %d is %s; a finite number is expected".formatted(j, means[j]));
      }
      if (deviations != null && !(deviations[j] > 0 && deviations[j] <= Double.MAX_VALUE)) {
        throw new IllegalArgumentException(
            "the deviation of feature %d is %s; a finite number above 0 is expected"
                .formatted(j, deviations[j]));
      }
    }
  }

  /// The means of the columns, and their standard deviations with divisor n; a constant column has
  /// deviation 1.
  ///
  /// @param scaled whether deviations are wanted
  public static Standardization of(NumericStore rows, boolean scaled) {
    double[] means = means(rows, new double[rows.columnCount()], 1);
    if (!scaled) {
      return new Standardization(means, null);
    }
    double[] deviations = means(rows, means, 2);
    for (int j = 0; j < deviations.length; j++) {
      double deviation = Math.sqrt(deviations[j]);
      // Rounding of the mean leaves a little of a constant column.
      boolean constant = deviation <= 0x1p-50 * Math.abs(means[j]);
      deviations[j] = constant || !(deviation > 0) ? 1 : deviation;
    }
    return new Standardization(means, deviations);
  }

  /// The means of (x − m) or its square, summed block by block.
  private static double[] means(NumericStore rows, double[] centre, int power) {
    double[] sums = new double[rows.columnCount()];
    NumericBlock.forEach(
        rows,
        (block, column, width, _, count) -> {
          for (int l = 0; l < width; l++) {
            double[] values = block.column(l);
            double mean = centre[column + l];
            double sum = 0;
            for (int i = block.offset(); i < block.offset() + count; i++) {
              double x = values[i] - mean;
              sum += power == 1 ? x : x * x;
            }
            sums[column + l] += sum;
          }
        });
    for (int j = 0; j < sums.length; j++) {
      sums[j] /= rows.rowCount();
    }
    return sums;
  }

  /// The means.
  public double[] means() {
    return means.clone();
  }

  /// The deviations; empty if rows are only centred.
  public double[] deviations() {
    return deviations == null ? new double[0] : deviations.clone();
  }

  @Override
  public int outputCount(int inputCount) {
    if (inputCount != means.length) {
      throw new IllegalArgumentException(
          "rows of %d features were given to a standardization of %d; as many are expected"
              .formatted(inputCount, means.length));
    }
    return inputCount;
  }

  @Override
  public void apply(int feature, double[] values, int offset, int count) {
    double mean = means[feature];
    if (deviations == null) {
      for (int i = offset; i < offset + count; i++) {
        values[i] -= mean;
      }
    } else {
      double deviation = deviations[feature];
      for (int i = offset; i < offset + count; i++) {
        values[i] = (values[i] - mean) / deviation;
      }
    }
  }

  @Override
  public void row(double[] in, int d, double[] out) {
    for (int j = 0; j < d; j++) {
      out[j] = deviations == null ? in[j] - means[j] : (in[j] - means[j]) / deviations[j];
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Standardization that
        && Arrays.equals(that.means, means)
        && Arrays.equals(that.deviations, deviations);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(means) + Arrays.hashCode(deviations);
  }

  @Override
  public Description describe() {
    Description ofMeans =
        Description.ofStep("standardization")
            .with(Tensor.vector("means", Tensor.FEATURE, Tensor.FEATURE, means));
    return deviations == null
        ? ofMeans
        : ofMeans.with(Tensor.vector("deviations", Tensor.FEATURE, Tensor.FEATURE, deviations));
  }

  @Override
  public double[] before(double[] row, int inputCount, RandomGenerator random) {
    double[] before = means.clone();
    for (int j = 0; j < before.length; j++) {
      before[j] += row[j] * (deviations == null ? 1 : deviations[j]);
    }
    return before;
  }

  @Override
  public String toString() {
    return deviations == null ? "center" : "standard";
  }
}
