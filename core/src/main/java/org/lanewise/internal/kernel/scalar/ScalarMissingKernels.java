package org.lanewise.internal.kernel.scalar;

import static org.lanewise.internal.kernel.PackedTriangle.WIDTH;

import org.lanewise.internal.kernel.ColumnPanel;
import org.lanewise.internal.kernel.MissingKernels;
import org.lanewise.internal.kernel.ScoreKernels;

/// The specification of [MissingKernels].
public class ScalarMissingKernels implements MissingKernels {

  @Override
  public void findMissing(double[] x, int offset, int count, int bit, long[] bits, int from) {
    for (int r = 0; r < count; r++) {
      bits[from + r] |= Double.isNaN(x[offset + r]) ? 1L << bit : 0;
    }
  }

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
    int parameters = panel.first() * k;
    for (int c = from; c < to; c++) {
      int at = parameters + c * ColumnPanel.WIDTH;
      ScalarPanels.observed(
          panel, origin, mean, inverse, gap, at, chain, (c - from) * stride, out, c * stride);
    }
  }

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
    for (int c = 0; c < k; c++) {
      int panel = (c - c % WIDTH) * d * width + c % WIDTH;
      for (int q = 0; q < count; q++) {
        int row = panel + missing[q] * width * WIDTH;
        double b = twoChains(begin[missing[q] * stride + c], x, d, precision, row);
        for (int l = 0; l < count; l++) {
          double entry = precision[row + missing[l] * WIDTH];
          b = Math.fma(mean[missing[l] * stride + c], entry, b);
        }
        fill[at + q * stride + c] = b;
      }
      factor(missing, 0, count, precision, panel, WIDTH, scale, width, stride, c, scratch);
      determinant[from + c] = scratch[2 * count * count + count];
      diagonal[from + c] = scratch[2 * count * count + count + 1];
      solve(count, scratch, fill, at + c, stride);
      for (int q = 0; q < count; q++) {
        int to = at + q * stride + c;
        fill[to] = -(fill[to] * scale[missing[q] * stride + c]);
      }
    }
  }

  private static double twoChains(double begin, double[] x, int d, double[] row, int at) {
    double even = begin;
    double odd = 0;
    int j = 0;
    int f = at;
    for (; j + 1 < d; j += 2, f += 2 * WIDTH) {
      even = Math.fma(x[j], row[f], even);
      odd = Math.fma(x[j + 1], row[f + WIDTH], odd);
    }
    even = j < d ? Math.fma(x[j], row[f], even) : even;
    return even + odd;
  }

  /// Factors A_mm of one class. The scratch then holds −L_ql at `[q·count + l]`, e_ql behind them,
  /// behind those r, and at last Π D_q and Π e_qq.
  ///
  /// @param from where the features of the row begin
  /// @param panel where entries of Λ begin, `step` apart
  /// @param c the class, whose scales are at `[j·stride + c]`
  private static void factor(
      int[] missing,
      int from,
      int count,
      double[] precision,
      int panel,
      int step,
      double[] scale,
      int width,
      int stride,
      int c,
      double[] scratch) {
    int entries = count * count;
    int reciprocals = 2 * entries;
    double product = 1;
    double diagonals = 1;
    for (int q = 0; q < count; q++) {
      int row = panel + missing[from + q] * width * step;
      double diagonal =
          precision[row + missing[from + q] * step] * scale[missing[from + q] * stride + c];
      double pivot = diagonal;
      for (int l = 0; l < q; l++) {
        double entry =
            precision[row + missing[from + l] * step] * scale[missing[from + l] * stride + c];
        for (int p = 0; p < l; p++) {
          entry = Math.fma(scratch[entries + q * count + p], scratch[l * count + p], entry);
        }
        double share = -(entry * scratch[reciprocals + l]);
        scratch[entries + q * count + l] = entry;
        scratch[q * count + l] = share;
        pivot = Math.fma(entry, share, pivot);
      }
      scratch[reciprocals + q] = 1 / pivot;
      product *= pivot;
      diagonals *= diagonal;
    }
    scratch[reciprocals + count] = product;
    scratch[reciprocals + count + 1] = diagonals;
  }

  /// Solves A_mm t = b, which t takes the place of.
  private static void solve(int count, double[] scratch, double[] b, int at, int stride) {
    int reciprocals = 2 * count * count;
    for (int q = 1; q < count; q++) {
      double value = b[at + q * stride];
      for (int l = 0; l < q; l++) {
        value = Math.fma(scratch[q * count + l], b[at + l * stride], value);
      }
      b[at + q * stride] = value;
    }
    for (int q = count - 1; q >= 0; q--) {
      double value = b[at + q * stride] * scratch[reciprocals + q];
      for (int l = q + 1; l < count; l++) {
        value = Math.fma(scratch[l * count + q], b[at + l * stride], value);
      }
      b[at + q * stride] = value;
    }
  }

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
    for (int i = first; i < first + rows; i++) {
      int row = picks[i];
      int from = row * MAX_MISSING;
      for (int q = 0; q < count; q++) {
        fill[from + q] = chains(x, row * width, width, precision, missing[from + q] * width);
      }
      finish(missing, from, count, precision, scale, width, scratch, fill, row, determinant);
      products(missing, from, count, weight, k, scratch, products, row * classStride);
    }
  }

  private static void products(
      int[] missing,
      int from,
      int count,
      double[] weight,
      int k,
      double[] scratch,
      double[] products,
      int at) {
    int classStride = ScoreKernels.classStride(k);
    int reciprocals = 2 * count * count;
    int u = reciprocals + count;
    for (int c = 0; c < k; c++) {
      double sum = 0;
      for (int q = 0; q < count; q++) {
        double value = weight[missing[from + q] * classStride + c];
        for (int l = 0; l < q; l++) {
          value = Math.fma(scratch[q * count + l], scratch[u + l], value);
        }
        scratch[u + q] = value;
        sum = Math.fma(value * scratch[reciprocals + q], value, sum);
      }
      products[at + c] = sum;
    }
  }

  /// Makes the fill of one row of b, which it takes the place of.
  public static void finish(
      int[] missing,
      int from,
      int count,
      double[] precision,
      double[] scale,
      int width,
      double[] scratch,
      double[] fill,
      int row,
      double[] determinant) {
    factor(missing, from, count, precision, 0, 1, scale, width, 1, 0, scratch);
    determinant[2 * row] = scratch[2 * count * count + count];
    determinant[2 * row + 1] = scratch[2 * count * count + count + 1];
    solve(count, scratch, fill, from, 1);
    for (int q = 0; q < count; q++) {
      fill[from + q] = -(fill[from + q] * scale[missing[from + q]]);
    }
  }

  /// Σ_j x_j · row_j in eight chains.
  private static double chains(double[] x, int from, int width, double[] row, int at) {
    double q0 = 0;
    double q1 = 0;
    double q2 = 0;
    double q3 = 0;
    double q4 = 0;
    double q5 = 0;
    double q6 = 0;
    double q7 = 0;
    for (int j = 0; j < width; j += 8) {
      q0 = Math.fma(x[from + j], row[at + j], q0);
      q1 = Math.fma(x[from + j + 1], row[at + j + 1], q1);
      q2 = Math.fma(x[from + j + 2], row[at + j + 2], q2);
      q3 = Math.fma(x[from + j + 3], row[at + j + 3], q3);
      q4 = Math.fma(x[from + j + 4], row[at + j + 4], q4);
      q5 = Math.fma(x[from + j + 5], row[at + j + 5], q5);
      q6 = Math.fma(x[from + j + 6], row[at + j + 6], q6);
      q7 = Math.fma(x[from + j + 7], row[at + j + 7], q7);
    }
    return ((q0 + q4) + (q2 + q6)) + ((q1 + q5) + (q3 + q7));
  }
}
