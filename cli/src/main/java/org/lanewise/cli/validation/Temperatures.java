package org.lanewise.cli.validation;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.lanewise.calibration.TemperatureScaling;
import org.lanewise.cli.answers.PredictionRequest;
import org.lanewise.cli.model.ClassifierKind;
import org.lanewise.cli.model.FitOptions;
import org.lanewise.cli.model.FittedModel;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.RowCopies;
import org.lanewise.cli.table.Table;
import org.lanewise.data.Labels;
import org.lanewise.data.Workers;
import org.lanewise.validation.EssentialRows;
import org.lanewise.validation.Folds;

/// Temperatures from rows that a model was not fitted to: each row left out of its fit or, for
/// models without a closed form and for rows that lack values, folds.
public final class Temperatures {

  private Temperatures() {}

  /// The temperature of the least log loss.
  ///
  /// @param together whether identical rows are left out together
  /// @param notes takes sentences on how it was found
  /// @throws DataException if rows or options allow none
  public static TemperatureScaling of(
      ClassifierKind kind,
      FitOptions options,
      Table rows,
      boolean together,
      EssentialRows essential,
      Workers workers,
      Consumer<String> notes) {
    Optional<RowRemoval> removal = RowRemoval.ofComplete(kind, options, rows, together);
    if (removal.isPresent()) {
      removal.get().note().ifPresent(notes);
      if (kind.isOfDirections()) {
        notes.accept(
            "the temperature is fitted to the test rows of %d folds, because %s has no closed form of leave-one-out"
                .formatted(RowRemoval.FOLDS, kind));
      }
      return removal.get().temperature(options, essential, workers);
    }
    notes.accept(
        "the temperature is fitted to the test rows of %d folds, because rows with missing values cannot be left out one by one"
            .formatted(RowRemoval.FOLDS));
    return ofFolds(kind, options, rows, together, workers);
  }

  private static TemperatureScaling ofFolds(
      ClassifierKind kind, FitOptions options, Table rows, boolean together, Workers workers) {
    Labels labels = rows.labels();
    int k = labels.classCount();
    double[][] scores = new double[rows.rowCount()][];
    Folds folds =
        Folds.stratified(
            labels, RowRemoval.FOLDS, RowRemoval.SEED, RowCopies.of(rows, together).identical());
    for (int fold = 0; fold < folds.count(); fold++) {
      FittedModel model =
          FittedModel.fit(kind, options, rows.select(folds.trainRows(fold)), rows, workers);
      int[] known = model.classes().indicesIn(labels.classes());
      int[] testRows = folds.testRows(fold);
      for (int first = 0; first < testRows.length; first += model.chunkRows()) {
        int end = Math.min(testRows.length, first + model.chunkRows());
        int[] chunk = Arrays.copyOfRange(testRows, first, end);
        double[] found =
            model.score(rows.select(chunk), PredictionRequest.SCORES, workers).logPosteriors();
        for (int i = 0; i < chunk.length; i++) {
          double[] ofRow = new double[k];
          Arrays.fill(ofRow, Double.NEGATIVE_INFINITY);
          for (int c = 0; c < known.length; c++) {
            ofRow[known[c]] = found[i * known.length + c];
          }
          scores[chunk[i]] = ofRow;
        }
      }
    }
    int[] possible =
        IntStream.range(0, scores.length)
            .filter(row -> scores[row][labels.index(row)] > Double.NEGATIVE_INFINITY)
            .toArray();
    return TemperatureScaling.fit(
        IntStream.of(possible).mapToObj(row -> scores[row]).toArray(double[][]::new),
        labels.select(possible));
  }
}
