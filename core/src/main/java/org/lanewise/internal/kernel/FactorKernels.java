package org.lanewise.internal.kernel;

/// Kernels of dense factorisation, on strips.
///
/// A strip is 8 columns of a matrix, row by row: row t begins at `offset + 8·t`. A call works on up
/// to two strips side by side, strip v at `v·step` behind the first, and on 8 rows of results, so
/// on 8 × 16 outputs. The lanes are the columns.
public interface FactorKernels {

  /// The most strips of a call.
  int STRIPS = 2;

  /// Adds LᵀR, one chain over the rows for each entry, i < 8, l < 8, v < strips:
  ///
  /// ```
  /// for t < rows:  out(v)[i][l] = fma(left[t][i], right(v)[t][l], out(v)[i][l])
  /// ```
  ///
  /// The strips of `right` and `out` may lie in one array, if their rows do not overlap.
  ///
  /// @param left one strip, from `leftOffset`
  /// @param right strips, from `rightOffset`
  /// @param out strips of 8 rows, from `outOffset`
  /// @param step the distance of the strips of `right` and of `out`
  void addProduct(
      double[] left,
      int leftOffset,
      double[] right,
      int rightOffset,
      int rows,
      double[] out,
      int outOffset,
      int step,
      int strips);

  /// Solves UᵀX = B in place for an 8×8 upper triangle U (row k at `factorOffset + 8·k`), of whose
  /// diagonal the reciprocals are given, for i = 0 … 7 in turn:
  ///
  /// ```
  /// for k = 0 … i−1:  out(v)[i] = fma(U[k][i], −out(v)[k], out(v)[i])
  /// out(v)[i] = out(v)[i] · reciprocal[reciprocalOffset + i]
  /// ```
  void forward(
      double[] factor,
      int factorOffset,
      double[] reciprocal,
      int reciprocalOffset,
      double[] out,
      int outOffset,
      int step,
      int strips);

  /// Solves UX = B in place, U as in [#forward], for i = 7 … 0 in turn:
  ///
  /// ```
  /// for k = 7 … i+1:  out(v)[i] = fma(U[i][k], −out(v)[k], out(v)[i])
  /// out(v)[i] = out(v)[i] · reciprocal[reciprocalOffset + i]
  /// ```
  void backward(
      double[] factor,
      int factorOffset,
      double[] reciprocal,
      int reciprocalOffset,
      double[] out,
      int outOffset,
      int step,
      int strips);

  /// The synthetic call of a kernel.
  static SyntheticCall synthetic(String kernel) {
    return switch (kernel) {
      case "FACTOR" -> {
        int block = PackedTriangle.WIDTH * PackedTriangle.WIDTH;
        double[] one = new double[block];
        for (int i = 0; i < PackedTriangle.WIDTH; i++) {
          one[i * PackedTriangle.WIDTH + i] = 1;
        }
        yield (v, a, p, n, _) -> {
          FactorKernels kernels = v.factor();
          int strips = Math.min(p, STRIPS);
          int step = PackedTriangle.WIDTH * SyntheticCall.up(n, PackedTriangle.WIDTH);
          double[] left = a.x.of(PackedTriangle.WIDTH * n);
          double[] right = a.x.of(strips * step);
          double[] ones = a.ones.of(PackedTriangle.WIDTH);
          double[] sides = a.tile.of(strips * block);
          kernels.addProduct(left, 0, right, 0, n, a.out.of(strips * step), 0, step, strips);
          kernels.forward(one, 0, ones, 0, sides, 0, block, strips);
          kernels.backward(one, 0, ones, 0, sides, 0, block, strips);
        };
      }
      default -> throw new IllegalArgumentException(kernel);
    };
  }
}
