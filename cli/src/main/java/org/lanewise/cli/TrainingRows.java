package org.lanewise.cli;

import java.util.Optional;
import java.util.stream.StreamSupport;
import org.lanewise.cli.answers.PredictionRequest;
import org.lanewise.cli.model.FittedModel;
import org.lanewise.cli.model.IncompleteRows;
import org.lanewise.cli.report.TrainingFigures;
import org.lanewise.cli.table.Table;
import org.lanewise.cli.validation.BoxTest;
import org.lanewise.data.Workers;

/// Scores the rows that a model was fitted to.
final class TrainingRows {

  private TrainingRows() {}

  /// The rows of these that a model was fitted to, without those that lack values where such were
  /// left out.
  static Iterable<Table> learned(FittedModel model, Iterable<Table> rows) {
    boolean drops =
        model
            .incomplete()
            .filter(incomplete -> incomplete.way() == IncompleteRows.Way.DROP)
            .isPresent();
    return drops
        ? () ->
            StreamSupport.stream(rows.spliterator(), false)
                .map(part -> part.select(IncompleteRows.others(part, model.lacking(part))))
                .filter(part -> part.rowCount() > 0)
                .iterator()
        : rows;
  }

  /// Their likelihoods, and Box's test of them if it is asked for.
  ///
  /// @param rows part by part, as often as they are asked for
  static TrainingFigures figures(
      FittedModel model, Iterable<Table> rows, boolean boxM, Workers workers) {
    TrainingFigures figures =
        new TrainingFigures(
            model, boxM ? Optional.of(BoxTest.of(model, rows, workers)) : Optional.empty());
    for (Table part : rows) {
      for (Table chunk : part.chunks(model.chunkRows())) {
        figures.add(chunk.labels(), model.score(chunk, PredictionRequest.SCORES, workers));
      }
    }
    return figures;
  }
}
