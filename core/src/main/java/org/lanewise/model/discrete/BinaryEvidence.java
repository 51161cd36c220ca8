package org.lanewise.model.discrete;

import org.lanewise.data.CategoryColumns;
import org.lanewise.data.RowFormat;
import org.lanewise.data.SparseRow;
import org.lanewise.model.Evidence;

/// The evidence of binary features: log p_cj − log p_aj if set, else log(1 − p_cj) − log(1 − p_aj).
///
/// @param <R> the type of a row
abstract class BinaryEvidence<R> implements Evidence<R> {

  /// Finite parts of the logarithms, [value][c][j].
  private final double[][][] logs = new double[2][][];

  /// Factors of 0, 1 or none, [value][c][j]; null if no factor is 0.
  private final double[][][] zeros;

  BinaryEvidence(BernoulliNaiveBayes model) {
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

  /// The evidence of rows in a format that a model takes.
  @SuppressWarnings("unchecked") // Of the rows of that format.
  static <S> Evidence<S> of(BernoulliNaiveBayes model, RowFormat<S, ?> format) {
    BinaryEvidence<?> evidence =
        format == RowFormat.BITS
            ? new Packed(model)
            : format == RowFormat.SPARSE ? new Sparse(model) : new Coded(model);
    return (Evidence<S>) evidence;
  }

  @Override
  public final boolean mayBeZero() {
    return zeros != null;
  }

  /// Adds the contribution of a feature with value 0 or 1.
  final void add(
      double sign, int feature, int value, int label, int against, double[] out, double[] counts) {
    out[feature] += sign * (logs[value][label][feature] - logs[value][against][feature]);
    if (zeros != null) {
      counts[feature] += sign * (zeros[value][label][feature] - zeros[value][against][feature]);
    }
  }

  final int featureCount() {
    return logs[0][0].length;
  }

  /// The evidence of rows of bits.
  static final class Packed extends BinaryEvidence<long[]> {

    Packed(BernoulliNaiveBayes model) {
      super(model);
    }

    @Override
    public void add(
        double sign,
        long[] row,
        long[] observed,
        int label,
        int against,
        double[] out,
        double[] zeros) {
      for (int j = 0; j < featureCount(); j++) {
        add(sign, j, (int) (row[j >> 6] >>> j & 1), label, against, out, zeros);
      }
    }
  }

  /// The evidence of sparse rows.
  static final class Sparse extends BinaryEvidence<SparseRow> {

    Sparse(BernoulliNaiveBayes model) {
      super(model);
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
      for (int j = 0; j < featureCount(); j++) {
        int value = 0;
        if (at < row.to() && row.indices()[at] == j) {
          value = row.values() == null || row.values()[at] == 1 ? 1 : 0;
          at++;
        }
        add(sign, j, value, label, against, out, zeros);
      }
    }
  }

  /// The evidence of rows of codes, which may be missing.
  static final class Coded extends BinaryEvidence<int[]> {

    Coded(BernoulliNaiveBayes model) {
      super(model);
    }

    @Override
    public void add(
        double sign,
        int[] row,
        int[] observed,
        int label,
        int against,
        double[] out,
        double[] zeros) {
      for (int j = 0; j < featureCount(); j++) {
        if (row[j] != CategoryColumns.MISSING && observed[j] != CategoryColumns.MISSING) {
          add(sign, j, row[j], label, against, out, zeros);
        }
      }
    }
  }
}
