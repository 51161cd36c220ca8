package org.lanewise.cli.validation;

import java.util.Optional;
import org.lanewise.cli.model.ClassifierKind;
import org.lanewise.cli.model.FitOptions;
import org.lanewise.cli.model.FittedModel;
import org.lanewise.cli.model.IncompleteRows;
import org.lanewise.cli.model.MixedBlocks;
import org.lanewise.cli.rows.FileWording;
import org.lanewise.cli.rows.Rows;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.Table;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.inference.DensityRanks;
import org.lanewise.inference.Typicality;

/// What rows are ranked among to tell how usual they are, found beside a fit.
public final class RowRanks {

  private RowRanks() {}

  /// Whether it can be told of a row of such a model how usual it is.
  public static boolean isFor(ClassifierKind kind) {
    return switch (kind) {
      case LDA, QDA, RDA, GAUSSIAN_NB, BERNOULLI_NB, CATEGORICAL_NB, POISSON_NB, MIXED_NB -> true;
      case MULTINOMIAL_NB, COMPLEMENT_NB -> false;
    };
  }

  /// The ranks of a model; none where there is a law.
  ///
  /// @param rows what it was fitted from
  /// @throws DataException if there are none
  public static Optional<DensityRanks> of(FittedModel model, FitOptions options, Table rows) {
    ClassifierKind kind = model.kind();
    if (kind.isOfNormalClasses() && IncompleteRows.count(rows) > 0) {
      throw new DataException(
          "%s: %d rows lack values, and there is no law of how usual those are; complete rows were expected with --typicality"
              .formatted(rows.file(), IncompleteRows.count(rows)));
    }
    Labels labels = FittedModel.ofClassesWithRows(rows.labels());
    try {
      return switch (kind) {
        case LDA -> Typicality.linear(numbers(model, rows), labels, options.discriminant()).ranks();
        case QDA ->
            Typicality.quadratic(numbers(model, rows), labels, options.discriminant()).ranks();
        case RDA ->
            Typicality.regularized(numbers(model, rows), labels, options.regularized()).ranks();
        case MIXED_NB -> {
          if (options.missing().isPresent()) {
            throw new DataException(
                "--typicality was given with --missing, and rows that lack values are likelier than"
                    + " those that do not; whole rows without --missing were expected");
          }
          yield Typicality.mixed(
                  RowTypicality.completeBlocks(model.inputs(), rows),
                  labels,
                  MixedBlocks.options(model.inputs().types().orElseThrow(), options))
              .ranks();
        }
        default -> RowTypicality.of(model).ranks();
      };
    } catch (IllegalArgumentException e) {
      throw new FileWording(rows, model.inputs(), labels.classes()).refusal(e);
    }
  }

  private static NumericColumns numbers(FittedModel model, Table rows) {
    return Rows.numbers(model.inputs(), rows);
  }
}
