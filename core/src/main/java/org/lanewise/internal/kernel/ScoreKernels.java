package org.lanewise.internal.kernel;

/// Kernels of scoring numeric rows.
///
/// **Chains.** A row's sum over its d features is split into four contiguous quarters of
/// [#quarter(int)] features each (the last may be shorter, some empty); each is one chain in
/// feature order, and they fold as `(((0 + q0) + q1) + q2) + q3`.
///
/// **Layouts.** For one row, class parameters lie eight classes at a time, and of these feature by
/// feature, `[(c − c mod 8)·d + 8·j + c mod 8]`, padded to `classStride`, a multiple of 8: so each
/// line of memory is read once; with all classes of a feature side by side, a line is read for two
/// vectors of classes. Where features are picked they do lie side by side, `[j·classStride + c]`. A
/// block of rows is scored panel by panel ([ColumnPanel]), with those of feature f + l in a panel
/// that begins with feature f at `[f·k + 4c + l]`, and its results are `[c·stride + r]`. For
/// triangular images a block holds up to [#BLOCK] rows column by column, `[j·STRIDE + r]`; the rows
/// of such a call are rounded up to a multiple of 32: what lies behind a block's rows is scored
/// too, and ignored.
///
/// **Origin.** x is a row less the scorer's origin.
public interface ScoreKernels {

  /// The classes whose parameters lie together for one row.
  int TOGETHER = 8;

  /// The classes whose parameters lie together in floats.
  int FLOATS = 16;

  /// The features of a chain in floats: few, for its rounding grows with them.
  int CHUNK = 128;

  /// The rows of a block of floats are a multiple of this.
  int FLOAT_ROWS = 4;

  /// The rows of a panel are a multiple of this.
  int ROW_STEP = 16;

  /// The most rows of a block of columns.
  int BLOCK = 256;

  /// The distance of two columns of a block: off the power of two, so that columns spread over the
  /// cache's sets.
  int STRIDE = BLOCK + 8;

  /// The most rows of a strip, which triangular images are taken of at once, and the rows of one in
  /// floats.
  int STRIP = 32;

  /// The most features that a row which is filled may lack.
  int MAX_MISSING = 16;

  /// The scratch of [#triangularBlock] for d features: what it holds of a few rows at a time, one
  /// feature behind the other.
  static int stripSize(int d) {
    return Math.multiplyExact(STRIP, width(d));
  }

  /// The number of features of a quarter: d/4 rounded up to a multiple of 4.
  static int quarter(int d) {
    return (d + 15) / 16 * 4;
  }

  /// The class stride for k classes: k rounded up to a multiple of 8.
  static int classStride(int k) {
    // Not by a division: C2 would carry its shift into the loops that multiply by the stride.
    return k + TOGETHER - 1 & -TOGETHER;
  }

  /// The sum of 16 chains, by halves.
  static float folded(float[] q, int at) {
    float q0 = q[at] + q[at + 8];
    float q1 = q[at + 1] + q[at + 9];
    float q2 = q[at + 2] + q[at + 10];
    float q3 = q[at + 3] + q[at + 11];
    float q4 = q[at + 4] + q[at + 12];
    float q5 = q[at + 5] + q[at + 13];
    float q6 = q[at + 6] + q[at + 14];
    float q7 = q[at + 7] + q[at + 15];
    return ((q0 + q4) + (q2 + q6)) + ((q1 + q5) + (q3 + q7));
  }

  /// The size of a lower triangular matrix for [#triangularStrips].
  static int floatTriangle(int d) {
    return Math.multiplyExact(floatStride(d) / 2, floatStride(d) + FLOATS);
  }

  /// Where entry j ≤ i of its row i lies: 16 images together, one feature behind the other.
  static int floatTriangleIndex(int i, int j) {
    int place = i & FLOATS - 1;
    return floatTriangle(i - place) + FLOATS * j + place;
  }

  /// The distance of two rows of float scores of k classes: k rounded up to a multiple of 16.
  static int floatStride(int k) {
    return k + FLOATS - 1 & -FLOATS;
  }

  /// Where the first of d features of class c lies for one row; each other is [#TOGETHER] behind
  /// the one before.
  static int rowOffset(int c, int d) {
    return c / TOGETHER * TOGETHER * d + c % TOGETHER;
  }

  /// Where the parameter of a class and feature of d lies in floats: 16 classes together, one
  /// feature behind the other.
  static int floatIndex(int c, int feature, int d) {
    int place = c & FLOATS - 1;
    return (c - place) * d + FLOATS * feature + place;
  }

  /// Affine scores of one row: `out[c] = intercept[c] + Σ_j x[j] · weight[at]`, `at = (c − c mod
  /// 8)·d + 8·j + c mod 8`, by `fma(x, weight, q)`; quarter 0 begins with the intercept, the others
  /// with 0. Parameters and `out` are padded to [#classStride(int)]; what `out` holds behind class
  /// `to` − 1 is not to be read.
  ///
  /// @param from the first class, a multiple of [#TOGETHER]
  /// @param to the class behind the last
  void affineRow(
      double[] x, int d, double[] weight, double[] intercept, int from, int to, double[] out);

  /// Whether scores in floats take less time than those in doubles.
  boolean floatsAreFast();

  /// Affine scores in floats of a block of rows, for bounds on those in doubles: `out[r·stride + c]
  /// = ((intercept[c] + q_0) + q_1) + …` with `stride` = [#floatStride(int)] and q_i over the
  /// features of the i-th [#CHUNK], `q = fma(x[r·length + j], weight[at], q)`, `at = (c − c mod
  /// 16)·d + 16·j + c mod 16`, which begins with 0. Unless there is one row alone, rows are rounded
  /// up to a multiple of [#FLOAT_ROWS]; classes are padded to `stride`.
  ///
  /// @param length from a row to the next
  void affineFloats(
      float[] x,
      int length,
      int rows,
      int d,
      float[] weight,
      float[] intercept,
      int k,
      float[] out);

  /// Subtracts an origin from rows of floats in place, and sums the absolute values: `sum[r] = Σ_j
  /// |x_rj − origin_j| bound_j` by `fma(|x|, bound, q)` in 16 chains of j mod 16, which fold by
  /// halves. Rows are rounded up to a multiple of [#FLOAT_ROWS].
  ///
  /// @param x row r from `r·length` on
  /// @param width the features, a multiple of 16
  /// @param scratch room for 64 elements
  void centreFloats(
      float[] x,
      int length,
      int rows,
      int width,
      float[] origin,
      float[] bound,
      float[] sum,
      float[] scratch);

  /// Takes two neighbouring columns of a block of rows less an origin into strips in floats, and
  /// adds to the sums of their absolute values: `sum[r] += fma(|y_1|, bound[first + 1],
  /// |y_0|·bound[first])` with `y_l = (float) (x_l[offset + r] − origin[first + l])`.
  ///
  /// @param rows a multiple of [#STRIP]
  /// @param first the feature of the first column
  /// @param strips y_l of row r at `[(r − r mod STRIP)·CHUNK + (at + l)·STRIP + r mod STRIP]`
  void fillStrips(
      double[] x0,
      double[] x1,
      int offset,
      int rows,
      double[] origin,
      float[] bound,
      int first,
      float[] strips,
      int at,
      float[] sum);

  /// Adds features `first` to `first + count − 1` to affine scores in floats, those of
  /// [#affineFloats], of a block of rows in strips: class c of row r at `out[c·stride + r]`.
  ///
  /// @param count at most [#CHUNK]
  /// @param k classes are rounded up to a multiple of 4
  void affineStrips(
      float[] strips,
      int rows,
      int d,
      int first,
      int count,
      float[] weight,
      float[] intercept,
      int k,
      float[] out,
      int stride);

  /// The same of diagonal scores in floats: `out[c·stride + r] = ((constant[c] − q_0) − q_1) − …`
  /// with `q = fma(z, z, q)` and `z = fma(y, inverse[at], start[at])`, `at` as in [#affineFloats].
  ///
  /// @param k classes are rounded up to a multiple of 2
  void diagonalStrips(
      float[] strips,
      int rows,
      int d,
      int first,
      int count,
      float[] inverse,
      float[] start,
      float[] constant,
      int k,
      float[] out,
      int stride);

  /// The same of triangular scores of one class in floats: `out[outOffset + r] = ((constant − q_0)
  /// − q_1) − …` with q_l over the images of the l-th [#CHUNK], `q = fma(z_i, z_i, q)`, and
  ///
  /// ```
  /// z_i = ((start[i] + q_0) + q_1) + …,   q = fma(y_j, factor[at], q)
  /// ```
  ///
  /// where q_l is over the features of the l-th [#CHUNK], up to feature `i − i mod 4 + 3`, and `at`
  /// = [#floatTriangleIndex(int,int)].
  ///
  /// @param strips all d features, a chunk of them behind the other
  /// @param factor the rows behind the last are 0, up to a multiple of 4, as of `start`
  /// @param images scratch of 4·[#STRIP] elements
  void triangularStrips(
      float[] strips,
      int rows,
      int d,
      float[] factor,
      float[] start,
      float constant,
      float[] images,
      float[] out,
      int outOffset);

  /// The largest of k scores of each row, `score[c·stride + r]`, the largest of the others, −∞ if
  /// there is none, and the class of the largest, at a tie the lowest.
  ///
  /// @param rows a multiple of [#STRIP]
  void leadersInStrips(
      float[] score, int stride, int rows, int k, float[] most, float[] second, float[] leader);

  /// Finds classes that lead by a margin, of scores laid out as those of [#affineFloats]: `label`
  /// of a row is the class whose score alone is at least the threshold, or −1 where several are or
  /// none is.
  ///
  /// @param sum of row r in its margin
  /// @param threshold takes of row r the float below max_c score_c − factor·(sum + constant); NaN or
  ///   −∞ where the sum is not finite
  /// @param label of row r at `labelOffset + r`
  void leadersInFloats(
      float[] score,
      int rows,
      int k,
      float constant,
      float factor,
      float[] sum,
      float[] threshold,
      int[] label,
      int labelOffset);

  /// Adds a panel of columns to the affine scores of a block of rows, as [#affineRow] for every
  /// row, for classes `from` to `to` − 1.
  ///
  /// With x = column − origin a chain goes on from `chain[(c − from)·stride + r]`, or begins where
  /// the panel opens a quarter; it is added to `out[c·stride + r]` where the panel closes one, and
  /// else kept in `chain`. `out` is to be 0 before the first panel. If x is not finite no score of
  /// its row is.
  void affinePanel(
      ColumnPanel panel,
      double[] origin,
      double[] weight,
      double[] intercept,
      int k,
      int from,
      int to,
      double[] chain,
      double[] out,
      int stride);

  /// Diagonal scores of one row: `out[c] = fma(−½, Σ_j z², constant[c])` with `z = (x[j] −
  /// mean[at]) · inverse[at]`, `at = (c − c mod 8)·d + 8·j + c mod 8`, and the sum by `fma(z, z,
  /// q)`. Classes and padding are those of [#affineRow].
  void diagonalRow(
      double[] x, int d, double[] mean, double[] inverse, double[] constant, int k, double[] out);

  /// Adds a panel of columns to the sums Σ_j z² of a block of rows, as [#diagonalRow] and
  /// [#affinePanel] do. What is left to do after the last panel is `fma(−½, sum, constant[c])`.
  void diagonalPanel(
      ColumnPanel panel,
      double[] origin,
      double[] mean,
      double[] inverse,
      int k,
      int from,
      int to,
      double[] chain,
      double[] out,
      int stride);

  /// As [#diagonalPanel] for rows with missing values, NaN: such a feature adds −gap, in the place
  /// of its z², by `fma(n, gap, q)` with n = −1 behind the square of 0; where it was seen n = 0,
  /// which changes no bit. What is infinite makes the sums of its row NaN.
  void seenPanel(
      ColumnPanel panel,
      double[] origin,
      double[] mean,
      double[] inverse,
      double[] gap,
      int k,
      int from,
      int to,
      double[] chain,
      double[] out,
      int stride);

  /// The squared length of a triangular image of one row, Σ_i z_i² with z = Lx, where `factor`
  /// holds L in [PackedTriangle] layout from `factorOffset` on:
  ///
  /// ```
  /// z_i = 0;  for j ≤ 8·(i/8)+7 (below the diagonal, and zeros beyond):  z_i = fma(x_j, L_ij, z_i)
  /// ```
  ///
  /// and the squares summed by `fma(z, z, q)` in quarters of i. `x` and `z` have d rounded up to a
  /// multiple of 8 elements, those from d on being 0; `z` is scratch.
  double triangularRow(double[] x, int d, double[] factor, int factorOffset, double[] z);

  /// The squared lengths of the triangular images of a block of rows less a mean, as
  /// [#triangularRow] of `x_j − mean_j` for every row, into `out[outOffset + r]`.
  ///
  /// @param strip scratch of [#stripSize(int)] elements
  void triangularBlock(
      double[] block,
      int rows,
      int d,
      double[] mean,
      double[] factor,
      int factorOffset,
      double[] strip,
      double[] out,
      int outOffset);

  /// Copies a column less one value, `out[outOffset + r] = x[offset + r] − subtrahend`, and tells
  /// whether all of it is finite. The arrays may be the same.
  boolean shift(double[] x, int offset, int count, double subtrahend, double[] out, int outOffset);

  /// Whether all of `count` values are finite.
  boolean finite(double[] values, int offset, int count);

  /// Finds values that were not seen: sets a bit of `bits[from + r]` where `x[offset + r]` is NaN.
  ///
  /// @param bit 0 to 63
  void findMissing(double[] x, int offset, int count, int bit, long[] bits, int from);

  /// Expects features of a row that were not seen, by class: `fill[at + q·classStride + c] = t_q`,
  /// less the mean of the class, where A is its inverse covariance Λ scaled to diagonals about 1
  /// and m are the features that were not seen:
  ///
  /// ```
  /// A_mm = L D Lᵀ,   t = −s_m (L D Lᵀ)⁻¹ b
  /// b_q = (even + odd),   even = begin_m + Σ_{j even} x_j Λ_mj,   odd = Σ_{j odd} x_j Λ_mj
  /// for l in m: b_q = fma(mean_l, Λ_ml, b_q)
  /// ```
  ///
  /// with m = m_q and Λ_mj scaled by s_m, and in each class
  ///
  /// ```
  /// e_ql = Λ_ml · scale_l,  for p < l: e_ql = fma(e_qp, −L_lp, e_ql);   −L_ql = −(e_ql · r_l)
  /// D_q = e_qq, for l < q: D_q = fma(e_ql, −L_ql, D_q);   r_q = 1 / D_q
  /// for l < q: b_q = fma(−L_ql, b_l, b_q);   then from the last: t_q = b_q · r_q, for l > q: fma(−L_lq, t_l, t_q)
  /// ```
  ///
  /// `determinant[from + c]` is Π D_q, and `diagonal[from + c]` Π e_qq, by which the first is
  /// compared. Parameters and results are padded from k classes to [#classStride(int)]; what
  /// results hold behind class k − 1 is not to be read.
  ///
  /// @param x d values, 0 where one was not seen
  /// @param missing the missing features, ascending; the first `count` count
  /// @param mean `[j·classStride + c]`, as `begin` and `scale`, powers of 2
  /// @param begin −Σ_j mean_j Λ_mj
  /// @param precision Λ, in panels of 8 classes: of class c, scaled, at `(c − l)·d·width + (m·width
  ///   + j)·8 + l`, l = c mod 8, with `width` = [#width(int)]
  /// @param scratch room for [#fillScratch(int)] elements
  void classFill(
      double[] x,
      int d,
      int[] missing,
      int count,
      double[] mean,
      double[] begin,
      double[] precision,
      double[] scale,
      int k,
      double[] scratch,
      double[] fill,
      int at,
      double[] determinant,
      double[] diagonal,
      int from);

  /// As [#classFill] for classes that share Λ, of rows about one origin that lack equally many
  /// features: of row r `fill[r·MAX_MISSING + q]`, and for every class the squared length of what
  /// is not seen of its weights, `products[r·classStride + c] = Σ_q (u_q · r_q) u_q` by fma with u
  /// = L⁻¹ g_m. Here b is in eight chains of j mod 8, which fold as `((q0 + q4) + (q2 + q6)) + ((q1
  /// + q5) + (q3 + q7))`.
  ///
  /// @param x rows of [#width(int)] values, 0 where one was not seen, and from d on
  /// @param picks the rows, from `first` on
  /// @param missing of row r from `r·MAX_MISSING` on
  /// @param precision Λ, its rows scaled, `[m·width + j]`, 0 from d on
  /// @param weight g, scaled, `[j·classStride + c]`
  /// @param determinant takes Π D_q and Π e_qq of row r, at 2r and behind it
  void sharedFills(
      double[] x,
      int d,
      int[] picks,
      int first,
      int rows,
      int[] missing,
      int count,
      double[] precision,
      double[] scale,
      double[] weight,
      int k,
      double[] scratch,
      double[] fill,
      double[] products,
      double[] determinant);

  /// The entries of a row, also of Λ: d rounded up to a multiple of 8.
  static int width(int d) {
    return (d + 7) / 8 * 8;
  }

  /// The scratch of [#classFill] and [#sharedFills].
  static int fillScratch(int count) {
    return 16 * count * (count + 2);
  }

  /// The class with the largest score of each row, at a tie the lowest: `label[labelOffset + r] =
  /// argmax_c score[c·stride + r]`; the rows are rounded up to a multiple of [#ROW_STEP].
  ///
  /// @param scratch room for so many elements
  void argmax(
      double[] score, int stride, int rows, int k, int[] label, int labelOffset, double[] scratch);
}
