package org.lanewise.internal.kernel;

/// Kernels of scores in floats, of rows that lie one by one: for bounds on those in doubles.
///
/// Class parameters lie 16 classes at a time, and of these feature by feature ([#floatIndex]).
public interface FloatKernels {

  /// The classes whose parameters lie together in floats.
  int FLOATS = 16;

  /// The features of a chain in floats: few, for its rounding grows with them.
  int CHAIN = 128;

  /// The rows of a block of floats are a multiple of this.
  int FLOAT_ROWS = 4;

  /// The distance of two rows of float scores of k classes: k rounded up to a multiple of 16.
  static int floatStride(int k) {
    return k + FLOATS - 1 & -FLOATS;
  }

  /// Where the parameter of a class and feature of d lies in floats: 16 classes together, one
  /// feature behind the other.
  static int floatIndex(int c, int feature, int d) {
    int place = c & FLOATS - 1;
    return (c - place) * d + FLOATS * feature + place;
  }

  /// The sum of 16 chains, by halves.
  static float folded(float[] q, int at) {
    float q0 = q[at] + q[at + 8];
    float q1 = q[at + 1] + q[at + 9];
    float q2 = q[at + 2] + q[at + 10];
    float q3 = q[at + 3] + q[at + 11];
    float q4 = q[at + 4] + q[at + 12];
    float q5 = q[at + 5] + q[at + 13];
    float q6 = q[at + 6] + q[at + 14];
    float q7 = q[at + 7] + q[at + 15];
    return ((q0 + q4) + (q2 + q6)) + ((q1 + q5) + (q3 + q7));
  }

  /// Whether scores in floats take less time than those in doubles.
  boolean floatsAreFast();

  /// Affine scores in floats of a block of rows, for bounds on those in doubles: `out[r·stride + c]
  /// = ((intercept[c] + q_0) + q_1) + …` with `stride` = [#floatStride(int)] and q_i over the
  /// features of the i-th [#CHAIN], `q = fma(x[r·length + j], weight[at], q)`, `at = (c − c mod
  /// 16)·d + 16·j + c mod 16`, which begins with 0. Unless there is one row alone, rows are rounded
  /// up to a multiple of [#FLOAT_ROWS]; classes are padded to `stride`.
  ///
  /// @param length from a row to the next
  void affineFloats(
      float[] x,
      int length,
      int rows,
      int d,
      float[] weight,
      float[] intercept,
      int k,
      float[] out);

  /// Subtracts an origin from rows of floats in place, and sums the absolute values: `sum[r] = Σ_j
  /// |x_rj − origin_j| bound_j` by `fma(|x|, bound, q)` in 16 chains of j mod 16, which fold by
  /// halves. Rows are rounded up to a multiple of [#FLOAT_ROWS].
  ///
  /// @param x row r from `r·length` on
  /// @param width the features, a multiple of 16
  /// @param scratch room for 64 elements
  void centreFloats(
      float[] x,
      int length,
      int rows,
      int width,
      float[] origin,
      float[] bound,
      float[] sum,
      float[] scratch);

  /// Finds classes that lead by a margin, of scores laid out as those of [#affineFloats]: `label`
  /// of a row is the class whose score alone is at least the threshold, or −1 where several are or
  /// none is.
  ///
  /// @param sum of row r in its margin
  /// @param threshold takes of row r the float below max_c score_c − factor·(sum + constant); NaN
  ///   or −∞ where the sum is not finite
  /// @param label of row r at `labelOffset + r`
  void leadersInFloats(
      float[] score,
      int rows,
      int k,
      float constant,
      float factor,
      float[] sum,
      float[] threshold,
      int[] label,
      int labelOffset);

  /// The synthetic call of a kernel.
  static SyntheticCall synthetic(String kernel) {
    return switch (kernel) {
      case "AFFINE_FLOATS" ->
          (v, a, n, k, d) -> {
            int rows = SyntheticCall.up(n, FLOAT_ROWS);
            int s = floatStride(k);
            float[] x = a.floats.of(rows * d);
            float[] weight = a.floats.of(d * s);
            float[] out = a.outFloats.of(rows * s, s, k);
            v.floats().affineFloats(x, d, rows, d, weight, a.floats.of(s), k, out);
          };
      case "CENTRE_FLOATS" ->
          (v, a, n, _, d) -> {
            int rows = SyntheticCall.up(n, FLOAT_ROWS);
            int width = SyntheticCall.up(d, FLOATS);
            float[] x = a.tileFloats.of(rows * width);
            float[] origin = a.floats.of(width);
            float[] bound = a.floats.of(width);
            float[] sum = a.moreFloats.of(rows);
            float[] scratch = a.workFloats.of(FLOATS * FLOAT_ROWS, 1, 0);
            v.floats().centreFloats(x, width, rows, width, origin, bound, sum, scratch);
          };
      case "LEADERS_IN_FLOATS" ->
          (v, a, n, k, d) -> {
            float[] score = a.floats.of(n * floatStride(k));
            float[] sum = a.floats.of(n);
            float[] threshold = a.outFloats.of(n);
            int[] label = a.ints.of(n);
            v.floats().leadersInFloats(score, n, k, 1, d % 16, sum, threshold, label, 0);
          };
      default -> throw new IllegalArgumentException(kernel);
    };
  }
}
