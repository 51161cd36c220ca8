package org.lanewise.bench.data;

import java.util.SplittableRandom;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;

/// Labelled rows of correlated normal features: the same values for the same shape, everywhere.
///
/// Within a class x_j = ½·x_{j−1} + z_j about the class's mean. The means lie about √8 apart
/// whatever the number of features, so that labels are neither trivial nor noise.
public final class NormalRows {

  private static final long SEED = 0x4c616e6577697365L;

  private final double[][] arrays;
  private final int[] indices;
  private final NumericColumns columns;
  private final Labels labels;

  private NormalRows(double[][] arrays, int[] indices, int classCount) {
    this.arrays = arrays;
    this.indices = indices;
    columns = NumericColumns.of(arrays);
    labels = Labels.ofIndices(indices, classCount);
  }

  public static NormalRows of(Shape shape) {
    int n = shape.rowCount();
    int d = shape.featureCount();
    int k = shape.classCount();
    SplittableRandom random = new SplittableRandom(SEED);
    int[] labels = new int[n];
    for (int row = 0; row < n; row++) {
      labels[row] = random.nextInt(k);
    }
    double[][] columns = new double[d][n];
    double[] mean = new double[k];
    double[] before = new double[n];
    for (int j = 0; j < d; j++) {
      for (int c = 0; c < k; c++) {
        mean[c] = random.nextGaussian(0, 2 / Math.sqrt(d));
      }
      for (int row = 0; row < n; row++) {
        before[row] = 0.5 * before[row] + random.nextGaussian();
        columns[j][row] = mean[labels[row]] + before[row];
      }
    }
    return new NormalRows(columns, labels, k);
  }

  /// `arrays()[j][i]` is feature j of row i.
  public double[][] arrays() {
    return arrays;
  }

  /// A copy, column after column: feature j of row i at `[j·rowCount + i]`.
  public double[] columnMajor() {
    int n = indices.length;
    double[] values = new double[Math.multiplyExact(n, arrays.length)];
    for (int j = 0; j < arrays.length; j++) {
      System.arraycopy(arrays[j], 0, values, j * n, n);
    }
    return values;
  }

  /// A copy in floats, row after row: feature j of row i at `[i·featureCount + j]`.
  public float[] floatRows() {
    int d = arrays.length;
    float[] values = new float[Math.multiplyExact(d, indices.length)];
    for (int j = 0; j < d; j++) {
      for (int i = 0; i < indices.length; i++) {
        values[i * d + j] = (float) arrays[j][i];
      }
    }
    return values;
  }

  /// The columns, their values rounded to floats.
  public NumericColumns roundedColumns() {
    double[][] rounded = new double[arrays.length][indices.length];
    for (int j = 0; j < arrays.length; j++) {
      for (int i = 0; i < indices.length; i++) {
        rounded[j][i] = (float) arrays[j][i];
      }
    }
    return NumericColumns.of(rounded);
  }

  /// A copy, an array for each row.
  public double[][] rowArrays() {
    double[][] rows = new double[indices.length][arrays.length];
    for (int j = 0; j < arrays.length; j++) {
      for (int i = 0; i < rows.length; i++) {
        rows[i][j] = arrays[j][i];
      }
    }
    return rows;
  }

  /// The class of each row.
  public int[] indices() {
    return indices;
  }

  public NumericColumns columns() {
    return columns;
  }

  public Labels labels() {
    return labels;
  }
}
