package org.lanewise.model.gaussian;

import java.util.Arrays;
import org.lanewise.data.BadDataException;
import org.lanewise.data.Fact;
import org.lanewise.data.NumericColumns;
import org.lanewise.internal.kernel.PackedTriangle;
import org.lanewise.internal.linalg.SymmetricEigen;
import org.lanewise.internal.store.NumericBlock;
import org.lanewise.internal.store.Stores;

/// The axes along which the classes of a [LinearDiscriminant] differ most: Fisher's discriminants.
///
/// With the covariance Σ = LLᵀ within the classes and B = Σ_c π_c (μ_c − μ)(μ_c − μ)ᵀ between them,
/// μ = Σ_c π_c μ_c, axis i is the solution of
///
/// ```
/// B a_i = λ_i Σ a_i,   a_iᵀ Σ a_i = 1,   λ_0 ≥ λ_1 ≥ …
/// ```
///
/// computed as a_i = L⁻ᵀv_i from the eigenvectors of L⁻¹BL⁻ᵀ (Hastie, Tibshirani and Friedman, The
/// Elements of Statistical Learning, 2nd ed., section 4.3.3), whose rank is at most min(d, k − 1);
/// axes with √λ_i ≤ 1e-4·√λ_0 are dropped, as in R's `MASS::lda`. In the coordinates a_iᵀ(x − μ),
/// classes have unit covariance, and apart from the priors the nearest mean determines the class.
/// The axes equal those of `MASS::lda` for the unbiased divisor and those of scikit-learn for the
/// other divisor, except for the sign: the component that is largest in units of its feature's
/// standard deviation is positive. Immutable.
public final class DiscriminantAxes {

  /// The largest √λ_i/√λ_0 of an axis that counts as rounding.
  private static final double TOLERANCE = 1e-4;

  private static final int BLOCK = 256;

  private final double[] origin;
  private final double[] centre;
  private final double[][] axes;
  private final double[] variances;

  private DiscriminantAxes(double[] origin, double[] centre, double[][] axes, double[] variances) {
    this.origin = origin;
    this.centre = centre;
    this.axes = axes;
    this.variances = variances;
  }

  /// @param covariance Σ, packed
  /// @param inverse L⁻¹, packed
  static DiscriminantAxes of(ClassMeans means, double[] covariance, double[] inverse) {
    int d = means.featureCount();
    int k = means.classCount();
    double[] centre = new double[d];
    for (int c = 0; c < k; c++) {
      for (int j = 0; j < d; j++) {
        centre[j] = Math.fma(means.priors()[c], means.residuals()[c][j], centre[j]);
      }
    }
    double[][] whitened = new double[k][];
    for (int c = 0; c < k; c++) {
      double[] difference = new double[d];
      double root = Math.sqrt(means.priors()[c]);
      for (int j = 0; j < d; j++) {
        difference[j] = root * (means.residuals()[c][j] - centre[j]);
      }
      whitened[c] = whiten(inverse, difference);
    }
    // L⁻¹BL⁻ᵀ = ZᵀZ, where Z has the k rows √π_c L⁻¹(μ_c − μ). ZᵀZ and ZZᵀ have the same non-zero
    // eigenvalues, so the smaller of the two is used.
    boolean byClass = k <= d;
    SymmetricEigen eigen = byClass ? eigenOfRows(whitened) : eigenOfRows(transposed(whitened));
    int most = Math.min(d, k - 1);
    double least = TOLERANCE * TOLERANCE * eigen.value(0);
    int count = 0;
    while (count < most && eigen.value(count) > least) {
      count++;
    }
    double[] deviations = Covariances.variances(covariance, d);
    for (int j = 0; j < d; j++) {
      deviations[j] = Math.sqrt(deviations[j]);
    }
    double[][] axes = new double[count][];
    double[] variances = new double[count];
    for (int i = 0; i < count; i++) {
      variances[i] = eigen.value(i);
      double[] vector = eigen.vector(i);
      axes[i] = axis(inverse, byClass ? combined(whitened, vector) : vector, deviations);
    }
    return new DiscriminantAxes(means.origin().clone(), centre, axes, variances);
  }

  /// L⁻¹x.
  private static double[] whiten(double[] inverse, double[] x) {
    double[] image = new double[x.length];
    for (int j = 0; j < x.length; j++) {
      for (int i = 0; i <= j; i++) {
        image[j] = Math.fma(inverse[PackedTriangle.index(i, j)], x[i], image[j]);
      }
    }
    return image;
  }

  private static double[][] transposed(double[][] rows) {
    double[][] columns = new double[rows[0].length][rows.length];
    for (int c = 0; c < rows.length; c++) {
      for (int j = 0; j < columns.length; j++) {
        columns[j][c] = rows[c][j];
      }
    }
    return columns;
  }

  /// Eigenvectors of the matrix of inner products of all rows.
  private static SymmetricEigen eigenOfRows(double[][] rows) {
    int n = rows.length;
    double[] products = new double[PackedTriangle.size(n)];
    for (int j = 0; j < n; j++) {
      for (int i = 0; i <= j; i++) {
        double sum = 0;
        for (int m = 0; m < rows[i].length; m++) {
          sum = Math.fma(rows[i][m], rows[j][m], sum);
        }
        products[PackedTriangle.index(i, j)] = sum;
      }
    }
    return SymmetricEigen.of(products, 0, n);
  }

  /// Σ_c u_c·row_c, of length 1.
  private static double[] combined(double[][] rows, double[] u) {
    double[] sum = new double[rows[0].length];
    double squares = 0;
    for (int j = 0; j < sum.length; j++) {
      for (int c = 0; c < rows.length; c++) {
        sum[j] = Math.fma(u[c], rows[c][j], sum[j]);
      }
      squares = Math.fma(sum[j], sum[j], squares);
    }
    double norm = Math.sqrt(squares);
    for (int j = 0; j < sum.length; j++) {
      sum[j] /= norm;
    }
    return sum;
  }

  /// L⁻ᵀv, with the sign that the class comment defines.
  private static double[] axis(double[] inverse, double[] v, double[] deviations) {
    int d = v.length;
    double[] axis = new double[d];
    for (int j = 0; j < d; j++) {
      for (int i = 0; i <= j; i++) {
        axis[i] = Math.fma(inverse[PackedTriangle.index(i, j)], v[j], axis[i]);
      }
    }
    double largest = 0;
    for (int j = 0; j < d; j++) {
      double part = axis[j] * deviations[j];
      largest = Math.abs(part) > Math.abs(largest) ? part : largest;
    }
    if (largest < 0) {
      for (int j = 0; j < d; j++) {
        axis[j] = -axis[j];
      }
    }
    return axis;
  }

  /// The number of axes, at most min(d, k − 1).
  public int count() {
    return axes.length;
  }

  /// a_i: the d coefficients of an axis.
  public double[] axis(int index) {
    return axes[index].clone();
  }

  /// λ_i: the variance of the class means along each axis, weighted by the priors, in units of the
  /// variance within the classes. (The `svd` of `MASS::lda` is √(n·λ_i/(k−1)).)
  public double[] variances() {
    return variances.clone();
  }

  /// λ_i / Σλ: the share of the variance between the classes that each axis explains.
  public double[] explainedVariance() {
    double sum = 0;
    for (double variance : variances) {
      sum += variance;
    }
    double[] shares = variances.clone();
    for (int i = 0; i < shares.length; i++) {
      shares[i] /= sum;
    }
    return shares;
  }

  /// a_iᵀ(x − μ) of one row for every axis, into `out[0 … count−1]`. Allocates nothing.
  ///
  /// @throws IllegalArgumentException if the row has the wrong number of features or is not finite,
  ///   or if `out` is too short
  public void transform(double[] row, double[] out) {
    if (row.length != origin.length) {
      throw new IllegalArgumentException(
          "the row has %d features; %d are expected, as in the model"
              .formatted(row.length, origin.length));
    }
    requireRoom(out.length, count());
    for (int j = 0; j < row.length; j++) {
      if (!Double.isFinite(row[j])) {
        throw new BadDataException(
            "%s of the row is %s; a finite number is expected",
            Fact.feature(j), Fact.value(row[j]));
      }
    }
    for (int i = 0; i < count(); i++) {
      double sum = 0;
      for (int j = 0; j < row.length; j++) {
        sum = Math.fma((row[j] - origin[j]) - centre[j], axes[i][j], sum);
      }
      out[i] = sum;
    }
  }

  /// a_iᵀ(x − μ) of every row and axis, into `out[row·count + i]`; bit-identical to
  /// [#transform(double\[\], double\[\])].
  ///
  /// @throws IllegalArgumentException as [#transform(double\[\], double\[\])]; the contents of
  ///   `out` are then unspecified
  public void transform(NumericColumns rows, double[] out) {
    if (rows.featureCount() != origin.length) {
      throw new IllegalArgumentException(
          "the rows have %d features; %d are expected, as in the model"
              .formatted(rows.featureCount(), origin.length));
    }
    requireRoom(out.length, (long) rows.rowCount() * count());
    NumericBlock columns = new NumericBlock();
    columns.begin(Stores.of(rows));
    double[] column = new double[BLOCK];
    double[] sums = new double[BLOCK * count()];
    for (int first = 0; first < rows.rowCount(); first += BLOCK) {
      int block = Math.min(BLOCK, rows.rowCount() - first);
      Arrays.fill(sums, 0);
      for (int j = 0; j < origin.length; j++) {
        int l = j % NumericBlock.WIDTH;
        if (l == 0) {
          columns.read(j, Math.min(NumericBlock.WIDTH, origin.length - j), first, block);
        }
        System.arraycopy(columns.column(l), columns.offset(), column, 0, block);
        centreColumn(column, block, first, j);
        for (int i = 0; i < count(); i++) {
          double coefficient = axes[i][j];
          for (int r = 0; r < block; r++) {
            sums[i * BLOCK + r] = Math.fma(column[r], coefficient, sums[i * BLOCK + r]);
          }
        }
      }
      for (int r = 0; r < block; r++) {
        for (int i = 0; i < count(); i++) {
          out[(first + r) * count() + i] = sums[i * BLOCK + r];
        }
      }
    }
  }

  private void centreColumn(double[] column, int count, int firstRow, int feature) {
    for (int r = 0; r < count; r++) {
      if (!Double.isFinite(column[r])) {
        throw new BadDataException(
            "%s, %s is %s; a finite number is expected",
            Fact.row(firstRow + r), Fact.feature(feature), Fact.value(column[r]));
      }
      column[r] = (column[r] - origin[feature]) - centre[feature];
    }
  }

  private static void requireRoom(int length, long needed) {
    if (length < needed) {
      throw new IllegalArgumentException(
          "the array for the results has %d elements; at least %d are expected"
              .formatted(length, needed));
    }
  }
}
