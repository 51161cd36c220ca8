package org.lanewise.model.gaussian;

import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.internal.linalg.LeadingEigen;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.GaussianSummary;

/// The covariances of classes from a second pass over the rows of [GaussianStatistics], one at a
/// time, where there is no room for all of them.
final class ClassRows implements IntFunction<double[][]> {

  private final GaussianSummary summary;
  private final NumericColumns rows;
  private final Labels labels;
  private final int[][] ofClass;

  /// @throws IllegalArgumentException if the rows are not those of the first pass
  ClassRows(GaussianStatistics first, NumericColumns rows, Labels labels) {
    int[] classes = SecondPass.classes(first, rows, labels);
    SecondPass.requireWeights(first, classes, labels);
    summary = first.summary();
    this.rows = rows;
    this.labels = labels;
    int[] counts = new int[first.classCount()];
    IntStream.of(classes).forEach(c -> counts[c]++);
    ofClass = IntStream.of(counts).mapToObj(int[]::new).toArray(int[][]::new);
    for (int row = classes.length - 1; row >= 0; row--) {
      ofClass[classes[row]][--counts[classes[row]]] = row;
    }
  }

  /// The covariance of a class about its mean.
  @Override
  public double[][] apply(int label) {
    int d = rows.featureCount();
    double[] mean = summary.mean(label);
    double[] remainder = summary.meanRemainder(label);
    double[] row = new double[d];
    double[][] covariance = new double[d][d];
    for (int at : ofClass[label]) {
      rows.row(at, row);
      for (int j = 0; j < d; j++) {
        row[j] = (row[j] - mean[j]) - remainder[j];
      }
      double share = labels.weight(at) / summary.classWeight(label);
      for (int i = 0; i < d; i++) {
        LeadingEigen.add(share * row[i], row, covariance[i]);
      }
    }
    return covariance;
  }
}
