package org.lanewise.cli.validation;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BiFunction;
import org.lanewise.cli.answers.Explained;
import org.lanewise.cli.answers.PredictionRequest;
import org.lanewise.cli.model.FittedModel;
import org.lanewise.cli.model.Form;
import org.lanewise.cli.rows.Inputs;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.Table;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.explanation.Explainer;
import org.lanewise.explanation.Explanation;

/// Why the rows of a file are of their classes: the parts of the features in the log-odds of the
/// most probable class against another.
///
/// @param rows creates the explainer of a table
/// @param against the class to compare with, unless it is the most probable one
/// @param count the number of features named for each row
/// @param isSorted whether these are the features with the largest contributions
/// @param hasBaseline whether parts are about a baseline
public record RowExplanation(
    BiFunction<Inputs, Table, Row> rows,
    OptionalInt against,
    int count,
    boolean isSorted,
    boolean hasBaseline)
    implements PredictionRequest.Explaining {

  /// Explains why a row of a batch is of one class rather than of another.
  interface Row {
    Explanation explain(int row, int label, int other);
  }

  /// Explanations by a model, without its temperature: that divides the log-odds of a row by a
  /// number that is no sum over features.
  ///
  /// @param most how many features are named of each row, those that say most; MAX_VALUE for all of
  ///   them in their order
  /// @param against the class to compare with; by default, and where it is the most probable one,
  ///   the second most probable
  /// @param baseline the row that the parts are about: the mean of a class, or without one of all
  ///   classes by their priors; none for the parts of the model's own formula
  /// @throws DataException if the model cannot be explained, or not about a baseline
  public static RowExplanation of(
      FittedModel model, int most, OptionalInt against, Optional<OptionalInt> baseline) {
    int d = model.classifier().featureCount();
    if (model.classes().count() < 2) {
      throw new DataException(
          "--explain: the model has only one class, '%s'; expected two or more"
              .formatted(model.classes().name(0)));
    }
    return new RowExplanation(
        rows(
            model,
            model.kind().form(model.inputs()),
            baseline.map(asked -> BaselineRow.of(model, asked))),
        against,
        Math.min(most, d),
        most < Integer.MAX_VALUE,
        baseline.isPresent());
  }

  private static <R, B extends RowBatch> BiFunction<Inputs, Table, Row> rows(
      FittedModel model, Form<R, B> form, Optional<double[]> baseline) {
    Explainer<R> plain = Explainer.of(model.uncalibrated().in(form.format(model.inputs())));
    Explainer<R> explainer =
        baseline
            .map(row -> NumericColumns.fromRows(new double[][] {row}))
            .map(row -> plain.about(form.format().row(form.fromNumbers(row), 0)))
            .orElse(plain);
    return (inputs, table) -> {
      B batch = form.batch(inputs, table);
      return (row, label, other) -> explainer.explain(form.format().row(batch, row), label, other);
    };
  }

  @Override
  public Explained explain(Inputs inputs, Table table, int[] labels, int[] others) {
    Row each = rows.apply(inputs, table);
    int n = labels.length;
    Explained explained =
        new Explained(
            new int[n],
            new double[n],
            new double[n],
            new double[n],
            new int[Math.multiplyExact(n, count)],
            new double[n * count]);
    for (int row = 0; row < n; row++) {
      int other =
          against.isPresent() && against.getAsInt() != labels[row]
              ? against.getAsInt()
              : others[row];
      Explanation why = each.explain(row, labels[row], other);
      explained.against()[row] = why.against();
      explained.logOdds()[row] = why.logOdds();
      explained.priors()[row] = why.prior();
      explained.baselines()[row] = why.baseline();
      int from = row * count;
      if (isSorted) {
        largest(why, inputs.features().count(), from, explained);
      } else {
        for (int feature = 0; feature < count; feature++) {
          explained.features()[from + feature] = feature;
          explained.contributions()[from + feature] = why.contribution(feature);
        }
      }
    }
    return explained;
  }

  /// The features with the largest contributions, in descending order; ties go to the lowest index.
  private void largest(Explanation why, int featureCount, int from, Explained explained) {
    int[] features = explained.features();
    double[] parts = explained.contributions();
    int known = 0;
    for (int feature = 0; feature < featureCount; feature++) {
      double part = why.contribution(feature);
      if (known == count && !(Math.abs(part) > Math.abs(parts[from + count - 1]))) {
        continue;
      }
      int at = known < count ? known++ : count - 1;
      while (at > 0 && Math.abs(parts[from + at - 1]) < Math.abs(part)) {
        features[from + at] = features[from + at - 1];
        parts[from + at] = parts[from + at - 1];
        at--;
      }
      features[from + at] = feature;
      parts[from + at] = part;
    }
  }
}
