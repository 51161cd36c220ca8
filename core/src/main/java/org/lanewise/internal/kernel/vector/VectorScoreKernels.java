package org.lanewise.internal.kernel.vector;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;
import org.lanewise.internal.kernel.ColumnPanel;
import org.lanewise.internal.kernel.ScoreKernels;

/// [ScoreKernels] in vectors: in a block a lane is a row, for a row alone a lane is a class or an
/// output.
final class VectorScoreKernels implements ScoreKernels {

  private static final VectorSpecies<Double> S = VectorWidth.DOUBLES;
  private static final Class<? extends Vector<Double>> TYPE = S.vectorType();
  private static final int LANES = S.length();

  @Override
  public void affineRow(
      double[] x, int d, double[] weight, double[] intercept, int from, int to, double[] out) {
    AffineVectors.affineRow(x, d, weight, intercept, from, to, out);
  }

  @Override
  public void affinePanel(
      ColumnPanel panel,
      double[] origin,
      double[] weight,
      double[] intercept,
      int k,
      int from,
      int to,
      double[] chain,
      double[] out,
      int stride) {
    AffineVectors.affinePanel(panel, origin, weight, intercept, k, from, to, chain, out, stride);
  }

  @Override
  public void diagonalRow(
      double[] x, int d, double[] mean, double[] inverse, double[] constant, int k, double[] out) {
    DiagonalVectors.diagonalRow(x, d, mean, inverse, constant, k, out);
  }

  @Override
  public void diagonalPanel(
      ColumnPanel panel,
      double[] origin,
      double[] mean,
      double[] inverse,
      int k,
      int from,
      int to,
      double[] chain,
      double[] out,
      int stride) {
    DiagonalVectors.diagonalPanel(panel, origin, mean, inverse, k, from, to, chain, out, stride);
  }

  @Override
  public double triangularRow(double[] x, int d, double[] factor, int factorOffset, double[] z) {
    return TriangularVectors.triangularRow(x, d, factor, factorOffset, z);
  }

  @Override
  public void triangularBlock(
      double[] block,
      int rows,
      int d,
      double[] mean,
      double[] factor,
      int factorOffset,
      double[] strip,
      double[] out,
      int outOffset) {
    TriangularVectors.triangularBlock(
        block, rows, d, mean, factor, factorOffset, strip, out, outOffset);
  }

  @Override
  public boolean shift(
      double[] x, int offset, int count, double subtrahend, double[] out, int outOffset) {
    DoubleVector zero = DoubleVector.zero(S);
    DoubleVector poison = zero;
    DoubleVector poison1 = zero;
    DoubleVector value = DoubleVector.broadcast(S, subtrahend);
    int r = 0;
    for (; r + 2 * LANES <= count; r += 2 * LANES) {
      DoubleVector shifted = DoubleVector.fromArray(S, x, offset + r).sub(value);
      DoubleVector shifted1 = DoubleVector.fromArray(S, x, offset + r + LANES).sub(value);
      shifted.intoArray(out, outOffset + r);
      shifted1.intoArray(out, outOffset + r + LANES);
      poison = shifted.fma(zero, poison);
      poison1 = shifted1.fma(zero, poison1);
    }
    poison = poison.add(poison1);
    for (; r + LANES <= count; r += LANES) {
      DoubleVector shifted = DoubleVector.fromArray(S, x, offset + r).sub(value);
      shifted.intoArray(out, outOffset + r);
      poison = shifted.fma(zero, poison);
    }
    boolean finite = poison.compare(VectorOperators.EQ, zero).allTrue();
    for (; r < count; r++) {
      double shifted = x[offset + r] - subtrahend;
      out[outOffset + r] = shifted;
      finite &= Double.isFinite(shifted);
    }
    return finite;
  }

  @Override
  public boolean finite(double[] values, int offset, int count) {
    DoubleVector zero = DoubleVector.zero(S);
    // Four chains: one waited for itself, 4 % of a batch of 64 features and 10 classes.
    DoubleVector poison = zero;
    DoubleVector poison1 = zero;
    DoubleVector poison2 = zero;
    DoubleVector poison3 = zero;
    int i = offset;
    for (; i + 4 * LANES <= offset + count; i += 4 * LANES) {
      poison = DoubleVector.fromArray(S, values, i).fma(zero, poison);
      poison1 = DoubleVector.fromArray(S, values, i + LANES).fma(zero, poison1);
      poison2 = DoubleVector.fromArray(S, values, i + 2 * LANES).fma(zero, poison2);
      poison3 = DoubleVector.fromArray(S, values, i + 3 * LANES).fma(zero, poison3);
    }
    poison = poison.add(poison1).add(poison2).add(poison3);
    for (; i + LANES <= offset + count; i += LANES) {
      poison = DoubleVector.fromArray(S, values, i).fma(zero, poison);
    }
    boolean finite = poison.compare(VectorOperators.EQ, zero).allTrue();
    for (; i < offset + count; i++) {
      finite &= Double.isFinite(values[i]);
    }
    return finite;
  }

  @Override
  public void argmax(
      double[] score, int stride, int rows, int k, int[] label, int labelOffset, double[] scratch) {
    for (int r = 0; r < rows; r += LANES) {
      DoubleVector best = DoubleVector.fromArray(S, score, r);
      DoubleVector bestClass = DoubleVector.zero(S);
      for (int c = 1; c < k; c++) {
        DoubleVector next = DoubleVector.fromArray(S, score, c * stride + r);
        VectorMask<Double> larger = next.compare(VectorOperators.GT, best);
        best = ((DoubleVector) TYPE.cast(best)).blend(next, larger);
        bestClass =
            ((DoubleVector) TYPE.cast(bestClass)).blend(DoubleVector.broadcast(S, c), larger);
      }
      bestClass.intoArray(scratch, r);
    }
    for (int r = 0; r < rows; r++) {
      label[labelOffset + r] = (int) scratch[r];
    }
  }
}
