package org.lanewise.internal.linalg;

import static org.lanewise.internal.kernel.PackedTriangle.WIDTH;

import org.lanewise.internal.kernel.FactorKernels;

/// Where the entries of a factor U lie. A strip is a panel of eight columns, row by row, of the
/// height that its group of three has; what lies right of the diagonal blocks is kept transposed
/// too, in a strip for each of them.
///
/// @param panels the panels of eight columns
record FactorLayout(int panels) {

  /// Panels of a group: as many strips as the kernels take at once.
  static final int GROUP = FactorKernels.STRIPS;

  /// The elements of a block of 8 × 8.
  static final int BLOCK = WIDTH * WIDTH;

  /// The elements of U.
  ///
  /// @throws ArithmeticException if that is more than an array can hold
  int factorSize() {
    return groupStart(groups());
  }

  /// The elements of what is transposed.
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

  /// Where a group begins; the last one ends where another would begin.
  private int groupStart(int group) {
    // Groups 0 … group−1 are full, but for the last of all.
    long full = (long) BLOCK * GROUP * GROUP * group * (group + 1) / 2;
    if (group * GROUP > panels) {
      int strips = panels - (group - 1) * GROUP;
      full += (long) BLOCK * (strips * panels - GROUP * GROUP * group);
    }
    return Math.toIntExact(full);
  }

  /// Where the strip of a panel begins.
  int stripStart(int panel) {
    int group = panel / GROUP;
    return groupStart(group) + panel % GROUP * height(group) * WIDTH;
  }

  /// Where entry (i, j) of U is.
  int index(int i, int j) {
    return stripStart(j / WIDTH) + i * WIDTH + j % WIDTH;
  }

  /// Where strip q of Uᵀ begins: rows 8(q+1) … of 8 columns.
  int transposedStart(int q) {
    return BLOCK * (q * (panels - 1) - q * (q - 1) / 2);
  }
}
