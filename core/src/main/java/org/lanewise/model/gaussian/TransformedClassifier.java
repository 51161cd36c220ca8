package org.lanewise.model.gaussian;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.data.RowFormat;
import org.lanewise.description.Description;
import org.lanewise.internal.fit.Fitting;
import org.lanewise.internal.fit.KnownKinds;
import org.lanewise.internal.score.BatchScorer;
import org.lanewise.internal.score.Formats;
import org.lanewise.internal.score.Naming;
import org.lanewise.internal.transform.LinearMap;
import org.lanewise.internal.transform.RandomFeatures;
import org.lanewise.internal.transform.SignedPower;
import org.lanewise.internal.transform.Standardization;
import org.lanewise.internal.transform.Step;
import org.lanewise.internal.transform.TransformedScorer;
import org.lanewise.internal.transform.Transforms;
import org.lanewise.internal.transform.UnitLength;
import org.lanewise.model.Classifier;
import org.lanewise.model.Evidence;
import org.lanewise.model.ParameterTable;
import org.lanewise.model.Priors;
import org.lanewise.model.Recipe;
import org.lanewise.score.Scorer;
import org.lanewise.statistics.TransformedStatistics;
import org.lanewise.transform.Transform;

/// A model of transformed rows, such as embeddings of unit length: rows are transformed, then
/// scored by a model of numbers, such as a discriminant.
///
/// ```java
/// Recipe<TransformedClassifier> recipe =
///     TransformedClassifier.recipe(
///         Transform.unitLength(),
///         LinearDiscriminant.recipe(
///             DiscriminantOptions.DEFAULT.withShrinkage(Shrinkage.fixed(0.1))));
/// TransformedClassifier model = recipe.fit(rows, labels);
/// ```
///
/// Densities, distances and parameters refer to the transformed rows. Rows must be complete.
/// Immutable.
public final class TransformedClassifier implements Classifier<double[], NumericColumns> {

  private static final String KIND =
      KnownKinds.add(
          "transformed",
          "model of transformed rows",
          in -> {
            Transform transform = in.transform("steps");
            return of(
                in.features(),
                transform,
                in.modelOfNumbers("model", transform.outputs(in.features())));
          });

  private static final Fitting.Kind<
          TransformedClassifier, TransformedStatistics, TransformedOptions>
      FITTING =
          new Fitting.Kind<>(
              TransformedClassifier.class,
              TransformedStatistics.class,
              (options, priors) ->
                  new TransformedOptions(options.transform(), options.recipe().withPriors(priors)),
              TransformedClassifier::statistics,
              TransformedClassifier::chosen,
              (statistics, options) -> {
                requireSame(statistics, options.transform());
                return of(
                    statistics.features(),
                    statistics.transform(),
                    Transforms.worded(
                        options.transform(), () -> options.recipe().fit(statistics.transformed())));
              });

  private static final List<RowFormat<?, ?>> FORMATS = List.of(RowFormat.NUMBERS);

  private final Features features;
  private final Transform transform;
  private final Classifier<double[], NumericColumns> model;
  private final Scorer<double[], NumericColumns> scorer;

  private TransformedClassifier(
      Features features, Transform transform, Classifier<double[], NumericColumns> model) {
    this.features = features;
    this.transform = transform;
    this.model = model;
    scorer =
        new TransformedScorer(
                new Naming(features, model.classes()),
                Transforms.of(transform),
                BatchScorer.of(model.scorer()))
            .results();
  }

  /// Returns the recipe that transforms rows and fits another recipe to them. It also fits
  /// [TransformedStatistics] of the same transform.
  ///
  /// @param recipe the recipe of a linear, quadratic or regularised discriminant, or of Gaussian
  ///   Naive Bayes without missing values
  public static Recipe<TransformedClassifier> recipe(
      Transform transform, Recipe<? extends GaussianClassifier> recipe) {
    return new Fitting<>(FITTING, new TransformedOptions(transform, recipe));
  }

  /// Creates a model from a transform and a model of transformed rows.
  ///
  /// @param features the features of the rows before the transform
  /// @param model a model of complete rows of numbers, without a temperature
  /// @throws IllegalArgumentException if the transform does not accept rows of these features, if
  ///   the number of features of the model differs from that of the transformed rows, or if the
  ///   model is transformed itself or has a temperature
  @SuppressWarnings("ReferenceEquality") // A model without a temperature is its own bare one.
  public static TransformedClassifier of(
      Features features, Transform transform, Classifier<double[], NumericColumns> model) {
    int count = transform.outputCount(features.count());
    if (model.featureCount() != count) {
      throw new IllegalArgumentException(
          "the model has %d features; %d are expected, the values after the transform '%s'"
              .formatted(model.featureCount(), count, transform));
    }
    if (model.bare() != model || model instanceof TransformedClassifier) {
      throw new IllegalArgumentException(
          "the model of transformed rows is a %s; a model without a temperature or another transform is expected"
              .formatted(model.getClass().getSimpleName()));
    }
    return new TransformedClassifier(features, transform, model);
  }

  private static TransformedStatistics statistics(
      TransformedOptions options, RowBatch like, Classes classes) {
    return new TransformedStatistics(
        like.features(),
        options.transform(),
        options.recipe().statistics(options.transform().of(numbers(like)), classes));
  }

  private static TransformedOptions chosen(
      TransformedStatistics statistics, RowBatch rows, Labels labels, TransformedOptions options) {
    return new TransformedOptions(
        options.transform(),
        options
            .recipe()
            .chosen(statistics.transformed(), options.transform().of(numbers(rows)), labels));
  }

  private static NumericColumns numbers(RowBatch rows) {
    if (!(rows instanceof NumericColumns numbers)) {
      throw new IllegalArgumentException(
          "the rows are %s; NumericColumns are expected"
              .formatted(rows.getClass().getSimpleName()));
    }
    return numbers;
  }

  private static void requireSame(TransformedStatistics statistics, Transform transform) {
    if (!statistics.transform().equals(transform)) {
      throw new IllegalArgumentException(
          "the statistics are of rows after the transform '%s'; '%s' is expected, with the same parameters"
              .formatted(statistics.transform(), transform));
    }
  }

  /// The transform.
  public Transform transform() {
    return transform;
  }

  /// The model of the transformed rows.
  public Classifier<double[], NumericColumns> model() {
    return model;
  }

  @Override
  public Features features() {
    return features;
  }

  @Override
  public Classes classes() {
    return model.classes();
  }

  @Override
  public double[] priors() {
    return model.priors();
  }

  @Override
  public boolean hasDensity() {
    return model.hasDensity();
  }

  /// The free parameters of the model of the transformed rows.
  @Override
  public long freeParameters() {
    return model.freeParameters();
  }

  @Override
  public Classifier<double[], NumericColumns> withPriors(Priors priors) {
    return new TransformedClassifier(features, transform, model.withPriors(priors));
  }

  @Override
  public Classifier<double[], NumericColumns> without(String... labels) {
    return new TransformedClassifier(features, transform, model.without(labels));
  }

  @Override
  public Scorer<double[], NumericColumns> scorer() {
    return scorer;
  }

  @Override
  public List<RowFormat<?, ?>> formats() {
    return FORMATS;
  }

  @Override
  public <S, C extends RowBatch> Scorer<S, C> scorer(RowFormat<S, C> format) {
    return Formats.scorer(FORMATS.contains(format) ? scorer : null, format, this, FORMATS);
  }

  /// The contributions of the transformed values, if each belongs to one feature. For rows scaled
  /// to unit length, for example, x_j/‖x‖ contributes for feature j.
  ///
  /// @throws UnsupportedOperationException if the transform mixes features
  @Override
  @SuppressWarnings("unchecked") // Of rows of numbers, as the format.
  public <S> Evidence<S> evidence(RowFormat<S, ?> format) {
    Formats.require(format, this, FORMATS);
    if (!transform.keepsFeatures()) {
      throw new UnsupportedOperationException(
          "the transform '%s' mixes the features, so the log-odds are no sum over them"
              .formatted(transform));
    }
    return (Evidence<S>) new TransformedEvidence(transform, model.evidence(model.format()));
  }

  private record TransformedEvidence(Transform transform, Evidence<double[]> inner)
      implements Evidence<double[]> {
    @Override
    public void add(
        double sign,
        double[] row,
        double[] observed,
        int label,
        int against,
        double[] out,
        double[] zeros) {
      inner.add(sign, transform.of(row), transform.of(observed), label, against, out, zeros);
    }

    @Override
    public double constant(int label, int against) {
      return inner.constant(label, against);
    }

    @Override
    public boolean mayBeZero() {
      return inner.mayBeZero();
    }
  }

  @Override
  public Description describe() {
    return Description.of(KIND, features)
        .withParts("steps", transform.describe())
        .withPart("model", model.describe());
  }

  /// Returns a row whose transform is near an example of the model, as far as steps can be undone.
  @Override
  public double[] example(int label, RandomGenerator random) {
    double[] row = model.example(label, random);
    for (Step step : Transforms.of(transform).steps().reversed()) {
      row = step.before(row, featureCount(), random);
    }
    return row;
  }

  /// The parameters of each step of the transform, such as `step 1: mean`, then those of the model
  /// of the transformed rows.
  @Override
  public List<ParameterTable> parameters(List<String> names) {
    List<ParameterTable> tables = new ArrayList<>();
    List<String> inputs = names;
    int number = 1;
    for (Step step : Transforms.of(transform).steps()) {
      List<String> outputs =
          step.keepsFeatures() ? inputs : values(step.outputCount(inputs.size()));
      addParameters("step %d: ".formatted(number++), step, inputs, outputs, tables);
      inputs = outputs;
    }
    tables.addAll(model.parameters(inputs));
    return tables;
  }

  private static List<String> values(int count) {
    return IntStream.range(0, count).mapToObj(j -> "value " + j).toList();
  }

  private static void addParameters(
      String prefix,
      Step step,
      List<String> inputs,
      List<String> outputs,
      List<ParameterTable> tables) {
    switch (step) {
      case UnitLength _ -> tables.add(ParameterTable.of(prefix + "length", 1));
      case SignedPower power ->
          tables.add(ParameterTable.of(prefix + "exponent", power.exponent()));
      case Standardization standard -> {
        tables.add(ParameterTable.of(prefix + "mean", inputs, standard.means()));
        if (standard.deviations().length > 0) {
          tables.add(ParameterTable.of(prefix + "deviation", inputs, standard.deviations()));
        }
      }
      case LinearMap map -> {
        tables.add(ParameterTable.of(prefix + "matrix", outputs, inputs, map.matrix()));
        tables.add(ParameterTable.of(prefix + "offset", outputs, map.offset()));
      }
      case RandomFeatures random -> {
        tables.add(ParameterTable.of(prefix + "random features", random.count()));
        tables.add(ParameterTable.of(prefix + "seed", random.seed()));
      }
    }
  }

  @Override
  public String toString() {
    return "TransformedClassifier['%s', %s]".formatted(transform, model);
  }
}
