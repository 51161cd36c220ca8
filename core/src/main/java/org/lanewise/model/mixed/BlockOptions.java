package org.lanewise.model.mixed;

import java.util.Objects;
import java.util.function.BiFunction;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.Classes;
import org.lanewise.data.Labels;
import org.lanewise.data.MissingValues;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.model.Classifier;
import org.lanewise.model.Priors;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.discrete.NaiveBayesOptions;
import org.lanewise.model.discrete.PoissonNaiveBayes;
import org.lanewise.model.gaussian.DiscriminantOptions;
import org.lanewise.model.gaussian.GaussianBayesOptions;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.model.gaussian.RegularizedDiscriminant;
import org.lanewise.model.gaussian.RegularizedOptions;
import org.lanewise.model.gaussian.Shrinkage;
import org.lanewise.statistics.BernoulliStatistics;
import org.lanewise.statistics.CategoryStatistics;
import org.lanewise.statistics.CountStatistics;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.Statistics;
import org.lanewise.statistics.VarianceStatistics;

/// What the density p_b(x_b | c) of one block of a [MixedNaiveBayes] is, and how it is fitted. The
/// priors of the options of a block are not looked at: those of [MixedOptions] hold for all.
/// Immutable.
public final class BlockOptions {

  /// Statistics of no rows, for rows like some.
  private interface Beginning {
    Statistics of(RowBatch like, Classes classes);
  }

  /// What the rows of a block tell of the options, beside its statistics.
  private interface SecondPass {
    BlockOptions of(Statistics statistics, RowBatch rows, Labels labels);
  }

  private final String name;
  private final Beginning beginning;
  private final BiFunction<Statistics, Priors, Classifier<?, ?>> fit;
  private final SecondPass secondPass;

  private BlockOptions(
      String name,
      Beginning beginning,
      BiFunction<Statistics, Priors, Classifier<?, ?>> fit,
      SecondPass secondPass) {
    this.name = name;
    this.beginning = beginning;
    this.fit = fit;
    this.secondPass = secondPass;
  }

  private BlockOptions(
      String name, Beginning beginning, BiFunction<Statistics, Priors, Classifier<?, ?>> fit) {
    this(name, beginning, fit, null);
  }

  /// Numbers that are normal and independent given the class: [GaussianNaiveBayes].
  public static BlockOptions diagonal(GaussianBayesOptions options) {
    return diagonal(options, MissingValues.REFUSE);
  }

  /// Numbers that are normal and independent given the class, and may be missing.
  ///
  /// @param missing what NaN means in the rows of a fit
  public static BlockOptions diagonal(GaussianBayesOptions options, MissingValues missing) {
    Objects.requireNonNull(options, "options");
    Objects.requireNonNull(missing, "missing values");
    return new BlockOptions(
        "diagonal",
        (like, classes) -> new VarianceStatistics(like.features(), classes).withMissing(missing),
        (statistics, priors) ->
            statistics instanceof GaussianStatistics gaussian
                ? GaussianNaiveBayes.fit(gaussian, options.withPriors(priors))
                : GaussianNaiveBayes.fit(
                    as(VarianceStatistics.class, statistics), options.withPriors(priors)));
  }

  /// Numbers that are normal, with one full covariance for all classes: [LinearDiscriminant].
  public static BlockOptions linear(DiscriminantOptions options) {
    boolean byPriors = options.pooling() == DiscriminantOptions.Pooling.BY_PRIORS;
    return new BlockOptions(
        "linear",
        (like, classes) ->
            byPriors
                ? new GaussianStatistics(like.features(), classes)
                : GaussianStatistics.pooled(like.features(), classes),
        (statistics, priors) ->
            LinearDiscriminant.fit(
                as(GaussianStatistics.class, statistics), options.withPriors(priors)),
        options.shrinkage() instanceof Shrinkage.LedoitWolf
            ? (statistics, rows, labels) ->
                linear(options.withShrinkage(chosen(options.shrinkage(), statistics, rows, labels)))
            : null);
  }

  /// Numbers that are normal, with a full covariance for each class: [QuadraticDiscriminant].
  public static BlockOptions quadratic(DiscriminantOptions options) {
    return new BlockOptions(
        "quadratic",
        (like, classes) -> new GaussianStatistics(like.features(), classes),
        (statistics, priors) ->
            QuadraticDiscriminant.fit(
                as(GaussianStatistics.class, statistics), options.withPriors(priors)),
        options.shrinkage() instanceof Shrinkage.LedoitWolf
            ? (statistics, rows, labels) ->
                quadratic(
                    options.withShrinkage(chosen(options.shrinkage(), statistics, rows, labels)))
            : null);
  }

  /// Numbers that are normal, with covariances between those of each class and one for all:
  /// [RegularizedDiscriminant].
  public static BlockOptions regularized(RegularizedOptions options) {
    return new BlockOptions(
        "regularized",
        (like, classes) -> new GaussianStatistics(like.features(), classes),
        (statistics, priors) ->
            RegularizedDiscriminant.fit(
                as(GaussianStatistics.class, statistics), options.withPriors(priors)));
  }

  /// Bits, as bit columns, sparse rows, or with missing values codes of 0 and 1:
  /// [BernoulliNaiveBayes].
  public static BlockOptions bernoulli(NaiveBayesOptions options) {
    Objects.requireNonNull(options, "options");
    return new BlockOptions(
        "Bernoulli",
        (like, classes) -> new BernoulliStatistics(like.features(), classes),
        (statistics, priors) ->
            BernoulliNaiveBayes.fit(
                as(BernoulliStatistics.class, statistics), options.withPriors(priors)));
  }

  /// Categories, which may be missing: [CategoricalNaiveBayes].
  public static BlockOptions categorical(NaiveBayesOptions options) {
    Objects.requireNonNull(options, "options");
    return new BlockOptions(
        "categorical",
        (like, classes) -> {
          if (like instanceof CategoryColumns columns) {
            return new CategoryStatistics(like.features(), columns.dictionaries(), classes);
          }
          throw new IllegalArgumentException(
              "the rows are %s; CategoryColumns are expected for a categorical block"
                  .formatted(like.getClass().getSimpleName()));
        },
        (statistics, priors) ->
            CategoricalNaiveBayes.fit(
                as(CategoryStatistics.class, statistics), options.withPriors(priors)));
  }

  /// Counts of one multinomial distribution, such as those of words, given how many there are in
  /// all: [MultinomialNaiveBayes]. A block of one such feature says nothing.
  public static BlockOptions multinomial(NaiveBayesOptions options) {
    Objects.requireNonNull(options, "options");
    return new BlockOptions(
        "multinomial",
        (like, classes) -> new CountStatistics(like.features(), classes),
        (statistics, priors) ->
            MultinomialNaiveBayes.fit(
                as(CountStatistics.class, statistics), options.withPriors(priors)));
  }

  /// Counts that are Poisson and independent given the class: [PoissonNaiveBayes].
  public static BlockOptions poisson(NaiveBayesOptions options) {
    Objects.requireNonNull(options, "options");
    return new BlockOptions(
        "Poisson",
        (like, classes) -> new CountStatistics(like.features(), classes),
        (statistics, priors) ->
            PoissonNaiveBayes.fit(
                as(CountStatistics.class, statistics), options.withPriors(priors)));
  }

  /// What statistics are fitted by where nothing else is said.
  static BlockOptions of(Statistics statistics) {
    return switch (statistics) {
      case GaussianStatistics gaussian ->
          gaussian.summary().pooled()
              ? linear(DiscriminantOptions.DEFAULT)
              : quadratic(DiscriminantOptions.DEFAULT);
      case VarianceStatistics _ -> diagonal(GaussianBayesOptions.DEFAULT);
      case BernoulliStatistics _ -> bernoulli(NaiveBayesOptions.DEFAULT);
      case CategoryStatistics _ -> categorical(NaiveBayesOptions.DEFAULT);
      case CountStatistics _ -> poisson(NaiveBayesOptions.DEFAULT);
      default -> throw new IllegalStateException();
    };
  }

  private static <S extends Statistics> S as(Class<S> type, Statistics statistics) {
    if (!type.isInstance(statistics)) {
      throw new IllegalArgumentException(
          "the statistics are %s; %s are expected, as the options of the block say"
              .formatted(statistics.getClass().getSimpleName(), type.getSimpleName()));
    }
    return type.cast(statistics);
  }

  private static Shrinkage chosen(
      Shrinkage shrinkage, Statistics statistics, RowBatch rows, Labels labels) {
    return shrinkage.chosen(
        as(GaussianStatistics.class, statistics), (NumericColumns) rows, labels);
  }

  /// Statistics of no rows, for rows like these.
  Statistics empty(RowBatch like, Classes classes) {
    return beginning.of(like, classes);
  }

  /// These options for rows whose statistics were taken, from which something may be chosen in a
  /// second pass.
  BlockOptions chosen(Statistics statistics, RowBatch rows, Labels labels) {
    return secondPass == null ? this : secondPass.of(statistics, rows, labels);
  }

  /// The model of a block.
  Classifier<?, ?> fit(Statistics statistics, Priors priors) {
    return fit.apply(statistics, priors);
  }

  /// What the block is taken to be, in a word.
  @Override
  public String toString() {
    return name;
  }
}
