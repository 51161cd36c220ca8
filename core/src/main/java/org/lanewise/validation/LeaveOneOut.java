package org.lanewise.validation;

import static org.lanewise.internal.tier.Kernel.ARGMAX;
import static org.lanewise.internal.tier.Kernel.LOG1P;
import static org.lanewise.internal.tier.Kernel.REST_OF_LARGEST;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.lanewise.calibration.TemperatureScaling;
import org.lanewise.data.BadDataException;
import org.lanewise.data.Fact;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.data.Workers;
import org.lanewise.internal.kernel.ScoreKernels;
import org.lanewise.internal.tier.Kernels;
import org.lanewise.model.Recipe;

/// Leave-one-out: the scores of each training row under the model fitted without it (Stone,
/// Cross-Validatory Choice and Assessment of Statistical Predictions, Journal of the Royal
/// Statistical Society B 36, 1974).
///
/// In most cases, the model is not fitted n times. With w the weight of a row of class k, W_k the
/// weight of its class and δ = x − μ_k, removing the row leaves
///
/// ```
/// mean     μ_k − w/(W_k − w) · δ
/// scatter  S_k − w·W_k/(W_k − w) · δδᵀ
/// counts   N_kj − w·x_j
/// ```
///
/// The inverse and determinant of a covariance follow from the formulas of Sherman, Morrison and
/// Woodbury (as in `lda` and `qda` of R's MASS with `CV = TRUE`, which keep priors fixed), and
/// those of a covariance shrunk towards a multiple of the identity matrix follow from its
/// eigenvectors. For discrete models, the row's own counts are subtracted.
///
/// **What changes and what stays fixed.** Empirical priors, the ε of Gaussian Naive Bayes and
/// shrinkage targets are computed from the remaining rows. Shrinkage intensities, λ, γ and α stay
/// fixed: an intensity that is chosen from the rows is chosen once, from all rows, and so are the
/// scales of [standardised columns][org.lanewise.model.gaussian.Shrinkage#standardized()]. The
/// exception is oracle approximating shrinkage with classes pooled by priors, whose intensities are
/// computed again.
///
/// **Cost.** Leave-one-out takes as long as scoring the rows a few times. In the following cases
/// the model is refitted for each row instead: linear discriminants pooled by priors, shrinkage
/// towards variances ([org.lanewise.model.gaussian.Shrinkage], as in scikit-learn), models with
/// priors of 0 or a smoothing of 0 (of bits and categories: below 1e-5 of the largest weight), and
/// rows whose removal leaves less than 1e-4 of a determinant or less than 1e-5 of a count, where
/// the formulas lose digits. A linear discriminant with shrinkage and more features than rows is
/// refitted in coordinates of the space of the rows. Regularised discriminants of weighted rows
/// decompose their covariances for each distinct weight.
///
/// **Identical rows.** The copies of a row stay in the fit that the row is left out of, and
/// [#copies()] counts such rows. If they are copies of one measurement, use
/// [IdenticalRows#together()]: then a row is left out together with the rows of its class that are
/// identical to it, as one row with the weight of all.
///
/// Immutable. Results equal those of refits, up to rounding.
public final class LeaveOneOut {

  private final Labels labels;
  private final double[] logJoints;
  private final double[] logLosses;
  private final int[] predictions;
  private int leftOut;
  private int copies;

  /// The rows whose predictions and losses are known, and their number.
  private final boolean[] settled;

  private int areSettled;

  /// Log joints of refitted models for the rows they were fitted without; null for other rows.
  private final double[][] logPosteriors;

  LeaveOneOut(Labels labels, double[] logJoints) {
    this.labels = labels;
    this.logJoints = logJoints;
    logLosses = new double[labels.rowCount()];
    predictions = new int[labels.rowCount()];
    settled = new boolean[labels.rowCount()];
    logPosteriors = new double[labels.rowCount()][];
  }

  /// Whether leaving rows out takes no fit for each of them, apart from the rows that the class
  /// comment names. It takes one for models without a closed form, for classes pooled by priors,
  /// and for covariances that are shrunk towards the variances of each class.
  ///
  /// @param recipe of a model of rows as they are; rows are transformed before they are left out
  public static boolean isClosed(Recipe<?> recipe) {
    return LeaveOneOutTask.isClosed(recipe);
  }

  /// Leaves each row out of the fit of a recipe, and rejects essential rows.
  ///
  /// @throws IllegalArgumentException as [#of(Recipe, RowBatch, Labels, EssentialRows)]
  public static LeaveOneOut of(Recipe<?> recipe, RowBatch rows, Labels labels) {
    return of(recipe, rows, labels, EssentialRows.REFUSE);
  }

  /// Leaves each row out of the fit of a recipe. For complement Naive Bayes, log joints and losses
  /// are computed from its scores. Numbers may be missing (NaN) for [Gaussian Naive
  /// Bayes][org.lanewise.model.gaussian.GaussianNaiveBayes] whose options allow it, alone or in a
  /// block; a row then takes only its observed values out of the statistics.
  ///
  /// @throws IllegalArgumentException if the recipe does not accept the rows, or if no model can be
  ///   fitted to all rows or, with [EssentialRows#REFUSE], to all but one
  public static LeaveOneOut of(
      Recipe<?> recipe, RowBatch rows, Labels labels, EssentialRows essential) {
    return of(recipe, rows, labels, essential, IdenticalRows.of(rows, labels));
  }

  /// Leaves each row out of the fit of a recipe, alone or together with the rows that are identical
  /// to it. If they are left out [together][IdenticalRows#together()], each of these rows has the
  /// result of the model without all of them.
  ///
  /// @param identical the identical rows, usually of `rows` and `labels`
  /// @throws IllegalArgumentException as [#of(Recipe, RowBatch, Labels, EssentialRows)], or if the
  ///   identical rows are of another number of rows
  public static LeaveOneOut of(
      Recipe<?> recipe,
      RowBatch rows,
      Labels labels,
      EssentialRows essential,
      IdenticalRows identical) {
    List<Recipe<?>> one = List.of(recipe);
    return ofEach(one, rows, labels, essential, identical, Workers.CALLER).apply(recipe);
  }

  /// Returns leave-one-out of each of several recipes, computed when it is asked for. Regularised
  /// discriminants that differ only in γ share their decompositions: asked for one after the other,
  /// all of them take little longer than one, and as much memory for results as that many. The
  /// function throws as [#of(Recipe, RowBatch, Labels, EssentialRows, IdenticalRows)].
  ///
  /// @param workers the workers of decompositions; results are bit-identical
  /// @throws IllegalArgumentException if the identical rows are of another number of rows
  public static <T extends Recipe<?>> Function<T, LeaveOneOut> ofEach(
      List<T> recipes,
      RowBatch rows,
      Labels labels,
      EssentialRows essential,
      IdenticalRows identical,
      Workers workers) {
    identical.requireSame(labels);
    boolean together = identical.areTogether() && identical.count() > 0;
    Labels taken = together ? identical.weighted(labels) : labels;
    return new SharedRemovals<>(
        recipes,
        rows,
        SharedRemovals.most(rows.rowCount(), labels.classCount()),
        (group, of) -> {
          List<LeaveOneOut> all =
              LeaveOneOutTask.run(
                  group.stream()
                      .map(recipe ->
                          new LeaveOneOutTask(
                              recipe, of, taken, essential, identical.areTogether()))
                      .toList(),
                  workers);
          all.stream().filter(Objects::nonNull).forEach(each -> each.copies = identical.count());
          return together
              ? all.stream()
                  .map(each -> each == null ? null : each.ofCopies(identical, labels))
                  .toList()
              : all;
        });
  }

  /// Returns the results of each of several recipes with the rows of each fold left out together,
  /// of one fit for each fold, computed when they are asked for. This is for models without a
  /// closed form ([#isClosed(Recipe)]). Low-rank discriminants that differ only in R, M and κ share
  /// their decompositions: asked for one after the other, all of them take little longer than one.
  /// A row that no fold tests, or whose class has no other rows, is left out. The function throws
  /// an [IllegalArgumentException] if no model can be fitted to the training rows of a fold.
  ///
  /// @param recipes of models of numbers, with or without a transform, which stays fixed
  /// @param folds a partition of the rows
  /// @param workers several folds are in progress at once; results are bit-identical
  /// @throws IllegalArgumentException if the numbers of rows, labels and rows of the folds differ
  public static <T extends Recipe<?>> Function<T, LeaveOneOut> ofFolds(
      List<T> recipes, NumericColumns rows, Labels labels, Folds folds, Workers workers) {
    labels.requireOneForEach(rows);
    CrossValidation.requireRows(labels, folds);
    return new SharedRemovals<>(
        recipes,
        rows,
        SharedRemovals.most(rows.rowCount(), labels.classCount()),
        (group, of) -> new FoldRemoval((NumericColumns) of, labels, folds, workers).of(group));
  }

  /// Returns these results with all log joints divided by the [temperature][TemperatureScaling] of
  /// their lowest log loss, or these if there is none, for example because no row is misclassified.
  /// So models are compared by what a temperature does not repair; those of many features are far
  /// too certain.
  public LeaveOneOut tempered() {
    double temperature;
    try {
      temperature = TemperatureScaling.fit(logJoints(), labels).temperature().value();
    } catch (BadDataException e) {
      return this;
    }
    LeaveOneOut result =
        new LeaveOneOut(labels, Arrays.stream(logJoints).map(v -> v / temperature).toArray());
    result.copies = copies;
    for (int row = 0; row < rowCount(); row++) {
      if (predictions[row] < 0) {
        result.leaveOut(row);
      }
    }
    return result.finished();
  }

  /// Gives all identical rows the results of the first of them.
  private LeaveOneOut ofCopies(IdenticalRows identical, Labels all) {
    LeaveOneOut results = new LeaveOneOut(all, logJoints);
    results.copies = copies;
    for (int row = 0; row < rowCount(); row++) {
      int first = identical.first(row);
      System.arraycopy(logJoints, at(first), logJoints, at(row), all.classCount());
      results.predictions[row] = predictions[first];
      results.logLosses[row] = logLosses[first];
      results.logPosteriors[row] = logPosteriors[first];
      results.leftOut += predictions[first] < 0 ? 1 : 0;
    }
    return results;
  }

  /// The index of a row's log joints in [#values()].
  int at(int row) {
    return row * labels.classCount();
  }

  /// All log joints, row by row.
  double[] values() {
    return logJoints;
  }

  /// Computes predictions and losses of all rows that have log joints but no prediction yet.
  ///
  /// @return this
  LeaveOneOut finished() {
    int k = labels.classCount();
    double[] scores = new double[k * ScoreKernels.STRIDE];
    int[] best = new int[ScoreKernels.STRIDE];
    int[] own = new int[ScoreKernels.BLOCK];
    double[] largest = new double[ScoreKernels.BLOCK];
    double[] logRest = new double[ScoreKernels.BLOCK];
    double[] terms = new double[2 * ScoreKernels.STRIDE];
    for (int first = 0; first < rowCount(); first += ScoreKernels.BLOCK) {
      int count = Math.min(ScoreKernels.BLOCK, rowCount() - first);
      for (int c = 0; c < k; c++) {
        column(logJoints, first * k + c, k, count, scores, c * ScoreKernels.STRIDE);
      }
      Kernels.score(ARGMAX).argmax(scores, ScoreKernels.STRIDE, count, k, best, 0, terms);
      Kernels.elementary(REST_OF_LARGEST)
          .restOfLargest(scores, 0, ScoreKernels.STRIDE, k, count, largest, logRest, terms);
      Kernels.elementary(LOG1P).log1p(logRest, 0, count, logRest, 0);
      labels.copy(first, count, own, 0);
      for (int r = 0; r < count; r++) {
        largest[r] = (largest[r] - scores[own[r] * ScoreKernels.STRIDE + r]) + logRest[r];
      }
      if (areSettled == 0) {
        System.arraycopy(best, 0, predictions, first, count);
        System.arraycopy(largest, 0, logLosses, first, count);
        continue;
      }
      for (int r = 0; r < count; r++) {
        if (!settled[first + r]) {
          predictions[first + r] = best[r];
          logLosses[first + r] = largest[r];
        }
      }
    }
    return this;
  }

  private static void column(
      double[] values, int from, int step, int count, double[] out, int outFrom) {
    for (int r = 0, at = from; r < count; r++, at += step) {
      out[outFrom + r] = values[at];
    }
  }

  /// Stores the log joints of a model for a row that it was fitted without.
  void take(int row, double[] joints, double[] posteriors, int prediction) {
    System.arraycopy(joints, 0, logJoints, row * labels.classCount(), joints.length);
    predictions[row] = prediction;
    // Adds 0 so that the loss is not −0.
    logLosses[row] = -posteriors[labels.index(row)] + 0.0;
    logPosteriors[row] = posteriors;
    settle(row);
  }

  /// Adds to all log joints of a row, so that its posterior stays.
  void shift(int row, double by) {
    for (int at = at(row); at < at(row + 1); at++) {
      logJoints[at] += by;
    }
  }

  private void settle(int row) {
    settled[row] = true;
    areSettled++;
  }

  /// Marks a row as having no model.
  void leaveOut(int row) {
    int at = row * labels.classCount();
    Arrays.fill(logJoints, at, at + labels.classCount(), Double.NaN);
    logLosses[row] = Double.NaN;
    predictions[row] = -1;
    settle(row);
    leftOut++;
  }

  /// The number of rows n, including essential ones.
  public int rowCount() {
    return labels.rowCount();
  }

  /// log p(x, c) of a row under the model fitted without it; NaN if the row is essential.
  public double logJoint(int row, int label) {
    return logJoints[at(row) + label];
  }

  /// log p(x, c) of every row and class as `[row][c]`; NaN if the row is essential.
  public double[][] logJoints() {
    double[][] rows = new double[rowCount()][];
    for (int row = 0; row < rows.length; row++) {
      rows[row] = Arrays.copyOfRange(logJoints, at(row), at(row + 1));
    }
    return rows;
  }

  /// log p(x) of a row under the model fitted without it, the logarithm of the sum of its joint
  /// densities; NaN if the row is essential. Complement Naive Bayes has no p(x).
  public double logDensity(int row) {
    double largest = Double.NEGATIVE_INFINITY;
    for (int c = 0; c < labels.classCount(); c++) {
      largest = Math.max(largest, logJoint(row, c));
    }
    if (largest == Double.NEGATIVE_INFINITY) {
      return largest;
    }
    double sum = 0;
    for (int c = 0; c < labels.classCount(); c++) {
      sum += StrictMath.exp(logJoint(row, c) - largest);
    }
    return largest + StrictMath.log(sum);
  }

  /// log p(c | x) of a row and each class c under the model fitted without it; NaN if the row is
  /// essential. For a row that is impossible in every class, these are the values of that model's
  /// scorer, the limit as smoothing goes to 0.
  public double[] logPosterior(int row) {
    if (logPosteriors[row] != null) {
      return logPosteriors[row].clone();
    }
    double logDensity = logDensity(row);
    double[] posterior = new double[labels.classCount()];
    Arrays.setAll(posterior, c -> Math.min(0, logJoint(row, c) - logDensity));
    posterior[labels.index(row)] = 0 - logLosses[row];
    return posterior;
  }

  /// The class predicted for each row by the model fitted without it; −1 if the row is essential.
  public int[] predictions() {
    return predictions.clone();
  }

  /// −log p(y | x) of each row and its class y under the model fitted without it; NaN if the row is
  /// essential.
  public double[] logLosses() {
    return logLosses.clone();
  }

  /// The mean of [#logLosses()], weighted with the weights of the rows.
  ///
  /// @throws IllegalArgumentException if all rows are left out
  public double logLoss() {
    double sum = 0;
    for (int row = 0; row < logLosses.length; row++) {
      sum += counts(row) ? labels.weight(row) * logLosses[row] : 0;
    }
    return sum / weight();
  }

  /// The weight of misclassified rows as a share of all rows that are not essential.
  ///
  /// @throws IllegalArgumentException if all rows are left out
  public double errorRate() {
    return errors() / weight();
  }

  /// The weight of misclassified rows.
  double errors() {
    double sum = 0;
    for (int row = 0; row < predictions.length; row++) {
      sum += counts(row) && predictions[row] != labels.index(row) ? labels.weight(row) : 0;
    }
    return sum;
  }

  /// The number of essential rows, which have no prediction.
  public int leftOut() {
    return leftOut;
  }

  /// The number of rows that are identical to another row of their class ([IdenticalRows]), whether
  /// they were left out together or apart.
  public int copies() {
    return copies;
  }

  private boolean counts(int row) {
    return predictions[row] >= 0 && labels.weight(row) > 0;
  }

  private double weight() {
    double sum = 0;
    for (int row = 0; row < predictions.length; row++) {
      sum += counts(row) ? labels.weight(row) : 0;
    }
    if (!(sum > 0)) {
      throw new BadDataException(
          "all %s rows are left out, so no mean exists; more rows are expected",
          Fact.value(rowCount()));
    }
    return sum;
  }

  @Override
  public String toString() {
    return "LeaveOneOut[rows=%d, left out=%d, errors=%s]".formatted(rowCount(), leftOut, errors());
  }
}
