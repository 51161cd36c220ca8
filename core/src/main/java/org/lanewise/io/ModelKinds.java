package org.lanewise.io;

import java.io.IOException;
import java.util.List;
import org.lanewise.calibration.CalibratedClassifier;
import org.lanewise.internal.fit.KnownKinds;
import org.lanewise.model.Classifier;
import org.lanewise.model.ModelMaker;
import org.lanewise.model.ModelSource;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.discrete.ComplementNaiveBayes;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.discrete.PoissonNaiveBayes;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.IndicatorClassifier;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.LowRankDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.model.gaussian.RegularizedDiscriminant;
import org.lanewise.model.gaussian.TransformedClassifier;
import org.lanewise.model.linear.LinearClassifier;
import org.lanewise.model.mixed.MixedNaiveBayes;

/// The kinds of models that files can hold: those of Lanewise, and those that a program adds.
///
/// ```java
/// ModelKinds.add("centroids", "nearest centroids", Centroids::of);
/// ```
public final class ModelKinds {

  private static final List<String> IDS =
      List.of(
          "linear-discriminant",
          "quadratic-discriminant",
          "regularized-discriminant",
          "low-rank-discriminant",
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

  private ModelKinds() {}

  /// Adds a kind for the life of the process. Models of this kind can then be written to files and
  /// read from them.
  ///
  /// @param id the kind in descriptions, in lower case with hyphens
  /// @param name the kind in messages
  /// @throws IllegalArgumentException if there is a kind with this id
  public static void add(String id, String name, ModelMaker maker) {
    initialise(id);
    KnownKinds.add(id, name, maker);
  }

  /// Makes a model of its description.
  ///
  /// @throws IOException if the file cannot be read or does not have the contents
  /// @throws IllegalArgumentException if its kind is not known, or if there is no such model
  public static Classifier<?, ?> make(ModelSource in) throws IOException {
    return of(in.kind()).maker().make(in);
  }

  /// The kind with an id.
  ///
  /// @throws IllegalArgumentException if there is none
  static KnownKinds.Kind of(String id) {
    initialise(id);
    KnownKinds.Kind kind = KnownKinds.of(id);
    if (kind == null) {
      throw new IllegalArgumentException(
          "'%s' is not a known kind of models; %s is expected"
              .formatted(StoredNames.shown(id), String.join(", ", IDS)));
    }
    return kind;
  }

  /// Lets the class of a kind add it. The others take time when a process starts.
  private static void initialise(String id) {
    Class<?> model =
        switch (id) {
          case "linear-discriminant" -> LinearDiscriminant.class;
          case "quadratic-discriminant" -> QuadraticDiscriminant.class;
          case "regularized-discriminant" -> RegularizedDiscriminant.class;
          case "low-rank-discriminant" -> LowRankDiscriminant.class;
          case "gaussian-naive-bayes" -> GaussianNaiveBayes.class;
          case "bernoulli-naive-bayes" -> BernoulliNaiveBayes.class;
          case "categorical-naive-bayes" -> CategoricalNaiveBayes.class;
          case "multinomial-naive-bayes" -> MultinomialNaiveBayes.class;
          case "complement-naive-bayes" -> ComplementNaiveBayes.class;
          case "poisson-naive-bayes" -> PoissonNaiveBayes.class;
          case "mixed-naive-bayes" -> MixedNaiveBayes.class;
          case "transformed" -> TransformedClassifier.class;
          case "indicators" -> IndicatorClassifier.class;
          case "linear" -> LinearClassifier.class;
          case "calibrated" -> CalibratedClassifier.class;
          default -> ModelKinds.class; // A program adds it.
        };
    try {
      Class.forName(model.getName());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }
}
