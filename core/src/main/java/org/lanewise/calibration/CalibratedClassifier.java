package org.lanewise.calibration;

import java.util.Objects;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.RowBatch;
import org.lanewise.model.Classifier;
import org.lanewise.model.Priors;
import org.lanewise.score.Scorer;
import org.lanewise.score.Temperature;

/// A model with a temperature: its posteriors are tempered, and so are decisions made from them.
/// Log joints and log densities are those of the model. Immutable.
///
/// A model file keeps it with the model. Of a model that has several scorers (of sparse rows, of
/// rows with missing values) the others are tempered by [#tempered(Scorer)].
///
/// @param <R> what one row is
/// @param <B> what a batch of rows is
public final class CalibratedClassifier<R, B extends RowBatch> implements Classifier<R, B> {

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
    scorer = tempered(model.scorer());
  }

  /// A model with the temperature that was found for it.
  ///
  /// @throws IllegalArgumentException if the model has a temperature, or the temperature is one
  ///   under other priors
  public static <R, B extends RowBatch> CalibratedClassifier<R, B> of(
      Classifier<R, B> model, Temperature temperature) {
    return of(model, temperature, model.priors());
  }

  /// A model with the temperature that was found for it while it had other priors.
  ///
  /// @param fittedPriors the k class priors that the temperature was found with
  /// @throws IllegalArgumentException if the model has a temperature, the temperature is one under
  ///   other priors, or there are not k priors, or one is 0 where the model's is not
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

  /// The model without its temperature.
  public Classifier<R, B> model() {
    return model;
  }

  /// The temperature as it was found.
  public Temperature temperature() {
    return temperature;
  }

  /// The class priors that it was found with.
  public double[] fittedPriors() {
    return fittedPriors.clone();
  }

  /// A scorer of the same model, tempered.
  public <S, C extends RowBatch> Scorer<S, C> tempered(Scorer<S, C> other) {
    return other.withTemperature(underPriors);
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

  /// Those of the model.
  @Override
  public long freeParameters() {
    return model.freeParameters();
  }

  /// The model with other priors and this temperature, whose odds they change by their own:
  /// [Temperature#underPriors].
  @Override
  public CalibratedClassifier<R, B> withPriors(Priors priors) {
    return new CalibratedClassifier<>(model.withPriors(priors), temperature, fittedPriors);
  }

  @Override
  public Scorer<R, B> scorer() {
    return scorer;
  }

  @Override
  public String toString() {
    return "CalibratedClassifier[%s, %s]".formatted(model.getClass().getSimpleName(), temperature);
  }
}
