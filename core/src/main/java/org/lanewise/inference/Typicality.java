package org.lanewise.inference;

import java.util.Arrays;
import java.util.Optional;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.model.Classifier;
import org.lanewise.model.Priors;
import org.lanewise.model.Recipe;
import org.lanewise.model.gaussian.CovarianceDivisor;
import org.lanewise.model.gaussian.GaussianClassifier;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.model.gaussian.RegularizedDiscriminant;
import org.lanewise.score.Scorer;
import org.lanewise.validation.EssentialRows;
import org.lanewise.validation.IdenticalRows;
import org.lanewise.validation.LeaveOneOut;

/// The typicality of a **new** row in each class: the probability that a row of the class lies as
/// far out or further. A posterior only compares classes and may be certain about a row that
/// resembles none of them. A row with a small p-value in every class resembles no class.
///
/// | model | p-value of class c |
/// | --- | --- |
/// | linear discriminants | n_c(ν−d+1)/((n_c+1)νd)·D² ~ F(d, ν−d+1), ν = n − k |
/// | quadratic discriminants | n_c(n_c−d)/((n_c²−1)d)·D² ~ F(d, n_c−d) |
/// | linear and quadratic discriminants with weights or shrinkage, regularised discriminants, rows in blocks | rank of log p(x \| c) among the class's rows, each scored by a model fitted without it |
/// | Naive Bayes | rank of log p(x \| c) among 10,000 rows drawn from the model |
///
/// D² is the squared Mahalanobis distance from the class mean under the unbiased covariance
/// (Hotelling, The Generalization of Student's Ratio, Annals of Mathematical Statistics 2, 1931;
/// McLachlan, *Discriminant Analysis and Statistical Pattern Recognition*, 1992, section 6.4). If
/// the rows of the class are normal and independent of the training rows, the p-value is uniform,
/// even for few training rows; with a χ² distribution instead of F, far too many rows would be
/// rejected. A rank r of m gives (r + 1)/(m + 1), where r is the number, or weight, of rows that
/// are no likelier. For a class of total weight W, no p-value is below 1/(W + 1), so weights must
/// be numbers of rows and not shares that sum to 1. [DensityRanks] stores the values among which
/// rows are ranked.
///
/// Training rows lie nearer to the mean than new rows, so do not use their p-values. The p-value of
/// the *predicted* class is not uniform either, because the same row also selected that class. Rows
/// must be complete: a partial row is likelier than a complete one, so rows with missing values
/// have no rank and are rejected. Immutable and safe for any number of threads; methods that fill
/// an array allocate nothing per row.
///
/// @param <R> the type of a row
/// @param <B> the type of a batch
public interface Typicality<R, B extends RowBatch> {

  /// The number of rows drawn from a Naive Bayes model for each class.
  int DRAWN = 10_000;

  /// Computes the p-value of one row in every class, into `out[0 … k−1]`.
  ///
  /// @throws IllegalArgumentException as [Scorer#logJoint(Object, double\[\])], or if a value is
  ///   missing
  void pValues(R row, double[] out);

  /// Computes the p-value of every row and class, into `out[row·k + c]`.
  ///
  /// @throws IllegalArgumentException as [Scorer#logJoint(RowBatch, double\[\])], or if a value is
  ///   missing
  void pValues(B rows, double[] out);

  /// The number of classes k.
  int classCount();

  /// The values among which rows are ranked, to be stored with the model; empty if a distribution
  /// is used.
  default Optional<DensityRanks> ranks() {
    return Optional.empty();
  }

  /// The p-value of one row in every class.
  default double[] pValues(R row) {
    double[] out = new double[classCount()];
    pValues(row, out);
    return out;
  }

  /// p-values as `[row][c]`.
  default double[][] pValues(B rows) {
    int k = classCount();
    double[] flat = new double[Math.multiplyExact(rows.rowCount(), k)];
    pValues(rows, flat);
    double[][] byRow = new double[rows.rowCount()][];
    for (int row = 0; row < byRow.length; row++) {
      byRow[row] = Arrays.copyOfRange(flat, row * k, (row + 1) * k);
    }
    return byRow;
  }

  /// Returns the typicality for the model that a recipe fits to these rows. Linear and quadratic
  /// discriminants without weights and shrinkage, with classes pooled by rows, use the F
  /// distribution; all others use ranks among the rows, each scored by a model fitted without it.
  /// Ranks need complete rows. Identical rows of numbers are left out together, as in
  /// [RelativeMahalanobis]; those of other rows may be identical by chance and are left out one by
  /// one.
  ///
  /// @throws IllegalArgumentException as [#of(Recipe, RowBatch, Labels, IdenticalRows)]
  static <R, B extends RowBatch> Typicality<R, B> of(
      Recipe<? extends Classifier<R, B>> recipe, B rows, Labels labels) {
    IdenticalRows identical = IdenticalRows.of(rows, labels);
    return of(
        recipe, rows, labels, rows instanceof NumericColumns ? identical.together() : identical);
  }

  /// Returns the typicality for the model that a recipe fits to these rows.
  ///
  /// @param identical the identical rows of `rows` and `labels`, left out alone or together to be
  ///   ranked
  /// @throws IllegalArgumentException as [Recipe#fit(RowBatch, Labels)]; with the F distribution,
  ///   if there are not more rows than features plus classes, or not more rows in a class than
  ///   features; with ranks, if a value is missing, if a class has prior 0 (except for quadratic
  ///   and regularised discriminants), or if a row is impossible in its class once it is left out,
  ///   which can happen without smoothing
  static <R, B extends RowBatch> Typicality<R, B> of(
      Recipe<? extends Classifier<R, B>> recipe, B rows, Labels labels, IdenticalRows identical) {
    if (NormalTypicality.holds(recipe, labels)) {
      return NormalTypicality.of(recipe, rows, labels);
    }
    RankTypicality.requireComplete(rows, 0);
    // Priors may decide about a covariance that classes share, and are held; else they do not
    // count.
    Class<?> kind = recipe.model();
    boolean count = kind != QuadraticDiscriminant.class && kind != RegularizedDiscriminant.class;
    Recipe<? extends Classifier<R, B>> given = count ? recipe : recipe.withPriors(Priors.uniform());
    Classifier<R, B> model = given.fit(rows, labels);
    double[] priors = model.priors();
    return RankTypicality.of(
        model.scorer(),
        labels,
        LeaveOneOut.of(
            count ? given.withPriors(Priors.fixed(priors)) : given,
            rows,
            labels,
            EssentialRows.LEAVE_OUT,
            identical),
        priors,
        Optional.of(identical).filter(IdenticalRows::areTogether));
  }

  /// Returns the typicality for a linear or quadratic discriminant that was fitted before, such as
  /// one read from a file, with the F distribution. The caller must make sure that the model was
  /// fitted without weights and shrinkage and with classes pooled by rows.
  ///
  /// @param divisor the divisor of its covariances
  /// @param classRows the number of training rows of each class
  /// @throws IllegalArgumentException if the model is of another kind, if there is not one number
  ///   for each class, if a class has no rows, or if there are too few rows
  static Typicality<double[], NumericColumns> of(
      GaussianClassifier model, CovarianceDivisor divisor, long... classRows) {
    return NormalTypicality.of(model, divisor, classRows);
  }

  /// Returns the typicality for Naive Bayes of numbers, bits, categories or Poisson counts, with
  /// ranks among complete rows drawn from the model.
  ///
  /// @param seed the seed of the random numbers; the same seed gives the same bits
  /// @throws IllegalArgumentException if the model is of another kind, or a class has prior 0
  static <R, B extends RowBatch> Typicality<R, B> drawn(Classifier<R, B> model, long seed) {
    return RankTypicality.drawn(model, new RowSampler(seed));
  }
}
