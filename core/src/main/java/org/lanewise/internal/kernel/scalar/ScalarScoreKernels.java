package org.lanewise.internal.kernel.scalar;

import org.lanewise.internal.kernel.ColumnPanel;
import org.lanewise.internal.kernel.ScoreKernels;

/// The specification of [ScoreKernels].
///
/// Four or eight outputs are computed side by side, each by its own chain: a chain waits four
/// cycles for each of its sums, and what is read serves several of them. That makes these loops
/// three to four times as fast as one output after the other, and they are what runs until the
/// vector kernels are compiled.
public class ScalarScoreKernels implements ScoreKernels {

  /// Classes of a row that are computed side by side: their number is padded to a multiple.
  private static final int OUTPUTS = 8;

  @Override
  public void affineRow(
      double[] x, int d, double[] weight, double[] intercept, int from, int to, double[] out) {
    int quarter = ScoreKernels.quarter(d);
    for (int c = from; c < to; c += OUTPUTS) {
      int begin = ScoreKernels.rowOffset(c, d);
      double sum0 = 0;
      double sum1 = 0;
      double sum2 = 0;
      double sum3 = 0;
      double sum4 = 0;
      double sum5 = 0;
      double sum6 = 0;
      double sum7 = 0;
      for (int first = 0; first < 4 * quarter; first += quarter) {
        double q0 = first == 0 ? intercept[c] : 0;
        double q1 = first == 0 ? intercept[c + 1] : 0;
        double q2 = first == 0 ? intercept[c + 2] : 0;
        double q3 = first == 0 ? intercept[c + 3] : 0;
        double q4 = first == 0 ? intercept[c + 4] : 0;
        double q5 = first == 0 ? intercept[c + 5] : 0;
        double q6 = first == 0 ? intercept[c + 6] : 0;
        double q7 = first == 0 ? intercept[c + 7] : 0;
        int end = Math.min(first + quarter, d);
        for (int j = first; j < end; j++) {
          double value = x[j];
          int at = begin + j * ScoreKernels.TOGETHER;
          q0 = Math.fma(value, weight[at], q0);
          q1 = Math.fma(value, weight[at + 1], q1);
          q2 = Math.fma(value, weight[at + 2], q2);
          q3 = Math.fma(value, weight[at + 3], q3);
          q4 = Math.fma(value, weight[at + 4], q4);
          q5 = Math.fma(value, weight[at + 5], q5);
          q6 = Math.fma(value, weight[at + 6], q6);
          q7 = Math.fma(value, weight[at + 7], q7);
        }
        sum0 += q0;
        sum1 += q1;
        sum2 += q2;
        sum3 += q3;
        sum4 += q4;
        sum5 += q5;
        sum6 += q6;
        sum7 += q7;
      }
      out[c] = sum0;
      out[c + 1] = sum1;
      out[c + 2] = sum2;
      out[c + 3] = sum3;
      out[c + 4] = sum4;
      out[c + 5] = sum5;
      out[c + 6] = sum6;
      out[c + 7] = sum7;
    }
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
    int parameters = panel.first() * k;
    for (int c = from; c < to; c++) {
      int at = parameters + c * ColumnPanel.WIDTH;
      double begin = panel.first() == 0 ? intercept[c] : 0;
      ScalarPanels.affine(
          panel, origin, weight, at, begin, chain, (c - from) * stride, out, c * stride);
    }
  }

  @Override
  public void diagonalRow(
      double[] x, int d, double[] mean, double[] inverse, double[] constant, int k, double[] out) {
    int quarter = ScoreKernels.quarter(d);
    for (int c = 0; c < k; c += OUTPUTS) {
      int begin = ScoreKernels.rowOffset(c, d);
      double sum0 = 0;
      double sum1 = 0;
      double sum2 = 0;
      double sum3 = 0;
      double sum4 = 0;
      double sum5 = 0;
      double sum6 = 0;
      double sum7 = 0;
      for (int from = 0; from < 4 * quarter; from += quarter) {
        double q0 = 0;
        double q1 = 0;
        double q2 = 0;
        double q3 = 0;
        double q4 = 0;
        double q5 = 0;
        double q6 = 0;
        double q7 = 0;
        int end = Math.min(from + quarter, d);
        for (int j = from; j < end; j++) {
          double value = x[j];
          int at = begin + j * ScoreKernels.TOGETHER;
          double z0 = (value - mean[at]) * inverse[at];
          double z1 = (value - mean[at + 1]) * inverse[at + 1];
          double z2 = (value - mean[at + 2]) * inverse[at + 2];
          double z3 = (value - mean[at + 3]) * inverse[at + 3];
          double z4 = (value - mean[at + 4]) * inverse[at + 4];
          double z5 = (value - mean[at + 5]) * inverse[at + 5];
          double z6 = (value - mean[at + 6]) * inverse[at + 6];
          double z7 = (value - mean[at + 7]) * inverse[at + 7];
          q0 = Math.fma(z0, z0, q0);
          q1 = Math.fma(z1, z1, q1);
          q2 = Math.fma(z2, z2, q2);
          q3 = Math.fma(z3, z3, q3);
          q4 = Math.fma(z4, z4, q4);
          q5 = Math.fma(z5, z5, q5);
          q6 = Math.fma(z6, z6, q6);
          q7 = Math.fma(z7, z7, q7);
        }
        sum0 += q0;
        sum1 += q1;
        sum2 += q2;
        sum3 += q3;
        sum4 += q4;
        sum5 += q5;
        sum6 += q6;
        sum7 += q7;
      }
      out[c] = Math.fma(-0.5, sum0, constant[c]);
      out[c + 1] = Math.fma(-0.5, sum1, constant[c + 1]);
      out[c + 2] = Math.fma(-0.5, sum2, constant[c + 2]);
      out[c + 3] = Math.fma(-0.5, sum3, constant[c + 3]);
      out[c + 4] = Math.fma(-0.5, sum4, constant[c + 4]);
      out[c + 5] = Math.fma(-0.5, sum5, constant[c + 5]);
      out[c + 6] = Math.fma(-0.5, sum6, constant[c + 6]);
      out[c + 7] = Math.fma(-0.5, sum7, constant[c + 7]);
    }
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
    int parameters = panel.first() * k;
    for (int c = from; c < to; c++) {
      int at = parameters + c * ColumnPanel.WIDTH;
      ScalarPanels.diagonal(
          panel, origin, mean, inverse, at, chain, (c - from) * stride, out, c * stride);
    }
  }

  @Override
  public double triangularRow(double[] x, int d, double[] factor, int factorOffset, double[] z) {
    return ScalarTriangles.row(x, d, factor, factorOffset, z);
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
    ScalarTriangles.block(block, rows, d, mean, factor, factorOffset, strip, out, outOffset);
  }

  @Override
  public boolean shift(
      double[] x, int offset, int count, double subtrahend, double[] out, int outOffset) {
    double poison = 0;
    for (int r = 0; r < count; r++) {
      double value = x[offset + r] - subtrahend;
      out[outOffset + r] = value;
      poison = Math.fma(value, 0, poison);
    }
    return poison == 0;
  }

  @Override
  public boolean finite(double[] values, int offset, int count) {
    // Four chains, for one waits for itself.
    double poison = 0;
    double poison1 = 0;
    double poison2 = 0;
    double poison3 = 0;
    int i = offset;
    for (; i + 4 <= offset + count; i += 4) {
      poison = Math.fma(values[i], 0, poison);
      poison1 = Math.fma(values[i + 1], 0, poison1);
      poison2 = Math.fma(values[i + 2], 0, poison2);
      poison3 = Math.fma(values[i + 3], 0, poison3);
    }
    for (; i < offset + count; i++) {
      poison = Math.fma(values[i], 0, poison);
    }
    return poison + poison1 + poison2 + poison3 == 0;
  }

  @Override
  public void argmax(
      double[] score, int stride, int rows, int k, int[] label, int labelOffset, double[] scratch) {
    for (int r = 0; r < rows; r++) {
      double best = score[r];
      int bestClass = 0;
      for (int c = 1; c < k; c++) {
        if (score[c * stride + r] > best) {
          best = score[c * stride + r];
          bestClass = c;
        }
      }
      label[labelOffset + r] = bestClass;
    }
  }
}
