package org.lanewise.internal.moments;

import java.util.Objects;
import org.lanewise.data.BadDataException;
import org.lanewise.data.Fact;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.internal.store.NumericBlock;
import org.lanewise.internal.store.Stores;
import org.lanewise.internal.tier.Kernels;

/// What every batch has to fulfil before it changes any state.
public final class BatchChecks {

  private BatchChecks() {}

  static void check(
      RowBatch rows, Labels labels, double[] weights, int featureCount, int classCount) {
    Objects.requireNonNull(rows, "rows");
    Objects.requireNonNull(labels, "labels");
    if (rows.featureCount() != featureCount) {
      throw new IllegalArgumentException(
          "the rows have %d features; %d are expected"
              .formatted(rows.featureCount(), featureCount));
    }
    if (labels.rowCount() != rows.rowCount()) {
      throw new IllegalArgumentException(
          "there are %d labels for %d rows; one label for each row is expected"
              .formatted(labels.rowCount(), rows.rowCount()));
    }
    requireClasses(labels, classCount);
    if (weights != null) {
      checkWeights(weights, rows.rowCount());
    }
  }

  /// Refuses labels of another number of classes.
  static void requireClasses(Labels labels, int classCount) {
    if (labels.classCount() != classCount) {
      throw new IllegalArgumentException(
          "the labels have %d classes; %d are expected".formatted(labels.classCount(), classCount));
    }
  }

  private static void checkWeights(double[] weights, int rowCount) {
    if (weights.length != rowCount) {
      throw new IllegalArgumentException(
          "there are %d weights for %d rows; one weight for each row is expected"
              .formatted(weights.length, rowCount));
    }
    for (int row = 0; row < rowCount; row++) {
      if (!(weights[row] >= 0 && weights[row] < Double.POSITIVE_INFINITY)) {
        throw new BadDataException(
            "the weight of %s is %s; a finite number of at least 0 is expected",
            Fact.row(row), Fact.value(weights[row]));
      }
    }
  }

  /// @throws NonFiniteException naming a value that is NaN or infinite
  public static void requireFinite(NumericColumns rows) {
    NumericBlock.forEach(
        Stores.of(rows),
        (block, column, width, row, count) -> {
          for (int l = 0; l < width; l++) {
            if (!Kernels.SCORE.finite(block.column(l), block.offset(), count)) {
              throw NonFiniteException.find(
                  block.column(l), block.offset(), count, row, column + l);
            }
          }
        });
  }
}
