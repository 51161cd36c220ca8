package org.lanewise.bench.data;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.lanewise.data.BitColumns;
import org.lanewise.data.Labels;

/// Labelled rows of independent binary features: the same bits for the same shape and order,
/// everywhere. A feature is set with a probability between 0.015 and 0.4, on the average 1/6, that
/// differs from class to class.
public final class BinaryRows {

  private static final long SEED = 0x4265726e6f756c6cL;

  /// How the classes lie among the rows.
  public enum Order {
    /// At random.
    MIXED,

    /// All rows of class 0, then those of class 1, and so on.
    GROUPED
  }

  private final long[][] words;
  private final int[] indices;
  private final BitColumns columns;
  private final Labels labels;

  private BinaryRows(long[][] words, int[] indices, int classCount) {
    this.words = words;
    this.indices = indices;
    columns = BitColumns.of(words, indices.length);
    labels = Labels.ofIndices(indices, classCount);
  }

  public static BinaryRows of(Shape shape, Order order) {
    int n = shape.rowCount();
    int d = shape.featureCount();
    int k = shape.classCount();
    SplittableRandom random = new SplittableRandom(SEED);
    int[] labels = new int[n];
    for (int row = 0; row < n; row++) {
      labels[row] = random.nextInt(k);
    }
    if (order == Order.GROUPED) {
      Arrays.sort(labels);
    }
    long[][] words = new long[d][(n + 63) / 64];
    int[] threshold = new int[k];
    for (int j = 0; j < d; j++) {
      double base = random.nextDouble(0.02, 0.3);
      for (int c = 0; c < k; c++) {
        double probability = base * random.nextDouble(0.75, 1.33);
        threshold[c] = (int) (probability * 0x1p32) + Integer.MIN_VALUE;
      }
      for (int row = 0; row < n; row++) {
        if (random.nextInt() < threshold[labels[row]]) {
          words[j][row >>> 6] |= 1L << row;
        }
      }
    }
    return new BinaryRows(words, labels, k);
  }

  /// Bit `i mod 64` of `words()[j][i / 64]` is feature j of row i.
  public long[][] words() {
    return words;
  }

  /// The class of each row.
  public int[] indices() {
    return indices;
  }

  public BitColumns columns() {
    return columns;
  }

  public Labels labels() {
    return labels;
  }
}
