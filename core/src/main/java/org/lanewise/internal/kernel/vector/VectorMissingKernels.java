package org.lanewise.internal.kernel.vector;

import static org.lanewise.internal.kernel.PackedTriangle.WIDTH;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;
import org.lanewise.internal.kernel.ColumnPanel;
import org.lanewise.internal.kernel.MissingKernels;
import org.lanewise.internal.kernel.ScoreKernels;
import org.lanewise.internal.kernel.scalar.ScalarMissingKernels;

/// [MissingKernels] in vectors: in a block a lane is a row, for a row alone a lane is a class.
final class VectorMissingKernels implements MissingKernels {

  private static final VectorSpecies<Double> S = VectorWidth.DOUBLES;
  private static final Class<? extends Vector<Double>> TYPE = S.vectorType();
  private static final int LANES = S.length();
  private static final VectorSpecies<Long> L = VectorSpecies.of(long.class, S.vectorShape());
  private static final long INFINITY = Double.doubleToRawLongBits(Double.POSITIVE_INFINITY);

  /// Chains of a row that is not cut by class.
  private static final int CHAINS = 8;

  /// By the bits of doubles, without masks, which vectors of 128 bits make objects of: without its
  /// sign a NaN is above infinity, so that the difference is negative.
  @Override
  public void findMissing(double[] x, int offset, int count, int bit, long[] bits, int from) {
    LongVector infinity = LongVector.broadcast(L, INFINITY);
    LongVector magnitude = LongVector.broadcast(L, Long.MAX_VALUE);
    int r = 0;
    for (; r + LANES <= count; r += LANES) {
      LongVector found =
          infinity
              .sub(DoubleVector.fromArray(S, x, offset + r).reinterpretAsLongs().and(magnitude))
              .lanewise(VectorOperators.LSHR, 63)
              .lanewise(VectorOperators.LSHL, bit);
      LongVector.fromArray(L, bits, from + r).or(found).intoArray(bits, from + r);
    }
    for (; r < count; r++) {
      bits[from + r] |= Double.isNaN(x[offset + r]) ? 1L << bit : 0;
    }
  }

  private static VectorMask<Double> missing(DoubleVector x) {
    return x.compare(VectorOperators.NE, x);
  }

  /// Four columns of a panel × two vectors of rows are held in registers while the classes pass,
  /// with −1 where a value is missing and else 0.
  @Override
  public void observedPanel(
      ColumnPanel panel,
      double[] origin,
      double[] mean,
      double[] inverse,
      double[] gap,
      int k,
      int from,
      int to,
      double[] chain,
      double[] out,
      int stride) {
    double[] x0 = panel.columns[0];
    double[] x1 = panel.columns[1];
    double[] x2 = panel.columns[2];
    double[] x3 = panel.columns[3];
    int first = panel.first();
    int rows = panel.rows;
    int offset = panel.offset;
    boolean opens = panel.opens();
    boolean closes = panel.closes();
    double o0 = origin[first];
    double o1 = origin[first + 1];
    double o2 = origin[first + 2];
    double o3 = origin[first + 3];
    DoubleVector zero = DoubleVector.zero(S);
    DoubleVector absent = DoubleVector.broadcast(S, -1);
    for (int r = 0; r < rows; r += 2 * LANES) {
      int row = offset + r;
      DoubleVector x00 = DoubleVector.fromArray(S, x0, row).sub(o0);
      VectorMask<Double> m00 = missing(x00);
      DoubleVector n00 = zero.blend(absent, m00);
      x00 = x00.blend(zero, m00);
      DoubleVector x01 = DoubleVector.fromArray(S, x0, row + LANES).sub(o0);
      VectorMask<Double> m01 = missing(x01);
      DoubleVector n01 = zero.blend(absent, m01);
      x01 = x01.blend(zero, m01);
      DoubleVector x10 = DoubleVector.fromArray(S, x1, row).sub(o1);
      VectorMask<Double> m10 = missing(x10);
      DoubleVector n10 = zero.blend(absent, m10);
      x10 = x10.blend(zero, m10);
      DoubleVector x11 = DoubleVector.fromArray(S, x1, row + LANES).sub(o1);
      VectorMask<Double> m11 = missing(x11);
      DoubleVector n11 = zero.blend(absent, m11);
      x11 = x11.blend(zero, m11);
      DoubleVector x20 = DoubleVector.fromArray(S, x2, row).sub(o2);
      VectorMask<Double> m20 = missing(x20);
      DoubleVector n20 = zero.blend(absent, m20);
      x20 = x20.blend(zero, m20);
      DoubleVector x21 = DoubleVector.fromArray(S, x2, row + LANES).sub(o2);
      VectorMask<Double> m21 = missing(x21);
      DoubleVector n21 = zero.blend(absent, m21);
      x21 = x21.blend(zero, m21);
      DoubleVector x30 = DoubleVector.fromArray(S, x3, row).sub(o3);
      VectorMask<Double> m30 = missing(x30);
      DoubleVector n30 = zero.blend(absent, m30);
      x30 = x30.blend(zero, m30);
      DoubleVector x31 = DoubleVector.fromArray(S, x3, row + LANES).sub(o3);
      VectorMask<Double> m31 = missing(x31);
      DoubleVector n31 = zero.blend(absent, m31);
      x31 = x31.blend(zero, m31);
      int parameter = first * k + from * 4;
      int kept = r;
      int sum = from * stride + r;
      for (int c = from; c < to; c++, parameter += 4, kept += stride, sum += stride) {
        DoubleVector q0 = opens ? zero : DoubleVector.fromArray(S, chain, kept);
        DoubleVector q1 = opens ? zero : DoubleVector.fromArray(S, chain, kept + LANES);
        DoubleVector mean0 = DoubleVector.broadcast(S, mean[parameter]);
        DoubleVector inverse0 = DoubleVector.broadcast(S, inverse[parameter]);
        DoubleVector gap0 = DoubleVector.broadcast(S, gap[parameter]);
        DoubleVector z00 = x00.sub(mean0).mul(inverse0);
        z00 = z00.fma(n00, z00);
        q0 = n00.fma(gap0, z00.fma(z00, q0));
        DoubleVector z01 = x01.sub(mean0).mul(inverse0);
        z01 = z01.fma(n01, z01);
        q1 = n01.fma(gap0, z01.fma(z01, q1));
        DoubleVector mean1 = DoubleVector.broadcast(S, mean[parameter + 1]);
        DoubleVector inverse1 = DoubleVector.broadcast(S, inverse[parameter + 1]);
        DoubleVector gap1 = DoubleVector.broadcast(S, gap[parameter + 1]);
        DoubleVector z10 = x10.sub(mean1).mul(inverse1);
        z10 = z10.fma(n10, z10);
        q0 = n10.fma(gap1, z10.fma(z10, q0));
        DoubleVector z11 = x11.sub(mean1).mul(inverse1);
        z11 = z11.fma(n11, z11);
        q1 = n11.fma(gap1, z11.fma(z11, q1));
        DoubleVector mean2 = DoubleVector.broadcast(S, mean[parameter + 2]);
        DoubleVector inverse2 = DoubleVector.broadcast(S, inverse[parameter + 2]);
        DoubleVector gap2 = DoubleVector.broadcast(S, gap[parameter + 2]);
        DoubleVector z20 = x20.sub(mean2).mul(inverse2);
        z20 = z20.fma(n20, z20);
        q0 = n20.fma(gap2, z20.fma(z20, q0));
        DoubleVector z21 = x21.sub(mean2).mul(inverse2);
        z21 = z21.fma(n21, z21);
        q1 = n21.fma(gap2, z21.fma(z21, q1));
        DoubleVector mean3 = DoubleVector.broadcast(S, mean[parameter + 3]);
        DoubleVector inverse3 = DoubleVector.broadcast(S, inverse[parameter + 3]);
        DoubleVector gap3 = DoubleVector.broadcast(S, gap[parameter + 3]);
        DoubleVector z30 = x30.sub(mean3).mul(inverse3);
        z30 = z30.fma(n30, z30);
        q0 = n30.fma(gap3, z30.fma(z30, q0));
        DoubleVector z31 = x31.sub(mean3).mul(inverse3);
        z31 = z31.fma(n31, z31);
        q1 = n31.fma(gap3, z31.fma(z31, q1));
        if (closes) {
          DoubleVector.fromArray(S, out, sum).add(q0).intoArray(out, sum);
          DoubleVector.fromArray(S, out, sum + LANES).add(q1).intoArray(out, sum + LANES);
        } else {
          q0.intoArray(chain, kept);
          q1.intoArray(chain, kept + LANES);
        }
      }
    }
  }

  /// One vector of classes after the other, what was factored of it in the scratch.
  @Override
  public void classFill(
      double[] x,
      int d,
      int[] missing,
      int count,
      double[] mean,
      double[] begin,
      double[] precision,
      double[] scale,
      int k,
      double[] scratch,
      double[] fill,
      int at,
      double[] determinant,
      double[] diagonal,
      int from) {
    int stride = ScoreKernels.classStride(k);
    int width = ScoreKernels.width(d);
    int sums = 2 * count * count * LANES + count * LANES;
    for (int c = 0; c < k; c += LANES) {
      int panel = (c - c % WIDTH) * d * width + c % WIDTH;
      for (int q = 0; q < count; q += 2) {
        two(x, d, missing, q, count, begin, precision, panel, width, stride, c, scratch, sums);
      }
      entries(missing, count, mean, precision, panel, scale, width, stride, c, scratch);
      factor(count, scratch, determinant, from + c, diagonal, from + c);
      for (int q = 0; q < count; q++) {
        DoubleVector.fromArray(S, scratch, sums + q * LANES)
            .mul(DoubleVector.fromArray(S, scale, missing[q] * stride + c))
            .neg()
            .intoArray(fill, at + q * stride + c);
      }
    }
  }

  /// Sums of up to two features, for a vector of classes.
  private static void two(
      double[] x,
      int d,
      int[] missing,
      int q,
      int count,
      double[] begin,
      double[] precision,
      int panel,
      int width,
      int stride,
      int c,
      double[] out,
      int at) {
    int last = count - 1;
    int m0 = missing[Math.min(q, last)];
    int m1 = missing[Math.min(q + 1, last)];
    int row0 = panel + m0 * width * WIDTH;
    int row1 = panel + m1 * width * WIDTH;
    DoubleVector a0 = DoubleVector.fromArray(S, begin, m0 * stride + c);
    DoubleVector b0 = DoubleVector.zero(S);
    DoubleVector a1 = DoubleVector.fromArray(S, begin, m1 * stride + c);
    DoubleVector b1 = DoubleVector.zero(S);
    int j = 0;
    int f = 0;
    for (; j + 1 < d; j += 2, f += 2 * WIDTH) {
      DoubleVector xa = DoubleVector.broadcast(S, x[j]);
      DoubleVector xb = DoubleVector.broadcast(S, x[j + 1]);
      a0 = xa.fma(DoubleVector.fromArray(S, precision, row0 + f), a0);
      b0 = xb.fma(DoubleVector.fromArray(S, precision, row0 + f + WIDTH), b0);
      a1 = xa.fma(DoubleVector.fromArray(S, precision, row1 + f), a1);
      b1 = xb.fma(DoubleVector.fromArray(S, precision, row1 + f + WIDTH), b1);
    }
    if (j < d) {
      DoubleVector xa = DoubleVector.broadcast(S, x[j]);
      a0 = xa.fma(DoubleVector.fromArray(S, precision, row0 + f), a0);
      a1 = xa.fma(DoubleVector.fromArray(S, precision, row1 + f), a1);
    }
    a0.add(b0).intoArray(out, at + q * LANES);
    if (q + 1 < count) {
      a1.add(b1).intoArray(out, at + (q + 1) * LANES);
    }
  }

  /// The entries of A_mm on and below the diagonal, of a vector of classes; and to the sums what
  /// their means add.
  private static void entries(
      int[] missing,
      int count,
      double[] mean,
      double[] precision,
      int panel,
      double[] scale,
      int width,
      int stride,
      int c,
      double[] scratch) {
    int entries = count * count * LANES;
    int sums = 2 * entries + count * LANES;
    for (int q = 0; q < count; q++) {
      int row = panel + missing[q] * width * WIDTH;
      DoubleVector b = DoubleVector.fromArray(S, scratch, sums + q * LANES);
      for (int l = 0; l < count; l++) {
        b =
            DoubleVector.fromArray(S, mean, missing[l] * stride + c)
                .fma(DoubleVector.fromArray(S, precision, row + missing[l] * WIDTH), b);
      }
      b.intoArray(scratch, sums + q * LANES);
      for (int l = 0; l <= q; l++) {
        DoubleVector.fromArray(S, precision, row + missing[l] * WIDTH)
            .mul(DoubleVector.fromArray(S, scale, missing[l] * stride + c))
            .intoArray(scratch, entries + (q * count + l) * LANES);
      }
    }
  }

  /// A vector of rows at a time, which lack equally many features: their equations are gathered
  /// lane by lane, and solved all at once. Rows that are left over are filled one by one.
  @Override
  public void sharedFills(
      double[] x,
      int d,
      int[] picks,
      int first,
      int rows,
      int[] missing,
      int count,
      double[] precision,
      double[] scale,
      double[] weight,
      int k,
      double[] scratch,
      double[] fill,
      double[] products,
      double[] determinant) {
    int classStride = ScoreKernels.classStride(k);
    int width = ScoreKernels.width(d);
    int whole = rows - rows % LANES;
    int entries = count * count * LANES;
    int sums = 2 * entries + count * LANES;
    for (int i = first; i < first + whole; i += LANES) {
      for (int lane = 0; lane < LANES; lane++) {
        int row = picks[i + lane];
        int from = row * MAX_MISSING;
        sums(x, row * width, width, missing, from, count, precision, scratch, sums + lane, LANES);
        entries(missing, from, count, precision, scale, width, scratch, entries + lane);
      }
      int spare = spare(count);
      factor(count, scratch, scratch, spare, scratch, spare + LANES);
      for (int lane = 0; lane < LANES; lane++) {
        int row = picks[i + lane];
        int from = row * MAX_MISSING;
        for (int q = 0; q < count; q++) {
          fill[from + q] = -(scratch[sums + q * LANES + lane] * scale[missing[from + q]]);
        }
        determinant[2 * row] = scratch[spare + lane];
        determinant[2 * row + 1] = scratch[spare + LANES + lane];
      }
      for (int lane = 0; lane < LANES; lane++) {
        int row = picks[i + lane];
        int at = row * classStride;
        products(missing, row * MAX_MISSING, count, weight, k, scratch, lane, LANES, products, at);
      }
    }
    for (int i = first + whole; i < first + rows; i++) {
      int row = picks[i];
      int from = row * MAX_MISSING;
      sums(x, row * width, width, missing, from, count, precision, scratch, 0, 1);
      System.arraycopy(scratch, 0, fill, from, count);
      ScalarMissingKernels.finish(
          missing, from, count, precision, scale, width, scratch, fill, row, determinant);
      products(missing, from, count, weight, k, scratch, 0, 1, products, row * classStride);
    }
  }

  /// What is behind all that is factored.
  private static int spare(int count) {
    return 16 * count * (count + 1);
  }

  /// b of a row in eight chains, as many vectors as they take, folded through the scratch.
  private static void sums(
      double[] x,
      int at,
      int width,
      int[] missing,
      int from,
      int count,
      double[] precision,
      double[] scratch,
      int out,
      int step) {
    for (int q = 0; q < count; q += 2) {
      int row0 = missing[from + q] * width;
      int row1 = missing[from + Math.min(q + 1, count - 1)] * width;
      int spare = spare(count) + q * CHAINS;
      for (int l = 0; l < CHAINS; l += LANES) {
        DoubleVector s0 = DoubleVector.zero(S);
        DoubleVector s1 = DoubleVector.zero(S);
        for (int j = l; j < width; j += CHAINS) {
          DoubleVector y = DoubleVector.fromArray(S, x, at + j);
          s0 = y.fma(DoubleVector.fromArray(S, precision, row0 + j), s0);
          s1 = y.fma(DoubleVector.fromArray(S, precision, row1 + j), s1);
        }
        s0.intoArray(scratch, spare + l);
        s1.intoArray(scratch, spare + CHAINS + l);
      }
      scratch[out + q * step] = folded(scratch, spare);
      if (q + 1 < count) {
        scratch[out + (q + 1) * step] = folded(scratch, spare + CHAINS);
      }
    }
  }

  private static double folded(double[] chains, int at) {
    return ((chains[at] + chains[at + 4]) + (chains[at + 2] + chains[at + 6]))
        + ((chains[at + 1] + chains[at + 5]) + (chains[at + 3] + chains[at + 7]));
  }

  /// The entries of A_mm on and below the diagonal, of the row of a lane.
  private static void entries(
      int[] missing,
      int from,
      int count,
      double[] precision,
      double[] scale,
      int width,
      double[] scratch,
      int out) {
    for (int q = 0; q < count; q++) {
      int row = missing[from + q] * width;
      for (int l = 0; l <= q; l++) {
        int m = missing[from + l];
        scratch[out + (q * count + l) * LANES] = precision[row + m] * scale[m];
      }
    }
  }

  /// Solves the equations of a vector of classes or rows: −L, e and r, one vector each, and the
  /// solutions in the place of b.
  private static void factor(
      int count,
      double[] scratch,
      double[] determinant,
      int at,
      double[] diagonal,
      int diagonalAt) {
    int entries = count * count * LANES;
    int reciprocals = 2 * entries;
    int sums = reciprocals + count * LANES;
    DoubleVector one = DoubleVector.broadcast(S, 1);
    DoubleVector product = one;
    DoubleVector diagonals = one;
    for (int q = 0; q < count; q++) {
      int own = q * count * LANES;
      DoubleVector entryOfOwn = DoubleVector.fromArray(S, scratch, entries + own + q * LANES);
      DoubleVector pivot = entryOfOwn;
      DoubleVector b = DoubleVector.fromArray(S, scratch, sums + q * LANES);
      for (int l = 0; l < q; l++) {
        DoubleVector entry = DoubleVector.fromArray(S, scratch, entries + own + l * LANES);
        int other = l * count * LANES;
        for (int p = 0; p < l; p++) {
          entry =
              DoubleVector.fromArray(S, scratch, entries + own + p * LANES)
                  .fma(DoubleVector.fromArray(S, scratch, other + p * LANES), entry);
        }
        DoubleVector share =
            DoubleVector.fromArray(S, scratch, reciprocals + l * LANES).mul(entry).neg();
        entry.intoArray(scratch, entries + own + l * LANES);
        share.intoArray(scratch, own + l * LANES);
        pivot = share.fma(entry, pivot);
        b = share.fma(DoubleVector.fromArray(S, scratch, sums + l * LANES), b);
      }
      b.intoArray(scratch, sums + q * LANES);
      one.div(pivot).intoArray(scratch, reciprocals + q * LANES);
      product = ((DoubleVector) TYPE.cast(pivot)).mul(product);
      diagonals = entryOfOwn.mul(diagonals);
    }
    product.intoArray(determinant, at);
    diagonals.intoArray(diagonal, diagonalAt);
    for (int q = count - 1; q >= 0; q--) {
      DoubleVector value =
          DoubleVector.fromArray(S, scratch, sums + q * LANES)
              .mul(DoubleVector.fromArray(S, scratch, reciprocals + q * LANES));
      for (int l = q + 1; l < count; l++) {
        value =
            DoubleVector.fromArray(S, scratch, (l * count + q) * LANES)
                .fma(DoubleVector.fromArray(S, scratch, sums + l * LANES), value);
      }
      value.intoArray(scratch, sums + q * LANES);
    }
  }

  /// The products of a row with all classes, of what was factored `step` apart from `lane` on. A
  /// lane is a class; few features are held in registers.
  private static void products(
      int[] missing,
      int from,
      int count,
      double[] weight,
      int k,
      double[] scratch,
      int lane,
      int step,
      double[] products,
      int at) {
    switch (count) {
      case 1 -> productsOf1(missing, from, weight, k, scratch, lane, step, products, at);
      case 2 -> productsOf2(missing, from, weight, k, scratch, lane, step, products, at);
      default -> productsOfMany(missing, from, count, weight, k, scratch, lane, step, products, at);
    }
  }

  private static void productsOf1(
      int[] missing,
      int from,
      double[] weight,
      int k,
      double[] scratch,
      int lane,
      int step,
      double[] products,
      int at) {
    int classStride = ScoreKernels.classStride(k);
    int m0 = missing[from + 0] * classStride;
    DoubleVector r0 = DoubleVector.broadcast(S, scratch[lane + 2 * step]);
    DoubleVector zero = DoubleVector.zero(S);
    for (int c = 0; c < k; c += LANES) {
      DoubleVector u0 = DoubleVector.fromArray(S, weight, m0 + c);
      r0.mul(u0).fma(u0, zero).intoArray(products, at + c);
    }
  }

  private static void productsOf2(
      int[] missing,
      int from,
      double[] weight,
      int k,
      double[] scratch,
      int lane,
      int step,
      double[] products,
      int at) {
    int classStride = ScoreKernels.classStride(k);
    int m0 = missing[from + 0] * classStride;
    int m1 = missing[from + 1] * classStride;
    DoubleVector l10 = DoubleVector.broadcast(S, scratch[lane + 2 * step]);
    DoubleVector r0 = DoubleVector.broadcast(S, scratch[lane + 8 * step]);
    DoubleVector r1 = DoubleVector.broadcast(S, scratch[lane + 9 * step]);
    DoubleVector zero = DoubleVector.zero(S);
    for (int c = 0; c < k; c += LANES) {
      DoubleVector u0 = DoubleVector.fromArray(S, weight, m0 + c);
      DoubleVector u1 = l10.fma(u0, DoubleVector.fromArray(S, weight, m1 + c));
      r1.mul(u1).fma(u1, r0.mul(u0).fma(u0, zero)).intoArray(products, at + c);
    }
  }

  private static void productsOfMany(
      int[] missing,
      int from,
      int count,
      double[] weight,
      int k,
      double[] scratch,
      int lane,
      int step,
      double[] products,
      int at) {
    int classStride = ScoreKernels.classStride(k);
    int reciprocals = lane + 2 * count * count * step;
    int u = spare(count);
    for (int c = 0; c < k; c += LANES) {
      DoubleVector sum = DoubleVector.zero(S);
      for (int q = 0; q < count; q++) {
        DoubleVector value = DoubleVector.fromArray(S, weight, missing[from + q] * classStride + c);
        for (int l = 0; l < q; l++) {
          value =
              DoubleVector.broadcast(S, scratch[lane + (q * count + l) * step])
                  .fma(DoubleVector.fromArray(S, scratch, u + l * LANES), value);
        }
        value.intoArray(scratch, u + q * LANES);
        DoubleVector share = DoubleVector.broadcast(S, scratch[reciprocals + q * step]).mul(value);
        sum = share.fma(value, sum);
      }
      sum.intoArray(products, at + c);
    }
  }
}
