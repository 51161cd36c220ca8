package org.lanewise.statistics;

import java.util.Objects;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.RowBatch;
import org.lanewise.data.Workers;
import org.lanewise.internal.gather.counts.ClassRows;

/// The base of statistics of bits, categories and counts.
///
/// @param <S> the statistics themselves
abstract sealed class CountedStatistics<S extends CountedStatistics<S>> extends Statistics
    permits BernoulliStatistics, CategoryStatistics, CountStatistics {

  private ClassRows rows;

  CountedStatistics(Features features, Classes classes) {
    super(features, classes);
    rows = new ClassRows(classes.count());
  }

  @SuppressWarnings("unchecked")
  private S self() {
    return (S) this;
  }

  @Override
  @SuppressWarnings("unchecked") // A copy is of the same kind.
  public S opened() {
    return (S) super.opened();
  }

  @Override
  public S on(Workers workers) {
    super.on(workers);
    return self();
  }

  @Override
  public S add(RowBatch rows, Labels labels) {
    super.add(rows, labels);
    return self();
  }

  /// Adds other statistics of the same kind, which do not change. Classes, and words or categories,
  /// are matched by name.
  @Override
  public S merge(Statistics other) {
    super.merge(other);
    return self();
  }

  /// Subtracts other statistics of the same kind, which do not change: exactly as if their rows had
  /// never been added. Classes, and words or categories, are matched by name.
  ///
  /// @throws IllegalArgumentException also if they contain weights or fractions, or more of any
  ///   count than these
  @Override
  public S subtract(Statistics other) {
    super.subtract(other);
    return self();
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
}
