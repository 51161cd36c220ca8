package org.lanewise.internal.kernel.vector;

import static org.lanewise.internal.kernel.StripKernels.STRIP;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;
import org.lanewise.internal.kernel.FloatKernels;
import org.lanewise.internal.kernel.StripKernels;
import org.lanewise.internal.kernel.scalar.ScalarStripKernels;

/// Rows that lie one by one, taken into strips: eight rows × eight features are transposed in
/// registers.
///
/// Wider vectors gain nothing: 16 × 16 in registers is more than C2 keeps there, and takes as long
/// through memory. Vectors of four floats take as long as single values.
final class RowTiles {

  private static final VectorSpecies<Float> S = FloatVector.SPECIES_256;
  private static final int LANES = S.length();
  private static final boolean FIT = VectorWidth.DOUBLES.vectorBitSize() >= S.vectorBitSize();
  private static final StripKernels SCALAR = new ScalarStripKernels();

  /// The lanes i with a bit of h, and i with that bit changed.
  static final VectorMask<Float> UPPER_4 = upper(4);

  static final VectorMask<Float> UPPER_2 = upper(2);
  static final VectorMask<Float> UPPER_1 = upper(1);
  static final VectorShuffle<Float> SWAP_4 = VectorShuffle.fromOp(S, i -> i ^ 4);
  static final VectorShuffle<Float> SWAP_2 = VectorShuffle.fromOp(S, i -> i ^ 2);
  static final VectorShuffle<Float> SWAP_1 = VectorShuffle.fromOp(S, i -> i ^ 1);

  private RowTiles() {}

  private static VectorMask<Float> upper(int h) {
    boolean[] lanes = new boolean[LANES];
    for (int i = 0; i < LANES; i++) {
      lanes[i] = (i & h) != 0;
    }
    return VectorMask.fromArray(S, lanes, 0);
  }

  /// See [StripKernels#fillStripsByRow].
  static void fillStrips(
      float[] x,
      int offset,
      int d,
      int rows,
      float[] origin,
      float[] bound,
      int first,
      int count,
      float[] strips,
      int at,
      float[] sum) {
    int whole = FIT ? count & -LANES : 0;
    if (first == 0) {
      strips[at * STRIP] = VectorFloatKernels.read(x, offset, offset + rows * d);
    }
    for (int r = 0; r < rows; r += LANES) {
      int row = offset + r * d + first;
      int to = (r & -STRIP) * FloatKernels.CHAIN + at * STRIP + r % STRIP;
      for (int j = 0; j < whole; j += LANES) {
        tile(x, row + j, d, origin, bound, first + j, strips, to + j * STRIP, sum, r);
      }
    }
    if (whole < count) {
      SCALAR.fillStripsByRow(
          x, offset, d, rows, origin, bound, first + whole, count - whole, strips, at + whole, sum);
    }
  }

  private static void tile(
      float[] x,
      int row,
      int d,
      float[] origin,
      float[] bound,
      int first,
      float[] strips,
      int to,
      float[] sum,
      int r) {
    FloatVector o = FloatVector.fromArray(S, origin, first);
    FloatVector x0 = FloatVector.fromArray(S, x, row).sub(o);
    FloatVector x1 = FloatVector.fromArray(S, x, row + d).sub(o);
    FloatVector x2 = FloatVector.fromArray(S, x, row + 2 * d).sub(o);
    FloatVector x3 = FloatVector.fromArray(S, x, row + 3 * d).sub(o);
    FloatVector x4 = FloatVector.fromArray(S, x, row + 4 * d).sub(o);
    FloatVector x5 = FloatVector.fromArray(S, x, row + 5 * d).sub(o);
    FloatVector x6 = FloatVector.fromArray(S, x, row + 6 * d).sub(o);
    FloatVector x7 = FloatVector.fromArray(S, x, row + 7 * d).sub(o);
    FloatVector s;
    s = x4.blend(x0, UPPER_4).rearrange(SWAP_4);
    x0 = x0.blend(s, UPPER_4);
    x4 = s.blend(x4, UPPER_4);
    s = x5.blend(x1, UPPER_4).rearrange(SWAP_4);
    x1 = x1.blend(s, UPPER_4);
    x5 = s.blend(x5, UPPER_4);
    s = x6.blend(x2, UPPER_4).rearrange(SWAP_4);
    x2 = x2.blend(s, UPPER_4);
    x6 = s.blend(x6, UPPER_4);
    s = x7.blend(x3, UPPER_4).rearrange(SWAP_4);
    x3 = x3.blend(s, UPPER_4);
    x7 = s.blend(x7, UPPER_4);
    s = x2.blend(x0, UPPER_2).rearrange(SWAP_2);
    x0 = x0.blend(s, UPPER_2);
    x2 = s.blend(x2, UPPER_2);
    s = x3.blend(x1, UPPER_2).rearrange(SWAP_2);
    x1 = x1.blend(s, UPPER_2);
    x3 = s.blend(x3, UPPER_2);
    s = x6.blend(x4, UPPER_2).rearrange(SWAP_2);
    x4 = x4.blend(s, UPPER_2);
    x6 = s.blend(x6, UPPER_2);
    s = x7.blend(x5, UPPER_2).rearrange(SWAP_2);
    x5 = x5.blend(s, UPPER_2);
    x7 = s.blend(x7, UPPER_2);
    s = x1.blend(x0, UPPER_1).rearrange(SWAP_1);
    x0 = x0.blend(s, UPPER_1);
    x1 = s.blend(x1, UPPER_1);
    s = x3.blend(x2, UPPER_1).rearrange(SWAP_1);
    x2 = x2.blend(s, UPPER_1);
    x3 = s.blend(x3, UPPER_1);
    s = x5.blend(x4, UPPER_1).rearrange(SWAP_1);
    x4 = x4.blend(s, UPPER_1);
    x5 = s.blend(x5, UPPER_1);
    s = x7.blend(x6, UPPER_1).rearrange(SWAP_1);
    x6 = x6.blend(s, UPPER_1);
    x7 = s.blend(x7, UPPER_1);
    FloatVector q = FloatVector.fromArray(S, sum, r);
    x0.intoArray(strips, to);
    x1.intoArray(strips, to + STRIP);
    x2.intoArray(strips, to + 2 * STRIP);
    x3.intoArray(strips, to + 3 * STRIP);
    x4.intoArray(strips, to + 4 * STRIP);
    x5.intoArray(strips, to + 5 * STRIP);
    x6.intoArray(strips, to + 6 * STRIP);
    x7.intoArray(strips, to + 7 * STRIP);
    FloatVector y;
    y = x0.abs().mul(bound[first]);
    q = x1.abs().fma(FloatVector.broadcast(S, bound[first + 1]), y).add(q);
    y = x2.abs().mul(bound[first + 2]);
    q = x3.abs().fma(FloatVector.broadcast(S, bound[first + 3]), y).add(q);
    y = x4.abs().mul(bound[first + 4]);
    q = x5.abs().fma(FloatVector.broadcast(S, bound[first + 5]), y).add(q);
    y = x6.abs().mul(bound[first + 6]);
    q = x7.abs().fma(FloatVector.broadcast(S, bound[first + 7]), y).add(q);
    q.intoArray(sum, r);
  }
}
