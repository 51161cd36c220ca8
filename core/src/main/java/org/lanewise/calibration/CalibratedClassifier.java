package org.lanewise.calibration;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.random.RandomGenerator;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.RowBatch;
import org.lanewise.data.RowFormat;
import org.lanewise.description.Description;
import org.lanewise.description.Tensor;
import org.lanewise.internal.fit.KnownKinds;
import org.lanewise.model.Classifier;
import org.lanewise.model.Evidence;
import org.lanewise.model.ModelSource;
import org.lanewise.model.ParameterTable;
import org.lanewise.model.Priors;
import org.lanewise.score.Scorer;
import org.lanewise.score.Temperature;

/// A model with a temperature, which tempers posteriors and the decisions made from them. Log
/// joints and log densities remain those of the model. Immutable.
///
/// A model file stores the temperature with the model. The temperature applies to all row formats.
///
/// @param <R> the type of a row
/// @param <B> the type of a batch
public final class CalibratedClassifier<R, B extends RowBatch> implements Classifier<R, B> {

  private static final String KIND =
      KnownKinds.add("calibrated", "model with a temperature", CalibratedClassifier::of);

  private static final String TEMPERATURE = "temperature";

  private final Classifier<R, B> model;
  private final Temperature temperature;
  private final double[] fittedPriors;
  private final Temperature underPriors;
  private final Scorer<R, B> scorer;

  private CalibratedClassifier(
      Classifier<R, B> model, Temperature temperature, double[] fittedPriors) {
    this.model = model;
    this.temperature = temperature;
    this.fittedPriors = fittedPriors;
    underPriors = temperature.underPriors(fittedPriors, model.priors());
    scorer = model.scorer().withTemperature(underPriors);
  }

  /// Creates a model with a temperature that was found for it.
  ///
  /// @throws IllegalArgumentException if the model already has a temperature, or if the temperature
  ///   is adjusted to other priors
  public static <R, B extends RowBatch> CalibratedClassifier<R, B> of(
      Classifier<R, B> model, Temperature temperature) {
    return of(model, temperature, model.priors());
  }

  /// Creates a model with a temperature that was found for it under other priors.
  ///
  /// @param fittedPriors the k class priors with which the temperature was found
  /// @throws IllegalArgumentException if the model already has a temperature, if the temperature is
  ///   adjusted to other priors, if there are not k priors, or if a prior is 0 and the model's
  ///   prior is not
  public static <R, B extends RowBatch> CalibratedClassifier<R, B> of(
      Classifier<R, B> model, Temperature temperature, double[] fittedPriors) {
    Objects.requireNonNull(model, "model");
    if (model instanceof CalibratedClassifier) {
      throw new IllegalArgumentException(
          "the model has a temperature; one without is expected, such as its model()");
    }
    if (!temperature.keepsOrder()) {
      throw new IllegalArgumentException(
          "the temperature is one under other priors; one as it was found is expected");
    }
    double[] fitted = Priors.fixed(fittedPriors).priors(new double[fittedPriors.length]);
    double[] priors = model.priors();
    for (int c = 0; c < Math.min(fitted.length, priors.length); c++) {
      if (fitted[c] == 0 && priors[c] > 0) {
        throw new IllegalArgumentException(
            "class %d has prior %s, and had 0 when the temperature was found; a prior above 0 is"
                    .formatted(c, priors[c])
                + " expected");
      }
    }
    return new CalibratedClassifier<>(model, temperature, fitted);
  }

  private static CalibratedClassifier<?, ?> of(ModelSource in) throws IOException {
    Temperature temperature = Temperature.of(in.number(TEMPERATURE));
    double[] priors = in.priors();
    return of(in.model("model", in.features()), temperature, priors);
  }

  @Override
  public Description describe() {
    return Description.of(KIND, features())
        .with(TEMPERATURE, temperature.value())
        .with(Tensor.priors(fittedPriors))
        .withPart("model", model.describe());
  }

  /// The model without its temperature.
  public Classifier<R, B> model() {
    return model;
  }

  /// The original temperature.
  public Temperature temperature() {
    return temperature;
  }

  /// The class priors with which the temperature was found.
  public double[] fittedPriors() {
    return fittedPriors.clone();
  }

  @Override
  public List<RowFormat<?, ?>> formats() {
    return model.formats();
  }

  @Override
  public <S, C extends RowBatch> Scorer<S, C> scorer(RowFormat<S, C> format) {
    return model.scorer(format).withTemperature(underPriors);
  }

  /// @throws UnsupportedOperationException always: a temperature divides the log-odds, which are
  ///   then no longer the sum of the contributions of the features
  @Override
  public <S> Evidence<S> evidence(RowFormat<S, ?> format) {
    throw new UnsupportedOperationException(
        "the model has a temperature, which divides its log-odds; one without is expected, such as"
            + " its model()");
  }

  @Override
  public Classifier<?, ?> bare() {
    return model.bare();
  }

  @Override
  public List<? extends Classifier<?, ?>> blocks() {
    return model.blocks();
  }

  @Override
  public List<CategoryDictionary> dictionaries() {
    return model.dictionaries();
  }

  @Override
  public Features features() {
    return model.features();
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

  /// The parameters of the model.
  @Override
  public long freeParameters() {
    return model.freeParameters();
  }

  /// The temperature, and the parameters of the model.
  @Override
  public List<ParameterTable> parameters(List<String> features) {
    List<ParameterTable> all = new ArrayList<>();
    all.add(ParameterTable.of(TEMPERATURE, temperature.value()));
    all.addAll(model.parameters(features));
    return all;
  }

  /// Returns the model with other priors and this temperature, adjusted to them:
  /// [Temperature#underPriors].
  @Override
  public Classifier<R, B> withPriors(Priors priors) {
    return new CalibratedClassifier<>(model.withPriors(priors), temperature, fittedPriors);
  }

  @Override
  public Scorer<R, B> scorer() {
    return scorer;
  }

  @Override
  public double[] example(int label, RandomGenerator random) {
    return model.example(label, random);
  }

  @Override
  public String toString() {
    return "CalibratedClassifier[%s, %s]".formatted(model, temperature);
  }
}
