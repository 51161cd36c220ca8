package org.lanewise.spark.gathering;

import java.util.stream.IntStream;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.Classes;
import org.lanewise.data.RowBatch;
import org.lanewise.spark.rows.RowKind;
import org.lanewise.statistics.BernoulliStatistics;
import org.lanewise.statistics.CategoryStatistics;
import org.lanewise.statistics.CountStatistics;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.Statistics;
import org.lanewise.statistics.VarianceStatistics;

/// The kind of statistics to which a model is fitted.
public enum StatisticsKind {
  /// Means of classes, and one scatter within all of them.
  POOLED_SCATTER(RowKind.NUMBERS),
  /// Mean and scatter of each class.
  SCATTERS(RowKind.NUMBERS),
  /// Means and variances of each class.
  VARIANCES(RowKind.NUMBERS),
  /// Counts of ones.
  BITS(RowKind.BITS),
  /// Sums of counts.
  COUNTS(RowKind.COUNTS),
  /// Counts of categories.
  CATEGORIES(RowKind.CATEGORIES);

  private final RowKind rows;

  StatisticsKind(RowKind rows) {
    this.rows = rows;
  }

  /// Returns the meaning of the values of vectors.
  public RowKind rows() {
    return rows;
  }

  /// Statistics without rows.
  ///
  /// @param batch the first batch that will be added
  Statistics empty(RowBatch batch, Classes classes) {
    return switch (this) {
      case POOLED_SCATTER -> GaussianStatistics.pooled(batch.features(), classes);
      case SCATTERS -> new GaussianStatistics(batch.features(), classes);
      case VARIANCES -> new VarianceStatistics(batch.features(), classes);
      case BITS -> new BernoulliStatistics(batch.features(), classes);
      case COUNTS -> new CountStatistics(batch.features(), classes);
      case CATEGORIES ->
          new CategoryStatistics(
              batch.features(), ((CategoryColumns) batch).dictionaries(), classes);
    };
  }

  /// The number of classes in a piece of the statistics: all if the statistics are no larger than
  /// the model, or cannot be cut.
  ///
  /// @param bytes the approximate largest size of a piece with more than one class
  int classesOfPiece(int featureCount, long bytes) {
    return this == SCATTERS
        ? Math.clamp(bytes / ofClass(featureCount), 1, 1 << 24)
        : Integer.MAX_VALUE;
  }

  /// The approximate size in bytes of the mean and the scatter of a class.
  private static long ofClass(int featureCount) {
    // A scatter is stored in panels of 8 features.
    long padded = (featureCount + 7L) / 8 * 8;
    return Double.BYTES * padded * (padded / 2 + 4 + 2);
  }

  /// The approximate size in bytes of the largest piece.
  ///
  /// @param classCount the number of classes of a piece
  long bytesOfPiece(int featureCount, int classCount) {
    long means = 2L * Double.BYTES * featureCount * classCount;
    return switch (this) {
      case SCATTERS -> classCount * ofClass(featureCount);
      case POOLED_SCATTER -> ofClass(featureCount) + means;
      case VARIANCES -> means + means / 2;
      // The number of categories is unknown.
      case BITS, COUNTS, CATEGORIES -> means / 2;
    };
  }

  /// The sums of the weights of the rows of each class.
  public static double[] classWeights(Statistics statistics) {
    return IntStream.range(0, statistics.classCount())
        .mapToDouble(statistics::classWeight)
        .toArray();
  }
}
