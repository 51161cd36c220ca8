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
}
