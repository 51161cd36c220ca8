package org.lanewise.statistics;

import java.util.Objects;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.RowBatch;
import org.lanewise.internal.gather.counts.ClassRows;

/// The base of statistics of bits, categories and counts.
abstract sealed class CountedStatistics extends Statistics
    permits BernoulliStatistics, CategoryStatistics, CountStatistics {

  private ClassRows rows;

  CountedStatistics(Features features, Classes classes) {
    super(features, classes);
    rows = new ClassRows(classes.count());
  }

  @Override
  public final long rowCount() {
    return rows.rowCount();
  }

  /// The rows of the classes.
  final ClassRows rows() {
    return rows;
  }

  /// A copy of the rows of other classes, which include all of these.
  final ClassRows rows(Classes others) {
    return rows.arranged(others.indicesIn(classes()));
  }

  /// The classes of these rows and of a batch.
  final Classes joinedClasses(RowBatch batch, Labels labels) {
    labels.requireOneForEach(batch);
    return Joining.classes(classes(), labels.classes(), "the labels");
  }

  final Features joinedFeatures(Features others, String whose) {
    return Joining.features(features(), others, rowCount() == 0, whose);
  }

  /// Adopts the classes and features of a batch or other statistics, once all of it has been added.
  final void take(Features joinedFeatures, Classes joinedClasses, ClassRows joinedRows) {
    rows = joinedRows;
    take(joinedFeatures, joinedClasses);
  }

  @Override
  public double classWeight(int label) {
    return rows.weight(Objects.checkIndex(label, classCount()));
  }

  /// Rejects more features and classes than an array of counts can hold.
  static int requireCells(long cells, int featureCount, int classCount) {
    if (cells > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException(
          "%d features of %d classes were given; fewer than 2^31 counts are expected"
              .formatted(featureCount, classCount));
    }
    return (int) cells;
  }

  /// The number of counts of each feature in each class, which an array can hold.
  static int cells(Features features, Classes classes) {
    return requireCells(
        (long) features.count() * classes.count(), features.count(), classes.count());
  }
}
