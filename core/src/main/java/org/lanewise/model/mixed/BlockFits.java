package org.lanewise.model.mixed;

import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.data.SparseRows;
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
import org.lanewise.model.gaussian.Shrinkage;
import org.lanewise.statistics.BernoulliStatistics;
import org.lanewise.statistics.CategoryStatistics;
import org.lanewise.statistics.CountStatistics;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.MixedStatistics;
import org.lanewise.statistics.Statistics;
import org.lanewise.statistics.VarianceStatistics;

/// What options of a block come to: statistics, a second look at the rows, a model.
final class BlockFits {

  private BlockFits() {}

  /// What a block is taken for whose rows are these.
  static BlockOptions of(RowBatch block) {
    return switch (block) {
      case NumericColumns _ -> BlockOptions.diagonal(GaussianBayesOptions.DEFAULT);
      case BitColumns _ -> BlockOptions.bernoulli(NaiveBayesOptions.DEFAULT);
      case CategoryColumns _ -> BlockOptions.categorical(NaiveBayesOptions.DEFAULT);
      case SparseRows _ -> BlockOptions.poisson(NaiveBayesOptions.DEFAULT);
      case MixedColumns _ -> throw new IllegalStateException();
    };
  }

  /// What statistics are fitted by where nothing else is said.
  static BlockOptions of(Statistics statistics) {
    return switch (statistics) {
      case GaussianStatistics gaussian ->
          gaussian.summary().pooled()
              ? BlockOptions.linear(DiscriminantOptions.DEFAULT)
              : BlockOptions.quadratic(DiscriminantOptions.DEFAULT);
      case VarianceStatistics _ -> BlockOptions.diagonal(GaussianBayesOptions.DEFAULT);
      case BernoulliStatistics _ -> BlockOptions.bernoulli(NaiveBayesOptions.DEFAULT);
      case CategoryStatistics _ -> BlockOptions.categorical(NaiveBayesOptions.DEFAULT);
      case CountStatistics _ -> BlockOptions.poisson(NaiveBayesOptions.DEFAULT);
      case MixedStatistics _ -> throw new IllegalStateException();
    };
  }

  /// Statistics of no rows, for rows like these.
  ///
  /// @throws IllegalArgumentException if such rows cannot be categories, as the options say
  static Statistics empty(BlockOptions block, RowBatch like, Classes classes) {
    Features features = like.features();
    return switch (block) {
      case BlockOptions.Diagonal diagonal ->
          new VarianceStatistics(features, classes).withMissing(diagonal.missing());
      case BlockOptions.Linear linear ->
          linear.options().usesClassScatters()
              ? new GaussianStatistics(features, classes)
              : GaussianStatistics.pooled(features, classes);
      case BlockOptions.Quadratic _, BlockOptions.Regularized _ ->
          new GaussianStatistics(features, classes);
      case BlockOptions.Bernoulli _ -> new BernoulliStatistics(features, classes);
      case BlockOptions.Categorical _ -> {
        if (like instanceof CategoryColumns columns) {
          yield new CategoryStatistics(features, columns.dictionaries(), classes);
        }
        throw new IllegalArgumentException(
            "the rows are %s; CategoryColumns are expected for a categorical block"
                .formatted(like.getClass().getSimpleName()));
      }
      case BlockOptions.Multinomial _, BlockOptions.Poisson _ ->
          new CountStatistics(features, classes);
    };
  }

  /// The options for rows whose statistics were taken, from which something may be chosen in a
  /// second pass.
  static BlockOptions chosen(
      BlockOptions block, Statistics statistics, RowBatch rows, Labels labels) {
    return switch (block) {
      case BlockOptions.Linear(DiscriminantOptions options)
          when options.shrinkage() instanceof Shrinkage.LedoitWolf ->
          BlockOptions.linear(chosen(options, statistics, rows, labels));
      case BlockOptions.Quadratic(DiscriminantOptions options)
          when options.shrinkage() instanceof Shrinkage.LedoitWolf ->
          BlockOptions.quadratic(chosen(options, statistics, rows, labels));
      default -> block;
    };
  }

  private static DiscriminantOptions chosen(
      DiscriminantOptions options, Statistics statistics, RowBatch rows, Labels labels) {
    return options.withShrinkage(
        options
            .shrinkage()
            .chosen(as(GaussianStatistics.class, statistics), (NumericColumns) rows, labels));
  }

  /// The model of a block.
  ///
  /// @throws IllegalArgumentException if the statistics are others than the options need, or do not
  ///   allow a model
  static Classifier<?, ?> fit(BlockOptions block, Statistics statistics, Priors priors) {
    return switch (block) {
      case BlockOptions.Diagonal diagonal ->
          statistics instanceof GaussianStatistics gaussian
              ? GaussianNaiveBayes.fit(gaussian, diagonal.options().withPriors(priors))
              : GaussianNaiveBayes.fit(
                  as(VarianceStatistics.class, statistics), diagonal.options().withPriors(priors));
      case BlockOptions.Linear linear ->
          LinearDiscriminant.fit(
              as(GaussianStatistics.class, statistics), linear.options().withPriors(priors));
      case BlockOptions.Quadratic quadratic ->
          QuadraticDiscriminant.fit(
              as(GaussianStatistics.class, statistics), quadratic.options().withPriors(priors));
      case BlockOptions.Regularized regularized ->
          RegularizedDiscriminant.fit(
              as(GaussianStatistics.class, statistics), regularized.options().withPriors(priors));
      case BlockOptions.Bernoulli bernoulli ->
          BernoulliNaiveBayes.fit(
              as(BernoulliStatistics.class, statistics), bernoulli.options().withPriors(priors));
      case BlockOptions.Categorical categorical ->
          CategoricalNaiveBayes.fit(
              as(CategoryStatistics.class, statistics), categorical.options().withPriors(priors));
      case BlockOptions.Multinomial multinomial ->
          MultinomialNaiveBayes.fit(
              as(CountStatistics.class, statistics), multinomial.options().withPriors(priors));
      case BlockOptions.Poisson poisson ->
          PoissonNaiveBayes.fit(
              as(CountStatistics.class, statistics), poisson.options().withPriors(priors));
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
}
