package org.lanewise.inference;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.IntStream;
import org.lanewise.data.BadDataException;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.Fact;
import org.lanewise.data.Labels;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.model.BadOptionException;
import org.lanewise.model.Classifier;
import org.lanewise.score.Scorer;
import org.lanewise.validation.IdenticalRows;
import org.lanewise.validation.LeaveOneOut;

/// Typicality by ranks of log densities among those of other rows of a class.
final class RankTypicality<R, B extends RowBatch> implements Typicality<R, B> {

  /// The most numbers that are drawn at once.
  private static final int DRAWN_VALUES = 1 << 20;

  private final Scorer<R, B> scorer;
  private final double[] logPriors;
  private final DensityRanks ranks;

  /// @throws IllegalArgumentException if a prior is 0, or the number of classes differs
  RankTypicality(Scorer<R, B> scorer, double[] priors, DensityRanks ranks) {
    int k = ranks.classCount();
    if (scorer.classCount() != k || priors.length != k) {
      throw new IllegalArgumentException(
          "the ranks are of %d classes, the scorer is of %d and there are %d priors; as many of each are expected"
              .formatted(k, scorer.classCount(), priors.length));
    }
    this.scorer = scorer;
    this.ranks = ranks;
    logPriors = new double[k];
    for (int c = 0; c < k; c++) {
      requirePrior(priors[c], Fact.label(c, scorer.classes()));
      logPriors[c] = StrictMath.log(priors[c]);
    }
  }

  /// Ranks among rows that were left out.
  ///
  /// @param priors the priors of the scorer, and of every model without a row
  /// @param together rows that were left out together: a class has as many ranks as different rows
  static <R, B extends RowBatch> RankTypicality<R, B> of(
      Scorer<R, B> scorer,
      Labels labels,
      LeaveOneOut leftOut,
      double[] priors,
      Optional<IdenticalRows> together) {
    int k = labels.classCount();
    double[][] densities = new double[k][];
    double[][] upTo = new double[k][];
    for (int c = 0; c < k; c++) {
      requirePrior(priors[c], Fact.label(c, labels.classes()));
      double logPrior = StrictMath.log(priors[c]);
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
        throw new BadDataException(
            "%s has no row that can be left out, so nothing to compare a row with; more rows are"
                + " expected",
            Fact.label(c, labels.classes()));
      }
      densities[c] = new double[order.length];
      upTo[c] = new double[order.length];
      double share =
          together
              .map(rows -> IntStream.of(order).filter(row -> rows.first(row) == row).count())
              .map(different -> different / (double) order.length)
              .orElse(1.0);
      double weight = 0;
      for (int i = 0; i < order.length; i++) {
        weight += share * labels.weight(order[i]);
        densities[c][i] = leftOut.logJoint(order[i], c) - logPrior;
        if (densities[c][i] == Double.NEGATIVE_INFINITY) {
          throw new BadDataException(
              "%s is impossible in %s by the other rows, so it has no rank among them; a smoothing"
                  + " above 0 is expected",
              Fact.row(order[i]), Fact.label(c, labels.classes()));
        }
        upTo[c][i] = weight;
      }
    }
    return new RankTypicality<>(scorer, priors, DensityRanks.kept(densities, upTo));
  }

  /// Ranks among rows drawn from a model.
  ///
  /// @param drawing draws more rows of a class
  static <R, B extends RowBatch> RankTypicality<R, B> drawn(
      Classifier<R, B> model, RowSampler drawing) {
    int k = model.classCount();
    double[] priors = model.priors();
    double[][] densities = new double[k][DRAWN];
    double[] upTo = new double[DRAWN];
    Arrays.setAll(upTo, i -> i + 1.0);
    int slice = Math.clamp(DRAWN_VALUES / Math.max(model.featureCount(), k), 1, DRAWN);
    for (int c = 0; c < k; c++) {
      requirePrior(priors[c], Fact.label(c, model.classes()));
      double logPrior = StrictMath.log(priors[c]);
      for (int from = 0; from < DRAWN; from += slice) {
        int count = Math.min(slice, DRAWN - from);
        double[] joints = new double[count * k];
        drawing.logJoints(model.bare(), c, count, joints);
        for (int i = 0; i < count; i++) {
          densities[c][from + i] = joints[i * k + c] - logPrior;
        }
      }
      Arrays.sort(densities[c]);
    }
    double[][] weights = new double[k][];
    Arrays.fill(weights, upTo);
    return new RankTypicality<>(model.scorer(), priors, DensityRanks.kept(densities, weights));
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
    if (row instanceof Object[] blocks) {
      for (int b = 0; b < blocks.length; b++) {
        requireComplete(blocks[b], 0, "block " + b + " of the row");
      }
    } else {
      requireComplete(row, 0, "the row");
    }
    scorer.logJoint(row, out);
    rank(out, 0);
  }

  @Override
  public void pValues(B rows, double[] out) {
    requireComplete(rows, 0);
    scorer.logJoint(rows, out);
    for (int row = 0; row < rows.rowCount(); row++) {
      rank(out, row * logPriors.length);
    }
  }

  /// Refuses rows with missing values: the density of the observed part is higher than that of a
  /// complete row, so ranks among complete rows would call such rows typical.
  ///
  /// @param first the index of their first feature
  static void requireComplete(RowBatch rows, int first) {
    int d = rows.featureCount();
    switch (rows) {
      case NumericColumns columns -> {
        double[] values = new double[d];
        for (int row = 0; row < rows.rowCount(); row++) {
          columns.row(row, values);
          requireComplete(values, first, Fact.row(row));
        }
      }
      case CategoryColumns columns -> {
        int[] codes = new int[d];
        for (int row = 0; row < rows.rowCount(); row++) {
          columns.row(row, codes);
          requireComplete(codes, first, Fact.row(row));
        }
      }
      case MixedColumns blocks -> {
        int next = first;
        for (RowBatch block : blocks.blocks()) {
          requireComplete(block, next);
          next += block.featureCount();
        }
      }
      default -> {
        // Bits and words are never missing.
      }
    }
  }

  /// @param where a [Fact], or text
  private static void requireComplete(Object row, int first, Object where) {
    switch (row) {
      case double[] values -> {
        for (int j = 0; j < values.length; j++) {
          require(!Double.isNaN(values[j]), first + j, where);
        }
      }
      case int[] codes -> {
        for (int j = 0; j < codes.length; j++) {
          require(codes[j] != CategoryColumns.MISSING, first + j, where);
        }
      }
      default -> {
        // Bits and words are never missing.
      }
    }
  }

  private static void require(boolean observed, int feature, Object where) {
    if (!observed) {
      throw new BadDataException(
          "%s of %s is missing, and rows are ranked among complete ones; a value is expected",
          Fact.feature(feature), where);
    }
  }

  @Override
  public Optional<DensityRanks> ranks() {
    return Optional.of(ranks);
  }

  /// Turns log joints into p-values.
  private void rank(double[] values, int from) {
    for (int c = 0; c < logPriors.length; c++) {
      values[from + c] = ranks.pValue(c, values[from + c] - logPriors[c]);
    }
  }
}
