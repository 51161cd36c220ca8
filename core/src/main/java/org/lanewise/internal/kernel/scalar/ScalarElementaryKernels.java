package org.lanewise.internal.kernel.scalar;

import org.lanewise.internal.kernel.Elementary;
import org.lanewise.internal.kernel.ElementaryKernels;

/// The specification of [ElementaryKernels].
public class ScalarElementaryKernels implements ElementaryKernels {

  @Override
  public void exp(double[] x, int from, int count, double[] out, int outFrom) {
    for (int i = 0; i < count; i++) {
      out[outFrom + i] = Elementary.exp(x[from + i]);
    }
  }

  @Override
  public void log(double[] x, int from, int count, double[] out, int outFrom) {
    for (int i = 0; i < count; i++) {
      out[outFrom + i] = Elementary.log(x[from + i]);
    }
  }

  @Override
  public void log1p(double[] x, int from, int count, double[] out, int outFrom) {
    for (int i = 0; i < count; i++) {
      out[outFrom + i] = Elementary.log1p(x[from + i]);
    }
  }

  @Override
  public double expRow(double[] values, int k, int best, double[] out) {
    double max = values[best];
    double rest = 0;
    for (int i = 0; i < k - 1; i++) {
      // An index, for a branch on which class is the best would be foreseen wrongly.
      int c = i < best ? i : i + 1;
      double e = Elementary.exp(values[c] - max);
      rest += e;
      out[c] = e;
    }
    out[best] = 1;
    return rest;
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
      restOfTwo(values, from, from + stride, rows, max, rest);
      return;
    }
    largest(values, from, stride, k, rows, max, rest, scratch);
    for (int c = 0; c < k; c++) {
      addOthers(values, from + c * stride, c, rows, max, rest, scratch);
    }
  }

  @Override
  public void posteriors(
      double[] values, int stride, int k, int rows, double[] max, double[] rest, double[] scratch) {
    largest(values, 0, stride, k, rows, max, rest, scratch);
    for (int c = 0; c < k; c++) {
      for (int r = 0; r < rows; r++) {
        double e = Elementary.exp(values[c * stride + r] - max[r]);
        values[c * stride + r] = e;
        rest[r] += scratch[r] == c ? 0 : e;
      }
    }
    for (int c = 0; c < k; c++) {
      for (int r = 0; r < rows; r++) {
        values[c * stride + r] /= 1 + rest[r];
      }
    }
  }

  /// The largest values of the rows and their indices; no rest yet.
  private static void largest(
      double[] values,
      int from,
      int stride,
      int k,
      int rows,
      double[] max,
      double[] rest,
      double[] index) {
    // A class after the other, as they lie in memory: the values of a row are a stride apart.
    for (int r = 0; r < rows; r++) {
      max[r] = values[from + r];
      index[r] = 0;
      rest[r] = 0;
    }
    for (int c = 1; c < k; c++) {
      for (int r = 0; r < rows; r++) {
        double value = values[from + c * stride + r];
        if (value > max[r]) {
          max[r] = value;
          index[r] = c;
        }
      }
    }
  }

  /// Of two classes there is one exponential.
  private static void restOfTwo(
      double[] values, int first, int second, int rows, double[] max, double[] rest) {
    for (int r = 0; r < rows; r++) {
      double a = values[first + r];
      double b = values[second + r];
      boolean larger = b > a;
      max[r] = larger ? b : a;
      rest[r] = Elementary.exp(larger ? a - b : b - a);
    }
  }

  private static void addOthers(
      double[] values, int at, int c, int rows, double[] max, double[] rest, double[] largest) {
    for (int r = 0; r < rows; r++) {
      if (largest[r] != c) {
        rest[r] += Elementary.exp(values[at + r] - max[r]);
      }
    }
  }
}
