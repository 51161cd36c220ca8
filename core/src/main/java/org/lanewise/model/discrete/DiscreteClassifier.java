package org.lanewise.model.discrete;

import java.util.List;
import java.util.function.IntFunction;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.RowBatch;
import org.lanewise.description.Tensor;
import org.lanewise.internal.fit.ModelText;
import org.lanewise.internal.score.Naming;
import org.lanewise.model.Classifier;
import org.lanewise.model.ParameterTable;

/// A Naive Bayes classifier of bits, categories or counts.
///
/// @param <R> the type of a row
/// @param <B> the type of a batch
abstract sealed class DiscreteClassifier<R, B extends RowBatch> implements Classifier<R, B>
    permits BernoulliNaiveBayes, CategoricalNaiveBayes, CountClassifier {

  /// The unit of smoothed counts of rows or occurrences.
  static final String COUNT = "count";

  private final Features features;
  private final Classes classes;
  private final double[] priors;

  /// @throws IllegalArgumentException if the numbers of features and classes do not match the
  ///   parameters
  DiscreteClassifier(Features features, Classes classes, int featureCount, double[] priors) {
    if (features.count() != featureCount || classes.count() != priors.length) {
      throw new IllegalArgumentException(
          "there are %d features and %d classes for parameters of %d and %d; as many are expected"
              .formatted(features.count(), classes.count(), featureCount, priors.length));
    }
    this.features = features;
    this.classes = classes;
    this.priors = priors;
  }

  @Override
  public final Features features() {
    return features;
  }

  @Override
  public final Classes classes() {
    return classes;
  }

  @Override
  public final double[] priors() {
    return priors.clone();
  }

  /// Pseudo-counts, a row for each class.
  final Tensor byClass(String name, IntFunction<double[]> row) {
    return Tensor.byClass(name, classCount(), featureCount(), COUNT, row);
  }

  interface Value {
    double of(int label, int feature);
  }

  /// A table of a parameter with a number for each class and feature.
  final ParameterTable byClass(String name, List<String> features, Value value) {
    return new ParameterTable(
        name, List.of(classes.names(), features), false, at -> value.of(at[0], at[1]));
  }

  final Naming naming() {
    return new Naming(features, classes);
  }

  /// The class, the size and the classes, as in `PoissonNaiveBayes[30 features, 2 classes: [ham,
  /// spam], 61 free parameters]`.
  @Override
  public final String toString() {
    return ModelText.of(this, "");
  }
}
