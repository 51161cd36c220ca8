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
import org.lanewise.validation.LeaveOneOut;

/// How usual a **new** row is in each class: the probability that a row of the class is as far out,
/// or further. A posterior does not tell: it compares classes, and is sure of a row that is like
/// none. A row whose p-value is small in every class is like nothing that was learned.
///
/// | for | p-value of class c |
/// | --- | --- |
/// | linear discriminants | n_c(ν−d+1)/((n_c+1)νd)·D² ~ F(d, ν−d+1), ν = n − k |
/// | quadratic discriminants | n_c(n_c−d)/((n_c²−1)d)·D² ~ F(d, n_c−d) |
/// | either with weights or shrinkage, regularised discriminants, rows in blocks | rank of log p(x \| c) among the class's rows, each left out of its fit |
/// | Naive Bayes | rank of log p(x \| c) among 10,000 rows drawn from the model |
///
/// D² is the squared Mahalanobis distance from the class about the unbiased covariance (Hotelling,
/// The Generalization of Student's Ratio, Annals of Mathematical Statistics 2, 1931; McLachlan,
/// *Discriminant Analysis and Statistical Pattern Recognition*, 1992, section 6.4). Where the rows
/// of the class are normal and independent of those that were trained on, the p-value is uniform,
/// however few rows there were; a χ² distribution in place of F rejects far too many. A rank r of m
/// gives (r + 1)/(m + 1) with r the number, or weight, of rows that are no likelier: of a class
/// whose rows weigh W together no p-value is below 1/(W + 1), so weights are numbers of rows here,
/// and none that sum to 1. What a rank is taken among can be kept, as [DensityRanks].
///
/// Rows that were trained on are nearer than new ones, and the p-value of the class that was
/// *predicted* is not uniform either: the class was chosen for it. Rows are complete: what was seen
/// of a row is likelier than all of it, so that rows with missing values have no rank and are
/// refused. Immutable and safe for any number of threads; what fills an array allocates nothing for
/// a row.
///
/// @param <R> what one row is
/// @param <B> what a batch of rows is
public interface Typicality<R, B extends RowBatch> {

  /// The rows that are drawn from a model of Naive Bayes, for each class.
  int DRAWN = 10_000;

  /// The p-value of one row in every class, into `out[0 … k−1]`.
  ///
  /// @throws IllegalArgumentException as [Scorer#logJoint(Object, double\[\])], or if a value is
  ///   missing
  void pValues(R row, double[] out);

  /// The p-value of every row and class, into `out[row·k + c]`.
  ///
  /// @throws IllegalArgumentException as [Scorer#logJoint(RowBatch, double\[\])], or if a value is
  ///   missing
  void pValues(B rows, double[] out);

  /// The number of classes k.
  int classCount();

  /// What rows are ranked among, to be kept with the model; none where there is a law.
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

  /// That of the model that a recipe makes of these rows: of linear and quadratic discriminants
  /// without weights and shrinkage, whose classes are pooled by rows, by the law of F; else by
  /// ranks among the rows, each left out of its fit. Rows that are ranked, or ranked among, lack
  /// nothing: a row that lacks a value is likelier than one that has it.
  ///
  /// @throws IllegalArgumentException as [Recipe#fit(RowBatch, Labels)]; if the law of F holds and
  ///   there are not more rows than features and classes, or in a class than features; or if among
  ///   ranks a class has prior 0, but for quadratic and regularised discriminants, a value is
  ///   missing, or a row is impossible in its class without itself, as without smoothing
  static <R, B extends RowBatch> Typicality<R, B> of(
      Recipe<? extends Classifier<R, B>> recipe, B rows, Labels labels) {
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
            EssentialRows.LEAVE_OUT),
        priors);
  }

  /// That of a linear or quadratic discriminant that was fitted before, such as one read from a
  /// file, by the law of F. It holds if the model was fitted without weights and shrinkage, and
  /// with classes pooled by rows, which it does not tell.
  ///
  /// @param divisor by what its covariances were divided
  /// @param classRows how many rows of each class it was fitted from
  /// @throws IllegalArgumentException if the model is another one, there is not a number for each
  ///   class, a class has no rows, or there are too few rows for a law
  static Typicality<double[], NumericColumns> of(
      GaussianClassifier model, CovarianceDivisor divisor, long... classRows) {
    return NormalTypicality.of(model, divisor, classRows);
  }

  /// That of Naive Bayes of numbers, bits, categories or Poisson counts, by ranks among complete
  /// rows drawn from the model.
  ///
  /// @param seed of the random numbers: the same gives the same bits
  /// @throws IllegalArgumentException if the model is another one, or a class has prior 0
  static <R, B extends RowBatch> Typicality<R, B> drawn(Classifier<R, B> model, long seed) {
    return RankTypicality.drawn(model, new RowSampler(seed));
  }
}
