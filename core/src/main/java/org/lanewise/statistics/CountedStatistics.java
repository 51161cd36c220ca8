package org.lanewise.statistics;

import java.util.Objects;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.RowBatch;
import org.lanewise.internal.counts.ClassRows;

/// Statistics that count rows: what those of bits, categories and counts share.
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

  /// The rows of other classes, which hold all of these; a copy.
  final ClassRows rows(Classes others) {
    return rows.arranged(others.indicesIn(classes()));
  }

  /// The classes of these rows and of a batch.
  final Classes joinedClasses(RowBatch batch, Labels labels) {
    Joining.requireLabels(batch, labels);
    return Joining.classes(classes(), labels.classes(), "the labels");
  }

  final Features joinedFeatures(Features others, String whose) {
    return Joining.features(features(), others, rowCount() == 0, whose);
  }

  /// Takes up what a batch or other statistics brought, once all of it is in.
  final void take(Features joinedFeatures, Classes joinedClasses, ClassRows joinedRows) {
    rows = joinedRows;
    take(joinedFeatures, joinedClasses);
  }

  /// The sum of weights n_c of the rows of a class, a row without a weight counting 1.
  public double classWeight(int label) {
    return rows.weight(Objects.checkIndex(label, classCount()));
  }

  /// Refuses a number of features and classes whose counts an array cannot hold.
  static int requireCells(long cells, int featureCount, int classCount) {
    if (cells > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException(
          "%d features of %d classes were given; fewer than 2^31 counts are expected"
              .formatted(featureCount, classCount));
    }
    return (int) cells;
  }
}
