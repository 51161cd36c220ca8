package org.lanewise.model.discrete;

import org.lanewise.data.CategoryColumns;
import org.lanewise.data.UnseenCategory;
import org.lanewise.model.Evidence;

/// The evidence of categories: log p_cjv − log p_ajv.
final class CategoryEvidence implements Evidence<int[]> {

  /// Finite parts of the logarithms, [c][j][v]; the last one of each feature is for a category
  /// beyond the dictionary.
  private final double[][][] logs;

  /// Factors of 0, 1 or none, in the same layout.
  private final double[][][] zeros;

  private final boolean mayBeZero;
  private final UnseenCategory unseen;

  CategoryEvidence(CategoricalNaiveBayes model, UnseenCategory unseen) {
    this.unseen = unseen;
    int k = model.classCount();
    int d = model.featureCount();
    double[] alphas = model.alphas();
    logs = new double[k][d][];
    zeros = new double[k][d][];
    boolean any = false;
    for (int c = 0; c < k; c++) {
      double[] counts = model.pseudoCounts(c);
      int first = 0;
      for (int j = 0; j < d; j++) {
        int size = model.dictionaries().get(j).size();
        double total = 0;
        for (int v = 0; v < size; v++) {
          total += counts[first + v];
        }
        first += size;
        double[] log = new double[size + 1];
        double[] zero = new double[size + 1];
        for (int v = 0; v <= size; v++) {
          log[v] = v < size ? model.logProbability(c, j, v) : beyond(alphas[j], total, size);
          if (log[v] == Double.NEGATIVE_INFINITY) {
            // The finite part of log(α / n) is −log n.
            log[v] = -StrictMath.log(total);
            zero[v] = 1;
            any = true;
          }
        }
        logs[c][j] = log;
        zeros[c][j] = zero;
      }
    }
    mayBeZero = any;
  }

  /// The logarithm of the probability that a category beyond the dictionary would have had.
  private static double beyond(double alpha, double total, int size) {
    return total == 0 ? -StrictMath.log(size + 1) : -StrictMath.log1p(total / alpha);
  }

  @Override
  public boolean mayBeZero() {
    return mayBeZero;
  }

  @Override
  public void add(
      double sign,
      int[] row,
      int[] observed,
      int label,
      int against,
      double[] out,
      double[] counts) {
    for (int j = 0; j < row.length; j++) {
      if (row[j] == CategoryColumns.MISSING || observed[j] == CategoryColumns.MISSING) {
        continue;
      }
      int size = logs[label][j].length - 1;
      if (row[j] >= size && unseen == UnseenCategory.IGNORE) {
        continue;
      }
      int v = Math.min(row[j], size);
      out[j] += sign * (logs[label][j][v] - logs[against][j][v]);
      if (mayBeZero) {
        counts[j] += sign * (zeros[label][j][v] - zeros[against][j][v]);
      }
    }
  }
}
