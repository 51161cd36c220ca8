package org.lanewise.bench.study.method;

import java.util.List;
import java.util.function.BiFunction;
import org.lanewise.bench.study.data.Rows;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.data.RowFormat;
import org.lanewise.data.SparseRows;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.discrete.NaiveBayesOptions;
import org.lanewise.model.discrete.PoissonNaiveBayes;
import org.lanewise.model.discrete.Smoothing;
import org.lanewise.model.gaussian.DiscriminantOptions;
import org.lanewise.model.gaussian.GaussianBayesOptions;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.model.gaussian.Shrinkage;
import org.lanewise.score.Scorer;
import org.lanewise.validation.EssentialRows;
import org.lanewise.validation.LeaveOneOut;

/// A model of Lanewise.
///
/// @param <B> what a batch of its rows is
public final class Generative<B extends RowBatch> implements Method {

  private static final DiscriminantOptions PLAIN = DiscriminantOptions.DEFAULT;
  private static final DiscriminantOptions SHRUNK = PLAIN.withShrinkage(Shrinkage.ledoitWolf());

  /// What is added to each variance, of the largest of any feature: the default of 1e−9 lets pixels
  /// that are constant in a class decide alone.
  private static final double VARIANCE_SMOOTHING = 0.01;

  private final String name;
  private final Class<B> batch;
  private final BiFunction<B, Labels, Scorer<?, B>> fit;
  private final BiFunction<B, Labels, LeaveOneOut> leaveOneOut;

  private Generative(
      String name,
      Class<B> batch,
      BiFunction<B, Labels, Scorer<?, B>> fit,
      BiFunction<B, Labels, LeaveOneOut> leaveOneOut) {
    this.name = name;
    this.batch = batch;
    this.fit = fit;
    this.leaveOneOut = leaveOneOut;
  }

  /// Gaussian Naive Bayes, with variances of each class or those that all share.
  public static Generative<NumericColumns> gaussian(boolean pooled) {
    GaussianBayesOptions options =
        GaussianBayesOptions.DEFAULT
            .withPooledVariances(pooled)
            .withVarianceSmoothing(VARIANCE_SMOOTHING);
    return new Generative<>(
        pooled ? "Gaussian NB, shared variances" : "Gaussian NB",
        NumericColumns.class,
        (rows, labels) -> GaussianNaiveBayes.recipe(options).fit(rows, labels).scorer(),
        (rows, labels) ->
            LeaveOneOut.of(
                GaussianNaiveBayes.recipe(options), rows, labels, EssentialRows.LEAVE_OUT));
  }

  /// LDA by maximum likelihood.
  public static Generative<NumericColumns> linear() {
    return linear("LDA", PLAIN);
  }

  /// LDA with Ledoit and Wolf's shrinkage, which can be fitted to fewer rows than features too.
  public static Generative<NumericColumns> shrunkLinear() {
    return linear("LDA", SHRUNK);
  }

  private static Generative<NumericColumns> linear(String name, DiscriminantOptions options) {
    return new Generative<>(
        name,
        NumericColumns.class,
        (rows, labels) -> LinearDiscriminant.recipe(options).fit(rows, labels).scorer(),
        (rows, labels) ->
            LeaveOneOut.of(
                LinearDiscriminant.recipe(options), rows, labels, EssentialRows.LEAVE_OUT));
  }

  /// QDA by maximum likelihood.
  public static Generative<NumericColumns> quadratic() {
    return new Generative<>(
        "QDA",
        NumericColumns.class,
        (rows, labels) -> QuadraticDiscriminant.fit(rows, labels).scorer(),
        (rows, labels) ->
            LeaveOneOut.of(
                QuadraticDiscriminant.recipe(PLAIN), rows, labels, EssentialRows.LEAVE_OUT));
  }

  /// Naive Bayes of bits.
  public static Generative<SparseRows> bernoulli(double alpha) {
    NaiveBayesOptions options = smoothed(alpha);
    return new Generative<>(
        "Bernoulli NB",
        SparseRows.class,
        (rows, labels) ->
            BernoulliNaiveBayes.recipe(options).fit(rows, labels).scorer(RowFormat.SPARSE),
        (rows, labels) ->
            LeaveOneOut.of(
                BernoulliNaiveBayes.recipe(options), rows, labels, EssentialRows.LEAVE_OUT));
  }

  /// Naive Bayes of counts whose sum tells nothing.
  public static Generative<SparseRows> multinomial(double alpha) {
    NaiveBayesOptions options = smoothed(alpha);
    return new Generative<>(
        "multinomial NB",
        SparseRows.class,
        (rows, labels) ->
            MultinomialNaiveBayes.recipe(options).fit(rows, labels).scorer(RowFormat.SPARSE),
        (rows, labels) ->
            LeaveOneOut.of(
                MultinomialNaiveBayes.recipe(options), rows, labels, EssentialRows.LEAVE_OUT));
  }

  /// Naive Bayes of Poisson counts.
  public static Generative<NumericColumns> poisson() {
    return new Generative<>(
        "Poisson NB",
        NumericColumns.class,
        (rows, labels) -> PoissonNaiveBayes.fit(rows, labels).scorer(),
        (rows, labels) ->
            LeaveOneOut.of(
                PoissonNaiveBayes.recipe(),
                SparseRows.copyOf(rows),
                labels,
                EssentialRows.LEAVE_OUT));
  }

  /// Naive Bayes of categories.
  public static Generative<CategoryColumns> categorical(double alpha) {
    NaiveBayesOptions options = smoothed(alpha);
    return new Generative<>(
        "categorical NB",
        CategoryColumns.class,
        (rows, labels) -> CategoricalNaiveBayes.recipe(options).fit(rows, labels).scorer(),
        (rows, labels) ->
            LeaveOneOut.of(
                CategoricalNaiveBayes.recipe(options), rows, labels, EssentialRows.LEAVE_OUT));
  }

  private static NaiveBayesOptions smoothed(double alpha) {
    return NaiveBayesOptions.DEFAULT.withSmoothing(Smoothing.of(alpha));
  }

  /// All models that a kind of features has; with Laplace's rule where they are discrete.
  public static List<Generative<?>> of(Rows rows) {
    return switch (rows) {
      case Rows.Numbers _ -> List.of(gaussian(false), gaussian(true), shrunkLinear());
      case Rows.Sparse sparse -> List.of(sparse.values() == null ? bernoulli(1) : multinomial(1));
      case Rows.Codes _ -> List.of(categorical(1));
    };
  }

  /// The Naive Bayes of discrete features, with a smoothing α.
  public static Generative<?> smoothedNaiveBayes(Rows rows, double alpha) {
    return switch (rows) {
      case Rows.Sparse sparse -> sparse.values() == null ? bernoulli(alpha) : multinomial(alpha);
      case Rows.Codes _ -> categorical(alpha);
      case Rows.Numbers _ -> throw new IllegalArgumentException("numbers are not smoothed");
    };
  }

  @Override
  public String name() {
    return name;
  }

  /// The same under another name.
  public Generative<B> named(String other) {
    return new Generative<>(other, batch, fit, leaveOneOut);
  }

  @Override
  public Fitted fit(Rows rows, int[] labels, int classCount) {
    return fitted(fitScorer(rows.batch(), Labels.ofIndices(labels, classCount)));
  }

  /// The scorer that was fitted to a batch of this model's kind.
  public Scorer<?, B> fitScorer(RowBatch rows, Labels labels) {
    return fit.apply(batch.cast(rows), labels);
  }

  /// What a scorer of this model says.
  public Fitted fitted(Scorer<?, B> scorer) {
    return test -> {
      double[] out = new double[test.count() * scorer.classCount()];
      scorer.logPosterior(batch.cast(test.batch()), out);
      return out;
    };
  }

  /// The log joints of each training row by the model of all others.
  public double[][] leaveOneOut(Rows rows, Labels labels) {
    return leaveOneOut.apply(batch.cast(rows.batch()), labels).logJoints();
  }
}
