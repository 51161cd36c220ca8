package org.lanewise.textbook;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;

/// Means, scatters and normal densities as a textbook writes them, in 60 decimal digits.
///
/// Nothing here is clever: sums over rows, E[(x − μ)(x − μ)ᵀ] in two passes, Gaussian elimination.
public final class Textbook {

  /// Digits of every division and of the elimination.
  public static final MathContext DIGITS = new MathContext(60);

  private Textbook() {}

  /// Σ w.
  public static BigDecimal weight(double[] weights) {
    BigDecimal sum = BigDecimal.ZERO;
    for (double weight : weights) {
      sum = sum.add(new BigDecimal(weight));
    }
    return sum;
  }

  /// Σ w x / Σ w.
  public static BigDecimal[] mean(double[][] rows, double[] weights) {
    BigDecimal[] mean = new BigDecimal[rows[0].length];
    BigDecimal total = weight(weights);
    for (int j = 0; j < mean.length; j++) {
      BigDecimal sum = BigDecimal.ZERO;
      for (int i = 0; i < rows.length; i++) {
        sum = sum.add(new BigDecimal(rows[i][j]).multiply(new BigDecimal(weights[i])));
      }
      mean[j] = sum.divide(total, DIGITS);
    }
    return mean;
  }

  /// Σ w (x − μ)(x − μ)ᵀ.
  public static BigDecimal[][] scatter(double[][] rows, double[] weights) {
    BigDecimal[] mean = mean(rows, weights);
    int d = mean.length;
    BigDecimal[][] scatter = zeros(d);
    for (int i = 0; i < rows.length; i++) {
      BigDecimal w = new BigDecimal(weights[i]);
      BigDecimal[] centred = new BigDecimal[d];
      for (int j = 0; j < d; j++) {
        centred[j] = new BigDecimal(rows[i][j]).subtract(mean[j], DIGITS);
      }
      for (int a = 0; a < d; a++) {
        BigDecimal weighted = centred[a].multiply(w, DIGITS);
        for (int b = 0; b <= a; b++) {
          scatter[a][b] = scatter[a][b].add(weighted.multiply(centred[b], DIGITS), DIGITS);
          scatter[b][a] = scatter[a][b];
        }
      }
    }
    return scatter;
  }

  /// A d×d matrix of zeros.
  public static BigDecimal[][] zeros(int d) {
    BigDecimal[][] zeros = new BigDecimal[d][d];
    for (BigDecimal[] row : zeros) {
      Arrays.fill(row, BigDecimal.ZERO);
    }
    return zeros;
  }

  /// a + b.
  public static BigDecimal[][] sum(BigDecimal[][] a, BigDecimal[][] b) {
    BigDecimal[][] sum = zeros(a.length);
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < a.length; j++) {
        sum[i][j] = a[i][j].add(b[i][j], DIGITS);
      }
    }
    return sum;
  }

  /// matrix / divisor.
  public static BigDecimal[][] divide(BigDecimal[][] matrix, BigDecimal divisor) {
    BigDecimal[][] quotient = zeros(matrix.length);
    for (int i = 0; i < matrix.length; i++) {
      for (int j = 0; j < matrix.length; j++) {
        quotient[i][j] = matrix[i][j].divide(divisor, DIGITS);
      }
    }
    return quotient;
  }

  /// The matrix with zeros off its diagonal.
  public static BigDecimal[][] diagonal(BigDecimal[][] matrix) {
    BigDecimal[][] diagonal = zeros(matrix.length);
    for (int j = 0; j < matrix.length; j++) {
      diagonal[j][j] = matrix[j][j];
    }
    return diagonal;
  }

  /// log π − ½ log|Σ| − ½ (x − μ)ᵀ Σ⁻¹ (x − μ) − (d/2) log 2π, by elimination of [Σ | x − μ].
  public static double logJoint(
      double[] x, BigDecimal[] mean, BigDecimal[][] covariance, double prior) {
    int d = x.length;
    BigDecimal[][] a = new BigDecimal[d][];
    BigDecimal[] right = new BigDecimal[d];
    BigDecimal[] centred = new BigDecimal[d];
    for (int j = 0; j < d; j++) {
      a[j] = covariance[j].clone();
      centred[j] = new BigDecimal(x[j]).subtract(mean[j], DIGITS);
      right[j] = centred[j];
    }
    double logDeterminant = 0;
    BigDecimal squared = BigDecimal.ZERO;
    for (int p = 0; p < d; p++) {
      logDeterminant += log(a[p][p]);
      // With A = LDLᵀ the squared length is Σ (L⁻¹(x − μ))_p² / D_p.
      squared = squared.add(right[p].multiply(right[p], DIGITS).divide(a[p][p], DIGITS), DIGITS);
      for (int i = p + 1; i < d; i++) {
        BigDecimal factor = a[i][p].divide(a[p][p], DIGITS);
        for (int j = p; j < d; j++) {
          a[i][j] = a[i][j].subtract(factor.multiply(a[p][j], DIGITS), DIGITS);
        }
        right[i] = right[i].subtract(factor.multiply(right[p], DIGITS), DIGITS);
      }
    }
    return Math.log(prior)
        - 0.5 * logDeterminant
        - 0.5 * squared.doubleValue()
        - 0.5 * d * Math.log(2 * Math.PI);
  }

  /// log Σ exp.
  public static double logSumExp(double[] values) {
    double max = Double.NEGATIVE_INFINITY;
    for (double value : values) {
      max = Math.max(max, value);
    }
    double sum = 0;
    for (double value : values) {
      sum += Math.exp(value - max);
    }
    return max + Math.log(sum);
  }

  /// The natural logarithm, of any magnitude.
  private static double log(BigDecimal positive) {
    int exponent = positive.precision() - positive.scale();
    return Math.log(positive.movePointLeft(exponent).doubleValue()) + exponent * Math.log(10);
  }
}
