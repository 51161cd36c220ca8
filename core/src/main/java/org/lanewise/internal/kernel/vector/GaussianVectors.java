package org.lanewise.internal.kernel.vector;

import static org.lanewise.internal.kernel.PackedTriangle.WIDTH;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/// The blocks of [VectorGaussianKernels] and [VectorFactorKernels]: rows transposed in registers,
/// sums, and outputs of products. `block4x2` is four rows of them × two vectors.
final class GaussianVectors {

  private static final VectorSpecies<Double> S = VectorWidth.DOUBLES;
  private static final int LANES = S.length();
  private static final int VECTORS_PER_PANEL = WIDTH / LANES;

  /// What of a block a transposition swaps with what, and where it is taken from the other.
  private static final VectorShuffle<Double> SWAP_ONE = swap(1);

  private static final VectorShuffle<Double> SWAP_TWO = swap(2);
  private static final VectorShuffle<Double> SWAP_FOUR = swap(4);
  private static final VectorMask<Double> ODD = VectorMask.fromLong(S, 0b10101010);
  private static final VectorMask<Double> UPPER = VectorMask.fromLong(S, 0b11001100);
  private static final VectorMask<Double> HIGH = VectorMask.fromLong(S, 0b11110000);

  private GaussianVectors() {}

  private static VectorShuffle<Double> swap(int distance) {
    return VectorShuffle.fromOp(S, l -> (l ^ distance) & LANES - 1);
  }

  static boolean dealEights(
      double[][] columns, int offset, int count, int[] target, double[] out, int outOffset) {
    double[] x0 = columns[0];
    double[] x1 = columns[1];
    double[] x2 = columns[2];
    double[] x3 = columns[3];
    double[] x4 = columns[4];
    double[] x5 = columns[5];
    double[] x6 = columns[6];
    double[] x7 = columns[7];
    DoubleVector zero = DoubleVector.zero(S);
    DoubleVector poison0 = zero;
    DoubleVector poison1 = zero;
    DoubleVector poison2 = zero;
    DoubleVector poison3 = zero;
    for (int r = 0; r < count; r += 8) {
      int at = offset + r;
      DoubleVector a0 = DoubleVector.fromArray(S, x0, at);
      DoubleVector a1 = DoubleVector.fromArray(S, x1, at);
      DoubleVector a2 = DoubleVector.fromArray(S, x2, at);
      DoubleVector a3 = DoubleVector.fromArray(S, x3, at);
      DoubleVector a4 = DoubleVector.fromArray(S, x4, at);
      DoubleVector a5 = DoubleVector.fromArray(S, x5, at);
      DoubleVector a6 = DoubleVector.fromArray(S, x6, at);
      DoubleVector a7 = DoubleVector.fromArray(S, x7, at);
      poison0 = a0.fma(zero, poison0);
      poison1 = a1.fma(zero, poison1);
      poison2 = a2.fma(zero, poison2);
      poison3 = a3.fma(zero, poison3);
      poison0 = a4.fma(zero, poison0);
      poison1 = a5.fma(zero, poison1);
      poison2 = a6.fma(zero, poison2);
      poison3 = a7.fma(zero, poison3);
      DoubleVector b0 = a0.blend(a1.rearrange(SWAP_ONE), ODD);
      DoubleVector b1 = a0.rearrange(SWAP_ONE).blend(a1, ODD);
      DoubleVector b2 = a2.blend(a3.rearrange(SWAP_ONE), ODD);
      DoubleVector b3 = a2.rearrange(SWAP_ONE).blend(a3, ODD);
      DoubleVector b4 = a4.blend(a5.rearrange(SWAP_ONE), ODD);
      DoubleVector b5 = a4.rearrange(SWAP_ONE).blend(a5, ODD);
      DoubleVector b6 = a6.blend(a7.rearrange(SWAP_ONE), ODD);
      DoubleVector b7 = a6.rearrange(SWAP_ONE).blend(a7, ODD);
      DoubleVector c0 = b0.blend(b2.rearrange(SWAP_TWO), UPPER);
      DoubleVector c2 = b0.rearrange(SWAP_TWO).blend(b2, UPPER);
      DoubleVector c1 = b1.blend(b3.rearrange(SWAP_TWO), UPPER);
      DoubleVector c3 = b1.rearrange(SWAP_TWO).blend(b3, UPPER);
      DoubleVector c4 = b4.blend(b6.rearrange(SWAP_TWO), UPPER);
      DoubleVector c6 = b4.rearrange(SWAP_TWO).blend(b6, UPPER);
      DoubleVector c5 = b5.blend(b7.rearrange(SWAP_TWO), UPPER);
      DoubleVector c7 = b5.rearrange(SWAP_TWO).blend(b7, UPPER);
      c0.blend(c4.rearrange(SWAP_FOUR), HIGH).intoArray(out, target[r] + outOffset);
      c1.blend(c5.rearrange(SWAP_FOUR), HIGH).intoArray(out, target[r + 1] + outOffset);
      c2.blend(c6.rearrange(SWAP_FOUR), HIGH).intoArray(out, target[r + 2] + outOffset);
      c3.blend(c7.rearrange(SWAP_FOUR), HIGH).intoArray(out, target[r + 3] + outOffset);
      c0.rearrange(SWAP_FOUR).blend(c4, HIGH).intoArray(out, target[r + 4] + outOffset);
      c1.rearrange(SWAP_FOUR).blend(c5, HIGH).intoArray(out, target[r + 5] + outOffset);
      c2.rearrange(SWAP_FOUR).blend(c6, HIGH).intoArray(out, target[r + 6] + outOffset);
      c3.rearrange(SWAP_FOUR).blend(c7, HIGH).intoArray(out, target[r + 7] + outOffset);
    }
    DoubleVector poison = poison0.add(poison1).add(poison2.add(poison3));
    return poison.compare(VectorOperators.EQ, zero).allTrue();
  }

  static boolean dealFours(
      double[][] columns, int offset, int count, int[] target, double[] out, int outOffset) {
    double[] x0 = columns[0];
    double[] x1 = columns[1];
    double[] x2 = columns[2];
    double[] x3 = columns[3];
    double[] x4 = columns[4];
    double[] x5 = columns[5];
    double[] x6 = columns[6];
    double[] x7 = columns[7];
    DoubleVector zero = DoubleVector.zero(S);
    DoubleVector poison0 = zero;
    DoubleVector poison1 = zero;
    DoubleVector poison2 = zero;
    DoubleVector poison3 = zero;
    for (int r = 0; r < count; r += 4) {
      int at = offset + r;
      int to0 = target[r] + outOffset;
      int to1 = target[r + 1] + outOffset;
      int to2 = target[r + 2] + outOffset;
      int to3 = target[r + 3] + outOffset;
      DoubleVector a0 = DoubleVector.fromArray(S, x0, at);
      DoubleVector a1 = DoubleVector.fromArray(S, x1, at);
      DoubleVector a2 = DoubleVector.fromArray(S, x2, at);
      DoubleVector a3 = DoubleVector.fromArray(S, x3, at);
      poison0 = a0.fma(zero, poison0);
      poison1 = a1.fma(zero, poison1);
      poison2 = a2.fma(zero, poison2);
      poison3 = a3.fma(zero, poison3);
      DoubleVector b0 = a0.blend(a1.rearrange(SWAP_ONE), ODD);
      DoubleVector b1 = a0.rearrange(SWAP_ONE).blend(a1, ODD);
      DoubleVector b2 = a2.blend(a3.rearrange(SWAP_ONE), ODD);
      DoubleVector b3 = a2.rearrange(SWAP_ONE).blend(a3, ODD);
      b0.blend(b2.rearrange(SWAP_TWO), UPPER).intoArray(out, to0);
      b1.blend(b3.rearrange(SWAP_TWO), UPPER).intoArray(out, to1);
      b0.rearrange(SWAP_TWO).blend(b2, UPPER).intoArray(out, to2);
      b1.rearrange(SWAP_TWO).blend(b3, UPPER).intoArray(out, to3);
      DoubleVector a4 = DoubleVector.fromArray(S, x4, at);
      DoubleVector a5 = DoubleVector.fromArray(S, x5, at);
      DoubleVector a6 = DoubleVector.fromArray(S, x6, at);
      DoubleVector a7 = DoubleVector.fromArray(S, x7, at);
      poison0 = a4.fma(zero, poison0);
      poison1 = a5.fma(zero, poison1);
      poison2 = a6.fma(zero, poison2);
      poison3 = a7.fma(zero, poison3);
      DoubleVector b4 = a4.blend(a5.rearrange(SWAP_ONE), ODD);
      DoubleVector b5 = a4.rearrange(SWAP_ONE).blend(a5, ODD);
      DoubleVector b6 = a6.blend(a7.rearrange(SWAP_ONE), ODD);
      DoubleVector b7 = a6.rearrange(SWAP_ONE).blend(a7, ODD);
      b4.blend(b6.rearrange(SWAP_TWO), UPPER).intoArray(out, to0 + 4);
      b5.blend(b7.rearrange(SWAP_TWO), UPPER).intoArray(out, to1 + 4);
      b4.rearrange(SWAP_TWO).blend(b6, UPPER).intoArray(out, to2 + 4);
      b5.rearrange(SWAP_TWO).blend(b7, UPPER).intoArray(out, to3 + 4);
    }
    DoubleVector poison = poison0.add(poison1).add(poison2.add(poison3));
    return poison.compare(VectorOperators.EQ, zero).allTrue();
  }

  /// The sums of four vectors at once, and of the last one again if fewer are left: a sum alone
  /// would wait for each addition.
  static void sums(
      double[] tile,
      int offset,
      int panelStride,
      int v,
      int last,
      int rows,
      double[] weight,
      double[] anchor,
      int anchorOffset,
      double[] sum) {
    int v1 = Math.min(v + 1, last);
    int v2 = Math.min(v + 2, last);
    int v3 = Math.min(v + 3, last);
    DoubleVector a0 = DoubleVector.fromArray(S, anchor, anchorOffset + v * LANES);
    DoubleVector a1 = DoubleVector.fromArray(S, anchor, anchorOffset + v1 * LANES);
    DoubleVector a2 = DoubleVector.fromArray(S, anchor, anchorOffset + v2 * LANES);
    DoubleVector a3 = DoubleVector.fromArray(S, anchor, anchorOffset + v3 * LANES);
    DoubleVector s0 = DoubleVector.zero(S);
    DoubleVector s1 = s0;
    DoubleVector s2 = s0;
    DoubleVector s3 = s0;
    int x0 = address(offset, panelStride, v);
    int x1 = address(offset, panelStride, v1);
    int x2 = address(offset, panelStride, v2);
    int x3 = address(offset, panelStride, v3);
    for (int t = 0, at = 0; t < rows; t++, at += WIDTH) {
      DoubleVector w = DoubleVector.broadcast(S, weight[t]);
      s0 = w.fma(DoubleVector.fromArray(S, tile, x0 + at).sub(a0), s0);
      s1 = w.fma(DoubleVector.fromArray(S, tile, x1 + at).sub(a1), s1);
      s2 = w.fma(DoubleVector.fromArray(S, tile, x2 + at).sub(a2), s2);
      s3 = w.fma(DoubleVector.fromArray(S, tile, x3 + at).sub(a3), s3);
    }
    s0.intoArray(sum, v * LANES);
    s1.intoArray(sum, v1 * LANES);
    s2.intoArray(sum, v2 * LANES);
    s3.intoArray(sum, v3 * LANES);
  }

  /// Four rows × two vectors.
  static void block4x2(
      double[] left,
      int a,
      double[] right,
      int b0,
      int b1,
      int rows,
      double[] in,
      int i0,
      int i1,
      double[] out,
      int o0,
      int o1) {
    DoubleVector c00 = DoubleVector.fromArray(S, in, i0);
    DoubleVector c01 = DoubleVector.fromArray(S, in, i1);
    DoubleVector c10 = DoubleVector.fromArray(S, in, i0 + 8);
    DoubleVector c11 = DoubleVector.fromArray(S, in, i1 + 8);
    DoubleVector c20 = DoubleVector.fromArray(S, in, i0 + 16);
    DoubleVector c21 = DoubleVector.fromArray(S, in, i1 + 16);
    DoubleVector c30 = DoubleVector.fromArray(S, in, i0 + 24);
    DoubleVector c31 = DoubleVector.fromArray(S, in, i1 + 24);
    for (int t = 0, at = 0; t < rows; t++, at += WIDTH) {
      DoubleVector r0 = DoubleVector.fromArray(S, right, b0 + at);
      DoubleVector r1 = DoubleVector.fromArray(S, right, b1 + at);
      DoubleVector l0 = DoubleVector.broadcast(S, left[a + at]);
      c00 = l0.fma(r0, c00);
      c01 = l0.fma(r1, c01);
      DoubleVector l1 = DoubleVector.broadcast(S, left[a + at + 1]);
      c10 = l1.fma(r0, c10);
      c11 = l1.fma(r1, c11);
      DoubleVector l2 = DoubleVector.broadcast(S, left[a + at + 2]);
      c20 = l2.fma(r0, c20);
      c21 = l2.fma(r1, c21);
      DoubleVector l3 = DoubleVector.broadcast(S, left[a + at + 3]);
      c30 = l3.fma(r0, c30);
      c31 = l3.fma(r1, c31);
    }
    c00.intoArray(out, o0);
    c01.intoArray(out, o1);
    c10.intoArray(out, o0 + 8);
    c11.intoArray(out, o1 + 8);
    c20.intoArray(out, o0 + 16);
    c21.intoArray(out, o1 + 16);
    c30.intoArray(out, o0 + 24);
    c31.intoArray(out, o1 + 24);
  }

  /// Eight rows × two vectors.
  static void block8x2(
      double[] left,
      int a,
      double[] right,
      int b0,
      int b1,
      int rows,
      double[] in,
      int i0,
      int i1,
      double[] out,
      int o0,
      int o1) {
    DoubleVector c00 = DoubleVector.fromArray(S, in, i0);
    DoubleVector c01 = DoubleVector.fromArray(S, in, i1);
    DoubleVector c10 = DoubleVector.fromArray(S, in, i0 + 8);
    DoubleVector c11 = DoubleVector.fromArray(S, in, i1 + 8);
    DoubleVector c20 = DoubleVector.fromArray(S, in, i0 + 16);
    DoubleVector c21 = DoubleVector.fromArray(S, in, i1 + 16);
    DoubleVector c30 = DoubleVector.fromArray(S, in, i0 + 24);
    DoubleVector c31 = DoubleVector.fromArray(S, in, i1 + 24);
    DoubleVector c40 = DoubleVector.fromArray(S, in, i0 + 32);
    DoubleVector c41 = DoubleVector.fromArray(S, in, i1 + 32);
    DoubleVector c50 = DoubleVector.fromArray(S, in, i0 + 40);
    DoubleVector c51 = DoubleVector.fromArray(S, in, i1 + 40);
    DoubleVector c60 = DoubleVector.fromArray(S, in, i0 + 48);
    DoubleVector c61 = DoubleVector.fromArray(S, in, i1 + 48);
    DoubleVector c70 = DoubleVector.fromArray(S, in, i0 + 56);
    DoubleVector c71 = DoubleVector.fromArray(S, in, i1 + 56);
    for (int t = 0, at = 0; t < rows; t++, at += WIDTH) {
      DoubleVector r0 = DoubleVector.fromArray(S, right, b0 + at);
      DoubleVector r1 = DoubleVector.fromArray(S, right, b1 + at);
      DoubleVector l0 = DoubleVector.broadcast(S, left[a + at]);
      c00 = l0.fma(r0, c00);
      c01 = l0.fma(r1, c01);
      DoubleVector l1 = DoubleVector.broadcast(S, left[a + at + 1]);
      c10 = l1.fma(r0, c10);
      c11 = l1.fma(r1, c11);
      DoubleVector l2 = DoubleVector.broadcast(S, left[a + at + 2]);
      c20 = l2.fma(r0, c20);
      c21 = l2.fma(r1, c21);
      DoubleVector l3 = DoubleVector.broadcast(S, left[a + at + 3]);
      c30 = l3.fma(r0, c30);
      c31 = l3.fma(r1, c31);
      DoubleVector l4 = DoubleVector.broadcast(S, left[a + at + 4]);
      c40 = l4.fma(r0, c40);
      c41 = l4.fma(r1, c41);
      DoubleVector l5 = DoubleVector.broadcast(S, left[a + at + 5]);
      c50 = l5.fma(r0, c50);
      c51 = l5.fma(r1, c51);
      DoubleVector l6 = DoubleVector.broadcast(S, left[a + at + 6]);
      c60 = l6.fma(r0, c60);
      c61 = l6.fma(r1, c61);
      DoubleVector l7 = DoubleVector.broadcast(S, left[a + at + 7]);
      c70 = l7.fma(r0, c70);
      c71 = l7.fma(r1, c71);
    }
    c00.intoArray(out, o0);
    c01.intoArray(out, o1);
    c10.intoArray(out, o0 + 8);
    c11.intoArray(out, o1 + 8);
    c20.intoArray(out, o0 + 16);
    c21.intoArray(out, o1 + 16);
    c30.intoArray(out, o0 + 24);
    c31.intoArray(out, o1 + 24);
    c40.intoArray(out, o0 + 32);
    c41.intoArray(out, o1 + 32);
    c50.intoArray(out, o0 + 40);
    c51.intoArray(out, o1 + 40);
    c60.intoArray(out, o0 + 48);
    c61.intoArray(out, o1 + 48);
    c70.intoArray(out, o0 + 56);
    c71.intoArray(out, o1 + 56);
  }

  /// Eight rows × one vector.
  static void block8x1(
      double[] left,
      int a,
      double[] right,
      int b0,
      int rows,
      double[] in,
      int i0,
      double[] out,
      int o0) {
    DoubleVector c00 = DoubleVector.fromArray(S, in, i0);
    DoubleVector c10 = DoubleVector.fromArray(S, in, i0 + 8);
    DoubleVector c20 = DoubleVector.fromArray(S, in, i0 + 16);
    DoubleVector c30 = DoubleVector.fromArray(S, in, i0 + 24);
    DoubleVector c40 = DoubleVector.fromArray(S, in, i0 + 32);
    DoubleVector c50 = DoubleVector.fromArray(S, in, i0 + 40);
    DoubleVector c60 = DoubleVector.fromArray(S, in, i0 + 48);
    DoubleVector c70 = DoubleVector.fromArray(S, in, i0 + 56);
    for (int t = 0, at = 0; t < rows; t++, at += WIDTH) {
      DoubleVector r0 = DoubleVector.fromArray(S, right, b0 + at);
      DoubleVector l0 = DoubleVector.broadcast(S, left[a + at]);
      c00 = l0.fma(r0, c00);
      DoubleVector l1 = DoubleVector.broadcast(S, left[a + at + 1]);
      c10 = l1.fma(r0, c10);
      DoubleVector l2 = DoubleVector.broadcast(S, left[a + at + 2]);
      c20 = l2.fma(r0, c20);
      DoubleVector l3 = DoubleVector.broadcast(S, left[a + at + 3]);
      c30 = l3.fma(r0, c30);
      DoubleVector l4 = DoubleVector.broadcast(S, left[a + at + 4]);
      c40 = l4.fma(r0, c40);
      DoubleVector l5 = DoubleVector.broadcast(S, left[a + at + 5]);
      c50 = l5.fma(r0, c50);
      DoubleVector l6 = DoubleVector.broadcast(S, left[a + at + 6]);
      c60 = l6.fma(r0, c60);
      DoubleVector l7 = DoubleVector.broadcast(S, left[a + at + 7]);
      c70 = l7.fma(r0, c70);
    }
    c00.intoArray(out, o0);
    c10.intoArray(out, o0 + 8);
    c20.intoArray(out, o0 + 16);
    c30.intoArray(out, o0 + 24);
    c40.intoArray(out, o0 + 32);
    c50.intoArray(out, o0 + 40);
    c60.intoArray(out, o0 + 48);
    c70.intoArray(out, o0 + 56);
  }

  /// Merges one vector of `height` rows.
  static void mergeBlock(
      double[] work,
      int from,
      double[] left,
      int at,
      int i,
      int height,
      int j,
      double[] delta,
      double factor) {
    DoubleVector distance = DoubleVector.fromArray(S, delta, j);
    for (int r = 0; r < height; r++) {
      DoubleVector sum =
          DoubleVector.fromArray(S, left, at + r * WIDTH)
              .add(DoubleVector.fromArray(S, work, from + r * WIDTH));
      DoubleVector.broadcast(S, factor * delta[i + r])
          .fma(distance, sum)
          .intoArray(left, at + r * WIDTH);
    }
  }

  /// Where vector v (of all vectors of the panels) of row 0 begins in the tile.
  static int address(int offset, int panelStride, int v) {
    return offset + v / VECTORS_PER_PANEL * panelStride + v % VECTORS_PER_PANEL * LANES;
  }
}
