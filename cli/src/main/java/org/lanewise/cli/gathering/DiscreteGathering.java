package org.lanewise.cli.gathering;

import java.util.Optional;
import org.lanewise.cli.model.ClassifierKind;
import org.lanewise.cli.model.FitOptions;
import org.lanewise.cli.rows.Inputs;
import org.lanewise.cli.rows.Rows;
import org.lanewise.cli.table.Schema;
import org.lanewise.data.Workers;
import org.lanewise.statistics.BernoulliStatistics;
import org.lanewise.statistics.CountStatistics;
import org.lanewise.statistics.Statistics;

/// The gatherings of bits, counts and categories.
final class DiscreteGathering {

  private DiscreteGathering() {}

  /// Empty statistics for a classifier; none if it is none of bits, counts or categories, or needs
  /// all rows together.
  static Optional<Gathering> of(
      ClassifierKind kind, FitOptions options, Schema schema, Workers workers) {
    if (schema.isSparse() || schema.text().exists()) {
      return SparseGathering.of(kind, options, schema, workers);
    }
    return switch (kind) {
      case BERNOULLI_NB -> Optional.of(bits(options, schema, workers));
      case MULTINOMIAL_NB, COMPLEMENT_NB, POISSON_NB ->
          Optional.of(counts(options, schema, workers));
      case CATEGORICAL_NB -> Optional.of(new CategoryGathering(schema, options, workers));
      default -> Optional.empty();
    };
  }

  private static Gathering bits(FitOptions options, Schema schema, Workers workers) {
    Inputs inputs = Inputs.ofNumbers(schema, options.binarize(), options.missing());
    Statistics statistics = new BernoulliStatistics(inputs.features().count()).on(workers);
    return new ColumnGathering(
        inputs, statistics, options.missing().isPresent() ? Rows::incompleteBits : Rows::bits);
  }

  private static Gathering counts(FitOptions options, Schema schema, Workers workers) {
    Inputs inputs = Inputs.ofNumbers(schema, options.binarize(), options.missing());
    Statistics statistics = new CountStatistics(inputs.features().count()).on(workers);
    return new ColumnGathering(inputs, statistics, Rows::counts);
  }
}
