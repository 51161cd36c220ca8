package org.lanewise.internal.linalg;

import static org.lanewise.internal.kernel.PackedTriangle.WIDTH;

import org.lanewise.internal.kernel.FactorKernels;

/// The positions of the entries of a factor U. A strip is a panel of eight columns, row by row,
/// with the height of its group of two panels. The entries to the right of the diagonal blocks are
/// also stored transposed, in one strip for each of these blocks.
///
/// @param panels the number of panels of eight columns
record FactorLayout(int panels) {

  /// Panels of a group: as many strips as kernels take at once.
  static final int GROUP = FactorKernels.STRIPS;

  /// The elements of a block of 8 × 8.
  static final int BLOCK = WIDTH * WIDTH;

  /// The elements of U.
  ///
  /// @throws ArithmeticException if that is more than an array can hold
  int factorSize() {
    return groupStart(groups());
  }

  /// The number of elements of the transposed strips.
  int transposedSize() {
    return transposedStart(panels);
  }

  /// The number of groups; the last one may be smaller.
  int groups() {
    return (panels + GROUP - 1) / GROUP;
  }

  /// The rows of a group: up to its last panel's diagonal block.
  int height(int group) {
    return Math.min((group + 1) * GROUP, panels) * WIDTH;
  }

  /// The index of a group's first element; for the number of groups, the total size.
  private int groupStart(int group) {
    // Groups 0 … group−1 are full, except the last of all.
    long full = (long) BLOCK * GROUP * GROUP * group * (group + 1) / 2;
    if (group * GROUP > panels) {
      int strips = panels - (group - 1) * GROUP;
      full += (long) BLOCK * (strips * panels - GROUP * GROUP * group);
    }
    return Math.toIntExact(full);
  }

  /// The index of a panel's first element.
  int stripStart(int panel) {
    int group = panel / GROUP;
    return groupStart(group) + panel % GROUP * height(group) * WIDTH;
  }

  /// The index of entry (i, j) of U.
  int index(int i, int j) {
    return stripStart(j / WIDTH) + i * WIDTH + j % WIDTH;
  }

  /// The index of strip q of Uᵀ: rows 8(q+1) … of 8 columns.
  int transposedStart(int q) {
    return BLOCK * (q * (panels - 1) - q * (q - 1) / 2);
  }
}
