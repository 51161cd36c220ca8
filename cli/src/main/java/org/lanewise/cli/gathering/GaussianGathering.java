package org.lanewise.cli.gathering;

import java.util.Optional;
import java.util.stream.IntStream;
import org.lanewise.cli.model.ClassifierKind;
import org.lanewise.cli.model.FitOptions;
import org.lanewise.cli.model.IncompleteRows;
import org.lanewise.cli.model.Scatters;
import org.lanewise.cli.model.TransformText;
import org.lanewise.cli.reading.RowBlock;
import org.lanewise.cli.rows.Inputs;
import org.lanewise.cli.rows.Memory;
import org.lanewise.cli.rows.Rows;
import org.lanewise.cli.table.Schema;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.Workers;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.TransformedStatistics;
import org.lanewise.statistics.VarianceStatistics;
import org.lanewise.transform.Transform;

/// The gatherings of normal classes. Where no value may be missing, all rows are gathered: then
/// those of whole ranges may be gathered apart, with the bits of one pass.
final class GaussianGathering {

  /// Of so many classes statistics of a range are about as large as is reckoned with.
  private static final long CLASSES = 16;

  /// Scatters of so many classes that they are larger than this by the size of their rows are not
  /// made for each range.
  private static final long MAX_OF_ROWS = 4;

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
      VarianceStatistics statistics =
          new VarianceStatistics(featureCount)
              .withMissing(options.gaussianBayes().missing())
              .on(workers);
      return Optional.of(
          new ColumnGathering<>(
              inputs,
              statistics,
              Rows::numbers,
              statistics::add,
              options.missing().isPresent() ? Optional.empty() : Optional.of(ranges(statistics))));
    }
    if (!kind.isOfScatters()
        // Goes through the rows more than once.
        || (options.missing().isPresent() && options.incomplete() == IncompleteRows.Way.EM)
        // Reads the rows a second time.
        || options.discriminant().shrinkage().readsRowsAgain()
        // One scatter may have to do, depending on how many classes there will be.
        || (kind == ClassifierKind.LDA && !Scatters.haveRoomForAnyClasses(featureCount))) {
      return Optional.empty();
    }
    GaussianStatistics statistics = new GaussianStatistics(featureCount).on(workers);
    return Optional.of(
        new ColumnGathering<>(
            inputs,
            statistics,
            Rows::numbers,
            (rows, labels) -> add(rows, labels, statistics),
            options.missing().isPresent() ? Optional.empty() : Optional.of(ranges(statistics))));
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
    TransformedStatistics statistics =
        new TransformedStatistics(
                Features.unnamed(inputs.features().count()),
                transform,
                kind.isOfVariances()
                    ? new VarianceStatistics(count)
                    : new GaussianStatistics(count))
            .on(workers);
    return Optional.of(new ColumnGathering<>(inputs, statistics, Rows::numbers, statistics::add));
  }

  private static ColumnGathering.Ranges<NumericColumns> ranges(VarianceStatistics statistics) {
    int d = statistics.featureCount();
    return new ColumnGathering.Ranges<>(
        new RowBlock.Size(VarianceStatistics.RANGE_ROWS, 3 * CLASSES * d),
        (rows, labels) -> {
          VarianceStatistics range = new VarianceStatistics(d).add(rows, labels);
          // A copy lets go of what served the gathering.
          VarianceStatistics held = new VarianceStatistics(d).merge(range);
          return new Gathering.Range(() -> statistics.merge(held), 3L * labels.classCount() * d);
        });
  }

  private static ColumnGathering.Ranges<NumericColumns> ranges(GaussianStatistics statistics) {
    int d = statistics.featureCount();
    long perClass = d * (d / 2L + 3);
    return new ColumnGathering.Ranges<>(
        new RowBlock.Size(GaussianStatistics.RANGE_ROWS, CLASSES * perClass),
        (rows, labels) -> {
          long ofRows = (long) rows.rowCount() * (d + 1);
          if (labels.classCount() * perClass > MAX_OF_ROWS * ofRows) {
            return new Gathering.Range(() -> add(rows, labels, statistics), ofRows);
          }
          GaussianStatistics range = new GaussianStatistics(d).add(rows, labels);
          GaussianStatistics held = new GaussianStatistics(d).merge(range);
          Classes classes = labels.classes();
          return new Gathering.Range(
              () -> {
                requireRoom(classes, statistics);
                statistics.merge(held);
              },
              classes.count() * perClass);
        });
  }

  private static void add(NumericColumns rows, Labels labels, GaussianStatistics statistics) {
    requireRoom(labels.classes(), statistics);
    statistics.add(rows, labels);
  }

  private static void requireRoom(Classes classes, GaussianStatistics statistics) {
    int known = statistics.rowCount() == 0 ? 0 : statistics.classCount();
    int[] places = known == 0 ? new int[0] : classes.indicesIn(statistics.classes());
    long more =
        known == 0 ? classes.count() : IntStream.of(places).filter(place -> place < 0).count();
    if (more > 0) {
      Memory.requireMoreScatters(statistics.featureCount(), known + more, known);
    }
  }
}
