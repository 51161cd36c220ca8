package org.lanewise.statistics;

import java.util.Objects;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.RowBatch;
import org.lanewise.internal.counts.Tally;

/// Statistics that count rows: what those of bits, categories and counts share.
abstract sealed class CountedStatistics extends Statistics
    permits BernoulliStatistics, CategoryStatistics, CountStatistics {

  private long rowCount;

  /// The number of rows of each class, beside it the sums of their weights.
  private Tally classRows;

  CountedStatistics(Features features, Classes classes) {
    super(features, classes);
    classRows = new Tally(classes.count());
  }

  @Override
  public final long rowCount() {
    return rowCount;
  }

  final void setRowCount(long count) {
    rowCount = count;
  }

  final Tally classRows() {
    return classRows;
  }

  /// The classes of these rows and of a batch.
  final Classes joinedClasses(RowBatch rows, Labels labels) {
    Joining.requireLabels(rows, labels);
    return Joining.classes(classes(), labels.classes(), "the labels");
  }

  final Features joinedFeatures(Features others, String whose) {
    return Joining.features(features(), others, rowCount == 0, whose);
  }

  /// The numbers of rows of other classes: class c of them is class `from[c]` of these, or without
  /// rows where that is −1.
  final Tally arrangedRows(int[] from) {
    return classRows.arranged(from.length, c -> from[c]);
  }

  /// Takes up numbers of rows that were counted elsewhere.
  final void setRows(long count, Tally rows) {
    rowCount = count;
    classRows = rows;
  }

  /// Counts the rows of a batch, whose class c is class `to[c]` here.
  final void addRows(Labels labels, int[] to) {
    rowCount += labels.rowCount();
    if (labels.areWeighted()) {
      for (int row = 0; row < labels.rowCount(); row++) {
        classRows.sums[to[labels.index(row)]] += labels.weight(row);
      }
    } else {
      for (int row = 0; row < labels.rowCount(); row++) {
        classRows.exact[to[labels.index(row)]]++;
      }
    }
  }

  /// Merges numbers of rows of the same classes.
  final void mergeRows(long count, Tally rows) {
    rowCount += count;
    classRows.merge(rows);
  }

  /// Subtracts numbers of rows of the same classes.
  final void subtractRows(long count, Tally rows) {
    rowCount -= count;
    classRows.subtract(rows);
  }

  /// The sum of weights n_c of the rows of a class, a row without a weight counting 1.
  public double classWeight(int label) {
    return classRows.value(Objects.checkIndex(label, classCount()));
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
