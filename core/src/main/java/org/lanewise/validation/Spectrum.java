package org.lanewise.validation;

import static org.lanewise.internal.tier.Kernel.AFFINE_PANEL;
import static org.lanewise.internal.tier.Kernel.LOG;

import java.util.Arrays;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.internal.kernel.ColumnPanel;
import org.lanewise.internal.kernel.Elementary;
import org.lanewise.internal.kernel.PackedTriangle;
import org.lanewise.internal.kernel.ScoreKernels;
import org.lanewise.internal.linalg.SymmetricEigen;
import org.lanewise.internal.score.ClassParameters;
import org.lanewise.internal.store.NumericBlock;
import org.lanewise.internal.store.Stores;
import org.lanewise.internal.tier.Kernels;
import org.lanewise.model.gaussian.GaussianClassifier;
import org.lanewise.model.gaussian.Shrinkage;
import org.lanewise.validation.Removals.NumericRemoval;
import org.lanewise.validation.Removals.Removed;

/// Normal densities whose covariance follows the removal of a row. Without row i of a class with
/// mean μ, and with δ = x − μ, it is
///
/// ```
/// α_i·(B − b_i·δδᵀ) + τ_i·I
/// ```
///
/// with one matrix B = QΛQᵀ. In the basis Q, all terms except the middle one are diagonal, and that
/// one has rank 1. Rows of one class are stored as planes of this basis, whose element i belongs to
/// row i.
final class Spectrum {

  /// The most rows of a block.
  private static final int BLOCK = 128;

  /// Below this share of the determinant, or of the trace, the model is refitted without the row.
  static final double MIN_LEFT = 1e-4;

  /// Products of entries, each over that of a larger α and τ, are kept above this.
  private static final double MIN_PRODUCT = 1e-250;

  /// Products are kept between 2^−500 and 2^500.
  private static final int RANGE = 500;

  private static final double LOG_TWO = StrictMath.log(2);

  /// The features of the basis that are accumulated over a block at once.
  private static final int AT_ONCE = 64;

  private static final int STRIDE = ScoreKernels.STRIDE;

  /// The number of rows that are sorted by class at once, and the most that they may be apart.
  private static final int SORTED = 1024;

  private static final int SPAN = 4096;

  private final int d;
  private final int k;
  private final double[] values;
  private final double leastValue;
  private final double trace;

  /// Row i is eigenvector i, column i of Q.
  private final double[][] vectors;

  /// Q as the weights of affine scores, and their intercepts.
  private final double[] weights;

  private final double[] zeros;
  private final double[][] origins;

  /// Class means minus their origins, padded; and, in the basis, those that were requested.
  private final double[][] means;

  private final double[][] rotatedMeans;

  // The rows that are loaded.
  private int count;
  private int own;
  private final NumericBlock reader = new NumericBlock();
  private final int[] sorted = new int[SORTED];

  /// Columns of rows sorted by class, minus the origin of the class.
  private final double[][] x;

  private final ColumnPanel panel = new ColumnPanel();
  private final double[] chain;
  private final double[] rotated;
  private final double[] plane = new double[BLOCK];
  private final double[] entries = new double[BLOCK];
  private final double[] lengths = new double[BLOCK];
  private final double[] alpha = new double[BLOCK];
  private final double[] tau = new double[BLOCK];
  private final double[] loss = new double[BLOCK];
  private final double[] product = new double[BLOCK];

  /// The remaining share of the determinant, and log densities at distance 0; may be NaN.
  private final double[] left = new double[BLOCK];

  private final double[] logs = new double[BLOCK];
  private final double[] peaks = new double[BLOCK];

  /// Squared lengths by class, `[c][i]`, and products with those about the row's own mean, or null.
  private final double[][] squares;

  private final double[][] crosses;

  /// @param full d rows of d
  /// @param model gives the means of the classes
  Spectrum(double[][] full, GaussianClassifier model) {
    d = full.length;
    double[] packed = new double[PackedTriangle.size(d)];
    double sum = 0;
    for (int j = 0; j < d; j++) {
      sum += full[j][j];
      for (int i = 0; i <= j; i++) {
        packed[PackedTriangle.index(i, j)] = full[i][j];
      }
    }
    trace = sum;
    SymmetricEigen eigen = SymmetricEigen.of(packed, 0, d);
    vectors = new double[d][];
    values = new double[d];
    double smallest = Double.POSITIVE_INFINITY;
    for (int i = 0; i < d; i++) {
      vectors[i] = eigen.vector(i);
      // The eigenvalues of a scatter are negative only by rounding.
      values[i] = Math.max(0, eigen.value(i));
      smallest = Math.min(smallest, values[i]);
    }
    leastValue = smallest;
    int stride = ScoreKernels.classStride(d);
    weights = ClassParameters.panelsByEight(ClassParameters.byEight(vectors, stride), d, d);
    int padded = ClassParameters.paddedFeatures(d);
    zeros = new double[stride];
    x = new double[padded][SORTED + ScoreKernels.ROW_STEP];
    chain = new double[Math.min(d, AT_ONCE) * STRIDE];
    rotated = new double[Math.multiplyExact(d, STRIDE)];
    k = model.classCount();
    origins = new double[k][];
    means = new double[k][];
    rotatedMeans = new double[k][];
    for (int c = 0; c < k; c++) {
      origins[c] = model.origin(c);
      if (c > 0 && Arrays.equals(origins[c], origins[c - 1])) {
        origins[c] = origins[c - 1];
      }
      means[c] = Arrays.copyOf(model.residualMean(c), padded);
    }
    squares = new double[k][];
    crosses = new double[k][];
  }

  /// Element i, in the basis, of the mean of the rows' class minus that of another.
  private double gap(int c, int i) {
    if (Arrays.equals(origins[own], origins[c])) {
      return rotatedMean(own)[i] - rotatedMean(c)[i];
    }
    double sum = 0;
    for (int j = 0; j < d; j++) {
      double gap = (origins[own][j] - origins[c][j]) + (means[own][j] - means[c][j]);
      sum = Math.fma(vectors[i][j], gap, sum);
    }
    return sum;
  }

  /// The mean of a class minus its origin, in the basis.
  private double[] rotatedMean(int c) {
    if (rotatedMeans[c] == null) {
      double[] out = new double[d];
      for (int i = 0; i < d; i++) {
        double sum = 0;
        for (int j = 0; j < d; j++) {
          sum = Math.fma(vectors[i][j], means[c][j], sum);
        }
        out[i] = sum;
      }
      rotatedMeans[c] = out;
    }
    return rotatedMeans[c];
  }

  /// The consumer of a block of rows of one class.
  interface Visitor {
    /// Takes rows `which[from]` to `which[from + count − 1]`, all of class `own`: rows 0 to `count`
    /// − 1 of this spectrum.
    void visit(int[] which, int from, int count, int own);
  }

  /// Visits rows in blocks of one class each.
  ///
  /// @param which the rows, ascending
  void forEachBlock(NumericColumns rows, Labels labels, int[] which, Visitor visitor) {
    reader.begin(Stores.of(rows));
    int[] next = new int[k + 1];
    int end;
    for (int first = 0; first < which.length; first = end) {
      end = first + 1;
      while (end < which.length && end - first < SORTED && which[end] - which[first] < SPAN) {
        end++;
      }
      sort(labels, which, first, end, next);
      int size = end - first;
      gather(which[first], which[end - 1] + 1, size, next);
      // Blocks end where the class changes.
      for (int from = 0; from < size; from += count) {
        own = labels.index(sorted[from]);
        count = Math.min(BLOCK, next[own] - from);
        rotate(from);
        visitor.visit(sorted, from, count, own);
      }
    }
    reader.forget();
  }

  /// @param next receives the ends of the classes
  private void sort(Labels labels, int[] which, int first, int end, int[] next) {
    Arrays.fill(next, 0);
    for (int r = first; r < end; r++) {
      next[labels.index(which[r]) + 1]++;
    }
    for (int c = 0; c < k; c++) {
      next[c + 1] += next[c];
    }
    for (int r = first; r < end; r++) {
      sorted[next[labels.index(which[r])]++] = which[r];
    }
  }

  /// Gathers columns of the sorted rows, which are some of rows `first` to `end − 1`, class by
  /// class.
  private void gather(int first, int end, int size, int[] ends) {
    for (int j = 0; j < d; j += NumericBlock.WIDTH) {
      int width = Math.min(NumericBlock.WIDTH, d - j);
      reader.read(j, width, first, end - first);
      for (int l = 0; l < width; l++) {
        double[] column = reader.column(l);
        for (int c = 0, from = 0; from < size; from = ends[c++]) {
          int at = reader.offset() - first;
          QuotientSums.gather(column, at, sorted, from, ends[c], origins[c][j + l], x[j + l]);
        }
      }
    }
  }

  /// Computes rows about the mean of their class, which may be small relative to the origin, in the
  /// basis.
  private void rotate(int from) {
    panel.rows = Math.ceilDiv(count, ScoreKernels.ROW_STEP) * ScoreKernels.ROW_STEP;
    panel.offset = from;
    for (int i = 0; i < d; i++) {
      Arrays.fill(rotated, i * STRIDE, i * STRIDE + panel.rows, 0);
    }
    for (int first = 0; first < d; first += AT_ONCE) {
      int end = Math.min(d, first + AT_ONCE);
      panel.reset();
      while (panel.next(d)) {
        System.arraycopy(x, panel.first(), panel.columns, 0, ColumnPanel.WIDTH);
        Kernels.score(AFFINE_PANEL)
            .affinePanel(panel, means[own], weights, zeros, d, first, end, chain, rotated, STRIDE);
      }
    }
    Arrays.fill(lengths, 0, count, 0);
    for (int i = 0; i < d; i++) {
      System.arraycopy(rotated, i * STRIDE, plane, 0, count);
      QuotientSums.addSquares(plane, count, lengths);
    }
  }

  /// tr(B − b·δδᵀ) of row i; NaN if too few digits are left.
  double traceWithout(int i, double lost) {
    double without = trace - lost * lengths[i];
    return without >= MIN_LEFT * trace ? without : Double.NaN;
  }

  /// Sets the covariance without row i.
  ///
  /// @param left the divisor of the scatter without it
  void remove(int i, Removed removed, double left, Regularization by) {
    double trace = traceWithout(i, removed.scatter());
    set(i, by.share() / left, removed.scatter(), by.diagonal(trace / left));
  }

  /// Sets α, b and τ of row i.
  void set(int i, double newAlpha, double lost, double newTau) {
    alpha[i] = newAlpha;
    loss[i] = newAlpha * lost;
    tau[i] = newTau;
  }

  /// Inverts, and computes the products of the rows with their own class and others.
  ///
  /// @param first the first of the other classes, if there are any
  /// @param end one after the last of them; the class of the rows may be among them
  void invert(int first, int end) {
    double largestAlpha = 0;
    double largestTau = 0;
    for (int i = 0; i < count; i++) {
      // For the last row of a class, they are not finite.
      if (Double.isFinite(alpha[i]) && Double.isFinite(tau[i])) {
        largestAlpha = Math.max(largestAlpha, alpha[i]);
        largestTau = Math.max(largestTau, tau[i]);
      }
    }
    Arrays.fill(product, 0, count, 1);
    clear(squares, own);
    for (int c = first; c < end; c++) {
      clear(squares, c);
      clear(crosses, c);
    }
    double logOfLargest = logProduct(largestAlpha, largestTau);
    for (int i = 0; i < d; i++) {
      System.arraycopy(rotated, i * STRIDE, plane, 0, count);
      QuotientSums.entries(alpha, values[i], tau, count, entries);
      QuotientSums.multiply(
          entries, 1 / Math.fma(largestAlpha, values[i], largestTau), count, product);
      QuotientSums.invert(entries, count);
      QuotientSums.addProducts(plane, 0, 0, entries, count, squares[own]);
      for (int c = first; c < end; c++) {
        if (c != own) {
          double gap = gap(c, i);
          QuotientSums.addProducts(plane, gap, gap, entries, count, squares[c]);
          QuotientSums.addProducts(plane, gap, 0, entries, count, crosses[c]);
        }
      }
    }
    double[] q = squares[own];
    for (int i = 0; i < count; i++) {
      left[i] = 1 - loss[i] * q[i];
      // Comparisons with NaN are false.
      boolean regular =
          alpha[i] >= 0
              && Math.fma(alpha[i], leastValue, tau[i]) >= Double.MIN_NORMAL
              && product[i] >= MIN_PRODUCT
              && product[i] < Double.POSITIVE_INFINITY
              && left[i] >= MIN_LEFT;
      product[i] = regular ? product[i] * left[i] : Double.NaN;
    }
    Kernels.elementary(LOG).log(product, 0, count, logs, 0);
    for (int i = 0; i < count; i++) {
      peaks[i] = NumericRemoval.logNormalizer(logOfLargest + logs[i], d);
    }
  }

  private void clear(double[][] planes, int c) {
    if (planes[c] == null) {
      planes[c] = new double[BLOCK];
    }
    Arrays.fill(planes[c], 0, count, 0);
  }

  /// log |α·B + τ·I|.
  private double logProduct(double alpha, double tau) {
    double product = 1;
    long exponents = 0;
    for (int i = 0; i < d; i++) {
      double entry = Math.fma(alpha, values[i], tau);
      int first = Math.getExponent(product);
      int second = Math.getExponent(entry);
      boolean inRange = Math.abs(first + second) <= RANGE;
      exponents += inRange ? 0 : first + second;
      product =
          inRange ? product * entry : Math.scalb(product, -first) * Math.scalb(entry, -second);
    }
    return Math.fma(exponents, LOG_TWO, Elementary.log(product));
  }

  /// log p(x | c) of row i and its class; NaN if too few digits are left.
  ///
  /// @param stretch the row minus the mean without it is this factor times δ
  double ownDensity(int i, double stretch) {
    return peaks[i] - 0.5 * stretch * stretch * squares[own][i] / left[i];
  }

  /// log p(x | c) of row i and another class; NaN if too few digits are left.
  double density(int i, int c) {
    double cross = crosses[c][i];
    return peaks[i] - 0.5 * (squares[c][i] + loss[i] * cross * cross / left[i]);
  }

  /// Shrinkage as Σ = α·S + τ·I + ρ·tr(S)/d·I, with fixed intensities.
  ///
  /// @param share α
  /// @param unit τ
  /// @param meanVariance ρ
  /// @param features d, the number of features to which the trace belongs
  record Regularization(double share, double unit, double meanVariance, int features) {

    /// The regularisation by a shrinkage with a known intensity; null if its target is not a
    /// multiple of the unit matrix.
    ///
    /// @param intensity the intensity of the fitted model
    /// @param d the number of features of the rows
    static Regularization of(Shrinkage shrinkage, double intensity, int d) {
      int features = shrinkage.features(d);
      return switch (shrinkage.kind()) {
        case NONE -> new Regularization(1, 0, 0, features);
        case FIXED -> {
          double rho = shrinkage.intensities()[0];
          yield new Regularization(1 - rho, 0, rho, features);
        }
        case ORACLE_APPROXIMATING, ORACLE_APPROXIMATING_AS_SCIKIT_LEARN ->
            new Regularization(1 - intensity, 0, intensity, features);
        case TO_IDENTITY -> {
          double share = shrinkage.intensities()[0];
          yield new Regularization(1 - share, share, 0, features);
        }
        case RIDGE -> new Regularization(1, shrinkage.intensities()[0], 0, features);
        case TOWARDS_VARIANCES, LEDOIT_WOLF, LEDOIT_WOLF_AS_SCIKIT_LEARN -> null;
      };
    }

    /// The multiple of the unit matrix that is added to α·S if S has the trace t.
    double diagonal(double t) {
      return unit + meanVariance * t / features;
    }
  }
}
