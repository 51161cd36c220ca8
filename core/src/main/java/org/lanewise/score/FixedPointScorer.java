package org.lanewise.score;

import org.lanewise.data.BitColumns;
import org.lanewise.internal.kernel.Kernels;

/// Scores binary rows in fixed point: log p(x, c) is an integer times a power of two, the sum
///
/// ```
/// 2^−f · (B_c + Σ_j q_cj x_j),   q_cj = round(2^f · w_cj),   B_c = round(2^f · b_c)
/// ```
///
/// of integers that do not overflow, whose weights lie in bit planes: Σ_j v_j x_j = Σ_b 2^b
/// popcount(x & plane_b), v_cj = q_cj − min_j q_cj. So the log joints of a row are the same on
/// every machine, in any order of summation, and so are its labels, posteriors and log densities;
/// ties are ties of integers, the lowest class wins.
///
/// **Error.** With the rounding errors e_cj = 2^−f·q_cj − w_cj, a row's log joint differs from the
/// exact sum b_c + Σ_j w_cj x_j by at most |2^−f·B_c − b_c| + max(Σ_j max(0, e_cj), Σ_j max(0,
/// −e_cj)), since a row takes any of the features. f is the smallest for which that is at most what
/// was asked for, in every class; the number of planes follows from it and the range of the
/// weights.
///
/// Factors that are impossible are counted, as in [AffineForm]. One row is packed as [BitColumns]
/// says.
public final class FixedPointScorer extends DiscreteScorer<long[], BitColumns> {

  private static final double LARGEST_SUM = 0x1p52;
  private static final double SPARE = 1 + 0x1p-20;
  private static final int WHOLE = 8;

  private final int rowWords;
  private final int planes;
  private final long[] plane;
  // B_c and, for every set feature, min_j q_cj.
  private final long[] start;
  private final long[] least;
  private final double unit;
  private final double errorBound;

  /// A scorer of the given form.
  ///
  /// @param maximalError the largest difference of a log joint from the exact sum, above 0
  /// @throws IllegalArgumentException if `maximalError` is not a finite number above 0, or so small
  ///   against the weights that sums would need more than 52 bits
  public FixedPointScorer(AffineForm form, double maximalError) {
    super(form);
    if (!(maximalError > 0 && maximalError < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "the maximal error is %s; a finite number above 0 is expected".formatted(maximalError));
    }
    int d = form.featureCount();
    int k = form.classCount();
    double largest = 0;
    for (int c = 0; c < k; c++) {
      double sum = Math.abs(form.intercept(c));
      for (int j = 0; j < d; j++) {
        sum += Math.abs(form.weight(c, j));
      }
      largest = Math.max(largest, sum);
    }
    int exponent = Math.getExponent(maximalError) + 1;
    while (error(form, Math.scalb(1.0, exponent)) > maximalError) {
      exponent--;
    }
    unit = Math.scalb(1.0, exponent);
    if (!(unit >= Double.MIN_NORMAL && largest / unit + d + 1 <= LARGEST_SUM)) {
      throw new IllegalArgumentException(
          "the maximal error is %s, of log joints of up to %s; at least about %s is expected"
              .formatted(maximalError, largest, largest * 0x1p-51));
    }
    errorBound = error(form, unit);
    long[][] weights = new long[k][d];
    start = new long[k];
    least = new long[k];
    long range = 0;
    for (int c = 0; c < k; c++) {
      start[c] = (long) Math.rint(form.intercept(c) / unit);
      long most = Long.MIN_VALUE;
      least[c] = Long.MAX_VALUE;
      for (int j = 0; j < d; j++) {
        weights[c][j] = (long) Math.rint(form.weight(c, j) / unit);
        most = Math.max(most, weights[c][j]);
        least[c] = Math.min(least[c], weights[c][j]);
      }
      range = Math.max(range, most - least[c]);
    }
    planes = Long.SIZE - Long.numberOfLeadingZeros(range);
    rowWords = (BitColumns.rowWords(d) + WHOLE - 1) / WHOLE * WHOLE;
    plane = new long[Math.multiplyExact(Math.multiplyExact(k, planes), rowWords)];
    for (int c = 0; c < k; c++) {
      for (int j = 0; j < d; j++) {
        for (long bits = weights[c][j] - least[c]; bits != 0; bits &= bits - 1) {
          int b = Long.numberOfTrailingZeros(bits);
          plane[(c * planes + b) * rowWords + j / Long.SIZE] |= 1L << j;
        }
      }
    }
  }

  /// The largest difference of a log joint from the exact sum where weights are multiples of a
  /// unit.
  private static double error(AffineForm form, double unit) {
    double largest = 0;
    for (int c = 0; c < form.classCount(); c++) {
      double above = 0;
      double below = 0;
      for (int j = 0; j < form.featureCount(); j++) {
        double error = roundingError(form.weight(c, j), unit);
        above += Math.max(0, error);
        below += Math.max(0, -error);
      }
      double intercept = Math.abs(roundingError(form.intercept(c), unit));
      largest = Math.max(largest, intercept + Math.max(above, below));
    }
    return largest * SPARE;
  }

  /// Exact: a unit is a power of two, and a double less its nearest integer is a double.
  private static double roundingError(double value, double unit) {
    double units = value / unit;
    return (Math.rint(units) - units) * unit;
  }

  /// The proven bound of the difference of a log joint from the exact sum; at most what was asked
  /// for.
  public double errorBound() {
    return errorBound;
  }

  /// 2^−f: log joints are multiples of it.
  public double unit() {
    return unit;
  }

  /// The number of bit planes of a class.
  public int planeCount() {
    return planes;
  }

  @Override
  void scoreRow(long[] row, Workspace w) {
    int words = BitColumns.rowWords(featureCount());
    if (row.length != words) {
      throw new IllegalArgumentException(
          "the row has %d words; %d are expected for %d features"
              .formatted(row.length, words, featureCount()));
    }
    reserve(w, 1);
    System.arraycopy(row, 0, w.rows, 0, words);
    w.rows[words - 1] &= -1L >>> -featureCount();
    score(w, 0);
    if (w.impossible != null) {
      Kernels.DISCRETE.scoreRow(
          row,
          0,
          featureCount(),
          form.impossibleWeights(),
          form.impossibleIntercepts(),
          form.classStride(),
          w.impossible,
          0);
    }
  }

  @Override
  void scoreBlock(BitColumns rows, int first, int count, Workspace w) {
    reserve(w, BLOCK);
    if (w.bits == null) {
      w.bits = new BitBlock(featureCount());
    }
    int word = w.bits.load(rows, first / BLOCK, (w.end + BLOCK - 1) / BLOCK);
    w.bits.rows(word, featureCount(), w.square, w.rows, rowWords);
    for (int r = 0; r < count; r++) {
      score(w, r);
    }
    if (w.impossible != null) {
      Kernels.DISCRETE.scoreRows(
          w.rows,
          rowWords,
          count,
          featureCount(),
          form.impossibleWeights(),
          form.impossibleIntercepts(),
          form.classStride(),
          w.impossible);
    }
  }

  private void reserve(Workspace w, int rows) {
    if (w.rows.length < rows * rowWords) {
      w.rows = new long[rows * rowWords];
      w.sums = new long[classCount()];
    }
  }

  private void score(Workspace w, int r) {
    int from = r * rowWords;
    Kernels.DISCRETE.planeSums(w.rows, from, rowWords, plane, planes, classCount(), w.sums, 0);
    long set = 0;
    for (int i = from; i < from + rowWords; i++) {
      set += Long.bitCount(w.rows[i]);
    }
    for (int c = 0; c < classCount(); c++) {
      w.scores[r * form.classStride() + c] = (start[c] + least[c] * set + w.sums[c]) * unit;
    }
  }

  @Override
  int rowStep() {
    return form.classStride();
  }

  @Override
  int classStep() {
    return 1;
  }
}
