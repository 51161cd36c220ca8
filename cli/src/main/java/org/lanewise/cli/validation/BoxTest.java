package org.lanewise.cli.validation;

import org.lanewise.cli.model.FittedModel;
import org.lanewise.cli.rows.FileWording;
import org.lanewise.cli.rows.Memory;
import org.lanewise.cli.rows.Rows;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.Table;
import org.lanewise.data.Labels;
import org.lanewise.data.Workers;
import org.lanewise.inference.EqualCovariances;
import org.lanewise.statistics.GaussianStatistics;

/// Box's M test of the rows that a model was fitted to.
public final class BoxTest {

  private BoxTest() {}

  /// Whether the classes share a covariance.
  ///
  /// @param rows those of the fit, part by part
  /// @throws DataException if they do not allow the test
  public static EqualCovariances of(FittedModel model, Iterable<Table> rows, Workers workers) {
    int features = model.classifier().featureCount();
    Memory.requireScatters(features, model.classes().count(), false);
    GaussianStatistics statistics = new GaussianStatistics(features);
    statistics.on(workers);
    Table last = null;
    try {
      for (Table part : rows) {
        last = part;
        Labels labels = FittedModel.ofClassesWithRows(part.labels());
        requireWeightsOfOne(labels);
        statistics.add(Rows.numbers(model.inputs(), part), labels);
      }
      return EqualCovariances.of(statistics);
    } catch (IllegalArgumentException e) {
      throw new DataException(
          "--box-m: "
              + new FileWording(last, model.inputs(), statistics.classes()).refusal(e).getMessage(),
          e);
    }
  }

  /// Weights whose sum is the number of rows look like none to the statistics.
  private static void requireWeightsOfOne(Labels labels) {
    for (int row = 0; row < labels.rowCount(); row++) {
      if (labels.weight(row) != 1) {
        throw new DataException(
            "--box-m: a row has weight %s; the test needs rows of weight 1"
                .formatted(labels.weight(row)));
      }
    }
  }
}
