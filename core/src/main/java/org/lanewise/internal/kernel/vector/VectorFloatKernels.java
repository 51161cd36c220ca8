package org.lanewise.internal.kernel.vector;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;
import org.lanewise.internal.kernel.FloatKernels;

/// Affine scores of blocks of rows in floats: a lane is a class.
///
/// Four rows × up to two vectors of classes are held in registers. Of a chain of features, the
/// weights of 16 classes stay in the first cache while the rows pass.
final class VectorFloatKernels implements FloatKernels {

  private static final VectorSpecies<Float> S = VectorWidth.DOUBLES.withLanes(float.class);
  private static final int LANES = S.length();

  @Override
  public boolean floatsAreFast() {
    return true;
  }

  @Override
  public void affineFloats(
      float[] x,
      int length,
      int rows,
      int d,
      float[] weight,
      float[] intercept,
      int k,
      float[] out) {
    int stride = FloatKernels.floatStride(k);
    if (rows == 1) {
      affineRow(x, d, weight, intercept, stride, out);
      return;
    }
    for (int c = 0; c < stride; c += FLOATS) {
      for (int first = 0; first < d; first += FloatKernels.CHAIN) {
        int count = Math.min(FloatKernels.CHAIN, d - first);
        int at = c * d + first * FLOATS;
        for (int r = 0; r < rows; r += FloatKernels.FLOAT_ROWS) {
          int to = r * stride + c;
          chain(
              x,
              r * length + first,
              length,
              count,
              weight,
              at,
              first == 0 ? intercept : out,
              first == 0 ? c : to,
              first == 0 ? 0 : stride,
              out,
              to,
              stride);
        }
      }
    }
  }

  /// One row: its weights come from memory once, so they are read from four places at a time.
  private static void affineRow(
      float[] x, int d, float[] weight, float[] intercept, int stride, float[] out) {
    int most = 4 * LANES;
    if (stride < most) {
      for (int c = 0; c < stride; c += LANES) {
        for (int first = 0; first < d; first += FloatKernels.CHAIN) {
          int count = Math.min(FloatKernels.CHAIN, d - first);
          one(x, d, first, count, weight, first == 0 ? intercept : out, c, out);
        }
      }
      return;
    }
    for (int c = 0; c < stride; c += most) {
      // The last four vectors may be partly done already.
      int from = Math.min(c, stride - most);
      for (int first = 0; first < d; first += FloatKernels.CHAIN) {
        int count = Math.min(FloatKernels.CHAIN, d - first);
        oneByFour(x, d, first, count, weight, first == 0 ? intercept : out, from, out);
      }
    }
  }

  private static void oneByFour(
      float[] x, int d, int first, int count, float[] weight, float[] begin, int c, float[] out) {
    FloatVector q0 = FloatVector.zero(S);
    FloatVector q1 = FloatVector.zero(S);
    FloatVector q2 = FloatVector.zero(S);
    FloatVector q3 = FloatVector.zero(S);
    int at0 = FloatKernels.floatIndex(c, first, d);
    int at1 = FloatKernels.floatIndex(c + LANES, first, d);
    int at2 = FloatKernels.floatIndex(c + 2 * LANES, first, d);
    int at3 = FloatKernels.floatIndex(c + 3 * LANES, first, d);
    for (int j = 0; j < count; j++) {
      FloatVector value = FloatVector.broadcast(S, x[first + j]);
      q0 = value.fma(FloatVector.fromArray(S, weight, at0 + FLOATS * j), q0);
      q1 = value.fma(FloatVector.fromArray(S, weight, at1 + FLOATS * j), q1);
      q2 = value.fma(FloatVector.fromArray(S, weight, at2 + FLOATS * j), q2);
      q3 = value.fma(FloatVector.fromArray(S, weight, at3 + FLOATS * j), q3);
    }
    add(q0, begin, c, out, c);
    add(q1, begin, c + LANES, out, c + LANES);
    add(q2, begin, c + 2 * LANES, out, c + 2 * LANES);
    add(q3, begin, c + 3 * LANES, out, c + 3 * LANES);
  }

  private static void one(
      float[] x, int d, int first, int count, float[] weight, float[] begin, int c, float[] out) {
    FloatVector q = FloatVector.zero(S);
    int at = FloatKernels.floatIndex(c, first, d);
    for (int j = 0; j < count; j++) {
      FloatVector w = FloatVector.fromArray(S, weight, at + FLOATS * j);
      q = FloatVector.broadcast(S, x[first + j]).fma(w, q);
    }
    add(q, begin, c, out, c);
  }

  /// Adds a chain of features of four rows to their sums of 16 outputs.
  private static void chain(
      float[] x,
      int row,
      int length,
      int count,
      float[] weight,
      int at,
      float[] begin,
      int from,
      int step,
      float[] out,
      int to,
      int stride) {
    if (LANES == FLOATS) {
      four(x, row, length, count, weight, at, begin, from, step, out, to, stride);
      return;
    }
    for (int l = 0; l < FLOATS; l += 2 * LANES) {
      fourByTwo(x, row, length, count, weight, at + l, begin, from + l, step, out, to + l, stride);
    }
  }

  /// Four rows by two vectors of classes.
  private static void fourByTwo(
      float[] x,
      int row,
      int length,
      int count,
      float[] weight,
      int at,
      float[] begin,
      int from,
      int step,
      float[] out,
      int to,
      int stride) {
    FloatVector q00 = FloatVector.zero(S);
    FloatVector q01 = FloatVector.zero(S);
    FloatVector q10 = FloatVector.zero(S);
    FloatVector q11 = FloatVector.zero(S);
    FloatVector q20 = FloatVector.zero(S);
    FloatVector q21 = FloatVector.zero(S);
    FloatVector q30 = FloatVector.zero(S);
    FloatVector q31 = FloatVector.zero(S);
    int row1 = row + length;
    int row2 = row1 + length;
    int row3 = row2 + length;
    int at1 = at + LANES;
    for (int j = 0; j < count; j++) {
      FloatVector w0 = FloatVector.fromArray(S, weight, at + FLOATS * j);
      FloatVector w1 = FloatVector.fromArray(S, weight, at1 + FLOATS * j);
      FloatVector x0 = FloatVector.broadcast(S, x[row + j]);
      q00 = x0.fma(w0, q00);
      q01 = x0.fma(w1, q01);
      FloatVector x1 = FloatVector.broadcast(S, x[row1 + j]);
      q10 = x1.fma(w0, q10);
      q11 = x1.fma(w1, q11);
      FloatVector x2 = FloatVector.broadcast(S, x[row2 + j]);
      q20 = x2.fma(w0, q20);
      q21 = x2.fma(w1, q21);
      FloatVector x3 = FloatVector.broadcast(S, x[row3 + j]);
      q30 = x3.fma(w0, q30);
      q31 = x3.fma(w1, q31);
    }
    add(q00, begin, from, out, to);
    add(q01, begin, from + LANES, out, to + LANES);
    add(q10, begin, from + step, out, to + stride);
    add(q11, begin, from + step + LANES, out, to + stride + LANES);
    add(q20, begin, from + 2 * step, out, to + 2 * stride);
    add(q21, begin, from + 2 * step + LANES, out, to + 2 * stride + LANES);
    add(q30, begin, from + 3 * step, out, to + 3 * stride);
    add(q31, begin, from + 3 * step + LANES, out, to + 3 * stride + LANES);
  }

  /// Four rows by one vector of classes.
  private static void four(
      float[] x,
      int row,
      int length,
      int count,
      float[] weight,
      int at,
      float[] begin,
      int from,
      int step,
      float[] out,
      int to,
      int stride) {
    FloatVector q0 = FloatVector.zero(S);
    FloatVector q1 = FloatVector.zero(S);
    FloatVector q2 = FloatVector.zero(S);
    FloatVector q3 = FloatVector.zero(S);
    int row1 = row + length;
    int row2 = row1 + length;
    int row3 = row2 + length;
    for (int j = 0; j < count; j++) {
      FloatVector w = FloatVector.fromArray(S, weight, at + FLOATS * j);
      q0 = FloatVector.broadcast(S, x[row + j]).fma(w, q0);
      q1 = FloatVector.broadcast(S, x[row1 + j]).fma(w, q1);
      q2 = FloatVector.broadcast(S, x[row2 + j]).fma(w, q2);
      q3 = FloatVector.broadcast(S, x[row3 + j]).fma(w, q3);
    }
    add(q0, begin, from, out, to);
    add(q1, begin, from + step, out, to + stride);
    add(q2, begin, from + 2 * step, out, to + 2 * stride);
    add(q3, begin, from + 3 * step, out, to + 3 * stride);
  }

  private static void add(FloatVector chain, float[] begin, int from, float[] out, int to) {
    FloatVector.fromArray(S, begin, from).add(chain).intoArray(out, to);
  }

  @Override
  public void centreFloats(
      float[] x,
      int length,
      int rows,
      int width,
      float[] origin,
      float[] bound,
      float[] sum,
      float[] scratch) {
    for (int first = 0; first < rows; first += FloatKernels.FLOAT_ROWS) {
      for (int l = 0; l < FLOATS; l += LANES) {
        centreLanes(x, first * length, length, width, origin, bound, l, scratch);
      }
      for (int r = 0; r < FloatKernels.FLOAT_ROWS; r++) {
        sum[first + r] = FloatKernels.folded(scratch, r * FLOATS);
      }
    }
  }

  /// Features l to l + LANES − 1 of every 16 of four rows, and the chains of their sums.
  private static void centreLanes(
      float[] x,
      int row,
      int length,
      int width,
      float[] origin,
      float[] bound,
      int l,
      float[] chains) {
    FloatVector q0 = FloatVector.zero(S);
    FloatVector q1 = FloatVector.zero(S);
    FloatVector q2 = FloatVector.zero(S);
    FloatVector q3 = FloatVector.zero(S);
    int row1 = row + length;
    int row2 = row1 + length;
    int row3 = row2 + length;
    for (int j = l; j < width; j += FLOATS) {
      FloatVector o = FloatVector.fromArray(S, origin, j);
      FloatVector u = FloatVector.fromArray(S, bound, j);
      FloatVector x0 = FloatVector.fromArray(S, x, row + j).sub(o);
      FloatVector x1 = FloatVector.fromArray(S, x, row1 + j).sub(o);
      FloatVector x2 = FloatVector.fromArray(S, x, row2 + j).sub(o);
      FloatVector x3 = FloatVector.fromArray(S, x, row3 + j).sub(o);
      x0.intoArray(x, row + j);
      x1.intoArray(x, row1 + j);
      x2.intoArray(x, row2 + j);
      x3.intoArray(x, row3 + j);
      q0 = x0.abs().fma(u, q0);
      q1 = x1.abs().fma(u, q1);
      q2 = x2.abs().fma(u, q2);
      q3 = x3.abs().fma(u, q3);
    }
    q0.intoArray(chains, l);
    q1.intoArray(chains, FLOATS + l);
    q2.intoArray(chains, 2 * FLOATS + l);
    q3.intoArray(chains, 3 * FLOATS + l);
  }

  @Override
  public void leadersInFloats(
      float[] score,
      int rows,
      int k,
      float constant,
      float factor,
      float[] sum,
      float[] threshold,
      int[] label,
      int labelOffset) {
    int stride = FloatKernels.floatStride(k);
    for (int r = 0; r < rows; r++) {
      float margin = factor * (sum[r] + constant);
      float least = Math.nextDown(largest(score, r * stride, stride) - margin);
      label[labelOffset + r] = leader(score, r * stride, stride, least);
      threshold[r] = least;
    }
  }

  private static float largest(float[] score, int from, int count) {
    FloatVector most = FloatVector.fromArray(S, score, from);
    for (int c = from + LANES; c < from + count; c += LANES) {
      most = most.max(FloatVector.fromArray(S, score, c));
    }
    return most.reduceLanes(VectorOperators.MAX);
  }

  /// The only class whose score is at least `least`, else −1.
  private static int leader(float[] score, int from, int count, float least) {
    int leaders = 0;
    int leader = 0;
    for (int c = 0; c < count; c += LANES) {
      long mask =
          FloatVector.fromArray(S, score, from + c).compare(VectorOperators.GE, least).toLong();
      if (mask != 0) {
        leaders += Long.bitCount(mask);
        leader = c + Long.numberOfTrailingZeros(mask);
      }
    }
    return leaders == 1 ? leader : -1;
  }
}
