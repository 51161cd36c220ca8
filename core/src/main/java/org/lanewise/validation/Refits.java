package org.lanewise.validation;

import java.util.Arrays;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.lanewise.data.BadDataException;
import org.lanewise.data.Fact;
import org.lanewise.data.Labels;
import org.lanewise.data.LanewiseException;
import org.lanewise.score.Scorer;

/// Fits without one row, where no formula holds: a row of weight 0 counts as absent.
///
/// @param <R> what one row is
final class Refits<R> {

  private final Labels labels;
  private final EssentialRows essential;
  private final IntFunction<R> row;
  private final Function<Labels, Scorer<R, ?>> fit;
  private final int[] rowsOfClass;

  /// @param row a row by its index
  /// @param fit the model of all rows, with these labels
  Refits(
      Labels labels,
      EssentialRows essential,
      IntFunction<R> row,
      Function<Labels, Scorer<R, ?>> fit) {
    this.labels = labels;
    this.essential = essential;
    this.row = row;
    this.fit = fit;
    rowsOfClass = new int[labels.classCount()];
    for (int i = 0; i < labels.rowCount(); i++) {
      rowsOfClass[labels.index(i)] += labels.weight(i) > 0 ? 1 : 0;
    }
  }

  /// Whether a row is the last of its class; then it is left out, or refused.
  boolean isLast(int index, LeaveOneOut results) {
    int label = labels.index(index);
    if (labels.weight(index) == 0 || rowsOfClass[label] > 1) {
      return false;
    }
    if (essential == EssentialRows.REFUSE) {
      throw new BadDataException(
          "%s is the only one of %s, so without it there is no model of that class; more rows, or"
              + " to leave such rows out, are expected",
          Fact.row(index), Fact.label(label, labels.classes()));
    }
    results.leaveOut(index);
    return true;
  }

  /// Fits without a row, and scores it.
  void refit(int index, LeaveOneOut results) {
    double[] weights = labels.weights() == null ? ones() : labels.weights().clone();
    weights[index] = 0;
    R own = row.apply(index);
    try {
      Scorer<R, ?> scorer = fit.apply(labels.withWeights(weights));
      results.take(index, scorer.logJoint(own), scorer.logPosterior(own), scorer.predict(own));
    } catch (LanewiseException e) {
      if (essential == EssentialRows.REFUSE) {
        throw new BadDataException(
            e,
            "without %s the model cannot be fitted (%s); more rows, or to leave"
                + " such rows out, are expected",
            Fact.row(index),
            e.getMessage());
      }
      results.leaveOut(index);
    }
  }

  private double[] ones() {
    double[] ones = new double[labels.rowCount()];
    Arrays.fill(ones, 1);
    return ones;
  }

  /// Fits without every row, one after the other.
  LeaveOneOut all() {
    LeaveOneOut results =
        new LeaveOneOut(
            labels, new double[Math.multiplyExact(labels.rowCount(), labels.classCount())]);
    for (int index = 0; index < labels.rowCount(); index++) {
      if (!isLast(index, results)) {
        refit(index, results);
      }
    }
    return results;
  }
}
