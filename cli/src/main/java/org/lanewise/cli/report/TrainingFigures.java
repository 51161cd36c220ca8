package org.lanewise.cli.report;

import java.util.Optional;
import java.util.OptionalDouble;
import org.lanewise.cli.answers.Scores;
import org.lanewise.cli.model.FittedModel;
import org.lanewise.data.Labels;
import org.lanewise.inference.EqualCovariances;
import org.lanewise.model.Likelihoods;

/// Figures of a model on its training rows: the likelihoods that fits maximise, and their penalised
/// forms. A row of weight w counts w times.
public final class TrainingFigures {

  private final FittedModel model;
  private long rows;
  private double weight;
  private double joint;
  private double conditional;
  private boolean dense;
  private final Optional<EqualCovariances> covariances;

  /// Of no rows.
  ///
  /// @param covariances Box's test of the rows, if it was asked for
  public TrainingFigures(FittedModel model, Optional<EqualCovariances> covariances) {
    this.model = model;
    this.covariances = covariances;
    dense = model.classifier().hasDensity();
  }

  /// Takes in rows.
  ///
  /// @param labels their classes, all of them of the model
  /// @param scores log p(c | x) and log p(x)
  public void add(Labels labels, Scores scores) {
    int k = model.classes().count();
    int[] at = labels.classes().indicesIn(model.classes());
    for (int row = 0; row < labels.rowCount(); row++) {
      double own = labels.weight(row);
      if (own > 0) {
        double logPosterior = scores.logPosteriors()[row * k + at[labels.index(row)]];
        conditional += own * logPosterior;
        joint += dense ? own * scores.logJoints()[row * k + at[labels.index(row)]] : 0;
      }
      weight += own;
    }
    rows += labels.rowCount();
  }

  private Likelihoods likelihoods() {
    return new Likelihoods(joint, conditional, weight, model.classifier().freeParameters());
  }

  private OptionalDouble ofDensity(double value) {
    return dense ? OptionalDouble.of(value) : OptionalDouble.empty();
  }

  /// One member of the JSON object of an evaluation.
  JsonObject json() {
    JsonObject json =
        new JsonObject()
            .put("rows", rows)
            .put("weight", weight)
            .put("jointLogLikelihood", ofDensity(joint))
            .put("conditionalLogLikelihood", conditional)
            .put("aic", ofDensity(likelihoods().aic()))
            .put("bic", ofDensity(likelihoods().bic()));
    covariances.ifPresent(test ->
        json.put(
            "boxM",
            new JsonObject()
                .put("statistic", test.statistic())
                .put("chiSquared", test.chiSquared())
                .put("degreesOfFreedom", test.degreesOfFreedom())
                .put("pValue", test.pValue())));
    return json;
  }

  /// For people.
  String text() {
    Facts facts =
        new Facts()
            .add("training rows", Long.toString(rows))
            .add("joint log-likelihood", Evaluation.shown(ofDensity(joint)))
            .add("conditional log-likelihood", NumberFormats.plain("%.6g", conditional))
            .add("AIC", Evaluation.shown(ofDensity(likelihoods().aic())))
            .add("BIC", Evaluation.shown(ofDensity(likelihoods().bic())));
    covariances.ifPresent(test ->
        facts.add(
            "Box's M",
            NumberFormats.plain(
                "%.6g, chi-squared %.6g with %d degrees of freedom, p %.3g",
                test.statistic(), test.chiSquared(), test.degreesOfFreedom(), test.pValue())));
    return facts.toString();
  }
}
