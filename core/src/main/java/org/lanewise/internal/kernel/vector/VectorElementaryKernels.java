package org.lanewise.internal.kernel.vector;

import static jdk.incubator.vector.VectorOperators.EQ;
import static jdk.incubator.vector.VectorOperators.GE;
import static jdk.incubator.vector.VectorOperators.GT;
import static jdk.incubator.vector.VectorOperators.LE;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.LT;
import static jdk.incubator.vector.VectorOperators.NE;
import static org.lanewise.internal.kernel.ElementaryConstants.*;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;
import org.lanewise.internal.kernel.Elementary;
import org.lanewise.internal.kernel.ElementaryKernels;

/// [ElementaryKernels] in vectors: the operations of [Elementary], a lane for each argument. What
/// does not fill a vector goes through [Elementary] itself, which gives the same bits.
final class VectorElementaryKernels implements ElementaryKernels {

  private static final VectorSpecies<Double> SPECIES = VectorWidth.DOUBLES;
  private static final Class<? extends Vector<Double>> TYPE = SPECIES.vectorType();
  private static final int LANES = SPECIES.length();

  /// C2 makes no instructions of masks of two lanes: there the scalar form is faster.
  private static final boolean MASKS = LANES > 2;

  @Override
  public void exp(double[] x, int from, int count, double[] out, int outFrom) {
    int whole = SPECIES.loopBound(count);
    expWhole(x, from, 0, whole, out, outFrom);
    for (int i = whole; i < count; i++) {
      out[outFrom + i] = Elementary.exp(x[from + i]);
    }
  }

  @Override
  public void log(double[] x, int from, int count, double[] out, int outFrom) {
    int whole = MASKS ? SPECIES.loopBound(count) : 0;
    logSum(x, from, 0, whole, out, outFrom);
    for (int i = whole; i < count; i++) {
      out[outFrom + i] = Elementary.log(x[from + i]);
    }
  }

  @Override
  public void log1p(double[] x, int from, int count, double[] out, int outFrom) {
    int whole = MASKS ? SPECIES.loopBound(count) : 0;
    logSum(x, from, 1, whole, out, outFrom);
    for (int i = whole; i < count; i++) {
      out[outFrom + i] = Elementary.log1p(x[from + i]);
    }
  }

  @Override
  public double expRow(double[] values, int k, int best, double[] out) {
    expWhole(values, 0, values[best], k, out, 0);
    double rest = 0;
    for (int i = 0; i < k - 1; i++) {
      rest += out[i < best ? i : i + 1];
    }
    return rest;
  }

  /// The exponentials of x − shift, in whole vectors up to the one that holds the last.
  private static void expWhole(
      double[] x, int from, double shift, int count, double[] out, int outFrom) {
    for (int i = 0; i < count; i += LANES) {
      DoubleVector v = DoubleVector.fromArray(SPECIES, x, from + i).sub(shift);
      // Lanes that would underflow compute e⁰ first: see Elementary.
      VectorMask<Double> far = v.compare(LE, EXP_MIN);
      v = MASKS ? v.min(EXP_MAX).blend(0, far) : v.min(EXP_MAX).max(EXP_MIN);
      DoubleVector rounder = DoubleVector.broadcast(SPECIES, ROUNDER);
      DoubleVector n = v.fma(DoubleVector.broadcast(SPECIES, LOG2_E), rounder).sub(rounder);
      DoubleVector head = n.fma(DoubleVector.broadcast(SPECIES, -LN2_HIGH), v);
      DoubleVector low = DoubleVector.broadcast(SPECIES, -LN2_LOW);
      DoubleVector r = n.fma(low, head);
      DoubleVector tail = n.fma(low, head.sub(r));
      DoubleVector r2 = r.mul(r);
      DoubleVector r4 = r2.mul(r2);
      DoubleVector q01 =
          r.fma(DoubleVector.broadcast(SPECIES, E1), DoubleVector.broadcast(SPECIES, E0));
      DoubleVector q23 =
          r.fma(DoubleVector.broadcast(SPECIES, E3), DoubleVector.broadcast(SPECIES, E2));
      DoubleVector q45 =
          r.fma(DoubleVector.broadcast(SPECIES, E5), DoubleVector.broadcast(SPECIES, E4));
      DoubleVector q67 =
          r.fma(DoubleVector.broadcast(SPECIES, E7), DoubleVector.broadcast(SPECIES, E6));
      DoubleVector q89 =
          r.fma(DoubleVector.broadcast(SPECIES, E9), DoubleVector.broadcast(SPECIES, E8));
      DoubleVector high = q89.fma(r4, q67.fma(r2, q45));
      DoubleVector q = high.fma(r4, q23.fma(r2, q01));
      DoubleVector one = DoubleVector.broadcast(SPECIES, 1);
      DoubleVector sum = one.add(r);
      DoubleVector rest = one.sub(sum).add(r).add(q.fma(r2, tail));
      DoubleVector half = n.fma(DoubleVector.broadcast(SPECIES, 0.5), rounder);
      DoubleVector otherHalf = n.sub(half.sub(rounder)).add(rounder);
      DoubleVector scale =
          half.reinterpretAsLongs().lanewise(LSHL, 52).add(ONE_BITS).reinterpretAsDoubles();
      DoubleVector otherScale =
          otherHalf.reinterpretAsLongs().lanewise(LSHL, 52).add(ONE_BITS).reinterpretAsDoubles();
      DoubleVector result = sum.add(rest).mul(scale).mul(otherScale);
      (MASKS ? result.blend(0, far) : result).intoArray(out, outFrom + i);
    }
  }

  /// The logarithm of x + shift, shift 0 or 1: with 0 the correction for the rounding of the sum is
  /// 0.
  private static void logSum(
      double[] x, int from, double shift, int count, double[] out, int outFrom) {
    for (int i = 0; i < count; i += LANES) {
      DoubleVector v = DoubleVector.fromArray(SPECIES, x, from + i);
      DoubleVector one = DoubleVector.broadcast(SPECIES, shift);
      DoubleVector u = v.add(one);
      DoubleVector back = u.sub(one);
      DoubleVector correction = one.sub(u.sub(back)).add(v.sub(back)).div(u);
      VectorMask<Double> subnormal = u.compare(LT, Double.MIN_NORMAL);
      DoubleVector scaled = u.blend(u.mul(SUBNORMAL_SCALE), subnormal);
      LongVector bits = scaled.reinterpretAsLongs().add(ONE_BITS - ROOT_HALF_BITS);
      DoubleVector k =
          bits.lanewise(LSHR, 52).or(INTEGER_BITS).reinterpretAsDoubles().sub(INTEGER_BIAS);
      k = k.blend(k.sub(54), subnormal);
      DoubleVector f = bits.and(FRACTION_BITS).add(ROOT_HALF_BITS).reinterpretAsDoubles().sub(1);
      DoubleVector s = f.div(f.add(2));
      DoubleVector z = s.mul(s);
      DoubleVector w = z.mul(z);
      DoubleVector odd =
          w.fma(DoubleVector.broadcast(SPECIES, L7), DoubleVector.broadcast(SPECIES, L5));
      odd = odd.fma(w, DoubleVector.broadcast(SPECIES, L3));
      odd = odd.fma(w, DoubleVector.broadcast(SPECIES, L1));
      DoubleVector even =
          w.fma(DoubleVector.broadcast(SPECIES, L6), DoubleVector.broadcast(SPECIES, L4));
      even = even.fma(w, DoubleVector.broadcast(SPECIES, L2));
      DoubleVector halfF = f.mul(0.5);
      DoubleVector h = halfF.mul(f);
      DoubleVector rest = odd.fma(z, even.fma(w, h)).mul(s);
      DoubleVector head = f.sub(h);
      DoubleVector headRest = f.sub(head).sub(h).sub(halfF.fma(f, h.neg()));
      DoubleVector exponent = k.mul(LN2_HIGH);
      DoubleVector sum = exponent.add(head);
      DoubleVector sumRest = exponent.sub(sum).add(head);
      DoubleVector tail = k.fma(DoubleVector.broadcast(SPECIES, LN2_LOW), rest).add(correction);
      DoubleVector result = sum.add(sumRest.add(headRest.add(tail)));
      result = result.blend(u, u.compare(EQ, Double.POSITIVE_INFINITY));
      result = result.blend(Double.NEGATIVE_INFINITY, u.compare(EQ, 0));
      result = result.blend(Double.NaN, u.compare(GE, 0).not());
      result.intoArray(out, outFrom + i);
    }
  }

  @Override
  public void restOfLargest(
      double[] values,
      int from,
      int stride,
      int k,
      int rows,
      double[] max,
      double[] rest,
      double[] scratch) {
    if (k == 2) {
      smallerLessLarger(values, from, from + stride, rows, max, rest);
      exp(rest, 0, rows, rest, 0);
      return;
    }
    largest(values, from, stride, k, rows, max, scratch);
    for (int r = 0; r < rows; r++) {
      rest[r] = 0;
    }
    for (int c = 0; c < k; c++) {
      difference(values, from + c * stride, rows, max, scratch, rows);
      exp(scratch, rows, rows, scratch, rows);
      addOthers(c, rows, scratch, scratch, rows, rest);
    }
  }

  @Override
  public void posteriors(
      double[] values, int stride, int k, int rows, double[] max, double[] rest, double[] scratch) {
    largest(values, 0, stride, k, rows, max, scratch);
    for (int r = 0; r < rows; r++) {
      rest[r] = 0;
    }
    for (int c = 0; c < k; c++) {
      difference(values, c * stride, rows, max, values, c * stride);
      exp(values, c * stride, rows, values, c * stride);
      addOthers(c, rows, scratch, values, c * stride, rest);
    }
    for (int c = 0; c < k; c++) {
      share(values, c * stride, rows, rest);
    }
  }

  /// Divides by 1 + rest.
  private static void share(double[] values, int from, int rows, double[] rest) {
    int whole = SPECIES.loopBound(rows);
    for (int r = 0; r < whole; r += LANES) {
      DoubleVector.fromArray(SPECIES, values, from + r)
          .div(DoubleVector.fromArray(SPECIES, rest, r).add(1))
          .intoArray(values, from + r);
    }
    for (int r = whole; r < rows; r++) {
      values[from + r] /= 1 + rest[r];
    }
  }

  /// Of two classes: the larger value, and the other less that.
  private static void smallerLessLarger(
      double[] values, int first, int second, int rows, double[] max, double[] out) {
    int whole = MASKS ? SPECIES.loopBound(rows) : 0;
    for (int r = 0; r < whole; r += LANES) {
      DoubleVector a = DoubleVector.fromArray(SPECIES, values, first + r);
      DoubleVector b = DoubleVector.fromArray(SPECIES, values, second + r);
      VectorMask<Double> larger = b.compare(GT, a);
      DoubleVector largest = a.blend(b, larger);
      largest.intoArray(max, r);
      b.blend(a, larger).sub(largest).intoArray(out, r);
    }
    for (int r = whole; r < rows; r++) {
      double a = values[first + r];
      double b = values[second + r];
      boolean larger = b > a;
      max[r] = larger ? b : a;
      out[r] = larger ? a - b : b - a;
    }
  }

  /// The largest values of the rows, and their indices as numbers.
  private static void largest(
      double[] values, int from, int stride, int k, int rows, double[] max, double[] index) {
    int whole = MASKS ? SPECIES.loopBound(rows) : 0;
    for (int r = 0; r < whole; r += LANES) {
      DoubleVector largest = DoubleVector.fromArray(SPECIES, values, from + r);
      DoubleVector best = DoubleVector.zero(SPECIES);
      for (int c = 1; c < k; c++) {
        DoubleVector v = DoubleVector.fromArray(SPECIES, values, from + c * stride + r);
        VectorMask<Double> larger = v.compare(GT, largest);
        largest = ((DoubleVector) TYPE.cast(largest)).blend(v, larger);
        best = ((DoubleVector) TYPE.cast(best)).blend(c, larger);
      }
      largest.intoArray(max, r);
      best.intoArray(index, r);
    }
    for (int r = whole; r < rows; r++) {
      int best = 0;
      for (int c = 1; c < k; c++) {
        if (values[from + c * stride + r] > values[from + best * stride + r]) {
          best = c;
        }
      }
      max[r] = values[from + best * stride + r];
      index[r] = best;
    }
  }

  private static void difference(
      double[] values, int from, int rows, double[] max, double[] out, int outFrom) {
    int whole = SPECIES.loopBound(rows);
    for (int r = 0; r < whole; r += LANES) {
      DoubleVector.fromArray(SPECIES, values, from + r)
          .sub(DoubleVector.fromArray(SPECIES, max, r))
          .intoArray(out, outFrom + r);
    }
    for (int r = whole; r < rows; r++) {
      out[outFrom + r] = values[from + r] - max[r];
    }
  }

  /// Adds exponentials of class c to those of rows whose largest is another's.
  private static void addOthers(
      int c, int rows, double[] largest, double[] terms, int from, double[] rest) {
    int whole = MASKS ? SPECIES.loopBound(rows) : 0;
    for (int r = 0; r < whole; r += LANES) {
      DoubleVector sum = DoubleVector.fromArray(SPECIES, rest, r);
      DoubleVector term = DoubleVector.fromArray(SPECIES, terms, from + r);
      VectorMask<Double> other = DoubleVector.fromArray(SPECIES, largest, r).compare(NE, c);
      sum.blend(sum.add(term), other).intoArray(rest, r);
    }
    for (int r = whole; r < rows; r++) {
      rest[r] += largest[r] == c ? 0 : terms[from + r];
    }
  }
}
