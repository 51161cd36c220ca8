package org.lanewise.cli;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.data.RowFormat;
import org.lanewise.description.Description;
import org.lanewise.description.Tensor;
import org.lanewise.io.ModelKinds;
import org.lanewise.model.Classifier;
import org.lanewise.model.ModelSource;
import org.lanewise.model.ParameterTable;
import org.lanewise.model.Priors;
import org.lanewise.model.Recipe;
import org.lanewise.model.linear.LinearClassifier;
import org.lanewise.score.Scorer;
import org.lanewise.statistics.Statistics;
import org.lanewise.statistics.VarianceStatistics;
import org.lanewise.statistics.VarianceSummary;

/// A model that Lanewise does not have: nearest shrunken centroids (Tibshirani, Hastie, Narasimhan
/// and Chu, *PNAS* 99, 2002), as a program may add it. The score of a class is log π_c − ½ Σ_j (x_j
/// − m_cj)²/s_j², less the part that classes share.
final class ShrunkenCentroids implements Classifier<double[], NumericColumns> {

  private static final String KIND = "shrunken-centroids";

  /// Adds the kind to those that files can hold.
  static void addKind() {
    ModelKinds.add(KIND, "nearest shrunken centroids", ShrunkenCentroids::of);
  }

  private final double[] priors;
  private final double threshold;
  private final double[][] centroids;
  private final double[] deviations;
  private final LinearClassifier scores;

  ShrunkenCentroids(
      Features features,
      Classes classes,
      double threshold,
      double[] priors,
      double[][] centroids,
      double[] deviations) {
    this.threshold = threshold;
    this.priors = priors.clone();
    this.centroids = centroids;
    this.deviations = deviations;
    double[] intercepts = new double[priors.length];
    double[][] weights = new double[priors.length][deviations.length];
    for (int c = 0; c < weights.length; c++) {
      intercepts[c] = Math.log(priors[c]);
      for (int j = 0; j < deviations.length; j++) {
        weights[c][j] = centroids[c][j] / (deviations[j] * deviations[j]);
        intercepts[c] -= 0.5 * centroids[c][j] * weights[c][j];
      }
    }
    scores = LinearClassifier.of(features, classes, intercepts, weights);
  }

  private static ShrunkenCentroids of(ModelSource in) throws IOException {
    double threshold = in.number("threshold");
    return new ShrunkenCentroids(
        in.features(),
        in.classes(),
        threshold,
        in.priors(),
        in.rows("centroids"),
        in.vector("deviations", in.features().count()));
  }

  /// Moves the centroid of each class towards the mean of all rows by the threshold, in units of
  /// the pooled deviations.
  ///
  /// @param threshold the largest difference that vanishes
  record Shrinking(double threshold) implements Recipe<ShrunkenCentroids> {

    @Override
    public Class<ShrunkenCentroids> model() {
      return ShrunkenCentroids.class;
    }

    @Override
    public Record options() {
      return this;
    }

    @Override
    public Shrinking withPriors(Priors priors) {
      return this;
    }

    @Override
    public Statistics statistics(RowBatch like, Classes classes) {
      return new VarianceStatistics(like.features(), classes);
    }

    @Override
    public ShrunkenCentroids fit(Statistics statistics) {
      VarianceSummary summary = statistics.as(VarianceStatistics.class).summary();
      int k = summary.classCount();
      double n = summary.totalWeight();
      double[] squares = summary.withinSumsOfSquares();
      double[] deviations = new double[squares.length];
      double[] mean = new double[squares.length];
      double[] priors = new double[k];
      for (int j = 0; j < squares.length; j++) {
        deviations[j] = Math.sqrt(squares[j] / (n - k));
        for (int c = 0; c < k; c++) {
          mean[j] += summary.classWeight(c) / n * summary.mean(c)[j];
        }
      }
      double[][] centroids = new double[k][squares.length];
      for (int c = 0; c < k; c++) {
        priors[c] = summary.classWeight(c) / n;
        for (int j = 0; j < squares.length; j++) {
          double unit = deviations[j] * Math.sqrt(1 / summary.classWeight(c) - 1 / n);
          double difference = (summary.mean(c)[j] - mean[j]) / unit;
          double left = Math.max(0, Math.abs(difference) - threshold);
          centroids[c][j] = mean[j] + unit * Math.copySign(left, difference);
        }
      }
      return new ShrunkenCentroids(
          statistics.features(), statistics.classes(), threshold, priors, centroids, deviations);
    }
  }

  @Override
  public Description describe() {
    return Description.of(KIND, features())
        .with("threshold", threshold)
        .with(
            Tensor.priors(priors),
            Tensor.byClass(
                "centroids", classCount(), featureCount(), Tensor.FEATURE, c -> centroids[c]),
            Tensor.vector("deviations", Tensor.FEATURE, Tensor.FEATURE, deviations));
  }

  @Override
  public List<ParameterTable> parameters(List<String> features) {
    return List.of(
        ParameterTable.of("centroid", classes().names(), features, centroids),
        ParameterTable.of("deviation", features, deviations));
  }

  @Override
  public Features features() {
    return scores.features();
  }

  @Override
  public Classes classes() {
    return scores.classes();
  }

  @Override
  public double[] priors() {
    return priors.clone();
  }

  @Override
  public boolean hasDensity() {
    return false;
  }

  /// The centroids' parts that differ from the mean of all, the deviations and the priors.
  @Override
  public long freeParameters() {
    return (long) featureCount() * (classCount() + 1) + classCount() - 1;
  }

  @Override
  public ShrunkenCentroids withPriors(Priors others) {
    double[] given = others.priors(classes(), new double[classCount()]);
    return new ShrunkenCentroids(features(), classes(), threshold, given, centroids, deviations);
  }

  @Override
  public Scorer<double[], NumericColumns> scorer() {
    return scores.scorer();
  }

  @Override
  public List<RowFormat<?, ?>> formats() {
    return scores.formats();
  }

  @Override
  public <S, C extends RowBatch> Scorer<S, C> scorer(RowFormat<S, C> format) {
    return scores.scorer(format);
  }

  @Override
  public String toString() {
    return "ShrunkenCentroids" + Arrays.toString(priors);
  }
}
