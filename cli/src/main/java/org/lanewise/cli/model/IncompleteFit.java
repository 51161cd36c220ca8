package org.lanewise.cli.model;

import java.util.BitSet;
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
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.model.gaussian.RegularizedDiscriminant;
import org.lanewise.model.gaussian.Shrinkage;
import org.lanewise.model.gaussian.SingularCovarianceException;
import org.lanewise.statistics.GaussianStatistics;

/// A discriminant that is fitted to rows some of which may lack values.
///
/// @param rows what became of those
record IncompleteFit(Classifier<?, ?> model, IncompleteRows rows) {

  /// Fits a discriminant; where no row lacks a value, to the bits of any other fit to them.
  ///
  /// @param labels those of the rows, with the classes that have any
  /// @throws DataException if a covariance is singular
  /// @throws IllegalArgumentException if the rows or options do not allow a fit
  static IncompleteFit of(
      ClassifierKind kind,
      FitOptions options,
      Inputs inputs,
      Table training,
      Labels labels,
      Workers workers) {
    BitSet lacking = IncompleteRows.lacking(training);
    if (options.incomplete() == IncompleteRows.Way.EM && !lacking.isEmpty()) {
      return maximized(kind, options, inputs, training, labels, lacking.cardinality());
    }
    int[] kept = IncompleteRows.others(training, lacking);
    Table complete = lacking.isEmpty() ? training : training.select(kept);
    Labels ofComplete = lacking.isEmpty() ? labels : labels.select(kept);
    return new IncompleteFit(
        kind.form(inputs).fit(inputs, complete, ofComplete, options, workers),
        IncompleteRows.of(lacking.cardinality(), options.incomplete()));
  }

  private static IncompleteFit maximized(
      ClassifierKind kind,
      FitOptions options,
      Inputs inputs,
      Table training,
      Labels labels,
      long lacking) {
    if (options.discriminant().shrinkage() instanceof Shrinkage.LedoitWolf) {
      throw new IllegalArgumentException(
          "--shrinkage %s reads the rows a second time, and %d of them lack values; a number, oas or oas-sklearn was expected, or --incomplete drop"
              .formatted(options.given().get(Parameter.SHRINKAGE), lacking));
    }
    NumericColumns rows = Rows.numbers(inputs, training);
    Memory.requireScatters(rows.featureCount(), labels.classCount(), false);
    ExpectationMaximization em;
    try {
      em =
          kind == ClassifierKind.LDA
              ? ExpectationMaximization.shared(rows, labels)
              : ExpectationMaximization.byClass(rows, labels);
    } catch (SingularCovarianceException e) {
      DataException refusal = new FileWording(training, inputs, labels.classes()).refusal(e);
      throw new DataException(
          refusal.getMessage()
              + ", which expectation and maximisation needs before anything is regularised; --drop"
              + " leaves columns out, --incomplete drop the rows that lack values",
          refusal);
    }
    GaussianStatistics statistics = em.statistics();
    GaussianClassifier model =
        switch (kind) {
          case LDA -> LinearDiscriminant.fit(statistics, options.discriminant());
          case QDA -> QuadraticDiscriminant.fit(statistics, options.discriminant());
          default -> RegularizedDiscriminant.fit(statistics, options.regularized());
        };
    return new IncompleteFit(
        model, new IncompleteRows(lacking, IncompleteRows.Way.EM, em.iterations(), em.converged()));
  }
}
