package org.lanewise.internal.score.marginal;

import java.util.Arrays;
import org.lanewise.internal.kernel.Elementary;
import org.lanewise.internal.score.scratch.Workspace;

/// Marginals of independent normal features, by class: the factors of those that were seen,
///
/// ```
/// log p(x_o, c) = (log π_c − Σ_{j seen} (log σ_cj + ½ log 2π)) − ½ Σ_{j seen} ((x_j − mean_cj) / σ_cj)²
/// ```
///
/// each sum in the order of the features.
public final class VarianceMarginals extends Marginals {

  private final int d;
  private final int stride;
  private final double[] mean;
  private final double[] inverse;

  /// log σ_cj + ½ log 2π.
  private final double[] logs;

  /// @param d the number of features
  /// @param stride the distance of two features in what follows
  /// @param mean residual means, `[j·stride + c]`
  /// @param inverse 1/σ_cj, in the same layout
  public VarianceMarginals(double[] logPriors, int d, int stride, double[] mean, double[] inverse) {
    super(logPriors);
    this.d = d;
    this.stride = stride;
    this.mean = mean;
    this.inverse = inverse;
    logs = new double[inverse.length];
    for (int i = 0; i < logs.length; i++) {
      // Behind the last class there is none.
      logs[i] = inverse[i] > 0 ? HALF_LOG_TWO_PI - Elementary.log(inverse[i]) : 0;
    }
  }

  @Override
  public void discriminants(Workspace w) {
    double[] squares = w.scores;
    double[] constants = w.sums(1);
    Arrays.fill(squares, 0, stride, 0);
    Arrays.fill(constants, 0, stride, 0);
    for (int j = 0; j < d; j++) {
      double x = w.x[j];
      if (!Double.isNaN(x)) {
        int at = j * stride;
        for (int c = 0; c < stride; c++) {
          double z = (x - mean[at + c]) * inverse[at + c];
          squares[c] = Math.fma(z, z, squares[c]);
          constants[c] += logs[at + c];
        }
      }
    }
    for (int c = 0; c < classCount; c++) {
      squares[c] = Math.fma(-0.5, squares[c], logPrior(c) - constants[c]);
    }
  }

  /// Log joints of a block of rows, into `out[c·outStride + r]`: the bits that [#discriminants]
  /// gives of each row alone.
  ///
  /// Loops go over the rows of whole arrays, so that they are compiled to vectors. A value that was
  /// not seen is multiplied by 0, which changes no sum.
  ///
  /// @param columns the rows less the origin, column by column, 0 where a value was not seen
  /// @param seen 1 where a value was seen, else 0
  /// @param squares room for as many rows, as `constants`
  public void block(
      double[][] columns,
      double[][] seen,
      int rows,
      double[] squares,
      double[] constants,
      double[] out,
      int outStride) {
    for (int c = 0; c < classCount; c++) {
      Arrays.fill(squares, 0, rows, 0);
      Arrays.fill(constants, 0, rows, 0);
      int j = 0;
      for (; j + 1 < d; j += 2) {
        int at = j * stride + c;
        addTwo(columns, seen, j, at, at + stride, rows, squares, constants);
      }
      if (j < d) {
        addOne(columns[j], seen[j], j * stride + c, rows, squares, constants);
      }
      for (int r = 0; r < rows; r++) {
        out[c * outStride + r] = Math.fma(-0.5, squares[r], logPrior(c) - constants[r]);
      }
    }
  }

  private void addTwo(
      double[][] columns,
      double[][] seen,
      int j,
      int first,
      int second,
      int rows,
      double[] squares,
      double[] constants) {
    double[] x0 = columns[j];
    double[] x1 = columns[j + 1];
    double[] v0 = seen[j];
    double[] v1 = seen[j + 1];
    double m0 = mean[first];
    double m1 = mean[second];
    double s0 = inverse[first];
    double s1 = inverse[second];
    double h0 = logs[first];
    double h1 = logs[second];
    for (int r = 0; r < rows; r++) {
      double z0 = (x0[r] - m0) * v0[r] * s0;
      double z1 = (x1[r] - m1) * v1[r] * s1;
      squares[r] = Math.fma(z1, z1, Math.fma(z0, z0, squares[r]));
      constants[r] = Math.fma(v1[r], h1, Math.fma(v0[r], h0, constants[r]));
    }
  }

  private void addOne(
      double[] x, double[] v, int at, int rows, double[] squares, double[] constants) {
    double m = mean[at];
    double s = inverse[at];
    double h = logs[at];
    for (int r = 0; r < rows; r++) {
      double z = (x[r] - m) * v[r] * s;
      squares[r] = Math.fma(z, z, squares[r]);
      constants[r] = Math.fma(v[r], h, constants[r]);
    }
  }

  @Override
  public void logJoints(Workspace w) {
    // The discriminants are the log joints.
  }
}
