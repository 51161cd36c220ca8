package org.lanewise.internal.gather;

/// Pools the scatters of classes.
public final class ScatterPooling {

  private ScatterPooling() {}

  /// A copy with the sum of the scatters of the classes, in their order.
  ///
  /// @param byClass moments with a scatter for each class
  public static ScatterMoments pooled(ScatterMoments byClass) {
    int k = byClass.classCount;
    ScatterMoments pooled = new ScatterMoments(k, byClass.featureCount, true);
    System.arraycopy(byClass.weight, 0, pooled.weight, 0, k);
    System.arraycopy(byClass.anchor, 0, pooled.anchor, 0, pooled.anchor.length);
    System.arraycopy(byClass.mean, 0, pooled.mean, 0, pooled.mean.length);
    for (int c = 0; c < k; c++) {
      add(byClass.scatter[c], 0, pooled.scatter(0));
      if (byClass.error != null) {
        pooled.makeError();
        add(byClass.error, c * byClass.paddedCount, pooled.error);
      }
    }
    return pooled;
  }

  /// A copy in which all rows have one class: its scatter is the sum of the scatters within classes
  /// and of the scatter of their means.
  public static ScatterMoments total(ScatterMoments moments) {
    ScatterMoments within = moments.pooled ? moments : pooled(moments);
    ScatterMoments total = new ScatterMoments(1, within.featureCount, true);
    if (within.scatter[0] != null) {
      System.arraycopy(within.scatter[0], 0, total.scatter(0), 0, within.scatter[0].length);
    }
    if (within.error != null) {
      total.makeError();
      add(within.error, 0, total.error);
    }
    double[] distance = new double[within.paddedCount];
    OuterProducts products = new OuterProducts(within.panels);
    for (int c = 0; c < within.classCount; c++) {
      if (within.weight[c] == 0) {
        continue;
      }
      ScatterMoments next = within.arranged(new int[] {c});
      if (total.weight[0] == 0) {
        total.takeMean(0, next, 0);
      } else {
        products.add(total.mergeMean(next, 0, distance), distance, total.scatter(0));
      }
    }
    products.addTo(total.scatter(0));
    return total;
  }

  /// @param values null if all are 0
  private static void add(double[] values, int from, double[] sums) {
    for (int i = 0; values != null && i < sums.length; i++) {
      sums[i] += values[from + i];
    }
  }
}
