package org.lanewise.internal.score;

import java.util.Arrays;
import org.lanewise.internal.kernel.ColumnPanel;
import org.lanewise.internal.kernel.ScoreKernels;

/// Class parameters in the layouts of the kernels.
public final class ClassParameters {

  private static final int BLOCK = 64;

  private static final int EIGHT = ScoreKernels.TOGETHER;

  private ClassParameters() {}

  /// Where runs of classes with the same origin begin, and k behind the last of them.
  ///
  /// @param origins k rows of d
  public static int[] runs(double[][] origins) {
    int[] begins = new int[origins.length + 1];
    int count = 0;
    for (int c = 0; c < origins.length; c++) {
      if (c == 0 || !Arrays.equals(origins[c], origins[c - 1])) {
        begins[count++] = c;
      }
    }
    begins[count++] = origins.length;
    return Arrays.copyOf(begins, count);
  }

  /// d rounded up to the width of a panel.
  public static int paddedFeatures(int d) {
    return Math.ceilDiv(d, ColumnPanel.WIDTH) * ColumnPanel.WIDTH;
  }

  /// k rows of d values as `[j·classStride + c]`, padded with 0.
  public static double[] byFeature(double[][] rows, int classStride) {
    return laid(rows, classStride, classStride, EIGHT);
  }

  /// k rows of d values as `[(c − c mod 8)·d + 8·j + c mod 8]`, padded with 0.
  public static double[] byEight(double[][] rows, int classStride) {
    return laid(rows, classStride, EIGHT, EIGHT * rows[0].length);
  }

  /// The values of [#byFeature] as [#byEight]; the same array where both are one layout.
  public static double[] regrouped(double[] byFeature, int d, int k) {
    int stride = ScoreKernels.classStride(k);
    return moved(byFeature, d, stride, stride, EIGHT, EIGHT, EIGHT * d);
  }

  /// The values of [#byEight] as [#byFeature]; the same array where both are one layout.
  public static double[] byFeature(double[] byEight, int d, int k) {
    int stride = ScoreKernels.classStride(k);
    return moved(byEight, d, stride, EIGHT, EIGHT * d, stride, EIGHT);
  }

  private static double[] moved(
      double[] from,
      int d,
      int stride,
      int featureStep,
      int eightStep,
      int toFeature,
      int toEight) {
    if (stride <= EIGHT) {
      return from;
    }
    double[] to = new double[from.length];
    for (int j = 0; j < d; j++) {
      for (int c = 0; c < stride; c += EIGHT) {
        System.arraycopy(
            from, at(c, j, featureStep, eightStep), to, at(c, j, toFeature, toEight), EIGHT);
      }
    }
    return to;
  }

  private static double[] laid(double[][] rows, int classStride, int featureStep, int eightStep) {
    int d = rows[0].length;
    double[] values = new double[Math.multiplyExact(d, classStride)];
    // Some features at a time, so that all classes of them are written while they are in the cache.
    for (int first = 0; first < d; first += BLOCK) {
      int end = Math.min(d, first + BLOCK);
      for (int c = 0; c < rows.length; c++) {
        double[] row = rows[c];
        int to = at(c, 0, featureStep, eightStep);
        for (int j = first; j < end; j++) {
          values[to + j * featureStep] = row[j];
        }
      }
    }
    return values;
  }

  /// Where the value of class c and feature j lies.
  private static int at(int c, int j, int featureStep, int eightStep) {
    return c / EIGHT * eightStep + c % EIGHT + j * featureStep;
  }

  /// The values of [#byFeature] panel by panel, as [org.lanewise.internal.kernel.ScoreKernels] lays
  /// them out, padded with 0.
  public static double[] panelsByFeature(double[] byFeature, int d, int k, int classStride) {
    return byPanel(byFeature, d, k, classStride, EIGHT);
  }

  /// The values of [#byEight] panel by panel, as [#panelsByFeature].
  public static double[] panelsByEight(double[] byEight, int d, int k) {
    return byPanel(byEight, d, k, EIGHT, EIGHT * d);
  }

  private static double[] byPanel(double[] from, int d, int k, int featureStep, int eightStep) {
    double[] values = new double[Math.multiplyExact(paddedFeatures(d), k)];
    for (int first = 0; first < d; first += ColumnPanel.WIDTH) {
      int count = Math.min(ColumnPanel.WIDTH, d - first);
      for (int c = 0; c < k; c++) {
        int to = first * k + c * ColumnPanel.WIDTH;
        int of = at(c, first, featureStep, eightStep);
        for (int l = 0; l < count; l++) {
          values[to + l] = from[of + l * featureStep];
        }
      }
    }
    return values;
  }

  /// k values padded with 0; −0 becomes 0, so that sums which begin with it never are −0.
  public static double[] padded(double[] values, int classStride) {
    double[] padded = Arrays.copyOf(values, classStride);
    for (int c = 0; c < classStride; c++) {
      padded[c] += 0.0;
    }
    return padded;
  }
}
