package org.lanewise.cli.model;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.lanewise.cli.rows.FileWording;
import org.lanewise.cli.rows.Inputs;
import org.lanewise.cli.rows.Memory;
import org.lanewise.cli.rows.Rows;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.Table;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.Workers;
import org.lanewise.model.Classifier;
import org.lanewise.model.gaussian.ExpectationMaximization;
import org.lanewise.model.gaussian.GaussianClassifier;
import org.lanewise.model.gaussian.IndicatorClassifier;
import org.lanewise.model.gaussian.SingularCovarianceException;

/// A model fitted to the rows of a file, which may have missing values.
///
/// @param labels those of the rows that it was fitted to
/// @param rows the treatment of those with missing values; empty if the model has no covariances
record RowsFit(Classifier<?, ?> model, Labels labels, Optional<IncompleteRows> rows) {

  /// Fits a model. If no row lacks a value, the fit of covariances is bit-identical to others.
  ///
  /// @param labels those of the rows, with the classes that have any
  /// @throws DataException if a covariance is singular
  /// @throws IllegalArgumentException if the rows or options do not allow a fit
  static RowsFit of(
      ClassifierKind kind,
      FitOptions options,
      Inputs inputs,
      Table training,
      Labels labels,
      Workers workers) {
    if (options.missing().isPresent() && kind.hasBlocks()) {
      Optional<RowsFit> fit =
          new MixedForm(inputs.types().orElseThrow())
              .maximized(options, inputs, training, labels, workers);
      if (fit.isPresent()) {
        return fit.get();
      }
    }
    if (options.missing().isEmpty() || !kind.takes(Parameter.INCOMPLETE)) {
      Classifier<?, ?> model = kind.fit(inputs, training, labels, options, workers);
      return new RowsFit(model, labels, Optional.empty());
    }
    BitSet lacking = IncompleteRows.lacking(training, inputs);
    if (options.incomplete() == IncompleteRows.Way.EM && !lacking.isEmpty()) {
      return maximized(kind, options, inputs, training, labels, lacking.cardinality(), workers);
    }
    int[] kept = IncompleteRows.others(training, lacking);
    Table complete = lacking.isEmpty() ? training : training.select(kept);
    Labels ofComplete = lacking.isEmpty() ? labels : labels.select(kept);
    return new RowsFit(
        kind.fit(inputs, complete, ofComplete, options, workers),
        ofComplete,
        Optional.of(IncompleteRows.of(lacking.cardinality(), options.incomplete())));
  }

  private static RowsFit maximized(
      ClassifierKind kind,
      FitOptions options,
      Inputs inputs,
      Table training,
      Labels labels,
      long lacking,
      Workers workers) {
    if (options.discriminant().shrinkage().readsRowsAgain()) {
      throw new IllegalArgumentException(
          "--shrinkage %s reads the rows a second time, and %d of them have missing values; use a number, oas or oas-sklearn, or --incomplete drop"
              .formatted(options.given().get(Parameter.SHRINKAGE), lacking));
    }
    Optional<IndicatorRows> indicators =
        options.hasIndicators()
            ? Optional.of(IndicatorRows.of(kind.form(inputs).batch(inputs, training)))
            : Optional.empty();
    FileWording wording = new FileWording(training, inputs, labels.classes());
    List<ExpectationMaximization> fits = new ArrayList<>();
    Function<NumericColumns, Classifier<?, ?>> fit =
        columns -> {
          ExpectationMaximization em =
              maximized(kind.sharesCovariance(), columns, labels, options.maximization(), workers);
          fits.add(em);
          return kind.recipe(options, inputs, em.statistics()).fit(em.statistics());
        };
    Classifier<?, ?> ofRows =
        worded(
            indicators.map(rows -> wording.of(rows.indicators())).orElse(wording),
            kind.regularizationOfComplete(),
            () ->
                indicators
                    .<Classifier<?, ?>>map(rows ->
                        IndicatorClassifier.of(
                            rows.indicators(),
                            (GaussianClassifier)
                                rows.fitted(kind, options, labels, rows.incompleteColumns(), fit)))
                    .orElseGet(() -> fit.apply(Rows.numbers(inputs, training))));
    return new RowsFit(ofRows, labels, Optional.of(IncompleteRows.of(lacking, fits.getLast())));
  }

  /// Returns statistics of rows that may have missing values, by expectation-maximisation.
  ///
  /// @param shared whether classes share a covariance
  /// @param until when to stop
  /// @throws IllegalArgumentException if the rows do not allow them
  static ExpectationMaximization maximized(
      boolean shared,
      NumericColumns rows,
      Labels labels,
      ExpectationMaximization.Options until,
      Workers workers) {
    Memory.requireScatters(rows.featureCount(), labels.classCount(), false);
    return shared
        ? ExpectationMaximization.shared(rows, labels, until, workers)
        : ExpectationMaximization.byClass(rows, labels, until, workers);
  }

  /// Refuses rows with missing values whose covariances are singular.
  ///
  /// @param otherwise what else helps
  /// @throws DataException if a covariance is singular
  static <T> T worded(FileWording wording, String otherwise, Supplier<T> fit) {
    try {
      return fit.get();
    } catch (SingularCovarianceException e) {
      DataException refusal = wording.refusal(e);
      throw new DataException(
          // Without its advice to regularise, which does not help here.
          refusal.getMessage().replaceFirst("(?<=\\(condition number [^)]{1,40}\\));.*", "")
              + "; expectation-maximisation needs a non-singular covariance, even with"
              + " regularisation; use "
              + otherwise,
          refusal);
    }
  }
}
