package org.lanewise.conformance;

import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.model.Classifier;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.discrete.ComplementNaiveBayes;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.discrete.PoissonNaiveBayes;
import org.lanewise.model.gaussian.GaussianClassifier;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;

/// What models say of themselves, by the names that cases use; null for a name a model does not
/// know.
final class Parameters {

  private Parameters() {}

  private static double[][] perClass(Classifier<?, ?> model, IntFunction<double[]> ofClass) {
    return IntStream.range(0, model.classCount()).mapToObj(ofClass).toArray(double[][]::new);
  }

  /// A value for every class and feature.
  private interface OfFeature {
    double value(int label, int feature);
  }

  private static double[][] perFeature(Classifier<?, ?> model, OfFeature of) {
    return perClass(
        model,
        c -> IntStream.range(0, model.featureCount()).mapToDouble(j -> of.value(c, j)).toArray());
  }

  static Object of(GaussianClassifier model, String quantity) {
    return switch (quantity) {
      case "means" -> perClass(model, model::mean);
      case "meansSum" -> sum(perClass(model, model::mean));
      case "logDeterminants" ->
          IntStream.range(0, model.classCount()).mapToDouble(model::logDeterminant).toArray();
      default ->
          switch (model) {
            case LinearDiscriminant linear -> linear(linear, quantity);
            case GaussianNaiveBayes naive -> naive(naive, quantity);
            default -> quadratic(model, quantity);
          };
    };
  }

  private static double sum(double[][] rows) {
    double sum = 0;
    for (double[] row : rows) {
      for (double value : row) {
        sum += value;
      }
    }
    return sum;
  }

  private static Object linear(LinearDiscriminant model, String quantity) {
    int k = model.classCount();
    return switch (quantity) {
      case "covariance" -> model.covariance();
      case "covarianceTrace" ->
          IntStream.range(0, model.featureCount()).mapToDouble(j -> model.covariance()[j][j]).sum();
      case "logDeterminant" -> model.logDeterminant(0);
      case "theta" -> model.theta();
      // Coefficients are defined up to what all classes share, so: less those of the first class.
      case "coefficients" ->
          IntStream.range(1, k)
              .mapToObj(c ->
                  IntStream.range(0, model.featureCount())
                      .mapToDouble(j -> model.coefficients(c)[j] - model.coefficients(0)[j])
                      .toArray())
              .toArray(double[][]::new);
      case "intercepts" ->
          Subject.relative(IntStream.range(0, k).mapToDouble(model::intercept).toArray());
      case "axes" ->
          IntStream.range(0, model.axes().count())
              .mapToObj(model.axes()::axis)
              .toArray(double[][]::new);
      case "axisVariances" -> model.axes().variances();
      case "explainedVariance" -> model.axes().explainedVariance();
      default -> null;
    };
  }

  private static Object quadratic(GaussianClassifier model, String quantity) {
    return quantity.equals("covariances")
        ? IntStream.range(0, model.classCount())
            .mapToObj(model::covariance)
            .toArray(double[][][]::new)
        : null;
  }

  private static Object naive(GaussianNaiveBayes model, String quantity) {
    return switch (quantity) {
      case "variances" -> perClass(model, model::variances);
      case "variancesSum" -> sum(perClass(model, model::variances));
      default -> null;
    };
  }

  static Object of(BernoulliNaiveBayes model, String quantity) {
    return switch (quantity) {
      case "probability" -> perFeature(model, model::probability);
      case "logProbability" -> model.logProbabilities(true);
      case "logProbabilityUnset" -> model.logProbabilities(false);
      case "naturalParameters" -> model.naturalParameters();
      case "theta" -> model.theta();
      case "fullJointParameters" -> model.fullJointParameters();
      default -> null;
    };
  }

  static Object of(CategoricalNaiveBayes model, String quantity) {
    return switch (quantity) {
      case "probability" ->
          IntStream.range(0, model.classCount())
              .mapToObj(c ->
                  IntStream.range(0, model.featureCount())
                      .mapToObj(j ->
                          IntStream.range(0, model.dictionaries().get(j).size())
                              .mapToDouble(code -> model.probability(c, j, code))
                              .toArray())
                      .toArray(double[][]::new))
              .toArray(double[][][]::new);
      case "categoryCounts" ->
          model.dictionaries().stream().mapToInt(CategoryDictionary::size).toArray();
      case "pseudoCounts" -> perClass(model, model::pseudoCounts);
      case "theta" -> model.theta();
      case "fullJointParameters" -> model.fullJointParameters();
      default -> null;
    };
  }

  static Object of(MultinomialNaiveBayes model, String quantity) {
    return switch (quantity) {
      case "probability" -> perFeature(model, model::probability);
      case "theta" -> model.theta();
      default -> null;
    };
  }

  static Object of(ComplementNaiveBayes model, String quantity) {
    return switch (quantity) {
      case "weights" -> model.weights();
      case "theta" -> model.theta();
      default -> null;
    };
  }

  static Object of(PoissonNaiveBayes model, String quantity) {
    return switch (quantity) {
      case "rate" -> perFeature(model, model::rate);
      case "theta" -> model.theta();
      default -> null;
    };
  }
}
