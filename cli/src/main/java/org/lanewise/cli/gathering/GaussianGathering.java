package org.lanewise.cli.gathering;

import java.util.Optional;
import java.util.stream.IntStream;
import org.lanewise.cli.model.ClassifierKind;
import org.lanewise.cli.model.FitOptions;
import org.lanewise.cli.model.GaussianForms;
import org.lanewise.cli.model.IncompleteRows;
import org.lanewise.cli.rows.Inputs;
import org.lanewise.cli.rows.Memory;
import org.lanewise.cli.rows.Rows;
import org.lanewise.cli.table.Schema;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.Workers;
import org.lanewise.model.gaussian.Shrinkage;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.VarianceStatistics;

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
    if (kind == ClassifierKind.GAUSSIAN_NB) {
      VarianceStatistics statistics =
          new VarianceStatistics(featureCount)
              .withMissing(GaussianForms.missing(options.missing()))
              .on(workers);
      return Optional.of(new ColumnGathering<>(inputs, statistics, Rows::numbers, statistics::add));
    }
    boolean discriminant =
        kind == ClassifierKind.LDA || kind == ClassifierKind.QDA || kind == ClassifierKind.RDA;
    if (!discriminant
        // Goes through the rows more than once.
        || (options.missing().isPresent() && options.incomplete() == IncompleteRows.Way.EM)
        // Reads the rows a second time.
        || options.discriminant().shrinkage() instanceof Shrinkage.LedoitWolf
        // One scatter may have to do, depending on how many classes there will be.
        || (kind == ClassifierKind.LDA && !GaussianForms.hasRoomForAnyClasses(featureCount))) {
      return Optional.empty();
    }
    GaussianStatistics statistics = new GaussianStatistics(featureCount).on(workers);
    return Optional.of(
        new ColumnGathering<>(
            inputs, statistics, Rows::numbers, (rows, labels) -> add(rows, labels, statistics)));
  }

  private static void add(NumericColumns rows, Labels labels, GaussianStatistics statistics) {
    int known = statistics.rowCount() == 0 ? 0 : statistics.classCount();
    int[] places = known == 0 ? new int[0] : labels.classes().indicesIn(statistics.classes());
    long more =
        known == 0 ? labels.classCount() : IntStream.of(places).filter(place -> place < 0).count();
    if (more > 0) {
      Memory.requireMoreScatters(rows.featureCount(), known + more, known);
    }
    statistics.add(rows, labels);
  }
}
