package org.lanewise.cli.validation;

import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.lanewise.cli.model.ClassifierKind;
import org.lanewise.cli.model.FittedModel;
import org.lanewise.cli.model.Form;
import org.lanewise.cli.model.IncompleteRows;
import org.lanewise.cli.model.Parameter;
import org.lanewise.cli.rows.Inputs;
import org.lanewise.cli.rows.UnknownValue;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.NumberFeatures;
import org.lanewise.cli.table.Table;
import org.lanewise.data.LanewiseException;
import org.lanewise.data.RowBatch;
import org.lanewise.data.Wording;
import org.lanewise.inference.DensityRanks;
import org.lanewise.inference.Typicality;
import org.lanewise.model.gaussian.CovarianceDivisor;
import org.lanewise.model.gaussian.GaussianClassifier;
import org.lanewise.model.gaussian.IndicatorClassifier;
import org.lanewise.model.gaussian.TransformedClassifier;

/// How usual the rows of a file are in each class of a model.
///
/// @param pValues the p-value of every row of a table and class
/// @param ranks the densities that rows are ranked among; none if the distribution is known
public record RowTypicality(
    BiFunction<Inputs, Table, double[]> pValues, Optional<DensityRanks> ranks) {

  /// Of the rows that are drawn from models of Naive Bayes.
  public static final long SEED = 1;

  private static <R, B extends RowBatch> RowTypicality of(Form<?, ?> form, Typicality<R, B> law) {
    return new RowTypicality(
        (inputs, table) -> {
          // The law is of rows in the form of the model.
          @SuppressWarnings("unchecked")
          B batch = (B) complete(form, inputs, table);
          double[] values = new double[Math.multiplyExact(batch.rowCount(), law.classCount())];
          law.pValues(batch, values);
          return values;
        },
        law.ranks());
  }

  /// By ranks that the model keeps.
  private static <R, B extends RowBatch> RowTypicality kept(
      FittedModel model, DensityRanks ranks, Form<R, B> form) {
    return of(
        form,
        ranks.typicality(model.uncalibrated().scorer(form.format()), model.classifier().priors()));
  }

  /// That of a model.
  ///
  /// @throws DataException if there is none
  public static RowTypicality of(FittedModel model) {
    ClassifierKind kind = model.kind();
    Form<?, ?> form = kind.form(model.inputs());
    if (kind.typicality() == ClassifierKind.Typicality.NONE) {
      throw refusal("typicality is not available for a model of " + model.kindName());
    }
    try {
      if (model.inputs().missing().isPresent()) {
        requireCompleteFit(model);
      }
      if (model.training().ranks().isPresent()) {
        return kept(model, model.training().ranks().get(), form);
      }
      if (model.uncalibrated() instanceof IndicatorClassifier) {
        throw refusal(
            "it does not apply to a model with --categories indicator, which is not normal");
      }
      if (model.uncalibrated() instanceof TransformedClassifier) {
        throw needsRanks("a model with --transform");
      }
      return switch (kind.typicality()) {
        case DISTRIBUTION ->
            of(
                form,
                Typicality.of(
                    (GaussianClassifier) model.uncalibrated(), divisor(model), classRows(model)));
        case RANKS -> throw needsRanks(kind.id());
        default -> of(form, Typicality.drawn(model.uncalibrated().in(form.format()), SEED));
      };
    } catch (LanewiseException e) {
      throw refusal(e.message(Wording.of(model.classifier().features(), model.classes())));
    }
  }

  /// Refuses a model that was, or may have been, fitted to incomplete rows, unless rows are drawn
  /// from it.
  private static void requireCompleteFit(FittedModel model) {
    if (model.kind() == ClassifierKind.CATEGORICAL_NB
        || model.kind() == ClassifierKind.GAUSSIAN_NB) {
      return;
    }
    if (!model.kind().isOfNormalClasses()) {
      throw refusal(
          "rows may have missing values, and incomplete rows are likelier than complete ones");
    }
    boolean complete =
        model
            .incomplete()
            .map(rows -> rows.count() == 0 || rows.way() == IncompleteRows.Way.DROP)
            .orElse(true);
    if (!complete) {
      throw refusal(
          "the model was fitted to rows with missing values, so a row's distance from a class"
              + " follows no known distribution; fit it with --incomplete drop");
    }
  }

  private static DataException needsRanks(String what) {
    return refusal(
        "%s ranks rows among its training rows, which the model does not keep; fit it with --typicality"
            .formatted(what));
  }

  private static DataException refusal(String why) {
    return new DataException("--typicality: " + why);
  }

  private static CovarianceDivisor divisor(FittedModel model) {
    return "unbiased".equals(model.options().get(Parameter.COVARIANCE))
        ? CovarianceDivisor.UNBIASED
        : CovarianceDivisor.MAXIMUM_LIKELIHOOD;
  }

  private static long[] classRows(FittedModel model) {
    boolean shrunk =
        Stream.of(Parameter.SHRINKAGE, Parameter.RIDGE, Parameter.REG)
            .map(model.options()::get)
            .anyMatch(text -> text != null && !text.matches("0*\\.?0*"));
    if (shrunk) {
      throw refusal(
          "the covariances of the model were shrunk, so a row's distance from a class follows no"
              + " known distribution; fit it with --typicality, or without --shrinkage, --ridge and"
              + " --reg");
    }
    if (model.training().classRows().isEmpty()) {
      throw refusal(
          "the model does not record the number of training rows of each class; fit it with this"
              + " command, without weights or with --typicality");
    }
    return model.training().classRows().stream().mapToLong(count -> count).toArray();
  }

  /// Rows without missing values and categories that were not learned: a row that lacks a value is
  /// likelier than one that has it.
  static RowBatch complete(Form<?, ?> form, Inputs inputs, Table table) {
    RowBatch rows = form.batch(inputs, table);
    for (int row = 0; row < table.rowCount(); row++) {
      int feature = UnknownValue.firstOf(rows, row);
      if (feature >= 0) {
        throw new DataException(
            "%s, %s, %s: the value is %s; --typicality needs complete rows"
                .formatted(
                    table.file(),
                    table.place(row),
                    inputs.describe(feature),
                    table.features() instanceof NumberFeatures ? "missing" : "missing or unseen"));
      }
    }
    return rows;
  }
}
