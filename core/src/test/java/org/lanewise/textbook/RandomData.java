package org.lanewise.textbook;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;

/// Rows of k normal classes with correlated features, from a seed.
public final class RandomData {

  /// Rows of features.
  public final double[][] rows;

  /// The class of each row; each of the first rows is of another class.
  public final int[] labels;

  /// A positive weight for each row.
  public final double[] weights;

  public final int classCount;

  private RandomData(double[][] rows, int[] labels, double[] weights, int classCount) {
    this.rows = rows;
    this.labels = labels;
    this.weights = weights;
    this.classCount = classCount;
  }

  /// n rows of d features in k classes, all values near `offset`.
  public static RandomData of(long seed, int n, int d, int k, double offset) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] mix = new double[d][d];
    double[][] centre = new double[k][d];
    for (int j = 0; j < d; j++) {
      mix[j][j] = 1;
      for (int i = 0; i < j; i++) {
        mix[j][i] = random.nextDouble(-0.5, 0.5) / Math.sqrt(d);
      }
      for (int c = 0; c < k; c++) {
        centre[c][j] = random.nextDouble(-2, 2);
      }
    }
    double[][] rows = new double[n][d];
    int[] labels = new int[n];
    double[] weights = new double[n];
    for (int i = 0; i < n; i++) {
      labels[i] = i < k ? i : random.nextInt(k);
      weights[i] = random.nextInt(1, 16) / 4.0;
      double[] z = new double[d];
      for (int j = 0; j < d; j++) {
        z[j] = random.nextGaussian();
        double value = centre[labels[i]][j];
        for (int m = 0; m <= j; m++) {
          value += mix[j][m] * z[m];
        }
        rows[i][j] = offset + value * (1 + j % 3);
      }
    }
    return new RandomData(rows, labels, weights, k);
  }

  /// The features, column by column.
  public NumericColumns columns() {
    return columns(0, rows.length);
  }

  /// The features of some rows.
  public NumericColumns columns(int from, int to) {
    double[][] columns = new double[rows[0].length][to - from];
    for (int i = from; i < to; i++) {
      for (int j = 0; j < columns.length; j++) {
        columns[j][i - from] = rows[i][j];
      }
    }
    return NumericColumns.of(columns);
  }

  /// The classes of all rows.
  public Labels labels() {
    return labels(0, rows.length);
  }

  /// The classes of some rows.
  public Labels labels(int from, int to) {
    return Labels.ofIndices(Arrays.copyOfRange(labels, from, to), classCount);
  }

  /// The weights of some rows.
  public double[] weights(int from, int to) {
    return Arrays.copyOfRange(weights, from, to);
  }

  /// The rows of a class.
  public double[][] rowsOf(int label) {
    double[][] chosen = new double[rows.length][];
    int count = 0;
    for (int i = 0; i < rows.length; i++) {
      if (labels[i] == label) {
        chosen[count++] = rows[i];
      }
    }
    return Arrays.copyOf(chosen, count);
  }

  /// The weights of the rows of a class.
  public double[] weightsOf(int label) {
    double[] chosen = new double[rows.length];
    int count = 0;
    for (int i = 0; i < rows.length; i++) {
      if (labels[i] == label) {
        chosen[count++] = weights[i];
      }
    }
    return Arrays.copyOf(chosen, count);
  }

  /// With other features, rows, or an order of them.
  public RandomData with(double[][] otherRows, int[] otherLabels, double[] otherWeights) {
    return new RandomData(otherRows, otherLabels, otherWeights, classCount);
  }

  /// With weights of 1.
  public RandomData unweighted() {
    double[] ones = new double[rows.length];
    Arrays.fill(ones, 1);
    return with(rows, labels, ones);
  }
}
