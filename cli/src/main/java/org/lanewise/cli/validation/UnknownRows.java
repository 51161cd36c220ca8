package org.lanewise.cli.validation;

import java.util.Optional;
import java.util.function.Consumer;
import org.lanewise.cli.answers.PredictionRequest;
import org.lanewise.cli.model.ClassifierKind;
import org.lanewise.cli.model.FitOptions;
import org.lanewise.cli.model.FittedModel;
import org.lanewise.cli.model.Form;
import org.lanewise.cli.model.IncompleteRows;
import org.lanewise.cli.rows.FileWording;
import org.lanewise.cli.rows.Inputs;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.RowCopies;
import org.lanewise.cli.table.Table;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.inference.RelativeMahalanobis;
import org.lanewise.model.Classifier;
import org.lanewise.model.Recipe;

/// Rows that belong to none of the classes, by their relative Mahalanobis distance.
///
/// @param test the test of a model
/// @param form makes rows of a file
/// @param share the share of known rows that may be rejected
public record UnknownRows(RelativeMahalanobis test, Form<?, ?> form, double share)
    implements PredictionRequest.Unknown {

  /// The test of a model that keeps what it needs.
  ///
  /// @throws DataException if it does not
  public static UnknownRows of(FittedModel model, double share) {
    RelativeMahalanobis.Reference reference =
        model
            .training()
            .reference()
            .orElseThrow(() ->
                new DataException(
                    "--unknown: the model does not keep the ranks of known rows; fit it with"
                        + " --unknown"));
    return new UnknownRows(
        RelativeMahalanobis.of(model.uncalibrated(), reference),
        model.kind().form(model.inputs()),
        share);
  }

  /// A sentence about a share below the p-value of a row as far out as can be, which then rejects
  /// none.
  public Optional<String> tooFew() {
    double least = test.pValueOf(Double.POSITIVE_INFINITY);
    return least <= share
        ? Optional.empty()
        : Optional.of(
            "--unknown %s rejects no row: with %d ranked training rows no p-value is below %s; give a larger share, or fit to more rows"
                .formatted(share, test.reference().ranks().logDensities(0).length, (float) least));
  }

  /// The reference of a model that was fitted to rows.
  ///
  /// @param together whether identical rows are left out together
  /// @param notes gets a note if there are such rows
  /// @throws DataException if there is none
  @SuppressWarnings("unchecked") // The recipe of normal classes takes numbers.
  public static RelativeMahalanobis.Reference reference(
      FittedModel model, FitOptions options, Table read, boolean together, Consumer<String> notes) {
    ClassifierKind kind = model.kind();
    Table rows = IncompleteRows.complete(read, kind, options, "--unknown");
    Labels labels = FittedModel.ofClassesWithRows(rows.labels());
    RowCopies copied = RowCopies.of(rows, together);
    copied.noteOfRanks().ifPresent(notes);
    try {
      RowBatch batch = kind.form(model.inputs()).batch(model.inputs(), rows);
      Recipe<? extends Classifier<double[], NumericColumns>> recipe =
          (Recipe<? extends Classifier<double[], NumericColumns>>)
              kind.recipe(options, model.inputs(), batch, labels);
      return RelativeMahalanobis.of(recipe, (NumericColumns) batch, labels, copied.identical())
          .reference();
    } catch (IllegalArgumentException e) {
      throw new FileWording(rows, model.inputs(), labels.classes()).refusal(e);
    }
  }

  @Override
  public double[] distances(Inputs inputs, Table rows) {
    double[] distances = new double[rows.rowCount()];
    test.distances((NumericColumns) form.batch(inputs, rows), distances);
    return distances;
  }

  @Override
  public boolean rejects(double distance) {
    return test.pValueOf(distance) <= share;
  }
}
