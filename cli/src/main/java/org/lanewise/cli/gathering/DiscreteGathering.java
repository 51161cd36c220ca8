package org.lanewise.cli.gathering;

import java.util.Optional;
import java.util.function.Function;
import org.lanewise.cli.model.ClassifierKind;
import org.lanewise.cli.model.FitOptions;
import org.lanewise.cli.rows.Rows;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.data.Workers;
import org.lanewise.model.Classifier;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.ComplementNaiveBayes;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.discrete.PoissonNaiveBayes;
import org.lanewise.statistics.BernoulliStatistics;
import org.lanewise.statistics.CountStatistics;

/// The gatherings of bits and counts in columns.
final class DiscreteGathering {

  private DiscreteGathering() {}

  /// Empty statistics for a classifier; none if it is none of bits or counts. Those of categories
  /// need the categories of all rows first.
  static Optional<? extends Gathering<? extends RowBatch>> of(
      ClassifierKind kind, FitOptions options, int featureCount, Workers workers) {
    return switch (kind) {
      case BERNOULLI_NB -> Optional.of(bits(options, featureCount, workers));
      case MULTINOMIAL_NB ->
          Optional.of(
              counts(
                  featureCount,
                  workers,
                  statistics -> MultinomialNaiveBayes.fit(statistics, options.naiveBayes())));
      case COMPLEMENT_NB ->
          Optional.of(
              counts(
                  featureCount,
                  workers,
                  statistics -> ComplementNaiveBayes.fit(statistics, options.complement())));
      case POISSON_NB ->
          Optional.of(
              counts(
                  featureCount,
                  workers,
                  statistics -> PoissonNaiveBayes.fit(statistics, options.naiveBayes())));
      default -> Optional.empty();
    };
  }

  private static Gathering<?> bits(FitOptions options, int featureCount, Workers workers) {
    BernoulliStatistics statistics = new BernoulliStatistics(featureCount).on(workers);
    return options.missing().isPresent()
        ? new Gathering<>(
            Rows::incompleteBits,
            statistics::add,
            statistics::classes,
            () -> BernoulliNaiveBayes.fit(statistics, options.naiveBayes()))
        : new Gathering<>(
            Rows::bits,
            statistics::add,
            statistics::classes,
            () -> BernoulliNaiveBayes.fit(statistics, options.naiveBayes()));
  }

  private static Gathering<NumericColumns> counts(
      int featureCount, Workers workers, Function<CountStatistics, Classifier<?, ?>> fit) {
    CountStatistics statistics = new CountStatistics(featureCount).on(workers);
    return new Gathering<>(
        Rows::counts, statistics::add, statistics::classes, () -> fit.apply(statistics));
  }
}
