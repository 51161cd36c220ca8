package org.lanewise.cli.model;

import java.util.function.BiFunction;
import org.lanewise.calibration.CalibratedClassifier;
import org.lanewise.cli.rows.Inputs;
import org.lanewise.cli.table.Table;
import org.lanewise.data.Labels;
import org.lanewise.data.RowBatch;
import org.lanewise.data.Workers;
import org.lanewise.model.Classifier;
import org.lanewise.score.Scorer;
import org.lanewise.statistics.Statistics;

/// How a classifier takes the rows of a file: what they become, which statistics are gathered of
/// them, what is fitted to these, and what scores rows, all of the same type.
///
/// @param <B> what the rows are
/// @param <M> what the model is
/// @param models the class of the model
/// @param rows makes rows of that type of the rows of a file
/// @param gatherer gathers statistics of rows
/// @param chooser chooses what the rows have to be read a second time for
/// @param learner fits a model to statistics, with options by which nothing is left to choose
/// @param scorer scores rows
record Form<B extends RowBatch, M extends Classifier<?, ?>>(
    Class<M> models,
    BiFunction<Inputs, Table, B> rows,
    Gatherer<B> gatherer,
    Chooser<B> chooser,
    BiFunction<Statistics, FitOptions, M> learner,
    BiFunction<M, Inputs, Scorer<?, B>> scorer) {

  /// Gathers the statistics that a model is fitted to.
  interface Gatherer<B> {

    /// The statistics of rows.
    ///
    /// @throws IllegalArgumentException if the rows or options do not allow them
    Statistics gather(B rows, Labels labels, FitOptions options, Workers workers);
  }

  /// Chooses options by statistics and a second look at the rows.
  interface Chooser<B> {

    /// The options with what was left to choose.
    FitOptions choose(Statistics statistics, B rows, Labels labels, FitOptions options);
  }

  /// A form in which nothing is chosen by a second look.
  Form(
      Class<M> models,
      BiFunction<Inputs, Table, B> rows,
      Gatherer<B> gatherer,
      BiFunction<Statistics, FitOptions, M> learner,
      BiFunction<M, Inputs, Scorer<?, B>> scorer) {
    this(models, rows, gatherer, (statistics, batch, labels, options) -> options, learner, scorer);
  }

  /// Fits a model to the rows of a file.
  ///
  /// @param labels their classes, and weights if they have any
  /// @throws org.lanewise.cli.table.DataException if the rows are not what the model takes
  /// @throws IllegalArgumentException if the rows or options do not allow one
  M fit(Inputs inputs, Table table, Labels labels, FitOptions options, Workers workers) {
    B batch = rows.apply(inputs, table);
    Statistics statistics = gatherer.gather(batch, labels, options, workers);
    return learner.apply(statistics, chooser.choose(statistics, batch, labels, options));
  }

  /// The statistics of the rows of a file.
  ///
  /// @throws org.lanewise.cli.table.DataException if the rows are not what the model takes
  /// @throws IllegalArgumentException if the rows or options do not allow them
  Statistics gather(
      Inputs inputs, Table table, Labels labels, FitOptions options, Workers workers) {
    return gatherer.gather(rows.apply(inputs, table), labels, options, workers);
  }

  /// Statistics of the kind that a model takes.
  ///
  /// @throws IllegalArgumentException if they are others
  static <S extends Statistics> S as(Class<S> kind, Statistics statistics) {
    if (!kind.isInstance(statistics)) {
      throw new IllegalArgumentException(
          "the statistics are %s; %s are expected"
              .formatted(statistics.getClass().getSimpleName(), kind.getSimpleName()));
    }
    return kind.cast(statistics);
  }

  /// The rows of a file with the scorer of a model, which has to be one of [#models].
  ///
  /// @throws org.lanewise.cli.table.DataException if the rows are not what the model takes
  Batch<B> batch(Classifier<?, ?> model, Inputs inputs, Table table) {
    B batch = rows.apply(inputs, table);
    return model instanceof CalibratedClassifier<?, ?> calibrated
        ? new Batch<>(
            calibrated.tempered(scorer.apply(models.cast(calibrated.model()), inputs)), batch)
        : new Batch<>(scorer.apply(models.cast(model), inputs), batch);
  }
}
