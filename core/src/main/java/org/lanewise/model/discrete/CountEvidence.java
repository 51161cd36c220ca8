package org.lanewise.model.discrete;

import org.lanewise.internal.score.RowReader;
import org.lanewise.model.Evidence;

/// The evidence of counts: x_j (w_cj − w_aj), minus λ_cj − λ_aj if there are rates λ.
///
/// @param <R> the type of a row
record CountEvidence<R>(CountEvidence.Weights weights, RowReader<R> reader) implements Evidence<R> {

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
  public boolean mayBeZero() {
    return weights.zeros != null;
  }

  @Override
  public void add(
      double sign, R row, R observed, int label, int against, double[] out, double[] counts) {
    for (int j = 0; j < weights.finite[0].length; j++) {
      double count = reader.value(row, j);
      double part = count * (weights.finite[label][j] - weights.finite[against][j]);
      if (weights.rates != null) {
        part -= weights.rates[label][j] - weights.rates[against][j];
      }
      out[j] += sign * part;
      if (weights.zeros != null) {
        counts[j] += sign * (count * (weights.zeros[label][j] - weights.zeros[against][j]));
      }
    }
  }
}
