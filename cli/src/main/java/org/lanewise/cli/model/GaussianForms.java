package org.lanewise.cli.model;

import java.util.Optional;
import org.lanewise.cli.rows.Memory;
import org.lanewise.cli.rows.Rows;
import org.lanewise.data.Labels;
import org.lanewise.data.MissingValues;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.Workers;
import org.lanewise.model.gaussian.DiscriminantOptions;
import org.lanewise.model.gaussian.GaussianClassifier;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.model.gaussian.RegularizedDiscriminant;
import org.lanewise.model.gaussian.Shrinkage;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.VarianceStatistics;

/// The forms of the models of normal classes.
final class GaussianForms {

  static final Form<?, ?> LINEAR = form(LinearDiscriminant.class, GaussianForms::linear);
  static final Form<?, ?> QUADRATIC = form(QuadraticDiscriminant.class, GaussianForms::quadratic);
  static final Form<?, ?> REGULARIZED =
      form(
          RegularizedDiscriminant.class,
          (rows, labels, options, workers) ->
              RegularizedDiscriminant.fit(
                  statistics(rows, labels, workers), options.regularized()));
  static final Form<?, ?> NAIVE =
      form(
          GaussianNaiveBayes.class,
          (rows, labels, options, workers) ->
              GaussianNaiveBayes.fit(
                  new VarianceStatistics(rows.features(), labels.classes())
                      .withMissing(missing(options.missing()))
                      .on(workers)
                      .add(rows, labels),
                  options.gaussianBayes()));

  /// Scatters of all classes with more numbers than this are not kept where one is enough.
  private static final long MAX_SCATTER_VALUES = 1 << 23;

  /// More classes than this are rare: fewer features than they allow are always gathered alike.
  private static final int MANY_CLASSES = 1 << 10;

  private GaussianForms() {}

  /// Whether there is a scatter for each class, however many classes there are.
  static boolean hasRoomForAnyClasses(long featureCount) {
    return MANY_CLASSES * (featureCount * (featureCount + 1) / 2) <= MAX_SCATTER_VALUES;
  }

  private static <M extends GaussianClassifier> Form<NumericColumns, M> form(
      Class<M> models, Form.Learner<NumericColumns, M> learner) {
    return new Form<>(
        models, Rows::numbers, learner, (model, inputs) -> model.scorer(missing(inputs.missing())));
  }

  /// What NaN is where a missing value has this text, if it has one.
  static MissingValues missing(Optional<String> text) {
    return text.isPresent() ? MissingValues.ALLOW : MissingValues.REFUSE;
  }

  private static LinearDiscriminant linear(
      NumericColumns rows, Labels labels, FitOptions options, Workers workers) {
    boolean perClass =
        options.discriminant().shrinkage() instanceof Shrinkage.LedoitWolf(boolean asScikitLearn)
            && asScikitLearn;
    GaussianStatistics statistics =
        perClass ? statistics(rows, labels, workers) : shared(rows, labels, workers);
    return LinearDiscriminant.fit(statistics, chosen(statistics, rows, labels, options));
  }

  private static QuadraticDiscriminant quadratic(
      NumericColumns rows, Labels labels, FitOptions options, Workers workers) {
    if (options.discriminant().shrinkage() instanceof Shrinkage.LedoitWolf(boolean asScikitLearn)
        && !asScikitLearn) {
      throw new IllegalArgumentException(
          "--shrinkage lw is of a covariance that all classes share, as lda has it; a number,"
              + " oas, oas-sklearn or lw-sklearn was expected for qda");
    }
    GaussianStatistics statistics = statistics(rows, labels, workers);
    return QuadraticDiscriminant.fit(statistics, chosen(statistics, rows, labels, options));
  }

  /// The options with a shrinkage that may take the rows a second time to be chosen.
  private static DiscriminantOptions chosen(
      GaussianStatistics statistics, NumericColumns rows, Labels labels, FitOptions options) {
    DiscriminantOptions discriminant = options.discriminant();
    return discriminant.withShrinkage(discriminant.shrinkage().chosen(statistics, rows, labels));
  }

  private static GaussianStatistics statistics(
      NumericColumns rows, Labels labels, Workers workers) {
    Memory.requireScatters(rows.featureCount(), labels.classCount(), false);
    return new GaussianStatistics(rows.features(), labels.classes()).on(workers).add(rows, labels);
  }

  /// Statistics for one covariance that all classes share: without the scatter of each class where
  /// those would be large.
  private static GaussianStatistics shared(NumericColumns rows, Labels labels, Workers workers) {
    long d = rows.featureCount();
    int classCount = labels.classCount();
    if (hasRoomForAnyClasses(d) || classCount * (d * (d + 1) / 2) <= MAX_SCATTER_VALUES) {
      return statistics(rows, labels, workers);
    }
    Memory.requireScatters(d, classCount, true);
    return GaussianStatistics.pooled(rows.features(), labels.classes())
        .on(workers)
        .add(rows, labels);
  }
}
