package org.lanewise.internal.linalg;

import static org.lanewise.internal.kernel.PackedTriangle.WIDTH;
import static org.lanewise.internal.tier.Kernel.FACTOR;

import java.util.Arrays;
import java.util.function.Supplier;
import org.lanewise.internal.kernel.FactorKernels;
import org.lanewise.internal.kernel.PackedTriangle;
import org.lanewise.internal.tier.Kernels;

/// The Cholesky factor of a symmetric positive definite d×d matrix, A = LLᵀ, with the inverse of L.
///
/// **Equilibrated, exactly.** With S = diag(2^e_j), e_j = ⌊½ log₂ a_jj⌋, S⁻¹AS⁻¹ = UᵀU is factored.
/// Its diagonal lies in [1, 4), and scaling by powers of two does not round, so variances of 1e−300
/// and 1e300 may occur together.
///
/// **Written order.** Each entry of U is one chain over the pivots in order,
///
/// ```
/// s = a_ij;  for k < i:  s = fma(u_ki, −u_kj, s);   u_ii = √s,   u_ij = s · (1/u_ii)
/// ```
///
/// and each entry of V = U⁻¹, whose columns solve Uv = e_j, one chain from the end of its row's
/// block of 8 to j and then back through its block,
///
/// ```
/// s = δ_ij;  for k = 8⌊i/8⌋+8 … j, then 8⌊i/8⌋+7 … i+1:  s = fma(u_ik, −v_kj, s);   v_ij = s · (1/u_ii)
/// ```
///
/// so that scalar and vector kernels, which take 8 × 16 entries at a time, give the same bits.
///
/// **Singular** matrices have a pivot u_jj² ≤ 4·d·2⁻⁵² · a_jj (of S⁻¹AS⁻¹): rounding of a scatter
/// and of its factor leaves about d·2⁻⁵³ where exact arithmetic leaves 0 (Higham 2002, Accuracy and
/// Stability of Numerical Algorithms, theorem 10.3).
public final class Cholesky {

  private static final double LN2_HIGH = 0x1.62e42feep-1;
  private static final double LN2_LOW = 0x1.a39ef35793c76p-33;
  private static final double PIVOT_TOLERANCE = 4 * 0x1p-52;
  private static final int GROUP = FactorLayout.GROUP;
  private static final int BLOCK = FactorLayout.BLOCK;

  /// The most strips of right-hand sides that share a pass over the factor, so that each of its
  /// strips is read from memory once for all of them.
  private static final int SOLVED_STRIPS = 4 * GROUP;

  private final int d;
  private final int panels;
  private final FactorLayout layout;

  /// 2^−e_j; 1 in the padding.
  private final double[] scale;

  private final long exponentSum;

  /// U in strips ([FactorLayout]), negated above the diagonal blocks, so that products with it are
  /// added; the padding is the unit matrix.
  private final double[] factor;

  private final double[] pivot;
  private final double[] reciprocal;

  /// −Uᵀ right of the diagonal blocks ([FactorLayout]).
  private final double[] transposed;

  /// Asked at each call, so that the work of a long one switches to vectors.
  private final Supplier<FactorKernels> kernels;

  private Cholesky(double[] symmetric, int offset, int d, Supplier<FactorKernels> kernels)
      throws NotPositiveDefiniteException {
    this.d = d;
    this.kernels = kernels;
    panels = PackedTriangle.panels(d);
    layout = new FactorLayout(panels);
    scale = new double[panels * WIDTH];
    pivot = new double[panels * WIDTH];
    reciprocal = new double[panels * WIDTH];
    factor = new double[layout.factorSize()];
    transposed = new double[layout.transposedSize()];
    exponentSum = equilibrate(symmetric, offset);
    factorize();
  }

  /// Factors a matrix.
  ///
  /// @param symmetric the matrix, its upper triangle in [PackedTriangle] layout from `offset`;
  ///   elements below the diagonal and in the padding are ignored
  /// @throws NotPositiveDefiniteException if the matrix is singular to working precision, is not
  ///   positive, or has an entry that is not finite
  public static Cholesky of(double[] symmetric, int offset, int d)
      throws NotPositiveDefiniteException {
    return new Cholesky(symmetric, offset, d, () -> Kernels.factor(FACTOR));
  }

  /// Factors a matrix with the given kernels.
  static Cholesky of(double[] symmetric, int offset, int d, FactorKernels kernels)
      throws NotPositiveDefiniteException {
    return new Cholesky(symmetric, offset, d, () -> kernels);
  }

  private long equilibrate(double[] symmetric, int offset) {
    long sum = 0;
    Arrays.fill(scale, 1);
    for (int j = 0; j < d; j++) {
      double diagonal = symmetric[offset + PackedTriangle.index(j, j)];
      if (diagonal > 0 && diagonal < Double.POSITIVE_INFINITY) {
        // Down to −511, the product of two scales is a normal number.
        int exponent = Math.max(Math.floorDiv(Math.getExponent(diagonal), 2), -511);
        scale[j] = Math.scalb(1.0, -exponent);
        sum += exponent;
      }
    }
    for (int p = 0; p < panels; p++) {
      int from = offset + PackedTriangle.start(p);
      int to = layout.stripStart(p);
      for (int i = 0; i < Math.min((p + 1) * WIDTH, d); i++) {
        scaleRow(symmetric, from + i * WIDTH, scale[i], p * WIDTH, to + i * WIDTH);
      }
    }
    clearPadding();
    return sum;
  }

  private void scaleRow(double[] symmetric, int from, double rowScale, int column, int to) {
    for (int l = 0; l < WIDTH; l++) {
      factor[to + l] = symmetric[from + l] * (rowScale * scale[column + l]);
    }
  }

  private void clearPadding() {
    for (int j = d; j < panels * WIDTH; j++) {
      for (int i = 0; i < j; i++) {
        factor[layout.index(i, j)] = 0;
      }
      factor[layout.index(j, j)] = 1;
    }
  }

  private void factorize() throws NotPositiveDefiniteException {
    double tolerance = PIVOT_TOLERANCE * d;
    double[] diagonal = new double[panels * WIDTH];
    double[] negated = new double[panels * BLOCK];
    for (int j = 0; j < diagonal.length; j++) {
      diagonal[j] = factor[layout.index(j, j)];
    }
    for (int p = 0; p < panels; p += GROUP) {
      int end = Math.min(p + GROUP, panels);
      int step = layout.height(p / GROUP) * WIDTH;
      for (int q = 0; q < end; q++) {
        int first = Math.max(p, q);
        int strip = layout.stripStart(first);
        int left = layout.stripStart(q);
        int block = left + q * BLOCK;
        boolean isOwn = q >= p;
        if (isOwn) {
          negate(left, q * BLOCK, negated);
        }
        kernels
            .get()
            .addProduct(
                isOwn ? negated : factor,
                isOwn ? 0 : left,
                factor,
                strip,
                q * WIDTH,
                factor,
                strip + q * BLOCK,
                step,
                end - first);
        if (isOwn) {
          System.arraycopy(negated, 0, factor, left, q * BLOCK);
          factorizeBlock(q, block, diagonal, tolerance);
          first = q + 1;
        }
        if (first < end) {
          int out = layout.stripStart(first) + q * BLOCK;
          kernels
              .get()
              .forward(factor, block, reciprocal, q * WIDTH, factor, out, step, end - first);
          for (int panel = first; panel < end; panel++) {
            transposeBlock(
                out + (panel - first) * step, layout.transposedStart(q) + (panel - q - 1) * BLOCK);
          }
        }
      }
    }
  }

  private void negate(int from, int count, double[] out) {
    for (int i = 0; i < count; i++) {
      out[i] = -factor[from + i];
    }
  }

  /// u_ij, i ≤ j.
  private double entry(int i, int j) {
    double stored = factor[layout.index(i, j)];
    return i / WIDTH < j / WIDTH ? -stored : stored;
  }

  private void factorizeBlock(int q, int block, double[] diagonal, double tolerance)
      throws NotPositiveDefiniteException {
    for (int i = 0; i < WIDTH; i++) {
      int j = q * WIDTH + i;
      int row = block + i * WIDTH;
      for (int k = 0; k < i; k++) {
        double u = factor[block + k * WIDTH + i];
        for (int l = i; l < WIDTH; l++) {
          factor[row + l] = Math.fma(u, -factor[block + k * WIDTH + l], factor[row + l]);
        }
      }
      double square = factor[row + i];
      if (!(square > tolerance * diagonal[j] && square < Double.POSITIVE_INFINITY)) {
        throw singular(j, square, diagonal);
      }
      double root = Math.sqrt(square);
      double inverse = 1 / root;
      pivot[j] = square;
      reciprocal[j] = inverse;
      Arrays.fill(factor, row, row + i, 0);
      factor[row + i] = root;
      for (int l = i + 1; l < WIDTH; l++) {
        factor[row + l] *= inverse;
      }
    }
  }

  /// Column `index` of U above the diagonal is complete: v = (−U₁₁⁻¹ u, 1, 0) has UᵀUv ≈ 0.
  private NotPositiveDefiniteException singular(int index, double square, double[] diagonal) {
    boolean regular = diagonal[index] > 0 && Double.isFinite(square);
    double[] v = new double[d];
    v[index] = 1;
    for (int i = regular ? index - 1 : -1; i >= 0; i--) {
      double s = 0;
      for (int k = i + 1; k <= index; k++) {
        s = Math.fma(entry(i, k), -v[k], s);
      }
      v[i] = s * reciprocal[i];
    }
    double[] weights = new double[d];
    for (int i = 0; i <= index; i++) {
      weights[i] = regular ? v[i] * Math.sqrt(diagonal[i]) : v[i];
    }
    double share =
        diagonal[index] > 0 ? square / diagonal[index] : diagonal[index] == 0 ? 0 : Double.NaN;
    return new NotPositiveDefiniteException(index, share, unit(weights));
  }

  private static double[] unit(double[] v) {
    double s = 0;
    for (double x : v) {
      s = Math.fma(x, x, s);
    }
    double norm = Math.sqrt(s);
    for (int i = 0; i < v.length; i++) {
      v[i] /= norm;
    }
    return v;
  }

  private void transposeBlock(int from, int to) {
    for (int k = 0; k < WIDTH; k++) {
      for (int i = 0; i < WIDTH; i++) {
        transposed[to + k * WIDTH + i] = -factor[from + i * WIDTH + k];
      }
    }
  }

  /// The number of rows and columns.
  public int dimension() {
    return d;
  }

  /// log |A| = Σ_j log u_jj² + 2 ln 2 · Σ_j e_j, the first sum compensated, the second exact. The
  /// determinant itself, which could overflow, is never formed.
  public double logDeterminant() {
    long exponent = 2 * exponentSum;
    double high = exponent * LN2_HIGH;
    double low = exponent * LN2_LOW;
    for (int j = 0; j < d; j++) {
      double term = StrictMath.log(pivot[j]);
      double sum = high + term;
      double rest = sum - high;
      low += (high - (sum - rest)) + (term - rest);
      high = sum;
    }
    return high + low;
  }

  /// Writes L⁻¹ in [PackedTriangle] layout: entry (i, j), i ≤ j, is (L⁻¹)_ji; below the diagonal
  /// and in the padding it is 0. So ‖L⁻¹x‖² is the squared Mahalanobis length of x.
  ///
  /// @param out of at least `outOffset + PackedTriangle.size(d)` elements
  public void inverse(double[] out, int outOffset) {
    int groups = layout.groups();
    for (int g = 0; g < groups; g++) {
      invertGroup(g, out, outOffset);
    }
  }

  private void invertGroup(int g, double[] out, int outOffset) {
    int p = g * GROUP;
    int end = Math.min(p + GROUP, panels);
    int step = layout.height(g) * WIDTH;
    double[] v = new double[step * (end - p)];
    for (int q = end - 1; q >= 0; q--) {
      int first = Math.max(p, q);
      int strip = (first - p) * step;
      int row = strip + q * BLOCK;
      if (q >= p) {
        for (int i = 0; i < WIDTH; i++) {
          v[row + i * WIDTH + i] = 1;
        }
      }
      kernels
          .get()
          .addProduct(
              transposed,
              layout.transposedStart(q),
              v,
              row + BLOCK,
              (end - 1 - q) * WIDTH,
              v,
              row,
              step,
              end - first);
      kernels
          .get()
          .backward(
              factor,
              layout.stripStart(q) + q * BLOCK,
              reciprocal,
              q * WIDTH,
              v,
              row,
              step,
              end - first);
    }
    for (int panel = p; panel < end; panel++) {
      unscale(v, (panel - p) * step, panel, out, outOffset + PackedTriangle.start(panel));
    }
  }

  private void unscale(double[] v, int from, int panel, double[] out, int to) {
    int diagonal = panel * WIDTH;
    int columns = Math.min(d - diagonal, WIDTH);
    for (int i = 0; i < diagonal; i++) {
      double factor = scale[i];
      for (int l = 0; l < columns; l++) {
        out[to + i * WIDTH + l] = v[from + i * WIDTH + l] * factor;
      }
      Arrays.fill(out, to + i * WIDTH + columns, to + (i + 1) * WIDTH, 0);
    }
    Arrays.fill(out, to + diagonal * WIDTH, to + (diagonal + WIDTH) * WIDTH, 0);
    for (int i = diagonal; i < diagonal + columns; i++) {
      for (int l = i - diagonal; l < columns; l++) {
        out[to + i * WIDTH + l] = v[from + i * WIDTH + l] * scale[i];
      }
    }
  }

  /// Writes L in [PackedTriangle] layout: entry (i, j), i ≤ j, is L_ji; below the diagonal and in
  /// the padding it is 0.
  ///
  /// @param out of at least `outOffset + PackedTriangle.size(d)` elements
  public void factor(double[] out, int outOffset) {
    Arrays.fill(out, outOffset, outOffset + PackedTriangle.size(d), 0);
    for (int j = 0; j < d; j++) {
      for (int i = 0; i <= j; i++) {
        out[outOffset + PackedTriangle.index(i, j)] = entry(i, j) / scale[j];
      }
    }
  }

  /// Solves Ax = b.
  ///
  /// @param right b, of d values
  /// @param out x; may be `right`
  public void solve(double[] right, double[] out) {
    solve(new double[][] {right}, new double[][] {out});
  }

  /// Solves AX = B for columns of length d.
  ///
  /// @param right the columns of B
  /// @param out the columns of X; may be those of B
  public void solve(double[][] right, double[][] out) {
    for (int first = 0; first < right.length; first += SOLVED_STRIPS * WIDTH) {
      int count = Math.min(SOLVED_STRIPS * WIDTH, right.length - first);
      Strips x = new Strips(d, count);
      for (int l = 0; l < count; l++) {
        x.set(l, right[first + l]);
      }
      solveLower(x);
      solveUpper(x);
      for (int l = 0; l < count; l++) {
        for (int i = 0; i < d; i++) {
          out[first + l][i] = x.get(l, i);
        }
      }
    }
  }

  /// Solves LX = B in place.
  public void solveLower(Strips x) {
    scale(x);
    for (int s = 0; s < x.strips; s += SOLVED_STRIPS) {
      solveForward(x.values, s * x.step, x.step, Math.min(SOLVED_STRIPS, x.strips - s));
    }
  }

  /// Solves LᵀX = B in place.
  public void solveUpper(Strips x) {
    for (int s = 0; s < x.strips; s += SOLVED_STRIPS) {
      solveBackward(x.values, s * x.step, x.step, Math.min(SOLVED_STRIPS, x.strips - s));
    }
    scale(x);
  }

  private void scale(Strips x) {
    for (int strip = 0; strip < x.values.length; strip += x.step) {
      for (int j = 0; j < d; j++) {
        for (int l = 0; l < WIDTH; l++) {
          x.values[strip + j * WIDTH + l] *= scale[j];
        }
      }
    }
  }

  private void solveForward(double[] x, int from, int step, int strips) {
    for (int q = 0; q < panels; q++) {
      int strip = layout.stripStart(q);
      int block = strip + q * BLOCK;
      for (int v = 0; v < strips; v += GROUP) {
        int count = Math.min(GROUP, strips - v);
        int top = from + v * step;
        int row = top + q * BLOCK;
        kernels.get().addProduct(factor, strip, x, top, q * WIDTH, x, row, step, count);
        kernels.get().forward(factor, block, reciprocal, q * WIDTH, x, row, step, count);
      }
    }
  }

  private void solveBackward(double[] x, int from, int step, int strips) {
    for (int q = panels - 1; q >= 0; q--) {
      int strip = layout.transposedStart(q);
      int block = layout.stripStart(q) + q * BLOCK;
      int rows = (panels - 1 - q) * WIDTH;
      for (int v = 0; v < strips; v += GROUP) {
        int count = Math.min(GROUP, strips - v);
        int row = from + v * step + q * BLOCK;
        kernels.get().addProduct(transposed, strip, x, row + BLOCK, rows, x, row, step, count);
        kernels.get().backward(factor, block, reciprocal, q * WIDTH, x, row, step, count);
      }
    }
  }
}
