package org.lanewise.internal.kernel;

/// Kernels that count set bits, and add counts.
public interface CountKernels {

  /// The largest count.
  double MAX = 0x1p500;

  /// Adding and subtracting it rounds numbers up to itself to whole ones.
  double ROUNDER = 0x1p52;

  /// Counts the set bits of a column under a mask: Σ_{w < words} bitCount(column[from + w] &
  /// mask[fromMask + w]).
  long count(long[] column, int from, int words, long[] mask, int fromMask);

  /// Counts the set bits of two columns under the masks of classes: for c < classes, adds to
  /// `counts[at + c]` the [#count] of `left` and to `counts[at + classes + c]` that of `right`,
  /// under the mask at `c·maskStride`. Both columns may be the same array.
  void countTwo(
      long[] left,
      long[] right,
      int from,
      int words,
      long[] mask,
      int maskStride,
      int classes,
      long[] counts,
      int at);

  /// Masks of the rows that have a label: bit r of `mask[c·words + w]` is whether row 64·w + r <
  /// rows has the label c < classes.
  ///
  /// @param label 64·`words` numbers; those behind the last row may be anything
  void masks(int[] label, int rows, int classes, int words, long[] mask);

  /// Adds a row of d numbers to sums: for j < d, `sums[at + j] = sums[at + j] + row[j]`.
  ///
  /// @return whether all are [whole][#isWhole]
  boolean addWhole(double[] row, int d, double[] sums, int at);

  /// Whether all of `count` values [are counts][#isCount].
  boolean areCounts(double[] values, int from, int count);

  /// Whether a number is from 0 to [#MAX].
  static boolean isCount(double value) {
    return value >= 0 && value <= MAX;
  }

  /// Whether a number is whole and at least 0; of those above 2^52, some are, and others are not.
  static boolean isWhole(double value) {
    return value >= 0 && (value + ROUNDER) - ROUNDER - value == 0;
  }

  /// The synthetic call of a kernel.
  static SyntheticCall synthetic(String kernel) {
    return switch (kernel) {
      case "COUNT" ->
          (v, a, n, k, _) ->
              a.returned(v.count().count(a.bits.of(n), 0, n, a.bits.of(n * k), n * (k - 1)));
      case "COUNT_TWO" ->
          (v, a, n, k, _) -> {
            long[] column = a.bits.of(n);
            long[] out = a.words.of(2 * k);
            v.count().countTwo(column, column, 0, n, a.bits.of(n * k), n, k, out, 0);
          };
      case "MASKS" ->
          (v, a, n, k, _) ->
              v.count().masks(a.labels(n * Long.SIZE, k), n * Long.SIZE, k, n, a.words.of(n * k));
      case "ADD_WHOLE" ->
          (v, a, n, k, _) -> {
            double[] row = k % 2 == 0 ? a.x.of(4 * n) : a.ones.of(4 * n);
            a.returned(v.count().addWhole(row, 4 * n, a.out.of(4 * n), 0));
          };
      case "ARE_COUNTS" ->
          (v, a, n, k, _) -> {
            double[] values = k % 2 == 0 ? a.x.of(4 * n) : a.ones.of(4 * n);
            a.returned(v.count().areCounts(values, 0, 4 * n));
          };
      default -> throw new IllegalArgumentException(kernel);
    };
  }
}
