package org.lanewise.internal.kernel;

/// Kernels that count set bits.
public interface CountKernels {

  /// Counts set bits of a column under masks: for c < classes, `counts[at + c] += Σ_{w < words}
  /// bitCount(column[from + w] & mask[c·maskStride + w])`.
  void count(
      long[] column,
      int from,
      int words,
      long[] mask,
      int maskStride,
      int classes,
      long[] counts,
      int at);

  /// Counts set bits of two columns under masks: those of `left` as [#count], and those of `right`
  /// into `counts[at + classes + c]`. Both may be the same array.
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
