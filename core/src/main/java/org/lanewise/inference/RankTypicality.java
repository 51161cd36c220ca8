package org.lanewise.inference;

import java.util.Arrays;
import java.util.Comparator;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.lanewise.data.Fact;
import org.lanewise.data.Labels;
import org.lanewise.data.RowBatch;
import org.lanewise.model.BadOptionException;
import org.lanewise.model.Classifier;
import org.lanewise.model.TooFewRowsException;
import org.lanewise.score.Scorer;
import org.lanewise.validation.LeaveOneOut;

/// Ranks of log densities among those of other rows of a class.
final class RankTypicality<R, B extends RowBatch> implements Typicality<R, B> {

  private final Scorer<R, B> scorer;
  private final double[] logPriors;

  /// Log densities of each class, ascending.
  private final double[][] densities;

  /// The weight of the first i of them at `[c][i]`.
  private final double[][] below;

  private RankTypicality(
      Scorer<R, B> scorer, double[] logPriors, double[][] densities, double[][] below) {
    this.scorer = scorer;
    this.logPriors = logPriors;
    this.densities = densities;
    this.below = below;
  }

  /// Priors that are all the same.
  static double[] uniform(int k) {
    double[] priors = new double[k];
    Arrays.fill(priors, 1.0 / k);
    return priors;
  }

  /// Among rows left out.
  ///
  /// @param priors those of the scorer, and of every model that a row was left out of
  static <R, B extends RowBatch> RankTypicality<R, B> of(
      Scorer<R, B> scorer, Labels labels, LeaveOneOut leftOut, double[] priors) {
    int k = labels.classCount();
    double[][] densities = new double[k][];
    double[][] below = new double[k][];
    double[] logPriors = new double[k];
    for (int c = 0; c < k; c++) {
      requirePrior(priors[c], Fact.label(c, labels.classes()));
      logPriors[c] = StrictMath.log(priors[c]);
      int label = c;
      int[] order =
          IntStream.range(0, labels.rowCount())
              .filter(row -> labels.index(row) == label && labels.weight(row) > 0)
              .filter(row -> !Double.isNaN(leftOut.logJoint(row, label)))
              .boxed()
              .sorted(Comparator.comparingDouble(row -> leftOut.logJoint(row, label)))
              .mapToInt(Integer::intValue)
              .toArray();
      if (order.length == 0) {
        throw new TooFewRowsException(
            "%s has no row that can be left out, so nothing to compare a row with; more rows are"
                + " expected",
            Fact.label(c, labels.classes()));
      }
      densities[c] = new double[order.length];
      below[c] = new double[order.length + 1];
      for (int i = 0; i < order.length; i++) {
        densities[c][i] = leftOut.logJoint(order[i], c) - logPriors[c];
        below[c][i + 1] = below[c][i] + labels.weight(order[i]);
      }
    }
    return new RankTypicality<>(scorer, logPriors, densities, below);
  }

  /// Among rows drawn from a model.
  ///
  /// @param draw draws rows of a class
  static <R, B extends RowBatch, M extends Classifier<R, B>> RankTypicality<R, B> drawn(
      M model, BiFunction<M, Integer, B> draw) {
    int k = model.classCount();
    double[] priors = model.priors();
    double[] logPriors = new double[k];
    double[][] densities = new double[k][DRAWN];
    double[][] below = new double[k][DRAWN + 1];
    for (int c = 0; c < k; c++) {
      requirePrior(priors[c], Fact.label(c, model.classes()));
      logPriors[c] = StrictMath.log(priors[c]);
      double[] joints = new double[DRAWN * k];
      model.scorer().logJoint(draw.apply(model, c), joints);
      for (int i = 0; i < DRAWN; i++) {
        densities[c][i] = joints[i * k + c] - logPriors[c];
        below[c][i + 1] = i + 1;
      }
      Arrays.sort(densities[c]);
    }
    return new RankTypicality<>(model.scorer(), logPriors, densities, below);
  }

  private static void requirePrior(double prior, Object label) {
    if (prior == 0) {
      throw new BadOptionException(
          "%s has prior 0, so the model gives no density of it; a prior above 0 is expected",
          label);
    }
  }

  @Override
  public int classCount() {
    return logPriors.length;
  }

  @Override
  public void pValues(R row, double[] out) {
    scorer.logJoint(row, out);
    rank(out, 0);
  }

  @Override
  public void pValues(B rows, double[] out) {
    scorer.logJoint(rows, out);
    for (int row = 0; row < rows.rowCount(); row++) {
      rank(out, row * logPriors.length);
    }
  }

  /// Turns log joints into p-values.
  private void rank(double[] values, int from) {
    for (int c = 0; c < logPriors.length; c++) {
      double density = values[from + c] - logPriors[c];
      double[] weights = below[c];
      int count = notAbove(densities[c], density);
      values[from + c] = (weights[count] + 1) / (weights[weights.length - 1] + 1);
    }
  }

  /// How many ascending values are at most x.
  private static int notAbove(double[] values, double x) {
    int low = 0;
    int high = values.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (values[middle] <= x) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
