package org.lanewise.cli.model;

import java.util.BitSet;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.lanewise.cli.rows.FileWording;
import org.lanewise.cli.rows.Inputs;
import org.lanewise.cli.rows.Memory;
import org.lanewise.cli.rows.Rows;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.Table;
import org.lanewise.data.Labels;
import org.lanewise.data.MissingValues;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.Workers;
import org.lanewise.model.Classifier;
import org.lanewise.model.gaussian.ExpectationMaximization;
import org.lanewise.model.gaussian.GaussianClassifier;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.model.gaussian.RegularizedDiscriminant;
import org.lanewise.model.gaussian.Shrinkage;
import org.lanewise.model.gaussian.SingularCovarianceException;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.Statistics;
import org.lanewise.statistics.VarianceStatistics;

/// The forms of the models of normal classes.
public final class GaussianForms {

  static final Form<?, ?> LINEAR =
      form(
          LinearDiscriminant.class,
          (rows, labels, options, workers) ->
              gathered(
                  () ->
                      LinearDiscriminant.statistics(
                          rows.features(), labels.classes(), options.discriminant()),
                  rows,
                  labels,
                  workers),
          GaussianForms::chosen,
          (statistics, options) ->
              LinearDiscriminant.fit(scatters(statistics), options.discriminant()));
  static final Form<?, ?> QUADRATIC =
      form(
          QuadraticDiscriminant.class,
          GaussianForms::ofEachClass,
          GaussianForms::chosen,
          (statistics, options) ->
              QuadraticDiscriminant.fit(scatters(statistics), options.discriminant()));
  static final Form<?, ?> REGULARIZED =
      form(
          RegularizedDiscriminant.class,
          (rows, labels, options, workers) -> statistics(rows, labels, workers),
          (statistics, rows, labels, options) -> options,
          (statistics, options) ->
              RegularizedDiscriminant.fit(scatters(statistics), options.regularized()));
  static final Form<?, ?> NAIVE =
      form(
          GaussianNaiveBayes.class,
          (rows, labels, options, workers) ->
              new VarianceStatistics(rows.features(), labels.classes())
                  .withMissing(missing(options.missing()))
                  .on(workers)
                  .add(rows, labels),
          (statistics, rows, labels, options) -> options,
          (statistics, options) ->
              GaussianNaiveBayes.fit(
                  Form.as(VarianceStatistics.class, statistics), options.gaussianBayes()));

  /// Scatters of all classes with more numbers than this are not kept where one is enough.
  private static final long MAX_SCATTER_VALUES = 1 << 23;

  /// More classes than this are rare: fewer features than they allow are always gathered alike.
  private static final int MANY_CLASSES = 1 << 10;

  private GaussianForms() {}

  /// Whether there is a scatter for each class, however many classes there are.
  public static boolean hasRoomForAnyClasses(long featureCount) {
    return MANY_CLASSES * (featureCount * (featureCount + 1) / 2) <= MAX_SCATTER_VALUES;
  }

  private static <M extends GaussianClassifier> Form<NumericColumns, M> form(
      Class<M> models,
      Form.Gatherer<NumericColumns> gatherer,
      Form.Chooser<NumericColumns> chooser,
      BiFunction<Statistics, FitOptions, M> learner) {
    return new Form<>(
        models,
        Rows::numbers,
        gatherer,
        chooser,
        learner,
        (model, inputs) -> model.scorer(missing(inputs.missing())));
  }

  private static GaussianStatistics scatters(Statistics statistics) {
    return Form.as(GaussianStatistics.class, statistics);
  }

  /// What NaN is where a missing value has this text, if it has one.
  public static MissingValues missing(Optional<String> text) {
    return text.isPresent() ? MissingValues.ALLOW : MissingValues.REFUSE;
  }

  /// Whether a shrinkage is chosen class by class in a second pass.
  private static boolean readsEachClassAgain(FitOptions options) {
    return options.discriminant().shrinkage() instanceof Shrinkage.LedoitWolf(boolean asScikitLearn)
        && asScikitLearn;
  }

  private static GaussianStatistics ofEachClass(
      NumericColumns rows, Labels labels, FitOptions options, Workers workers) {
    if (options.discriminant().shrinkage() instanceof Shrinkage.LedoitWolf
        && !readsEachClassAgain(options)) {
      throw new IllegalArgumentException(
          "--shrinkage lw is of a covariance that all classes share, as lda has it; a number,"
              + " oas, oas-sklearn or lw-sklearn was expected for qda");
    }
    return statistics(rows, labels, workers);
  }

  /// The options with a shrinkage that may take the rows a second time to be chosen.
  static FitOptions chosen(
      Statistics statistics, NumericColumns rows, Labels labels, FitOptions options) {
    return options.withShrinkage(
        options.discriminant().shrinkage().chosen(scatters(statistics), rows, labels));
  }

  private static GaussianStatistics statistics(
      NumericColumns rows, Labels labels, Workers workers) {
    return gathered(
        () -> new GaussianStatistics(rows.features(), labels.classes()), rows, labels, workers);
  }

  private static GaussianStatistics gathered(
      Supplier<GaussianStatistics> made, NumericColumns rows, Labels labels, Workers workers) {
    // One scatter is the least that is needed.
    Memory.requireScatters(rows.featureCount(), labels.classCount(), true);
    GaussianStatistics empty = made.get();
    Memory.requireScatters(rows.featureCount(), labels.classCount(), empty.pooled());
    return empty.on(workers).add(rows, labels);
  }

  /// Statistics of rows some of which lack values, by expectation and maximisation.
  ///
  /// @param shared whether classes share a covariance
  /// @param otherwise what else helps where a covariance is singular
  /// @param until when to stop
  /// @throws DataException if one is
  /// @throws IllegalArgumentException if the rows do not allow them
  static ExpectationMaximization maximized(
      boolean shared,
      NumericColumns rows,
      Labels labels,
      FileWording wording,
      String otherwise,
      ExpectationMaximization.Options until,
      Workers workers) {
    Memory.requireScatters(rows.featureCount(), labels.classCount(), false);
    try {
      return shared
          ? ExpectationMaximization.shared(rows, labels, until, workers)
          : ExpectationMaximization.byClass(rows, labels, until, workers);
    } catch (SingularCovarianceException e) {
      DataException refusal = wording.refusal(e);
      throw new DataException(
          refusal.getMessage()
              + ", which expectation and maximisation needs before anything is regularised;"
              + " --drop leaves columns out, "
              + otherwise,
          refusal);
    }
  }

  /// A discriminant that is fitted to rows some of which may lack values.
  ///
  /// @param labels those of the rows that it was fitted to
  /// @param rows what became of those that lack values
  record IncompleteFit(Classifier<?, ?> model, Labels labels, IncompleteRows rows) {

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
        return maximized(kind, options, inputs, training, labels, lacking.cardinality(), workers);
      }
      int[] kept = IncompleteRows.others(training, lacking);
      Table complete = lacking.isEmpty() ? training : training.select(kept);
      Labels ofComplete = lacking.isEmpty() ? labels : labels.select(kept);
      return new IncompleteFit(
          kind.form(inputs).fit(inputs, complete, ofComplete, options, workers),
          ofComplete,
          IncompleteRows.of(lacking.cardinality(), options.incomplete()));
    }

    private static IncompleteFit maximized(
        ClassifierKind kind,
        FitOptions options,
        Inputs inputs,
        Table training,
        Labels labels,
        long lacking,
        Workers workers) {
      if (options.discriminant().shrinkage() instanceof Shrinkage.LedoitWolf) {
        throw new IllegalArgumentException(
            "--shrinkage %s reads the rows a second time, and %d of them lack values; a number, oas or oas-sklearn was expected, or --incomplete drop"
                .formatted(options.given().get(Parameter.SHRINKAGE), lacking));
      }
      ExpectationMaximization em =
          GaussianForms.maximized(
              kind == ClassifierKind.LDA,
              Rows.numbers(inputs, training),
              labels,
              new FileWording(training, inputs, labels.classes()),
              "--incomplete drop the rows that lack values",
              options.maximization(),
              workers);
      GaussianStatistics statistics = em.statistics();
      GaussianClassifier model =
          switch (kind) {
            case LDA -> LinearDiscriminant.fit(statistics, options.discriminant());
            case QDA -> QuadraticDiscriminant.fit(statistics, options.discriminant());
            default -> RegularizedDiscriminant.fit(statistics, options.regularized());
          };
      return new IncompleteFit(model, labels, IncompleteRows.of(lacking, em));
    }
  }
}
