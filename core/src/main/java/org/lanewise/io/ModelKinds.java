package org.lanewise.io;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.lanewise.calibration.CalibratedClassifier;
import org.lanewise.model.ModelKind;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.discrete.ComplementNaiveBayes;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.discrete.PoissonNaiveBayes;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.IndicatorClassifier;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.model.gaussian.RegularizedDiscriminant;
import org.lanewise.model.gaussian.TransformedClassifier;
import org.lanewise.model.linear.LinearClassifier;
import org.lanewise.model.mixed.MixedNaiveBayes;

/// The kinds of models that files can hold: those of Lanewise, and those that a program adds.
///
/// ```java
/// ModelKinds.add(new ModelKind<>("centroids", "nearest centroids", Centroids::of));
/// ```
public final class ModelKinds {

  private static final List<String> IDS =
      List.of(
          "linear-discriminant",
          "quadratic-discriminant",
          "regularized-discriminant",
          "gaussian-naive-bayes",
          "bernoulli-naive-bayes",
          "categorical-naive-bayes",
          "multinomial-naive-bayes",
          "complement-naive-bayes",
          "poisson-naive-bayes",
          "mixed-naive-bayes",
          "transformed",
          "indicators",
          "linear",
          "calibrated");

  private static final Map<String, ModelKind<?>> ADDED = new ConcurrentHashMap<>();

  private ModelKinds() {}

  /// Adds a kind for the life of the process. Models of this kind can then be written to files and
  /// read from them.
  ///
  /// @throws IllegalArgumentException if there is a kind with its id
  public static void add(ModelKind<?> kind) {
    if (IDS.contains(kind.id()) || ADDED.putIfAbsent(kind.id(), kind) != null) {
      throw new IllegalArgumentException(
          "there is a kind '%s' of models; another id is expected".formatted(kind.id()));
    }
  }

  /// The kind with an id.
  ///
  /// @throws IllegalArgumentException if there is none
  public static ModelKind<?> of(String id) {
    // Initialises only the class of this kind, because the others take time when a process starts.
    return switch (id) {
      case "linear-discriminant" -> LinearDiscriminant.KIND;
      case "quadratic-discriminant" -> QuadraticDiscriminant.KIND;
      case "regularized-discriminant" -> RegularizedDiscriminant.KIND;
      case "gaussian-naive-bayes" -> GaussianNaiveBayes.KIND;
      case "bernoulli-naive-bayes" -> BernoulliNaiveBayes.KIND;
      case "categorical-naive-bayes" -> CategoricalNaiveBayes.KIND;
      case "multinomial-naive-bayes" -> MultinomialNaiveBayes.KIND;
      case "complement-naive-bayes" -> ComplementNaiveBayes.KIND;
      case "poisson-naive-bayes" -> PoissonNaiveBayes.KIND;
      case "mixed-naive-bayes" -> MixedNaiveBayes.KIND;
      case "transformed" -> TransformedClassifier.KIND;
      case "indicators" -> IndicatorClassifier.KIND;
      case "linear" -> LinearClassifier.KIND;
      case "calibrated" -> CalibratedClassifier.KIND;
      default -> added(id);
    };
  }

  private static ModelKind<?> added(String id) {
    ModelKind<?> kind = ADDED.get(id);
    if (kind == null) {
      throw new IllegalArgumentException(
          "'%s' is not a known kind of models; %s is expected"
              .formatted(StoredNames.shown(id), String.join(", ", IDS)));
    }
    return kind;
  }
}
