package org.lanewise.cli.classifier;

import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.lanewise.cli.data.DataException;
import org.lanewise.cli.data.Table;
import org.lanewise.data.Labels;
import org.lanewise.data.Samples;
import org.lanewise.data.Workers;
import org.lanewise.model.Classifier;
import org.lanewise.score.UnseenCategory;

/// A classifier with what the rows of a file need to be scored by it.
///
/// @param kind what it is
/// @param classifier the model
/// @param classNames the names of its classes
/// @param inputs its features
/// @param options how it was fitted: the options that were given, with their texts
/// @param shrinkageIntensities those of its covariances: one for all classes or one for each, none
///   without shrinkage
public record FittedModel(
    ClassifierKind kind,
    Classifier<?, ?> classifier,
    List<String> classNames,
    Inputs inputs,
    Map<Parameter, String> options,
    List<Double> shrinkageIntensities) {

  private static final int MOST_CHUNK_ROWS = 1 << 16;
  private static final int LEAST_CHUNK_ROWS = 1 << 8;
  private static final int CHUNK_VALUES = 1 << 22;

  // Core knows classes and features by index alone.
  private static final Pattern CLASS = Pattern.compile("\\bclass ([0-9]+)\\b");
  private static final Pattern FEATURES =
      Pattern.compile("\\bfeatures? ([0-9]+(?:, [0-9]+)*)\\b(?! more)");

  /// Copies the names and checks that everything fits together.
  public FittedModel {
    classNames = List.copyOf(classNames);
    options = FitOptions.copy(options);
    shrinkageIntensities = List.copyOf(shrinkageIntensities);
    if (classNames.size() != classifier.classCount()
        || inputs.featureCount() != classifier.featureCount()) {
      throw new IllegalArgumentException(
          "%d class names and %d features were given; %d and %d were expected"
              .formatted(
                  classNames.size(),
                  inputs.featureCount(),
                  classifier.classCount(),
                  classifier.featureCount()));
    }
  }

  /// Fits a classifier.
  ///
  /// @param training rows with labels
  /// @throws DataException if the rows or options do not allow it
  public static FittedModel fit(
      ClassifierKind kind, FitOptions options, Table training, Workers workers) {
    kind.requireTakes(options.given().keySet());
    Labels labels = Labels.of(training.labels());
    if (labels.classCount() == 1) {
      throw new DataException(
          "%s has one class, '%s', in the rows to learn from; two or more were expected"
              .formatted(training.file(), labels.className(0)));
    }
    Inputs inputs = Inputs.of(training, options);
    Samples rows = kind.representation().of(training, inputs);
    double[] weights = training.weights().length == 0 ? null : training.weights();
    try {
      Fit fit = kind.fit(new ClassifierKind.Training(rows, labels, weights, workers), options);
      return new FittedModel(
          kind,
          fit.classifier(),
          labels.classNames(),
          inputs,
          options.given(),
          fit.shrinkageIntensities());
    } catch (IllegalArgumentException e) {
      throw new DataException(
          "%s: %s".formatted(training.file(), named(e.getMessage(), labels.classNames(), inputs)),
          e);
    }
  }

  /// How many rows are best scored at once: few enough that k numbers for each take little memory.
  public int chunkRows() {
    return Math.clamp(CHUNK_VALUES / classNames.size(), LEAST_CHUNK_ROWS, MOST_CHUNK_ROWS);
  }

  /// The same model with another treatment of categories that were not learned.
  ///
  /// @throws DataException if it has no categories
  public FittedModel withUnseen(UnseenCategory unseen) {
    return new FittedModel(
        kind, classifier, classNames, inputs.withUnseen(unseen), options, shrinkageIntensities);
  }

  /// The same model with another text for missing values.
  ///
  /// @throws DataException if it takes none
  public FittedModel withMissing(String text) {
    if (!kind.takes(Parameter.MISSING)) {
      throw new DataException(
          "--missing was given and the model is of %s; one of %s was expected"
              .formatted(kind, ClassifierKind.namesOfThoseThatTake(Parameter.MISSING)));
    }
    return new FittedModel(
        kind, classifier, classNames, inputs.withMissing(text), options, shrinkageIntensities);
  }

  /// Labels, posteriors and, if the model has a p(x), densities of rows.
  ///
  /// @throws DataException if the rows are not what the model takes
  public Scores score(Table rows, Workers workers) {
    return batch(rows).score(ClassifierKind.hasDensity(classifier), workers);
  }

  /// Labels and posteriors of rows.
  ///
  /// @throws DataException if the rows are not what the model takes
  public Scores posteriors(Table rows, Workers workers) {
    return batch(rows).score(false, workers);
  }

  /// The class index of every row.
  ///
  /// @throws DataException if the rows are not what the model takes
  public int[] predict(Table rows, Workers workers) {
    return batch(rows).predict(workers);
  }

  /// The kernel tier that runs.
  public String kernels() {
    return classifier.scorer().kernels();
  }

  private Batch<?> batch(Table rows) {
    return ClassifierKind.batch(
        classifier, kind.representation().of(rows, inputs), inputs.unseen());
  }

  /// A message of core with the names of classes and features in place of their indices.
  private static String named(String message, List<String> classNames, Inputs inputs) {
    String withClasses =
        CLASS
            .matcher(message)
            .replaceAll(
                match -> Matcher.quoteReplacement(name(match.group(1), match.group(), classNames)));
    return FEATURES
        .matcher(withClasses)
        .replaceAll(match ->
            Matcher.quoteReplacement(
                IntStream.of(indices(match.group(1)))
                    .mapToObj(feature ->
                        feature < inputs.featureCount()
                            ? inputs.describe(feature)
                            : "feature " + feature)
                    .collect(Collectors.joining(", "))));
  }

  private static String name(String digits, String otherwise, List<String> classNames) {
    int label = Integer.parseInt(digits);
    return label < classNames.size() ? "class '%s'".formatted(classNames.get(label)) : otherwise;
  }

  private static int[] indices(String list) {
    return Pattern.compile(", ").splitAsStream(list).mapToInt(Integer::parseInt).toArray();
  }
}
