package org.lanewise.internal.kernel;

/// Kernels of scores in floats, of rows that lie one by one: for bounds on those in doubles.
///
/// Class parameters lie class after class, [#floatLength(int)] of each: those of d features, and if
/// d is not a multiple of 16, those of the last 16 features once more, but 0 for the features of
/// whole vectors.
public interface FloatKernels {

  /// The chains that a sum over the features of a row has.
  int FLOATS = 16;

  /// The features of a chain of rows in strips: few, for its rounding grows with them.
  int CHAIN = 128;

  /// The parameters of a class in floats.
  static int floatLength(int d) {
    return d % FLOATS == 0 ? d : d + FLOATS;
  }

  /// The classes that arrays of parameters and scores in floats have room for: tiles of four begin
  /// with class 0 or 3.
  static int floatClasses(int k) {
    return k + 6 & -4;
  }

  /// Copies the parameters of the last 16 features of each class behind those of all: see
  /// [FloatKernels].
  static void repeatLast(float[] parameters, int d) {
    int length = floatLength(d);
    int rest = d % FLOATS;
    for (int to = length; rest > 0 && to <= parameters.length; to += length) {
      System.arraycopy(parameters, to - FLOATS - rest, parameters, to - rest, rest);
    }
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

  /// Affine scores in floats of rows, and the sums of their bounds, for bounds on the scores in
  /// doubles:
  ///
  /// ```
  /// out[c·stride + r] = intercept[c] + Σ_j x_rj weight_cj
  /// sum[r] = Σ_j |x_rj| bound_j
  /// ```
  ///
  /// Each sum has 16 chains `q_l = fma(x_rj, weight_cj, q_l)` of the features j mod 16 = l in
  /// order, then, if d is not a multiple of 16, of feature d − 16 + l with the parameter at d + l.
  /// They begin with 0 and fold by halves ([#folded]).
  ///
  /// @param x row r from `at + r·d` on
  /// @param d at least 16
  /// @param weight [#floatClasses] classes of [#floatLength] parameters
  /// @param bound [#floatLength] parameters
  /// @param intercept [#floatClasses] classes
  /// @param out [#floatClasses] classes; what the classes from k on take is not specified
  /// @param scratch room for 256 elements
  void affineFloats(
      float[] x,
      int at,
      int rows,
      int d,
      float[] weight,
      float[] bound,
      float[] intercept,
      int k,
      float[] out,
      int stride,
      float[] sum,
      float[] scratch);

  /// The image of a row under the transpose of an upper triangle, which lies in panels of 16
  /// columns one after another, each a row of 16 numbers after another up to its last column, with
  /// zeros beyond the diagonal:
  ///
  /// ```
  /// z_j = (q_0 + q_1) + (q_2 + q_3),   q_l = fma(x_i, L_ij, q_l) of the i mod 4 = l in order
  /// ```
  ///
  /// @param x d numbers, and zeros up to a multiple of 16
  /// @param factor [#triangleLength] numbers
  /// @param z as long as x
  /// @param scratch room for 64 elements
  void triangularFloats(float[] x, int d, float[] factor, float[] z, float[] scratch);

  /// The numbers of a triangle.
  static int triangleLength(int d) {
    int panels = Math.ceilDiv(d, FLOATS);
    return FLOATS * FLOATS * panels * (panels + 1) / 2;
  }

  /// Where entry i of column j of a triangle is.
  static int triangleIndex(int i, int j) {
    return triangleLength(j & -FLOATS) + i * FLOATS + j % FLOATS;
  }

  /// The synthetic call of a kernel.
  static SyntheticCall synthetic(String kernel) {
    return switch (kernel) {
      case "AFFINE_FLOATS" ->
          (v, a, n, k, c) -> {
            int d = c + FLOATS;
            int s = floatClasses(k);
            float[] x = a.floats.of(n * d);
            float[] weight = a.floats.of(s * floatLength(d));
            float[] bound = a.floats.of(floatLength(d));
            float[] begin = a.floats.of(s);
            float[] out = a.outFloats.of(n * s, n * s, n * k);
            float[] sum = a.moreFloats.of(n);
            float[] work = a.workFloats.of(FLOATS * FLOATS, 1, 0);
            v.floats().affineFloats(x, 0, n, d, weight, bound, begin, k, out, n, sum, work);
          };
      case "TRIANGULAR_FLOATS" ->
          (v, a, n, k, c) -> {
            int d = n + c;
            float[] x = a.floats.of(d + FLOATS);
            float[] factor = a.moreFloats.of(triangleLength(d));
            float[] out = a.outFloats.of(d + FLOATS, d + FLOATS, d);
            v.floats().triangularFloats(x, d, factor, out, a.workFloats.of(64, 1, 0));
          };
      default -> throw new IllegalArgumentException(kernel);
    };
  }
}
