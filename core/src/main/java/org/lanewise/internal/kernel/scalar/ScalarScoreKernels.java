package org.lanewise.internal.kernel.scalar;

import static org.lanewise.internal.kernel.PackedTriangle.WIDTH;

import org.lanewise.internal.kernel.ColumnPanel;
import org.lanewise.internal.kernel.PackedTriangle;
import org.lanewise.internal.kernel.ScoreKernels;

/// The specification of [ScoreKernels].
public final class ScalarScoreKernels implements ScoreKernels {

  @Override
  public void affineRow(
      double[] x, int d, double[] weight, double[] intercept, int classStride, double[] out) {
    int quarter = ScoreKernels.quarter(d);
    for (int c = 0; c < classStride; c++) {
      double sum = 0;
      for (int from = 0; from < 4 * quarter; from += quarter) {
        double q = from == 0 ? intercept[c] : 0;
        for (int j = from; j < Math.min(from + quarter, d); j++) {
          q = Math.fma(x[j], weight[j * classStride + c], q);
        }
        sum += q;
      }
      out[c] = sum;
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
    int first = panel.first();
    for (int r = 0; r < panel.rows; r++) {
      for (int c = from; c < to; c++) {
        int at = (c - from) * stride + r;
        double q = chain[at];
        if (panel.opens()) {
          q = first == 0 ? intercept[c] : 0;
        }
        for (int l = 0; l < panel.width(); l++) {
          double x = panel.columns[l][panel.offset + r] - origin[first + l];
          q = Math.fma(x, weight[first * k + c * panel.width() + l], q);
        }
        if (panel.closes()) {
          out[c * stride + r] += q;
        } else {
          chain[at] = q;
        }
      }
    }
  }

  @Override
  public void diagonalRow(
      double[] x,
      int d,
      double[] mean,
      double[] inverse,
      double[] constant,
      int classStride,
      double[] out) {
    int quarter = ScoreKernels.quarter(d);
    for (int c = 0; c < classStride; c++) {
      double sum = 0;
      for (int from = 0; from < 4 * quarter; from += quarter) {
        double q = 0;
        for (int j = from; j < Math.min(from + quarter, d); j++) {
          double z = (x[j] - mean[j * classStride + c]) * inverse[j * classStride + c];
          q = Math.fma(z, z, q);
        }
        sum += q;
      }
      out[c] = Math.fma(-0.5, sum, constant[c]);
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
    int first = panel.first();
    for (int r = 0; r < panel.rows; r++) {
      for (int c = from; c < to; c++) {
        int at = (c - from) * stride + r;
        double q = panel.opens() ? 0 : chain[at];
        for (int l = 0; l < panel.width(); l++) {
          int parameter = first * k + c * panel.width() + l;
          double x = panel.columns[l][panel.offset + r] - origin[first + l];
          double z = (x - mean[parameter]) * inverse[parameter];
          q = Math.fma(z, z, q);
        }
        if (panel.closes()) {
          out[c * stride + r] += q;
        } else {
          chain[at] = q;
        }
      }
    }
  }

  @Override
  public double triangularRow(double[] x, int d, double[] factor, int factorOffset, double[] z) {
    for (int i = 0; i < d; i++) {
      int at = factorOffset + PackedTriangle.start(i / WIDTH) + i % WIDTH;
      double sum = 0;
      for (int j = 0; j < (i / WIDTH + 1) * WIDTH; j++) {
        sum = Math.fma(x[j], factor[at + j * WIDTH], sum);
      }
      z[i] = sum;
    }
    return squaredLength(z, d);
  }

  @Override
  public void triangularBlock(
      double[] block,
      int rows,
      int d,
      double[] factor,
      int factorOffset,
      double[] out,
      int outOffset) {
    double[] z = new double[d];
    for (int r = 0; r < rows; r++) {
      for (int i = 0; i < d; i++) {
        int at = factorOffset + PackedTriangle.start(i / WIDTH) + i % WIDTH;
        double sum = 0;
        for (int j = 0; j < (i / WIDTH + 1) * WIDTH; j++) {
          sum = Math.fma(block[j * STRIDE + r], factor[at + j * WIDTH], sum);
        }
        z[i] = sum;
      }
      out[outOffset + r] = squaredLength(z, d);
    }
  }

  private static double squaredLength(double[] z, int d) {
    int quarter = ScoreKernels.quarter(d);
    double sum = 0;
    for (int from = 0; from < 4 * quarter; from += quarter) {
      double q = 0;
      for (int i = from; i < Math.min(from + quarter, d); i++) {
        double value = z[i];
        q = Math.fma(value, value, q);
      }
      sum += q;
    }
    return sum;
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
    double poison = 0;
    for (int i = offset; i < offset + count; i++) {
      poison = Math.fma(values[i], 0, poison);
    }
    return poison == 0;
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
