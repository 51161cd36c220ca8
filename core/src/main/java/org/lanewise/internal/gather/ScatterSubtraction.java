package org.lanewise.internal.gather;

import java.util.Arrays;
import org.lanewise.data.Classes;

/// Subtracts moments from others that contain them, by the formula of merging solved for its left
/// side, and bounds the error of the rest.
public final class ScatterSubtraction {

  private static final double UNIT_ROUNDOFF = 0x1p-53;

  private ScatterSubtraction() {}

  /// Subtracts `right` from `all`.
  ///
  /// @param rowsInChain the longest chain of additions on either side, for the bound of the error
  /// @param classes the classes of both
  /// @throws IllegalArgumentException if a class of `right` has more weight than in `all`, which
  ///   must then not be used any more
  public static void subtract(
      ScatterMoments all, ScatterMoments right, double rowsInChain, Classes classes) {
    boundError(all, right, rowsInChain);
    OuterProducts products = new OuterProducts(all.panels);
    double[] delta = new double[all.paddedCount];
    if (all.pooled && right.scatter[0] != null) {
      subtractScatter(all.scatter(0), right.scatter(0));
    }
    for (int c = 0; c < all.classCount; c++) {
      if (right.weight[c] == 0) {
        continue;
      }
      double rest = all.rest(c, right, rowsInChain, classes);
      int base = c * all.paddedCount;
      if (!all.pooled) {
        subtractScatter(all.scatter(c), right.scatter(c));
      }
      if (rest == 0) {
        all.clearMean(c);
        if (!all.pooled) {
          all.scatter[c] = null;
          Arrays.fill(all.error, base, base + all.paddedCount, 0);
        }
      } else {
        double share = right.weight[c] / rest;
        all.distance(right, base, delta);
        for (int j = 0; j < all.paddedCount; j++) {
          all.mean[base + j] = Math.fma(-delta[j], share, all.mean[base + j]);
        }
        // With δ the distance to the mean of all: W_b·(W/W_a)·δδᵀ.
        products.add(-(share * all.weight[c]), delta, all.scatter(c));
        products.addTo(all.scatter(c));
      }
      all.weight[c] = rest;
    }
  }

  private static void boundError(ScatterMoments all, ScatterMoments right, double rowsInChain) {
    all.makeError();
    for (int s = 0; s < all.scatterCount(); s++) {
      for (int j = 0; j < all.featureCount; j++) {
        // Three terms of at most the scatter itself, and the error of summing it.
        all.error[s * all.paddedCount + j] +=
            (rowsInChain + 8) * UNIT_ROUNDOFF * all.diagonal(s, j)
                + (right.error == null ? 0 : right.error[s * all.paddedCount + j]);
      }
    }
  }

  private static void subtractScatter(double[] left, double[] right) {
    for (int i = 0; i < left.length; i++) {
      left[i] -= right[i];
    }
  }
}
