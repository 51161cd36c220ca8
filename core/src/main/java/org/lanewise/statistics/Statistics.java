package org.lanewise.statistics;

/// What rows amount to for the models that can be fitted from it.
public sealed interface Statistics
    permits BernoulliStatistics,
        CategoryStatistics,
        CountStatistics,
        DiagonalStatistics,
        GaussianStatistics {

  /// The number of features d.
  int featureCount();

  /// The number of classes k.
  int classCount();

  /// The number of rows added, those of weight 0 included.
  long rowCount();
}
