package org.lanewise.serving;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.lanewise.calibration.CalibratedClassifier;
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
import org.lanewise.model.gaussian.QuadraticClassifier;
import org.lanewise.model.mixed.MixedNaiveBayes;

/// The numbers of one kind of parameter of a model.
///
/// @param name what the parameter is called
/// @param axes the names that a number is of, such as classes and features
/// @param isSymmetric whether the last two axes are those of a symmetric matrix
/// @param value the number at a place
record Numbers(String name, List<List<String>> axes, boolean isSymmetric, Value value) {

  /// A number at a place, with an index for each axis.
  interface Value {
    double at(int... place);
  }

  private static Numbers of(String name, Value value, List<List<String>> axes) {
    return new Numbers(name, axes, false, value);
  }

  private static Numbers byClass(
      String name, Classifier<?, ?> model, List<String> features, IntFunction<double[]> ofClass) {
    double[][] rows =
        IntStream.range(0, model.classCount()).mapToObj(ofClass).toArray(double[][]::new);
    return of(name, at -> rows[at[0]][at[1]], List.of(model.classes().names(), features));
  }

  /// What features are called; their indices where they have no names.
  static List<String> featuresOf(Classifier<?, ?> model) {
    return IntStream.range(0, model.featureCount()).mapToObj(model.features()::name).toList();
  }

  /// All of a model.
  static List<Numbers> of(Classifier<?, ?> model) {
    List<Numbers> all = new ArrayList<>();
    double[] priors = model.priors();
    all.add(of("prior", at -> priors[at[0]], List.of(model.classes().names())));
    add(model, featuresOf(model), all);
    return all;
  }

  /// @param features what its features are called, in the whole of which it may be a block
  private static void add(Classifier<?, ?> model, List<String> features, List<Numbers> all) {
    switch (model) {
      case CalibratedClassifier<?, ?> calibrated -> {
        double temperature = calibrated.temperature().value();
        all.add(of("temperature", _ -> temperature, List.of()));
        add(calibrated.model(), features, all);
      }
      case MixedNaiveBayes mixed -> {
        int from = 0;
        for (Classifier<?, ?> block : mixed.blocks()) {
          int to = from + block.featureCount();
          add(block, features.subList(from, to), all);
          from = to;
        }
      }
      case GaussianClassifier normal -> addNormal(normal, features, all);
      case BernoulliNaiveBayes bits ->
          all.add(
              byClass(
                  "probability",
                  model,
                  features,
                  c -> features(bits, j -> bits.probability(c, j))));
      case MultinomialNaiveBayes counts ->
          all.add(
              byClass(
                  "probability",
                  model,
                  features,
                  c -> features(counts, j -> counts.probability(c, j))));
      case PoissonNaiveBayes counts ->
          all.add(byClass("rate", model, features, c -> features(counts, j -> counts.rate(c, j))));
      case ComplementNaiveBayes counts -> {
        double[][] weights = counts.weights();
        all.add(byClass("weight", model, features, c -> weights[c]));
      }
      case CategoricalNaiveBayes categories -> addCategories(categories, features, all);
      default -> throw new IllegalArgumentException("a " + model.getClass().getSimpleName());
    }
  }

  private interface OfFeature {
    double at(int feature);
  }

  private static double[] features(Classifier<?, ?> model, OfFeature value) {
    return IntStream.range(0, model.featureCount()).mapToDouble(value::at).toArray();
  }

  private static void addNormal(
      GaussianClassifier model, List<String> features, List<Numbers> all) {
    all.add(byClass("mean", model, features, model::mean));
    List<String> classes = model.classes().names();
    switch (model) {
      case LinearDiscriminant linear -> {
        double[][] covariance = linear.covariance();
        all.add(
            new Numbers(
                "covariance", List.of(features, features), true, at -> covariance[at[0]][at[1]]));
      }
      case QuadraticClassifier quadratic -> {
        // One matrix at a time: places come class by class.
        double[][][] last = new double[1][][];
        int[] of = {-1};
        all.add(
            new Numbers(
                "covariance",
                List.of(classes, features, features),
                true,
                at -> {
                  if (of[0] != at[0]) {
                    last[0] = quadratic.covariance(at[0]);
                    of[0] = at[0];
                  }
                  return last[0][at[1]][at[2]];
                }));
      }
      case GaussianNaiveBayes diagonal -> {
        if (diagonal.pooled()) {
          double[] variances = diagonal.variances(0);
          all.add(of("variance", at -> variances[at[0]], List.of(features)));
        } else {
          all.add(byClass("variance", model, features, diagonal::variances));
        }
      }
    }
  }

  /// By class and by the name of a feature with a category.
  private static void addCategories(
      CategoricalNaiveBayes model, List<String> features, List<Numbers> all) {
    List<String> names = new ArrayList<>();
    List<int[]> places = new ArrayList<>();
    for (int j = 0; j < model.featureCount(); j++) {
      CategoryDictionary dictionary = model.dictionaries().get(j);
      for (int code = 0; code < dictionary.size(); code++) {
        names.add(features.get(j) + "=" + dictionary.name(code));
        places.add(new int[] {j, code});
      }
    }
    all.add(
        of(
            "probability",
            at -> model.probability(at[0], places.get(at[1])[0], places.get(at[1])[1]),
            List.of(model.classes().names(), names)));
  }

  boolean isOfSameKind(Numbers other) {
    return name.equals(other.name) && axes.size() == other.axes.size();
  }

  /// The kind of parameter, where only one model has it.
  String describe() {
    if (!name.endsWith("variance")) {
      return name;
    }
    return name + (axes.size() > (isSymmetric ? 2 : 1) ? " by class" : " of all classes");
  }

  /// What these have and others of the kind lack, but for names that are lacking everywhere: kinds
  /// of parameters, and single ones by category or feature.
  static List<String> only(List<Numbers> own, List<Numbers> others, Collection<String> lacking) {
    Set<String> only = new LinkedHashSet<>();
    for (Numbers numbers : own) {
      List<Numbers> same = others.stream().filter(numbers::isOfSameKind).toList();
      if (same.isEmpty()) {
        only.add(numbers.describe());
        continue;
      }
      for (int axis = 0; axis < numbers.axes.size(); axis++) {
        int of = axis;
        Set<String> known =
            same.stream().flatMap(n -> n.axes.get(of).stream()).collect(Collectors.toSet());
        known.addAll(lacking);
        for (String one : numbers.axes.get(axis)) {
          if (!known.contains(one)) {
            only.add(numbers.name + " of " + one);
          }
        }
      }
    }
    return List.copyOf(only);
  }

  @Override
  public String toString() {
    return name + Arrays.toString(axes.stream().mapToInt(List::size).toArray());
  }
}
