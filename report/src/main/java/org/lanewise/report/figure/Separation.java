package org.lanewise.report.figure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.lanewise.model.Classifier;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.discrete.PoissonNaiveBayes;

/// How well each feature alone separates the classes of a model.
///
/// @param heading the title of a figure
/// @param title the measured quantity, with its unit
/// @param formula the definition of the quantity
/// @param names the names of the features
/// @param values the values of the features, at least 0
public record Separation(
    String heading, String title, String formula, List<String> names, double[] values) {

  private static final String HEADING = "Features that separate most";

  /// The number of bits in a nat.
  private static final double BITS = 1 / Math.log(2);

  /// Returns the separation of a model. A model of several blocks has one for all blocks that share
  /// a scale, the ratio of variances, and one for each block of occurrences.
  public static List<Separation> all(Classifier<?, ?> model) {
    List<ModelPart> parts = ModelPart.of(model);
    if (parts.size() == 1) {
      return of(parts.getFirst()).stream().toList();
    }
    List<Separation> all = new ArrayList<>();
    List<String> names = new ArrayList<>();
    List<double[]> values = new ArrayList<>();
    for (ModelPart part : parts) {
      Optional<double[]> ratios = varianceRatios(part);
      ratios.ifPresent(found -> {
        names.addAll(part.names());
        values.add(found);
      });
      if (ratios.isEmpty()) {
        of(part).ifPresent(all::add);
      }
    }
    if (!values.isEmpty()) {
      all.addFirst(
          new Separation(
              HEADING,
              "variance between the classes over variance within them",
              "Σ_c π_c |μ_cj − μ_j|² / Σ_c π_c σ²_cj, by the model; a category counts as indicators"
                  + " of its values",
              names,
              values.stream().flatMapToDouble(Arrays::stream).toArray()));
    }
    return all;
  }

  /// Returns the variance between the classes over the variance within them of each feature of a
  /// part: a bit or the indicators of a category, whose variances are summed, a count or a number.
  /// Empty for other parts.
  private static Optional<double[]> varianceRatios(ModelPart part) {
    double[] priors = part.model().priors();
    return Events.of(part.model())
        .map(events -> ofFeatures(part, j -> indicators(priors, events, j)))
        .or(() -> of(part).filter(found -> found.heading.equals(HEADING)).map(Separation::values));
  }

  /// The values of each feature of a model of bits or categories, and their probabilities.
  private record Events(IntUnaryOperator count, Probability probability) {

    static Optional<Events> of(Classifier<?, ?> model) {
      return switch (model) {
        case BernoulliNaiveBayes naive ->
            Optional.of(
                new Events(
                    _ -> 2,
                    (c, j, v) -> v == 1 ? naive.probability(c, j) : 1 - naive.probability(c, j)));
        case CategoricalNaiveBayes naive ->
            Optional.of(new Events(j -> naive.dictionaries().get(j).size(), naive::probability));
        default -> Optional.empty();
      };
    }
  }

  private interface Probability {
    double of(int label, int feature, int value);
  }

  private static double[] ofFeatures(ModelPart part, IntToDoubleFunction ofFeature) {
    return IntStream.range(0, part.names().size()).mapToDouble(ofFeature).toArray();
  }

  /// Σ_v Σ_c π_c (p_cv − p_v)² / Σ_v Σ_c π_c p_cv (1 − p_cv).
  private static double indicators(double[] priors, Events events, int feature) {
    double between = 0;
    double within = 0;
    for (int v = 0; v < events.count.applyAsInt(feature); v++) {
      double mean = 0;
      for (int c = 0; c < priors.length; c++) {
        mean += priors[c] * events.probability.of(c, feature, v);
      }
      for (int c = 0; c < priors.length; c++) {
        double p = events.probability.of(c, feature, v);
        between += priors[c] * (p - mean) * (p - mean);
        within += priors[c] * p * (1 - p);
      }
    }
    return between == 0 ? 0 : between / within;
  }

  /// Returns the separation of a part of a model; none for complement Naive Bayes, whose weights
  /// are not distributions.
  public static Optional<Separation> of(ModelPart part) {
    Classifier<?, ?> model = part.model();
    Optional<NormalClasses> normal = NormalClasses.of(part);
    if (normal.isPresent()) {
      return Optional.of(
          new Separation(
              HEADING,
              "variance between the classes over variance within them",
              "Σ_c π_c (μ_cj − μ_j)² / Σ_c π_c σ²_cj, by the model",
              part.names(),
              normal.get().separations()));
    }
    double[] priors = model.priors();
    Optional<Events> events = Events.of(model);
    if (events.isPresent()) {
      return Optional.of(
          new Separation(
              HEADING,
              "information about the class, bits",
              "the mutual information of the feature and the class, by the model",
              part.names(),
              ofFeatures(part, j -> information(priors, events.get(), j))));
    }
    return switch (model) {
      case MultinomialNaiveBayes naive ->
          Optional.of(
              new Separation(
                  "Counts that separate most",
                  "information about the class, bits per occurrence drawn",
                  "Σ_c π_c θ_cj log₂(θ_cj / Σ_c π_c θ_cj), by the model",
                  part.names(),
                  ofFeatures(part, j -> share(priors, c -> naive.probability(c, j)))));
      case PoissonNaiveBayes naive ->
          Optional.of(
              new Separation(
                  HEADING,
                  "variance of the rates between the classes over their mean",
                  "Σ_c π_c (λ_cj − λ_j)² / λ_j, by the model",
                  part.names(),
                  ofFeatures(part, j -> ofRates(priors, c -> naive.rate(c, j)))));
      default -> Optional.empty();
    };
  }

  /// Σ_v Σ_c π_c p_cv log₂(p_cv / Σ_c π_c p_cv).
  private static double information(double[] priors, Events events, int feature) {
    double sum = 0;
    for (int v = 0; v < events.count.applyAsInt(feature); v++) {
      int value = v;
      sum += share(priors, c -> events.probability.of(c, feature, value));
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

  /// The features by descending value; ties go to the lowest index.
  public int[] order() {
    return order(values);
  }

  /// The indices of values in descending order; ties go to the lowest index, and NaN comes last.
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
