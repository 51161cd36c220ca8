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

/// How a classifier takes the rows of a file: what they become, what is fitted to them and what
/// scores them, all of the same type of rows.
///
/// @param <B> what the rows are
/// @param <M> what the model is
/// @param models the class of the model
/// @param rows makes rows of that type of the rows of a file
/// @param learner fits a model to them
/// @param scorer scores them
record Form<B extends RowBatch, M extends Classifier<?, ?>>(
    Class<M> models,
    BiFunction<Inputs, Table, B> rows,
    Learner<B, M> learner,
    BiFunction<M, Inputs, Scorer<?, B>> scorer) {

  /// Fits a model to rows.
  interface Learner<B, M> {

    /// Fits a model.
    ///
    /// @throws IllegalArgumentException if the rows or options do not allow one
    M fit(B rows, Labels labels, FitOptions options, Workers workers);
  }

  /// Fits a model to the rows of a file.
  ///
  /// @param labels their classes, and weights if they have any
  /// @throws org.lanewise.cli.table.DataException if the rows are not what the model takes
  /// @throws IllegalArgumentException if the rows or options do not allow one
  M fit(Inputs inputs, Table table, Labels labels, FitOptions options, Workers workers) {
    return learner.fit(rows.apply(inputs, table), labels, options, workers);
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
