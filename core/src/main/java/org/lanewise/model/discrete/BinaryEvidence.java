package org.lanewise.model.discrete;

import org.lanewise.internal.score.RowReader;
import org.lanewise.model.Evidence;

/// The evidence of binary features: log p_cj − log p_aj if set, else log(1 − p_cj) − log(1 − p_aj).
///
/// @param <R> the type of a row
final class BinaryEvidence<R> implements Evidence<R> {

  /// Finite parts of the logarithms, [value][c][j].
  private final double[][][] logs = new double[2][][];

  /// Factors of 0, 1 or none, [value][c][j]; null if no factor is 0.
  private final double[][][] zeros;

  private final RowReader<R> reader;

  BinaryEvidence(BernoulliNaiveBayes model, RowReader<R> reader) {
    this.reader = reader;
    int k = model.classCount();
    int d = model.featureCount();
    double[][][] counts = new double[2][k][d];
    boolean any = false;
    for (int value = 0; value < 2; value++) {
      logs[value] = model.logProbabilities(value == 1);
      for (int c = 0; c < k; c++) {
        double[] rest = model.pseudoCounts(c, value == 0);
        for (int j = 0; j < d; j++) {
          if (logs[value][c][j] == Double.NEGATIVE_INFINITY) {
            // The finite part of log(α / n) is −log n.
            logs[value][c][j] = -StrictMath.log(rest[j]);
            counts[value][c][j] = 1;
            any = true;
          }
        }
      }
    }
    zeros = any ? counts : null;
  }

  @Override
  public boolean mayBeZero() {
    return zeros != null;
  }

  @Override
  public void add(
      double sign, R row, R observed, int label, int against, double[] out, double[] counts) {
    for (int j = 0; j < logs[0][0].length; j++) {
      double given = reader.value(row, j);
      if (!Double.isNaN(given) && !Double.isNaN(reader.value(observed, j))) {
        int value = given == 1 ? 1 : 0;
        out[j] += sign * (logs[value][label][j] - logs[value][against][j]);
        if (zeros != null) {
          counts[j] += sign * (zeros[value][label][j] - zeros[value][against][j]);
        }
      }
    }
  }
}
