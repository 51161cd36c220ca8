package org.lanewise.cli.gathering;

import java.util.Optional;
import org.lanewise.cli.model.ClassifierKind;
import org.lanewise.cli.model.FitOptions;
import org.lanewise.cli.model.IncompleteRows;
import org.lanewise.cli.model.Scatters;
import org.lanewise.cli.model.TransformText;
import org.lanewise.cli.rows.Inputs;
import org.lanewise.cli.rows.Rows;
import org.lanewise.cli.table.Schema;
import org.lanewise.data.Features;
import org.lanewise.data.Workers;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.Statistics;
import org.lanewise.statistics.TransformedStatistics;
import org.lanewise.statistics.VarianceStatistics;
import org.lanewise.transform.Transform;

/// The gatherings of normal classes.
final class GaussianGathering {

  private GaussianGathering() {}

  /// Empty statistics for a classifier of tables; none if it needs all rows together, or is none of
  /// normal classes.
  static Optional<Gathering> of(
      ClassifierKind kind, FitOptions options, Schema schema, Workers workers) {
    if (schema.isSparse() || schema.text().exists()) {
      return Optional.empty();
    }
    Inputs inputs = Inputs.ofNumbers(schema, options.binarize(), options.missing());
    int featureCount = inputs.features().count();
    if (options.transform().isPresent()) {
      return transformed(kind, options, inputs, workers);
    }
    if (kind.isOfVariances()) {
      Statistics statistics =
          new VarianceStatistics(featureCount)
              .withMissing(options.gaussianBayes().missing())
              .on(workers);
      return Optional.of(new ColumnGathering(inputs, statistics, Rows::numbers));
    }
    if (!kind.isOfScatters()
        // Goes through the rows more than once.
        || (options.missing().isPresent() && options.incomplete() == IncompleteRows.Way.EM)
        // Reads the rows a second time.
        || options.discriminant().shrinkage().readsRowsAgain()
        // One scatter may have to do, depending on how many classes there will be.
        || (kind.isOfOneScatter() && !Scatters.haveRoomForAnyClasses(featureCount))) {
      return Optional.empty();
    }
    Statistics statistics = new GaussianStatistics(featureCount).on(workers);
    return Optional.of(new ColumnGathering(inputs, statistics, Rows::numbers));
  }

  /// Rows that are transformed by themselves, batch by batch.
  private static Optional<Gathering> transformed(
      ClassifierKind kind, FitOptions options, Inputs inputs, Workers workers) {
    TransformText steps = options.transform().orElseThrow();
    boolean gathered = kind.isOfScatters() || kind.isOfVariances();
    if (steps.needsRows() || !gathered) {
      return Optional.empty();
    }
    Transform transform = steps.withoutRows();
    int count = transform.outputCount(inputs.features().count());
    if (kind.isOfScatters()
        && (options.discriminant().shrinkage().readsRowsAgain()
            || !Scatters.haveRoomForAnyClasses(count))) {
      return Optional.empty();
    }
    Statistics statistics =
        new TransformedStatistics(
                Features.unnamed(inputs.features().count()),
                transform,
                kind.isOfVariances()
                    ? new VarianceStatistics(count)
                    : new GaussianStatistics(count))
            .on(workers);
    return Optional.of(new ColumnGathering(inputs, statistics, Rows::numbers));
  }
}
