package org.lanewise.model.gaussian;

import java.util.Arrays;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.internal.gather.NonFiniteException;
import org.lanewise.internal.kernel.PackedTriangle;
import org.lanewise.internal.store.NumericBlock;
import org.lanewise.internal.store.Stores;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.GaussianSummary;

/// A second pass over the rows of [GaussianStatistics]: sums of fourth powers about the class means
/// of the first pass.
///
/// For class c with mean μ_c and standard deviations σ_cj (divisor W_c), and t the trace of the
/// pooled within-class covariance (divisor W):
///
/// ```
/// raw = Σ_i w_i (‖x_i − μ_c(i)‖² / t)²,   standardized_c = Σ_{i in c} w_i (Σ_j ((x_ij − μ_cj) / σ_cj)²)²
/// ```
///
/// In these units, no fourth power of a feature with positive variance overflows. Features that do
/// not vary in a class contribute 0. Sums are in the order of the rows.
final class FourthMoments {

  private static final int BLOCK = 256;

  private final GaussianSummary summary;
  private final double[][] means;
  private final double[][] remainders;

  /// 1/σ_cj, or 0 if σ_cj is 0; null if only the pooled scatter is known.
  private final double[][] inverses;

  private final double inverseTrace;
  private final double[] standardized;
  private double raw;

  /// Reads the rows of the first pass again.
  ///
  /// @param first the statistics of the first pass
  /// @throws IllegalArgumentException if the rows are not those of the first pass
  FourthMoments(GaussianStatistics first, NumericColumns rows, Labels labels) {
    this(first);
    int[] label = SecondPass.classes(first, rows, labels);
    add(rows, labels, label);
    if (!Double.isFinite(raw)) {
      NonFiniteException.refuseIn(rows);
    }
    SecondPass.requireWeights(first, label, labels);
  }

  private FourthMoments(GaussianStatistics first) {
    summary = first.summary();
    int d = summary.featureCount();
    int k = summary.classCount();
    means = new double[k][];
    remainders = new double[k][];
    inverses = summary.pooled() ? null : new double[k][d];
    standardized = new double[k];
    for (int c = 0; c < k; c++) {
      means[c] = summary.mean(c);
      remainders[c] = summary.meanRemainder(c);
    }
    if (inverses != null) {
      makeInverses();
    }
    double[] within = Covariances.withinScatter(summary);
    double trace = 0;
    for (int j = 0; j < d; j++) {
      trace += within[PackedTriangle.index(j, j)] / summary.totalWeight();
    }
    inverseTrace = trace > 0 ? 1 / trace : 0;
  }

  private void makeInverses() {
    double[] classWeights = summary.classWeights();
    for (int c = 0; c < inverses.length; c++) {
      for (int j = 0; j < inverses[c].length; j++) {
        double scatter = summary.scatter(c, j, j);
        inverses[c][j] = scatter > 0 ? Math.sqrt(classWeights[c] / scatter) : 0;
      }
    }
  }

  private void add(NumericColumns rows, Labels labels, int[] label) {
    int d = summary.featureCount();
    NumericBlock columns = new NumericBlock();
    columns.begin(Stores.of(rows));
    double[] squares = new double[BLOCK];
    double[] standardSquares = new double[BLOCK];
    for (int first = 0; first < rows.rowCount(); first += BLOCK) {
      int count = Math.min(BLOCK, rows.rowCount() - first);
      Arrays.fill(squares, 0);
      Arrays.fill(standardSquares, 0);
      for (int j = 0; j < d; j++) {
        int l = j % NumericBlock.WIDTH;
        if (l == 0) {
          columns.read(j, Math.min(NumericBlock.WIDTH, d - j), first, count);
        }
        double[] column = columns.column(l);
        int offset = columns.offset();
        for (int r = 0; r < count; r++) {
          double z =
              (column[offset + r] - means[label[first + r]][j]) - remainders[label[first + r]][j];
          squares[r] = Math.fma(z, z, squares[r]);
          if (inverses != null) {
            double s = z * inverses[label[first + r]][j];
            standardSquares[r] = Math.fma(s, s, standardSquares[r]);
          }
        }
      }
      for (int r = 0; r < count; r++) {
        double weight = labels.weight(first + r);
        double share = squares[r] * inverseTrace;
        raw = Math.fma(weight * share, share, raw);
        int c = label[first + r];
        standardized[c] =
            Math.fma(weight * standardSquares[r], standardSquares[r], standardized[c]);
      }
    }
  }

  /// The summary of the first pass.
  GaussianSummary summary() {
    return summary;
  }

  /// Σ_i w_i (‖x_i − μ_c(i)‖² / t)² over the rows of all classes; 0 if no feature varies.
  double raw() {
    return raw;
  }

  /// Σ w_i (Σ_j ((x_ij − μ_cj) / σ_cj)²)² over the rows of a class.
  ///
  /// @throws IllegalArgumentException if the first pass knew only the pooled scatter
  double standardized(int label) {
    if (inverses == null) {
      throw new IllegalArgumentException(
          "the first pass held one scatter pooled over the classes; statistics with a scatter for"
              + " each class are expected");
    }
    return standardized[label];
  }
}
