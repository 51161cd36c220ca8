package org.lanewise.inference;

import java.util.Arrays;
import java.util.Optional;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.Labels;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.model.Priors;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.discrete.PoissonNaiveBayes;
import org.lanewise.model.gaussian.CovarianceDivisor;
import org.lanewise.model.gaussian.DiscriminantOptions;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.model.gaussian.RegularizedDiscriminant;
import org.lanewise.model.gaussian.RegularizedOptions;
import org.lanewise.model.gaussian.Shrinkage;
import org.lanewise.model.mixed.MixedNaiveBayes;
import org.lanewise.model.mixed.MixedOptions;
import org.lanewise.score.Scorer;
import org.lanewise.statistics.GaussianStatistics;
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

  /// That of a linear discriminant fitted from these rows: by the law of F, or with weights,
  /// shrinkage or classes pooled by priors by ranks.
  ///
  /// @throws IllegalArgumentException as [LinearDiscriminant#fit(NumericColumns, Labels,
  ///   DiscriminantOptions)], or if there are not more rows than features and classes
  static Typicality<double[], NumericColumns> linear(
      NumericColumns rows, Labels labels, DiscriminantOptions options) {
    if (!labels.areWeighted()
        && options.shrinkage() instanceof Shrinkage.None
        && options.pooling() == DiscriminantOptions.Pooling.BY_ROWS) {
      return NormalTypicality.of(
          LinearDiscriminant.fit(rows, labels, options), options.divisor(), labels.counts());
    }
    // Priors may decide about the covariance: it is that of the options, and they are held.
    LinearDiscriminant model = LinearDiscriminant.fit(rows, labels, options);
    double[] priors = model.priors();
    return RankTypicality.of(
        model.scorer(),
        labels,
        LeaveOneOut.linear(
            rows, labels, options.withPriors(Priors.fixed(priors)), EssentialRows.LEAVE_OUT),
        priors);
  }

  /// That of a quadratic discriminant fitted from these rows: by the law of F, or with weights or
  /// shrinkage by ranks.
  ///
  /// @throws IllegalArgumentException as [QuadraticDiscriminant#fit(NumericColumns, Labels,
  ///   DiscriminantOptions)], or if a class has no more rows than features
  static Typicality<double[], NumericColumns> quadratic(
      NumericColumns rows, Labels labels, DiscriminantOptions options) {
    if (!labels.areWeighted() && options.shrinkage() instanceof Shrinkage.None) {
      return NormalTypicality.of(
          QuadraticDiscriminant.fit(rows, labels, options), options.divisor(), labels.counts());
    }
    DiscriminantOptions uniform = options.withPriors(Priors.uniform());
    return RankTypicality.of(
        QuadraticDiscriminant.fit(rows, labels, uniform).scorer(),
        labels,
        LeaveOneOut.quadratic(rows, labels, uniform, EssentialRows.LEAVE_OUT),
        RankTypicality.uniform(labels.classCount()));
  }

  /// That of a linear discriminant that was fitted before, such as one read from a file, by the law
  /// of F. It holds if the model was fitted without weights, without shrinkage and with classes
  /// pooled by rows, which it does not tell.
  ///
  /// @param divisor by what its covariance was divided
  /// @param classRows how many rows of each class it was fitted from
  /// @throws IllegalArgumentException if there is not a number for each class, a class has no rows,
  ///   or there are not more rows than features and classes
  static Typicality<double[], NumericColumns> of(
      LinearDiscriminant model, CovarianceDivisor divisor, long... classRows) {
    return NormalTypicality.of(model, divisor, classRows);
  }

  /// That of a quadratic discriminant that was fitted before, such as one read from a file, by the
  /// law of F. It holds if the model was fitted without weights and shrinkage, which it does not
  /// tell.
  ///
  /// @param divisor by what its covariances were divided
  /// @param classRows how many rows of each class it was fitted from
  /// @throws IllegalArgumentException if there is not a number for each class, or a class has no
  ///   more rows than features
  static Typicality<double[], NumericColumns> of(
      QuadraticDiscriminant model, CovarianceDivisor divisor, long... classRows) {
    return NormalTypicality.of(model, divisor, classRows);
  }

  /// That of a regularised discriminant fitted from these rows, by ranks.
  ///
  /// @throws IllegalArgumentException as [RegularizedDiscriminant#fit(GaussianStatistics,
  ///   RegularizedOptions)]
  static Typicality<double[], NumericColumns> regularized(
      NumericColumns rows, Labels labels, RegularizedOptions options) {
    RegularizedOptions uniform = options.withPriors(Priors.uniform());
    return RankTypicality.of(
        RegularizedDiscriminant.fit(GaussianStatistics.of(rows, labels), uniform).scorer(),
        labels,
        LeaveOneOut.regularized(rows, labels, uniform, EssentialRows.LEAVE_OUT),
        RankTypicality.uniform(labels.classCount()));
  }

  /// That of a model of rows in blocks fitted from these rows, by ranks. They, and rows that are
  /// ranked, lack nothing: a row that lacks a value is likelier than one that has it.
  ///
  /// @throws IllegalArgumentException as [MixedNaiveBayes#fit(MixedColumns, Labels, MixedOptions)],
  ///   or if a class has prior 0, a value is missing, or a row is impossible in its class without
  ///   itself, as without smoothing
  static Typicality<Object[], MixedColumns> mixed(
      MixedColumns rows, Labels labels, MixedOptions options) {
    RankTypicality.requireComplete(rows, 0);
    // Priors may decide about a covariance: it is that of the options, and they are held.
    MixedNaiveBayes model = MixedNaiveBayes.fit(rows, labels, options);
    double[] priors = model.priors();
    return RankTypicality.of(
        model.scorer(),
        labels,
        LeaveOneOut.mixed(
            rows, labels, options.withPriors(Priors.fixed(priors)), EssentialRows.LEAVE_OUT),
        priors);
  }

  /// That of Gaussian Naive Bayes, by ranks among rows drawn from the model.
  ///
  /// @param seed of the random numbers: the same gives the same bits
  /// @throws IllegalArgumentException if a class has prior 0
  static Typicality<double[], NumericColumns> drawn(GaussianNaiveBayes model, long seed) {
    return RankTypicality.drawn(model, new Drawing(seed)::rows);
  }

  /// That of Bernoulli Naive Bayes, by ranks among rows drawn from the model.
  ///
  /// @param seed of the random numbers: the same gives the same bits
  /// @throws IllegalArgumentException if a class has prior 0
  static Typicality<long[], BitColumns> drawn(BernoulliNaiveBayes model, long seed) {
    return RankTypicality.drawn(model, new Drawing(seed)::rows);
  }

  /// That of categorical Naive Bayes, by ranks among complete rows drawn from the model.
  ///
  /// @param seed of the random numbers: the same gives the same bits
  /// @throws IllegalArgumentException if a class has prior 0
  static Typicality<int[], CategoryColumns> drawn(CategoricalNaiveBayes model, long seed) {
    return RankTypicality.drawn(model, new Drawing(seed)::rows);
  }

  /// That of Poisson Naive Bayes, by ranks among rows drawn from the model.
  ///
  /// @param seed of the random numbers: the same gives the same bits
  /// @throws IllegalArgumentException if a class has prior 0
  static Typicality<double[], NumericColumns> drawn(PoissonNaiveBayes model, long seed) {
    return RankTypicality.drawn(model, new Drawing(seed)::rows);
  }
}
