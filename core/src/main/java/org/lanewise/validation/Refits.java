package org.lanewise.validation;

import java.util.Arrays;
import java.util.function.Function;
import org.lanewise.data.BadDataException;
import org.lanewise.data.Fact;
import org.lanewise.data.Labels;
import org.lanewise.data.LanewiseException;
import org.lanewise.data.RowBatch;
import org.lanewise.data.RowFormat;
import org.lanewise.model.Classifier;
import org.lanewise.score.Scorer;

/// Fits without one row, for cases without a formula: a row of weight 0 counts as absent.
final class Refits {

  private final LeaveOneOutTask task;
  private final Function<Labels, Classifier<?, ?>> fit;
  private final RowFormat<?, ?> format;
  private final Labels labels;
  private final int[] rowsOfClass;

  /// @param fit makes the model of all rows, with these labels
  /// @param format the format of the rows for the model
  Refits(LeaveOneOutTask task, Function<Labels, Classifier<?, ?>> fit, RowFormat<?, ?> format) {
    this.task = task;
    this.fit = fit;
    this.format = format;
    labels = task.labels();
    rowsOfClass = new int[labels.classCount()];
    for (int i = 0; i < labels.rowCount(); i++) {
      rowsOfClass[labels.index(i)] += labels.weight(i) > 0 ? 1 : 0;
    }
  }

  /// Whether a row is the last of its class; it is then left out, or refused.
  boolean isLast(int index, LeaveOneOut results) {
    int label = labels.index(index);
    if (labels.weight(index) == 0 || rowsOfClass[label] > 1) {
      return false;
    }
    if (task.essential() == EssentialRows.REFUSE) {
      throw new BadDataException(
          task.together()
              ? "%s and its copies are the only rows of %s, so without them there is no model of"
                  + " that class; more rows, or to leave such rows out, are expected"
              : "%s is the only one of %s, so without it there is no model of that class; more"
                  + " rows, or to leave such rows out, are expected",
          Fact.row(index),
          Fact.label(label, labels.classes()));
    }
    results.leaveOut(index);
    return true;
  }

  /// Refits without a row, and scores it.
  void refit(int index, LeaveOneOut results) {
    double[] weights = labels.weights() == null ? ones() : labels.weights().clone();
    weights[index] = 0;
    Classifier<?, ?> model;
    try {
      model = fit.apply(labels.withWeights(weights));
    } catch (LanewiseException e) {
      if (task.essential() == EssentialRows.REFUSE) {
        throw new BadDataException(
            e,
            "without %s the model cannot be fitted (%s); more rows, or to leave"
                + " such rows out, are expected",
            Fact.row(index),
            e.getMessage());
      }
      results.leaveOut(index);
      return;
    }
    score(model, format, index, results);
  }

  private <R, B extends RowBatch> void score(
      Classifier<?, ?> model, RowFormat<R, B> of, int index, LeaveOneOut results) {
    Scorer<R, B> scorer = model.scorer(of);
    R own = of.row(task.rows(of.batches()), index);
    results.take(index, scorer.logJoint(own), scorer.logPosterior(own), scorer.predict(own));
  }

  private double[] ones() {
    double[] ones = new double[labels.rowCount()];
    Arrays.fill(ones, 1);
    return ones;
  }

  /// Refits without every row, one after the other.
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
