package org.lanewise.internal.kernel;

/// Kernels that score rows of doubles with missing values, which are NaN. Layouts and chains are
/// those of [ScoreKernels].
public interface MissingKernels {

  /// The most features that a row which is filled may lack.
  int MAX_MISSING = 16;

  /// The scratch of [#classFill] and [#sharedFills].
  static int fillScratch(int count) {
    return 16 * count * (count + 2);
  }

  /// Finds missing values: sets a bit of `bits[from + r]` where `x[offset + r]` is NaN.
  ///
  /// @param bit 0 to 63
  void findMissing(double[] x, int offset, int count, int bit, long[] bits, int from);

  /// As [ScoreKernels#diagonalPanel] for rows with missing values, NaN: such a feature adds −gap,
  /// in the place of its z², by `fma(n, gap, q)` with n = −1 behind the square of 0; where it was
  /// observed n = 0, which changes no bit. What is infinite makes the sums of its row NaN.
  void observedPanel(
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

  /// Fills missing features of a row by their expectations, by class: `fill[at + q·classStride + c]
  /// = t_q`, less the mean of the class, where A is its inverse covariance Λ scaled to diagonals
  /// about 1 and m are the missing features:
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
  /// compared. Parameters and results are padded from k classes to [ScoreKernels#classStride(int)];
  /// what results hold behind class k − 1 is not to be read.
  ///
  /// @param x d values, 0 where one is missing
  /// @param missing the missing features, ascending; the first `count` count
  /// @param mean `[j·classStride + c]`, as `begin` and `scale`, powers of 2
  /// @param begin −Σ_j mean_j Λ_mj
  /// @param precision Λ, in panels of 8 classes: of class c, scaled, at `(c − l)·d·width + (m·width
  ///   + j)·8 + l`, l = c mod 8, with `width` = [ScoreKernels#width(int)]
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
  /// is missing of its weights, `products[r·classStride + c] = Σ_q (u_q · r_q) u_q` by fma with u =
  /// L⁻¹ g_m. Here b is in eight chains of j mod 8, which fold as `((q0 + q4) + (q2 + q6)) + ((q1
  /// + q5) + (q3 + q7))`.
  ///
  /// @param x rows of [ScoreKernels#width(int)] values, 0 where one is missing, and from d on
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

  /// The synthetic call of a kernel.
  static SyntheticCall synthetic(String kernel) {
    return switch (kernel) {
      case "FIND_MISSING" ->
          (v, a, n, _, _) ->
              v.missing().findMissing(a.x.of(4 * n), 0, 4 * n, 3, a.words.of(4 * n), 0);
      case "OBSERVED_PANEL" ->
          (v, a, n, k, _) -> {
            ColumnPanel p = a.nextPanel(n);
            double[] origin = a.x.of(SyntheticArrays.FEATURES);
            double[] mean = a.x.of(SyntheticArrays.FEATURES * k);
            double[] chain = a.more.of(k * p.rows);
            double[] out = a.out.of(k * p.rows);
            v.missing().observedPanel(p, origin, mean, mean, mean, k, 0, k, chain, out, p.rows);
          };
      case "CLASS_FILL" ->
          (v, a, d, k, m) -> {
            int s = ScoreKernels.classStride(k);
            int[] missing = a.places.of(m);
            double[] each = a.x.of(d * s);
            double[] precision = a.x.of(d * ScoreKernels.width(d) * s);
            double[] scratch = a.work.of(fillScratch(m), 1, 0);
            double[] fill = a.out.of(m * s, s, k);
            double[] determinant = a.more.of(s, s, k);
            double[] diagonal = a.tile.of(s, s, k);
            v.missing()
                .classFill(
                    a.x.of(d),
                    d,
                    missing,
                    m,
                    each,
                    each,
                    precision,
                    each,
                    k,
                    scratch,
                    fill,
                    0,
                    determinant,
                    diagonal,
                    0);
          };
      case "SHARED_FILLS" ->
          (v, a, d, k, m) -> {
            int rows = d % 2 == 0 ? 9 : 1;
            int width = ScoreKernels.width(d);
            int s = ScoreKernels.classStride(k);
            double[] x = a.x.of(rows * width);
            int[] picks = a.places.of(rows);
            int[] missing = a.missing.of(rows * MAX_MISSING);
            double[] precision = a.x.of(d * width);
            double[] weight = a.x.of(d * s);
            double[] scratch = a.work.of(fillScratch(m), 1, 0);
            double[] fill = a.out.of(rows * MAX_MISSING, MAX_MISSING, m);
            double[] products = a.more.of(rows * s, s, k);
            double[] determinant = a.tile.of(2 * rows);
            v.missing()
                .sharedFills(
                    x,
                    d,
                    picks,
                    0,
                    rows,
                    missing,
                    m,
                    precision,
                    a.x.of(d),
                    weight,
                    k,
                    scratch,
                    fill,
                    products,
                    determinant);
          };
      default -> throw new IllegalArgumentException(kernel);
    };
  }
}
