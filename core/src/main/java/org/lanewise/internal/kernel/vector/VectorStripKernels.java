package org.lanewise.internal.kernel.vector;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;
import org.lanewise.internal.kernel.FloatKernels;
import org.lanewise.internal.kernel.StripKernels;

/// Scores in floats of blocks of rows in strips: a lane is a row.
///
/// Two vectors of rows × four classes, or two for squares, are held in registers; a strip stays in
/// the first cache while the classes pass.
final class VectorStripKernels implements StripKernels {

  private static final VectorSpecies<Double> DOUBLES = VectorWidth.DOUBLES;
  private static final VectorSpecies<Float> S = DOUBLES.withLanes(float.class);

  /// As many floats as there are doubles in a vector.
  private static final VectorSpecies<Float> HALF =
      VectorSpecies.of(float.class, VectorShape.forBitSize(DOUBLES.vectorBitSize() / 2));

  private static final Class<? extends Vector<Float>> TYPE = S.vectorType();
  private static final Class<? extends Vector<Float>> HALF_TYPE = HALF.vectorType();
  private static final int LANES = S.length();
  private static final int CHAIN = FloatKernels.CHAIN;

  @Override
  public boolean floatsAreFast() {
    return true;
  }

  /// Measured: one by one, chains are folded for each class, but rows are not transposed.
  @Override
  public int mostClasses(int d) {
    return LANES == FloatKernels.FLOATS ? 22 * d / (d + 200) : 15 * d / (d + 500);
  }

  @Override
  public void fillStrips(
      double[] x0,
      double[] x1,
      double[] x2,
      double[] x3,
      int offset,
      int rows,
      double[] origin,
      float[] bound,
      int first,
      float[] strips,
      int at,
      float[] sum) {
    if (LANES < FloatKernels.FLOATS) {
      two(x0, x1, offset, rows, origin, bound, first, strips, at, sum);
      two(x2, x3, offset, rows, origin, bound, first + 2, strips, at + 2, sum);
      return;
    }
    double o0 = origin[first];
    double o1 = origin[first + 1];
    double o2 = origin[first + 2];
    double o3 = origin[first + 3];
    float b0 = bound[first];
    float b1 = bound[first + 1];
    float b2 = bound[first + 2];
    float b3 = bound[first + 3];
    for (int strip = 0; strip < rows; strip += STRIP) {
      int row = offset + strip;
      int to0 = strip * CHAIN + at * STRIP;
      int to1 = to0 + STRIP;
      int to2 = to1 + STRIP;
      int to3 = to2 + STRIP;
      for (int r = 0; r < STRIP; r += HALF.length()) {
        FloatVector q = fill(x0, row + r, o0, strips, to0 + r).mul(b0);
        q = fill(x1, row + r, o1, strips, to1 + r).fma(FloatVector.broadcast(HALF, b1), q);
        FloatVector p = fill(x2, row + r, o2, strips, to2 + r).mul(b2);
        p = fill(x3, row + r, o3, strips, to3 + r).fma(FloatVector.broadcast(HALF, b3), p);
        FloatVector.fromArray(HALF, sum, strip + r).add(q).add(p).intoArray(sum, strip + r);
      }
    }
  }

  /// Two columns: with more the addresses do not stay in registers where vectors are narrow.
  private static void two(
      double[] x0,
      double[] x1,
      int offset,
      int rows,
      double[] origin,
      float[] bound,
      int first,
      float[] strips,
      int at,
      float[] sum) {
    double o0 = origin[first];
    double o1 = origin[first + 1];
    float b0 = bound[first];
    float b1 = bound[first + 1];
    for (int strip = 0; strip < rows; strip += STRIP) {
      int row = offset + strip;
      int to = strip * CHAIN + at * STRIP;
      for (int r = 0; r < STRIP; r += HALF.length()) {
        FloatVector q = fill(x0, row + r, o0, strips, to + r).mul(b0);
        q = fill(x1, row + r, o1, strips, to + STRIP + r).fma(FloatVector.broadcast(HALF, b1), q);
        FloatVector.fromArray(HALF, sum, strip + r).add(q).intoArray(sum, strip + r);
      }
    }
  }

  /// Rows of a column less its origin, and their absolute values.
  private static FloatVector fill(double[] x, int row, double origin, float[] strips, int to) {
    Vector<Float> rounded =
        DoubleVector.fromArray(DOUBLES, x, row)
            .sub(origin)
            .convertShape(VectorOperators.D2F, HALF, 0);
    FloatVector y = (FloatVector) HALF_TYPE.cast(rounded);
    y.intoArray(strips, to);
    return y.abs();
  }

  @Override
  public void fillStripsByRow(
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
    RowTiles.fillStrips(x, offset, d, rows, origin, bound, first, count, strips, at, sum);
  }

  @Override
  public void affineStrips(
      float[] strips,
      int rows,
      int d,
      int first,
      int count,
      float[] weight,
      float[] intercept,
      int k,
      float[] out,
      int stride) {
    int length = FloatKernels.floatLength(d);
    for (int strip = 0; strip < rows; strip += STRIP) {
      for (int c = 0; c < k; c += 4) {
        for (int r = 0; r < STRIP; r += 2 * LANES) {
          int to = c * stride + strip + r;
          four(
              strips,
              strip * CHAIN + r,
              count,
              weight,
              c * length + first,
              length,
              intercept,
              c,
              first == 0,
              out,
              to,
              stride);
        }
      }
    }
  }

  /// Adds features to four scores of two vectors of rows.
  ///
  /// @param length from the weights of a score to the next
  /// @param c the first of the scores
  /// @param begins whether scores begin with their intercepts, or go on from `out`
  private static void four(
      float[] strips,
      int row,
      int count,
      float[] weight,
      int at,
      int length,
      float[] intercept,
      int c,
      boolean begins,
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
    int row1 = row + LANES;
    int at1 = at + length;
    int at2 = at1 + length;
    int at3 = at2 + length;
    for (int j = 0; j < count; j++) {
      FloatVector x0 = FloatVector.fromArray(S, strips, row + STRIP * j);
      FloatVector x1 = FloatVector.fromArray(S, strips, row1 + STRIP * j);
      FloatVector w0 = FloatVector.broadcast(S, weight[at + j]);
      q00 = x0.fma(w0, q00);
      q01 = x1.fma(w0, q01);
      FloatVector w1 = FloatVector.broadcast(S, weight[at1 + j]);
      q10 = x0.fma(w1, q10);
      q11 = x1.fma(w1, q11);
      FloatVector w2 = FloatVector.broadcast(S, weight[at2 + j]);
      q20 = x0.fma(w2, q20);
      q21 = x1.fma(w2, q21);
      FloatVector w3 = FloatVector.broadcast(S, weight[at3 + j]);
      q30 = x0.fma(w3, q30);
      q31 = x1.fma(w3, q31);
    }
    add(q00, q01, intercept, c, begins, out, to);
    add(q10, q11, intercept, c + 1, begins, out, to + stride);
    add(q20, q21, intercept, c + 2, begins, out, to + 2 * stride);
    add(q30, q31, intercept, c + 3, begins, out, to + 3 * stride);
  }

  private static void add(
      FloatVector q0,
      FloatVector q1,
      float[] intercept,
      int c,
      boolean begins,
      float[] out,
      int to) {
    if (begins) {
      FloatVector first = FloatVector.broadcast(S, intercept[c]);
      first.add(q0).intoArray(out, to);
      first.add(q1).intoArray(out, to + LANES);
    } else {
      FloatVector.fromArray(S, out, to).add(q0).intoArray(out, to);
      FloatVector.fromArray(S, out, to + LANES).add(q1).intoArray(out, to + LANES);
    }
  }

  @Override
  public void diagonalStrips(
      float[] strips,
      int rows,
      int d,
      int first,
      int count,
      float[] inverse,
      float[] start,
      float[] constant,
      int k,
      float[] out,
      int stride) {
    int length = FloatKernels.floatLength(d);
    for (int strip = 0; strip < rows; strip += STRIP) {
      for (int c = 0; c < k; c += 2) {
        for (int r = 0; r < STRIP; r += 2 * LANES) {
          twoClasses(
              strips,
              strip * CHAIN + r,
              count,
              inverse,
              start,
              c * length + first,
              length,
              constant,
              c,
              first == 0,
              out,
              c * stride + strip + r,
              stride);
        }
      }
    }
  }

  private static void twoClasses(
      float[] strips,
      int row,
      int count,
      float[] inverse,
      float[] start,
      int at,
      int length,
      float[] constant,
      int c,
      boolean begins,
      float[] out,
      int to,
      int stride) {
    FloatVector q00 = FloatVector.zero(S);
    FloatVector q01 = FloatVector.zero(S);
    FloatVector q10 = FloatVector.zero(S);
    FloatVector q11 = FloatVector.zero(S);
    int row1 = row + LANES;
    int at1 = at + length;
    for (int j = 0; j < count; j++) {
      FloatVector x0 = FloatVector.fromArray(S, strips, row + STRIP * j);
      FloatVector x1 = FloatVector.fromArray(S, strips, row1 + STRIP * j);
      FloatVector s0 = FloatVector.broadcast(S, inverse[at + j]);
      FloatVector a0 = FloatVector.broadcast(S, start[at + j]);
      FloatVector z00 = x0.fma(s0, a0);
      FloatVector z01 = x1.fma(s0, a0);
      q00 = z00.fma(z00, q00);
      q01 = z01.fma(z01, q01);
      FloatVector s1 = FloatVector.broadcast(S, inverse[at1 + j]);
      FloatVector a1 = FloatVector.broadcast(S, start[at1 + j]);
      FloatVector z10 = x0.fma(s1, a1);
      FloatVector z11 = x1.fma(s1, a1);
      q10 = z10.fma(z10, q10);
      q11 = z11.fma(z11, q11);
    }
    add(negated(q00), negated(q01), constant, c, begins, out, to);
    add(negated(q10), negated(q11), constant, c + 1, begins, out, to + stride);
  }

  private static FloatVector negated(FloatVector sum) {
    return ((FloatVector) TYPE.cast(sum)).neg();
  }

  @Override
  public void triangularStrips(
      float[] strips,
      int rows,
      int d,
      float[] factor,
      float[] start,
      float constant,
      float[] images,
      float[] out,
      int outOffset) {
    for (int strip = 0; strip < rows; strip += STRIP) {
      for (int r = 0; r < STRIP; r += 2 * LANES) {
        int row = strip * CHAIN + r;
        int to = outOffset + strip + r;
        triangle(strips, row, rows * CHAIN, d, factor, start, images, constant, out, to);
      }
    }
  }

  /// Two vectors of rows.
  private static void triangle(
      float[] strips,
      int row,
      int step,
      int d,
      float[] factor,
      float[] start,
      float[] images,
      float constant,
      float[] out,
      int to) {
    FloatVector score0 = FloatVector.broadcast(S, constant);
    FloatVector score1 = score0;
    for (int block = 0; block < d; block += CHAIN) {
      FloatVector q0 = FloatVector.zero(S);
      FloatVector q1 = q0;
      for (int i = block; i < Math.min(block + CHAIN, d); i += 4) {
        int at = StripKernels.floatTriangleIndex(i, 0);
        for (int first = 0; first < i + 4; first += CHAIN) {
          int count = Math.min(CHAIN, Math.min(i + 4, d) - first);
          int from = row + first / CHAIN * step;
          four(
              strips,
              from,
              count,
              factor,
              at + first,
              StripKernels.floatTriangleLength(i),
              start,
              i,
              first == 0,
              images,
              0,
              2 * LANES);
        }
        for (int l = 0; l < 8 * LANES; l += 2 * LANES) {
          FloatVector z0 = FloatVector.fromArray(S, images, l);
          FloatVector z1 = FloatVector.fromArray(S, images, l + LANES);
          q0 = z0.fma(z0, q0);
          q1 = z1.fma(z1, q1);
        }
      }
      score0 = ((FloatVector) TYPE.cast(score0)).sub(q0);
      score1 = ((FloatVector) TYPE.cast(score1)).sub(q1);
    }
    VectorFloatKernels.store(score0, out, to);
    VectorFloatKernels.store(score1, out, to + LANES);
  }

  @Override
  public void leadersInStrips(
      float[] score, int stride, int rows, int k, float[] most, float[] second, float[] leader) {
    for (int r = 0; r < rows; r += LANES) {
      FloatVector best = FloatVector.fromArray(S, score, r);
      FloatVector next = FloatVector.broadcast(S, Float.NEGATIVE_INFINITY);
      FloatVector label = FloatVector.zero(S);
      for (int c = 1; c < k; c++) {
        FloatVector other = FloatVector.fromArray(S, score, c * stride + r);
        VectorMask<Float> larger = other.compare(VectorOperators.GT, best);
        label = ((FloatVector) TYPE.cast(label)).blend(FloatVector.broadcast(S, c), larger);
        next = other.min(best).max(next);
        best = other.max(best);
      }
      VectorFloatKernels.store(best, most, r);
      VectorFloatKernels.store(next, second, r);
      VectorFloatKernels.store(label, leader, r);
    }
  }
}
