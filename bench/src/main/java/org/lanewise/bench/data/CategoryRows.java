package org.lanewise.bench.data;

import java.util.SplittableRandom;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.Labels;

/// Labelled rows of independent categories, 2 to 12 of each feature: the same for the same shape,
/// everywhere. How often a category occurs differs from class to class.
public final class CategoryRows {

  private static final long SEED = 0x43617465676f7279L;

  private final byte[][] codes;
  private final int[] indices;
  private final CategoryColumns columns;
  private final Labels labels;

  private CategoryRows(byte[][] codes, int[] indices, int classCount) {
    this.codes = codes;
    this.indices = indices;
    columns = CategoryColumns.of(codes);
    labels = Labels.ofIndices(indices, classCount);
  }

  public static CategoryRows of(Shape shape) {
    int n = shape.rowCount();
    int d = shape.featureCount();
    int k = shape.classCount();
    SplittableRandom random = new SplittableRandom(SEED);
    int[] labels = new int[n];
    for (int row = 0; row < n; row++) {
      labels[row] = random.nextInt(k);
    }
    byte[][] codes = new byte[d][n];
    for (int j = 0; j < d; j++) {
      int categories = 2 + j * 5 % 11;
      double[][] cumulative = new double[k][categories];
      for (int c = 0; c < k; c++) {
        double sum = 0;
        for (int v = 0; v < categories; v++) {
          sum += random.nextDouble(0.5, 1.5);
          cumulative[c][v] = sum;
        }
      }
      for (int row = 0; row < n; row++) {
        double[] limits = cumulative[labels[row]];
        double at = random.nextDouble(limits[categories - 1]);
        while (at >= limits[codes[j][row]]) {
          codes[j][row]++;
        }
      }
    }
    return new CategoryRows(codes, labels, k);
  }

  /// `codes()[j][i]` is feature j of row i.
  public byte[][] codes() {
    return codes;
  }

  /// The class of each row.
  public int[] indices() {
    return indices;
  }

  public CategoryColumns columns() {
    return columns;
  }

  public Labels labels() {
    return labels;
  }
}
