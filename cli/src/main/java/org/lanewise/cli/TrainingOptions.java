package org.lanewise.cli;

import java.util.function.Predicate;
import org.lanewise.cli.model.ClassifierKind;
import org.lanewise.cli.model.FitOptions;
import org.lanewise.cli.model.FittedModel;
import org.lanewise.cli.options.Arguments;
import org.lanewise.cli.options.ClassifierOptions;
import org.lanewise.cli.options.ColumnOptions;
import org.lanewise.cli.options.DataOptions;
import org.lanewise.cli.options.FeatureOptions;
import org.lanewise.cli.output.Progress;
import org.lanewise.cli.reading.DataReader;
import org.lanewise.cli.reading.ReadOptions;
import org.lanewise.cli.report.Warnings;
import org.lanewise.cli.table.Table;
import org.lanewise.data.Workers;

/// Options of commands that fit a classifier or gather its statistics: the classifier, the rows and
/// their columns.
final class TrainingOptions implements Arguments.Group {

  final ColumnOptions columns = new ColumnOptions();
  final ClassifierOptions classifier = new ClassifierOptions(columns);
  final DataOptions data = DataOptions.labelled();
  final FeatureOptions features = new FeatureOptions();

  @Override
  public void addTo(Arguments arguments) {
    arguments.add(classifier);
    arguments.add(data);
    arguments.add(columns);
    arguments.add(features);
  }

  ClassifierKind kind() {
    return classifier.kind();
  }

  /// How to read the rows.
  ReadOptions readOptions() {
    return classifier.readOptions(features.readOptions(columns, kind().hasBlocks()));
  }

  /// The options of the fit.
  ///
  /// @throws org.lanewise.cli.options.UsageException if a value is invalid, or the classifier does
  ///   not take an option
  FitOptions fitOptions() {
    return classifier.fitOptions(columns.text());
  }

  /// Opens the rows, and prints what is assumed about them.
  DataReader open(ReadOptions readOptions, Progress progress) {
    DataReader reader = data.open(readOptions, progress);
    reader.noteTo(progress::note);
    return reader;
  }

  /// Reads all rows, and prints warnings about them.
  ///
  /// @param isSmall whether no model of all features is fitted to the rows
  Table all(
      DataReader reader,
      FitOptions options,
      Predicate<Table> isSmall,
      Workers workers,
      Progress progress) {
    Table rows =
        reader
            .all(workers, block -> FittedModel.requireUsable(kind(), options, block))
            .withSortedCategories();
    Warnings.of(rows, kind(), isSmall.test(rows) ? options.ofSpan() : options)
        .forEach(progress::note);
    return rows;
  }
}
