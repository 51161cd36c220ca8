package org.lanewise.model.discrete;

import org.lanewise.data.SparseRow;
import org.lanewise.model.Evidence;

/// The evidence of counts: x_j (w_cj − w_aj), minus λ_cj − λ_aj if there are rates λ.
///
/// @param <R> the type of a row
abstract class CountEvidence<R> implements Evidence<R> {

  private final Weights weights;

  private CountEvidence(Weights weights) {
    this.weights = weights;
  }

  /// @param finite w, or its finite part, [c][j]
  /// @param zeros the factors of 0 for each unit of a feature, [c][j]; null if there are none
  /// @param rates λ, [c][j]; null if the model has none
  record Weights(double[][] finite, double[][] zeros, double[][] rates) {

    /// @param weights w; infinite ones are replaced
    /// @param limits the logarithm of the growth of α/0: the finite part of an infinite w has the
    ///   opposite sign
    static Weights of(double[][] weights, double[] limits, double[][] rates) {
      double[][] zeros = new double[weights.length][weights[0].length];
      boolean any = false;
      for (int c = 0; c < weights.length; c++) {
        for (int j = 0; j < weights[c].length; j++) {
          if (Double.isInfinite(weights[c][j])) {
            double sign = Math.signum(weights[c][j]);
            zeros[c][j] = -sign;
            weights[c][j] = sign * limits[c];
            any = true;
          }
        }
      }
      return new Weights(weights, any ? zeros : null, rates);
    }
  }

  @Override
  public final boolean mayBeZero() {
    return weights.zeros != null;
  }

  final int featureCount() {
    return weights.finite[0].length;
  }

  /// Whether a count of 0 also contributes.
  final boolean hasRates() {
    return weights.rates != null;
  }

  /// Adds the contribution of a count.
  final void addCount(
      double sign,
      int feature,
      double count,
      int label,
      int against,
      double[] out,
      double[] counts) {
    double part = count * (weights.finite[label][feature] - weights.finite[against][feature]);
    if (weights.rates != null) {
      part -= weights.rates[label][feature] - weights.rates[against][feature];
    }
    out[feature] += sign * part;
    if (weights.zeros != null) {
      double zeros = weights.zeros[label][feature] - weights.zeros[against][feature];
      counts[feature] += sign * (count * zeros);
    }
  }

  static final class Dense extends CountEvidence<double[]> {

    Dense(Weights weights) {
      super(weights);
    }

    @Override
    public void add(
        double sign,
        double[] row,
        double[] observed,
        int label,
        int against,
        double[] out,
        double[] zeros) {
      for (int j = 0; j < row.length; j++) {
        addCount(sign, j, row[j], label, against, out, zeros);
      }
    }
  }

  static final class Sparse extends CountEvidence<SparseRow> {

    Sparse(Weights weights) {
      super(weights);
    }

    @Override
    public void add(
        double sign,
        SparseRow row,
        SparseRow observed,
        int label,
        int against,
        double[] out,
        double[] zeros) {
      int at = row.from();
      if (hasRates()) {
        for (int j = 0; j < featureCount(); j++) {
          boolean stored = at < row.to() && row.indices()[at] == j;
          addCount(sign, j, stored ? value(row, at++) : 0, label, against, out, zeros);
        }
        return;
      }
      for (; at < row.to(); at++) {
        addCount(sign, row.indices()[at], value(row, at), label, against, out, zeros);
      }
    }

    private static double value(SparseRow row, int at) {
      return row.values() == null ? 1 : row.values()[at];
    }
  }
}
