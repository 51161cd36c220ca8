package org.lanewise.validation;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowFormat;
import org.lanewise.data.Workers;
import org.lanewise.internal.tasks.RowTasks;
import org.lanewise.model.Classifier;
import org.lanewise.model.Recipe;
import org.lanewise.model.gaussian.LowRankDiscriminant;
import org.lanewise.model.gaussian.LowRankOptions;
import org.lanewise.validation.CrossValidation.Training;

/// The rows of each fold left out of one fit.
///
/// @param rows the rows
/// @param labels their classes and weights
/// @param folds several folds are in progress at once, each with statistics of its own
record FoldRemoval(NumericColumns rows, Labels labels, Folds folds, Workers workers) {

  /// @param recipes of models of numbers that share decompositions
  List<LeaveOneOut> of(List<Recipe<?>> recipes) {
    int n = labels.rowCount();
    List<LeaveOneOut> results =
        recipes.stream()
            .map(_ ->
                new LeaveOneOut(labels, new double[Math.multiplyExact(n, labels.classCount())]))
            .toList();
    boolean[] scored = new boolean[n];
    RowTasks.run(workers, folds.count(), 1, (fold, _) -> leaveOut(fold, recipes, results, scored));
    for (LeaveOneOut result : results) {
      IntStream.range(0, n).filter(row -> !scored[row]).forEach(result::leaveOut);
      result.finished();
    }
    return results;
  }

  private void leaveOut(
      int fold, List<Recipe<?>> recipes, List<LeaveOneOut> results, boolean[] scored) {
    Training training = Training.of(labels, folds.trainRows(fold));
    int[] known = training.classes();
    int[] tested =
        IntStream.of(folds.testRows(fold))
            .filter(row -> Arrays.binarySearch(known, labels.index(row)) >= 0)
            .toArray();
    double[][] values = new double[tested.length][rows.featureCount()];
    for (int i = 0; i < tested.length; i++) {
      rows.row(tested[i], values[i]);
      scored[tested[i]] = true;
    }
    if (tested.length == 0) {
      return;
    }
    NumericColumns batch = NumericColumns.fromRows(values);
    Iterator<? extends Classifier<?, ?>> models = models(recipes, training.labels());
    for (LeaveOneOut result : results) {
      double[][] joints = models.next().scorer(RowFormat.NUMBERS).logJoint(batch);
      for (int j = 0; j < tested.length; j++) {
        int at = result.at(tested[j]);
        Arrays.fill(result.values(), at, at + labels.classCount(), Double.NEGATIVE_INFINITY);
        for (int c = 0; c < known.length; c++) {
          result.values()[at + known[c]] = joints[j][c];
        }
      }
    }
  }

  private Iterator<? extends Classifier<?, ?>> models(List<Recipe<?>> recipes, Labels training) {
    return recipes.size() == 1
        ? List.of(recipes.getFirst().fit(rows, training)).iterator()
        : LowRankDiscriminant.fitEach(
                recipes.stream().map(recipe -> (LowRankOptions) recipe.options()).toList(),
                rows,
                training)
            .iterator();
  }
}
