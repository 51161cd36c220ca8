package org.lanewise.internal.kernel;

/// Kernels that score binary, sparse and categorical rows.
///
/// Scores follow the chains of [ScoreKernels]: the features are split into four contiguous quarters
/// of [ScoreKernels#quarter(int)]; each quarter is one chain that adds, in ascending order, the
/// weights of the features that are set (quarter 0 begins with the intercept, the others with 0),
/// and they fold as `((q0 + q1) + q2) + q3`. Class parameters lie feature by feature,
/// `[j·classStride + c]`, and are padded from k classes to [ScoreKernels#classStride(int)]; so are
/// the scores of a row, of which those behind class k − 1 are not to be read. So a row gives the
/// same bits packed, in a tile, or sparse.
public interface DiscreteKernels {

  /// Rows of a tile: the bits of a word.
  int TILE = 64;

  /// The bits of the word that begins at feature `first` which are features `start` to `end − 1`.
  static long within(int first, int start, int end) {
    long mask = -1L;
    if (first < start) {
      mask <<= start - first;
    }
    if (end - first < Long.SIZE) {
      mask &= -1L >>> -(end - first);
    }
    return mask;
  }

  /// Scores one packed row of d features: `out[at + c]`. Bits from d on are ignored.
  void scoreRow(
      long[] row,
      int from,
      int d,
      double[] weight,
      double[] intercept,
      int k,
      double[] out,
      int at);

  /// Scores the entries `from` to `to − 1` of a sparse row of d features, `indices` strictly
  /// ascending: `out[at + c]`. A value v adds `fma(v, weight, …)`; where `values` is null, all are
  /// 1 and the weight is added, which gives the same bits as v = 1.
  void scoreSparse(
      int[] indices,
      double[] values,
      int from,
      int to,
      int d,
      double[] weight,
      double[] intercept,
      int k,
      double[] out,
      int at);

  /// Scores packed rows of d features, row i from word `i·rowWords` on: `out[i·classStride + c]`.
  /// Costs by set feature.
  void scoreRows(
      long[] row,
      int rowWords,
      int rows,
      int d,
      double[] weight,
      double[] intercept,
      int k,
      double[] out);

  /// Whether [#scoreTile] may beat [#scoreRows]: masks of lanes are cheap.
  boolean tilesAreFast();

  /// Scores 64 rows of d features: bit r of `block[j·stride + word]` is feature j of row r, and for
  /// c < k the score of row r is `out[c·TILE + r]`. Costs by feature and class, not by set feature.
  void scoreTile(
      long[] block,
      int stride,
      int word,
      int d,
      double[] weight,
      double[] intercept,
      int k,
      double[] out);

  /// Scores a row that has one place of T(x) for each of d features, `place[j]` of feature j:
  /// `out[c]`. The quarters are of features, not of places.
  void scorePlaces(int[] place, int d, double[] weight, double[] intercept, int k, double[] out);

  /// Scores rows of a tile as [#scorePlaces]: row r has the place `place[j·TILE + r]` of feature j,
  /// and its score of class c is `out[r·classStride + c]`.
  ///
  /// @param rows their number; up to the next multiple of 4 there have to be places, and `out` gets
  ///   unspecified values
  void scoreTileOfPlaces(
      int[] place, int rows, int d, double[] weight, double[] intercept, int k, double[] out);

  /// The synthetic call of a kernel.
  static SyntheticCall synthetic(String kernel) {
    return switch (kernel) {
      case "SCORE_ROW" ->
          (v, a, e, k, _) -> {
            int d = 4 * e;
            int s = ScoreKernels.classStride(k);
            long[] row = a.bits.of(SyntheticCall.words(d));
            v.discrete().scoreRow(row, 0, d, a.x.of(d * s), a.x.of(s), k, a.out.of(s, s, k), 0);
          };
      case "SCORE_SPARSE" ->
          (v, a, d, k, m) -> {
            int s = ScoreKernels.classStride(k);
            int n = m == 1 ? 0 : d;
            double[] values = k % 2 == 0 ? a.x.of(n) : null;
            int[] at = a.places.of(n);
            double[] out = a.out.of(s, s, k);
            v.discrete().scoreSparse(at, values, 0, n, d, a.x.of(d * s), a.x.of(s), k, out, 0);
          };
      case "SCORE_PLACES" ->
          (v, a, d, k, _) -> {
            int s = ScoreKernels.classStride(k);
            v.discrete()
                .scorePlaces(a.places.of(d), d, a.x.of(d * s), a.x.of(s), k, a.out.of(s, s, k));
          };
      case "SCORE_ROWS" ->
          (v, a, n, k, c) -> {
            int d = 4 * c;
            int s = ScoreKernels.classStride(k);
            int words = SyntheticCall.words(d);
            long[] rows = a.bits.of(n * words);
            double[] out = a.out.of(n * s, s, k);
            v.discrete().scoreRows(rows, words, n, d, a.x.of(d * s), a.x.of(s), k, out);
          };
      case "SCORE_TILE" ->
          (v, a, _, k, d) -> {
            int s = ScoreKernels.classStride(k);
            double[] out = a.out.of(TILE * k);
            v.discrete().scoreTile(a.bits.of(d), 1, 0, d, a.x.of(d * s), a.x.of(s), k, out);
          };
      case "SCORE_TILE_OF_PLACES" ->
          (v, a, n, k, d) -> {
            int s = ScoreKernels.classStride(k);
            int[] places = a.first.of(d * TILE);
            int rows = Math.min(SyntheticCall.up(n, 4), TILE);
            double[] out = a.out.of(TILE * s, s, k);
            v.discrete().scoreTileOfPlaces(places, rows, d, a.x.of(d * s), a.x.of(s), k, out);
          };
      default -> throw new IllegalArgumentException(kernel);
    };
  }
}
