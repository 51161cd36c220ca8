package org.lanewise.cli.gathering;

import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.lanewise.cli.model.ClassifierKind;
import org.lanewise.cli.model.FitOptions;
import org.lanewise.cli.model.Form;
import org.lanewise.cli.model.IncompleteRows;
import org.lanewise.cli.model.Scatters;
import org.lanewise.cli.model.TransformText;
import org.lanewise.cli.reading.RowBlock;
import org.lanewise.cli.rows.Inputs;
import org.lanewise.cli.rows.Memory;
import org.lanewise.cli.table.Schema;
import org.lanewise.cli.table.Table;
import org.lanewise.data.Classes;
import org.lanewise.data.Labels;
import org.lanewise.data.RowBatch;
import org.lanewise.data.Workers;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.Statistics;

/// The gathering of columns of numbers, whose features are known from the beginning.
///
/// @param inputs the features
/// @param statistics takes the rows
/// @param rows makes rows for the statistics of rows of a file
record ColumnGathering(
    Inputs inputs, Statistics statistics, BiFunction<Inputs, Table, ? extends RowBatch> rows)
    implements Gathering {

  /// The number of classes for which the size of the statistics of a part is estimated.
  private static final int CLASSES = 16;

  /// Returns the gathering for a classifier of numbers; empty if it takes no numbers, or needs all
  /// rows together.
  static Optional<Gathering> of(
      ClassifierKind kind, FitOptions options, Schema schema, Workers workers) {
    Inputs inputs = Inputs.ofNumbers(schema, options.binarize(), options.missing());
    if (kind.readsTexts() || needsAllRows(kind, options, inputs.features().count())) {
      return Optional.empty();
    }
    Form<?, ?> form = kind.form(inputs);
    RowBatch none = form.batch(inputs, Table.ofNoRows("", schema));
    // Statistics are of the features, not of coordinates in the space of the rows.
    Statistics statistics =
        kind.recipe(new FitOptions(options.given()), inputs, none, Table.NO_LABELS)
            .statistics(none, Table.NO_LABELS.classes())
            .on(workers);
    return Optional.of(new ColumnGathering(inputs, statistics, form::batch));
  }

  private static boolean needsAllRows(ClassifierKind kind, FitOptions options, int featureCount) {
    Optional<TransformText> steps = options.transform();
    if (steps.filter(TransformText::needsRows).isPresent()) {
      return true;
    }
    return kind.isOfScatters()
        // Goes through the rows more than once.
        && (options.missing().isPresent() && options.incomplete() == IncompleteRows.Way.EM
            // Reads the rows a second time.
            || options.discriminant().shrinkage().readsRowsAgain()
            // One scatter may have to do, depending on how many classes there will be.
            || (kind.isOfOneScatter() || steps.isPresent())
                && !Scatters.haveRoomForAnyClasses(
                    steps
                        .map(known -> known.withoutRows().outputCount(featureCount))
                        .orElse(featureCount)));
  }

  @Override
  public Part part(long firstRow, Table table, Labels labels) {
    Statistics.Part part = statistics.part(firstRow, rows.apply(inputs, table), labels);
    Classes classes = labels.classes();
    Runnable adding =
        () -> {
          requireRoom(classes);
          statistics.add(part);
        };
    return part.isGathered()
        ? new Part(adding, false, statistics.partValues(classes.count()))
        : Part.ofRows(adding, table);
  }

  @Override
  public Optional<RowBlock.Size> size() {
    return Optional.of(statistics.partRows())
        .filter(count -> count > 0)
        .map(count -> new RowBlock.Size(count, statistics.partValues(CLASSES)));
  }

  /// Refuses scatters of new classes that do not fit into memory.
  private void requireRoom(Classes classes) {
    if (statistics instanceof GaussianStatistics) {
      int known = statistics.rowCount() == 0 ? 0 : statistics.classCount();
      long more =
          known == 0
              ? classes.count()
              : IntStream.of(classes.indicesIn(statistics.classes()))
                  .filter(place -> place < 0)
                  .count();
      if (more > 0) {
        Memory.requireMoreScatters(statistics.featureCount(), known + more, known);
      }
    }
  }

  @Override
  public Inputs inputs(String file) {
    return inputs;
  }

  @Override
  public Statistics statistics(Inputs known) {
    return statistics;
  }
}
