package org.lanewise.internal.kernel;

/// A call of a kernel with synthetic arguments that have up to three extents, which compiles it.
/// Every contract knows those of its kernels.
@FunctionalInterface
public interface SyntheticCall {

  /// Makes the call; only the first with some extents allocates, its arrays.
  ///
  /// @param n features of a row, rows of a block, or panels
  /// @param k classes, or the rows of panels
  /// @param c the missing features of a row, or the features of a block
  void run(KernelSet kernels, SyntheticArrays arrays, int n, int k, int c);

  /// A count rounded up to a multiple.
  static int up(int count, int to) {
    return (count + to - 1) / to * to;
  }

  /// The words of some bits.
  static int words(int bits) {
    return up(bits, Long.SIZE) / Long.SIZE;
  }
}
