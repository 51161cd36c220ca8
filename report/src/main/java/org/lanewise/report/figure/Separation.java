package org.lanewise.report.figure;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.lanewise.model.Classifier;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.discrete.PoissonNaiveBayes;

/// How far each feature alone keeps the classes of a model apart.
///
/// @param title what is measured, with its unit
/// @param formula how
/// @param names of the features
/// @param values of the features, at least 0
public record Separation(String title, String formula, List<String> names, double[] values) {

  /// Bits of a nat.
  private static final double BITS = 1 / Math.log(2);

  /// Returns the separations of all parts of a model that have one.
  public static List<Separation> all(Classifier<?, ?> model) {
    return ModelPart.withShares(model).stream().flatMap(part -> of(part).stream()).toList();
  }

  /// Returns the separation of a part of a model; none for complement Naive Bayes, whose weights
  /// are not distributions.
  public static Optional<Separation> of(ModelPart part) {
    Classifier<?, ?> model = part.model();
    Optional<NormalClasses> normal = NormalClasses.of(part);
    if (normal.isPresent()) {
      return Optional.of(
          new Separation(
              "variance between the classes over variance within them",
              "Σ_c π_c (μ_cj − μ_j)² / Σ_c π_c σ²_cj, by the model",
              part.names(),
              normal.get().separations()));
    }
    double[] priors = model.priors();
    int d = model.featureCount();
    return switch (model) {
      case BernoulliNaiveBayes naive ->
          Optional.of(
              information(
                  part,
                  j ->
                      informationOf(
                          priors,
                          2,
                          (c, v) ->
                              v == 1 ? naive.probability(c, j) : 1 - naive.probability(c, j))));
      case CategoricalNaiveBayes naive ->
          Optional.of(
              information(
                  part,
                  j ->
                      informationOf(
                          priors,
                          naive.dictionaries().get(j).size(),
                          (c, v) -> naive.probability(c, j, v))));
      case MultinomialNaiveBayes naive ->
          Optional.of(
              new Separation(
                  "information about the class, bits per occurrence drawn",
                  "Σ_c π_c θ_cj log₂(θ_cj / Σ_c π_c θ_cj), by the model",
                  part.names(),
                  IntStream.range(0, d)
                      .mapToDouble(j -> share(priors, c -> naive.probability(c, j)))
                      .toArray()));
      case PoissonNaiveBayes naive ->
          Optional.of(
              new Separation(
                  "variance of the rates between the classes over their mean",
                  "Σ_c π_c (λ_cj − λ_j)² / λ_j, by the model",
                  part.names(),
                  IntStream.range(0, d)
                      .mapToDouble(j -> ofRates(priors, c -> naive.rate(c, j)))
                      .toArray()));
      default -> Optional.empty();
    };
  }

  private static Separation information(ModelPart part, IntToDoubleFunction ofFeature) {
    return new Separation(
        "information about the class, bits",
        "the mutual information of the feature and the class, by the model",
        part.names(),
        IntStream.range(0, part.names().size()).mapToDouble(ofFeature).toArray());
  }

  private interface Probability {
    double of(int label, int value);
  }

  /// Σ_v Σ_c π_c p_cv log₂(p_cv / Σ_c π_c p_cv).
  private static double informationOf(double[] priors, int values, Probability probability) {
    double sum = 0;
    for (int v = 0; v < values; v++) {
      int value = v;
      sum += share(priors, c -> probability.of(c, value));
    }
    return Math.max(0, sum);
  }

  private static double share(double[] priors, IntToDoubleFunction probability) {
    double mean = 0;
    for (int c = 0; c < priors.length; c++) {
      mean += priors[c] * probability.applyAsDouble(c);
    }
    double sum = 0;
    for (int c = 0; c < priors.length; c++) {
      double p = probability.applyAsDouble(c);
      sum += priors[c] == 0 || p == 0 ? 0 : priors[c] * p * Math.log(p / mean) * BITS;
    }
    return Math.max(0, sum);
  }

  private static double ofRates(double[] priors, IntToDoubleFunction rate) {
    double mean = 0;
    for (int c = 0; c < priors.length; c++) {
      mean += priors[c] * rate.applyAsDouble(c);
    }
    double sum = 0;
    for (int c = 0; c < priors.length; c++) {
      double difference = rate.applyAsDouble(c) - mean;
      sum += priors[c] * difference * difference;
    }
    return sum == 0 ? 0 : sum / mean;
  }

  /// The features by their values, the largest first, of equal ones the first.
  public int[] order() {
    return order(values);
  }

  /// The indices of values, the largest first, of equal ones the first; what is no number last.
  public static int[] order(double[] values) {
    Integer[] order = new Integer[values.length];
    Arrays.setAll(order, j -> j);
    Arrays.sort(order, (a, b) -> Double.compare(key(values[b]), key(values[a])));
    return Arrays.stream(order).mapToInt(j -> j).toArray();
  }

  private static double key(double value) {
    return Double.isNaN(value) ? Double.NEGATIVE_INFINITY : value;
  }
}
