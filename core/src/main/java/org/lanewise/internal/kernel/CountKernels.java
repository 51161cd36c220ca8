package org.lanewise.internal.kernel;

/// Kernels that count set bits.
public interface CountKernels {

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
      default -> throw new IllegalArgumentException(kernel);
    };
  }
}
