package org.lanewise.internal.kernel;

/// Kernels of the moments of single features, class by class.
public interface DiagonalKernels {

  /// The most classes that [#sums] serves.
  int MOST_CLASSES = 8;

  /// The chains that each sum of [#sums] is split into.
  int CHAINS = 16;

  /// The elements that [#sums] needs for its chains: of 8 classes, and of the rows of none.
  int CHAINS_SIZE = (MOST_CLASSES + 2) * 2 * CHAINS;

  /// Finds the rows of each class: bit r mod 64 of `members[c·WORDS + r/64]` tells whether row r is
  /// of class c < k.
  ///
  /// @param classes the classes of [ChunkRows#MOST] rows
  void members(int[] classes, int classCount, long[] members);

  /// Sums of one column over a chunk of rows, about a pivot of each class. Row r of class c adds to
  /// chain r mod 16 of both sums of its class:
  ///
  /// ```
  /// δ = x[offset + r] − pivot[c],   v = weight[r]·δ
  /// chains[32·c + r mod 16]      += v                               for Σ wδ
  /// chains[32·c + 16 + r mod 16]  = fma(v, δ, the same)             for Σ wδ²
  /// ```
  ///
  /// each chain from 0 on and in the order of rows; [#fold] adds them up. A row of weight 0 adds
  /// nothing to any class. What lies in `chains` behind the classes is undefined afterwards.
  ///
  /// @param rows rows of at most 8 classes, complete
  /// @param pivot a value for each class; at least k + 2 elements
  /// @param chains [#CHAINS_SIZE] elements
  void sums(double[] x, int offset, ChunkRows rows, double[] pivot, double[] chains);

  /// The sum of the 16 chains that begin at `at`, by halves: chain i + chain i+8, then i + i+4, i +
  /// i+2, i + i+1.
  static double fold(double[] chains, int at) {
    double s0 = chains[at] + chains[at + 8];
    double s1 = chains[at + 1] + chains[at + 9];
    double s2 = chains[at + 2] + chains[at + 10];
    double s3 = chains[at + 3] + chains[at + 11];
    double s4 = chains[at + 4] + chains[at + 12];
    double s5 = chains[at + 5] + chains[at + 13];
    double s6 = chains[at + 6] + chains[at + 14];
    double s7 = chains[at + 7] + chains[at + 15];
    return ((s0 + s4) + (s2 + s6)) + ((s1 + s5) + (s3 + s7));
  }

  /// Takes the rows of a tile, laid out as for [GaussianKernels], one by one into the mean and the
  /// sum of squares of their classes:
  ///
  /// ```
  /// δ = (x[t][j] − anchor[base[t] + j]) − mean[base[t] + j]
  /// square[base[t] + j] = fma(factor[t]·δ, δ, square[base[t] + j])
  /// mean[base[t] + j]   = fma(share[t], δ, mean[base[t] + j])
  /// ```
  void absorb(
      double[] tile,
      int panelStride,
      int panels,
      int rows,
      int[] base,
      double[] share,
      double[] factor,
      double[] anchor,
      double[] mean,
      double[] square);
}
