package org.lanewise.internal.kernel.scalar;

import org.lanewise.internal.kernel.ColumnPanel;

/// A panel for one class: the loops of [ScalarScoreKernels] over rows.
final class ScalarPanels {

  private ScalarPanels() {}

  /// Adds a panel to the scores of one class.
  static void affine(
      ColumnPanel panel,
      double[] origin,
      double[] weight,
      int parameter,
      double begin,
      double[] chain,
      int chainAt,
      double[] out,
      int outAt) {
    double[] x0 = panel.columns[0];
    double[] x1 = panel.columns[1];
    double[] x2 = panel.columns[2];
    double[] x3 = panel.columns[3];
    double o0 = origin[panel.first()];
    double o1 = origin[panel.first() + 1];
    double o2 = origin[panel.first() + 2];
    double o3 = origin[panel.first() + 3];
    double w0 = weight[parameter];
    double w1 = weight[parameter + 1];
    double w2 = weight[parameter + 2];
    double w3 = weight[parameter + 3];
    boolean opens = panel.opens();
    boolean closes = panel.closes();
    int offset = panel.offset;
    int rows = panel.rows;
    for (int r = 0; r < rows; r++) {
      double q = opens ? begin : chain[chainAt + r];
      q = Math.fma(x0[offset + r] - o0, w0, q);
      q = Math.fma(x1[offset + r] - o1, w1, q);
      q = Math.fma(x2[offset + r] - o2, w2, q);
      q = Math.fma(x3[offset + r] - o3, w3, q);
      if (closes) {
        out[outAt + r] += q;
      } else {
        chain[chainAt + r] = q;
      }
    }
  }

  /// Adds a panel to the sums of one class.
  static void diagonal(
      ColumnPanel panel,
      double[] origin,
      double[] mean,
      double[] inverse,
      int parameter,
      double[] chain,
      int chainAt,
      double[] out,
      int outAt) {
    double[] x0 = panel.columns[0];
    double[] x1 = panel.columns[1];
    double[] x2 = panel.columns[2];
    double[] x3 = panel.columns[3];
    double o0 = origin[panel.first()];
    double o1 = origin[panel.first() + 1];
    double o2 = origin[panel.first() + 2];
    double o3 = origin[panel.first() + 3];
    double m0 = mean[parameter];
    double m1 = mean[parameter + 1];
    double m2 = mean[parameter + 2];
    double m3 = mean[parameter + 3];
    double i0 = inverse[parameter];
    double i1 = inverse[parameter + 1];
    double i2 = inverse[parameter + 2];
    double i3 = inverse[parameter + 3];
    boolean opens = panel.opens();
    boolean closes = panel.closes();
    int offset = panel.offset;
    int rows = panel.rows;
    for (int r = 0; r < rows; r++) {
      double z0 = ((x0[offset + r] - o0) - m0) * i0;
      double z1 = ((x1[offset + r] - o1) - m1) * i1;
      double z2 = ((x2[offset + r] - o2) - m2) * i2;
      double z3 = ((x3[offset + r] - o3) - m3) * i3;
      double q = opens ? 0 : chain[chainAt + r];
      q = Math.fma(z0, z0, q);
      q = Math.fma(z1, z1, q);
      q = Math.fma(z2, z2, q);
      q = Math.fma(z3, z3, q);
      if (closes) {
        out[outAt + r] += q;
      } else {
        chain[chainAt + r] = q;
      }
    }
  }

  /// Adds a panel, whose values may be NaN, to the sums of one class.
  static void observed(
      ColumnPanel panel,
      double[] origin,
      double[] mean,
      double[] inverse,
      double[] gap,
      int parameter,
      double[] chain,
      int chainAt,
      double[] out,
      int outAt) {
    boolean opens = panel.opens();
    boolean closes = panel.closes();
    for (int r = 0; r < panel.rows; r++) {
      double q = opens ? 0 : chain[chainAt + r];
      for (int l = 0; l < ColumnPanel.WIDTH; l++) {
        double x = panel.columns[l][panel.offset + r] - origin[panel.first() + l];
        boolean missing = Double.isNaN(x);
        double n = missing ? -1 : 0;
        double z = ((missing ? 0 : x) - mean[parameter + l]) * inverse[parameter + l];
        z = Math.fma(z, n, z);
        q = Math.fma(n, gap[parameter + l], Math.fma(z, z, q));
      }
      if (closes) {
        out[outAt + r] += q;
      } else {
        chain[chainAt + r] = q;
      }
    }
  }
}
