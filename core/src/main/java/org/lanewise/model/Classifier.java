package org.lanewise.model;

import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.DoubleStream;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.RowBatch;
import org.lanewise.data.RowFormat;
import org.lanewise.data.UnseenCategory;
import org.lanewise.description.Description;
import org.lanewise.score.Scorer;

/// A fitted generative classifier: class priors and class-conditional densities. Immutable.
///
/// @param <R> the type of a row
/// @param <B> the type of a batch
public interface Classifier<R, B extends RowBatch> {

  /// The features, with names if the training rows had them.
  Features features();

  /// The classes, in the order of their indices.
  Classes classes();

  /// The number of features d.
  default int featureCount() {
    return features().count();
  }

  /// The number of classes k.
  default int classCount() {
    return classes().count();
  }

  /// A copy of the class priors π_0 … π_{k−1}, which sum to 1.
  double[] priors();

  /// Whether the model defines p(x). If not, `logDensity` throws and `logJoint` returns scores that
  /// are not log probabilities.
  default boolean hasDensity() {
    return true;
  }

  /// The number of free parameters of the model, including the k − 1 of the class priors.
  long freeParameters();

  /// The logistic form θ_0 … θ_d of a model of two classes whose log-odds are affine in the row:
  /// p(class 1 | x) = 1 / (1 + exp(−θᵀ[1, x])). For categorical features, x has one element for
  /// each category, feature by feature, which is 1 if the row has the category.
  ///
  /// @throws IllegalStateException if there are not two classes, a probability or prior is 0, or
  ///   the log-odds are not affine
  default double[] theta() {
    throw new IllegalStateException(
        "the log-odds of a %s are not affine in the row; a linear model is expected"
            .formatted(getClass().getSimpleName()));
  }

  /// Returns this model with other class priors, such as those of the rows to be classified.
  /// Nothing is fitted again: the result is bit-identical to a fit with these priors, except that a
  /// linear discriminant whose classes were pooled by their priors keeps its covariance.
  ///
  /// @param priors fixed or uniform priors
  /// @throws IllegalArgumentException if they depend on training rows, if they are for other
  ///   classes, or if one is above 0 for a class with prior 0 in this model
  /// @throws UnsupportedOperationException if the model has no class priors
  Classifier<R, B> withPriors(Priors priors);

  /// Returns this model without some classes. Nothing is fitted again: the other classes keep their
  /// parameters, their priors are divided by the sum of these, and a covariance that classes share
  /// still includes the rows of those removed. A [GrowingModel] can take their rows out, too.
  ///
  /// @param labels the names of at least one class, each once
  /// @throws IllegalArgumentException if the model has no such class or no other, or if all others
  ///   have a prior of 0
  /// @throws UnsupportedOperationException if the model cannot do without a class
  default Classifier<R, B> without(String... labels) {
    throw new UnsupportedOperationException(
        "a %s cannot do without a class; a model of normal classes is expected, or a fit to"
                .formatted(getClass().getSimpleName())
            + " statistics without its rows");
  }

  /// Returns the scorer of rows in the model's own format, the same on every call.
  Scorer<R, B> scorer();

  /// The formats of rows that the model accepts, its own first. Formats that differ only in the
  /// treatment of unseen categories are listed once.
  List<RowFormat<?, ?>> formats();

  /// The format of the rows that [#scorer()] takes.
  @SuppressWarnings("unchecked") // The first is the model's own.
  default RowFormat<R, B> format() {
    return (RowFormat<R, B>) formats().getFirst();
  }

  /// Whether the model accepts rows in a format.
  default boolean takes(RowFormat<?, ?> format) {
    return formats().contains(format.withUnseen(UnseenCategory.REFUSE));
  }

  /// Returns the scorer of rows in a format, the same on every call. For complete rows, results are
  /// bit-identical in all formats, except that log joints of bits given as codes differ by
  /// rounding.
  ///
  /// @throws IllegalArgumentException if the model does not accept the format
  <S, C extends RowBatch> Scorer<S, C> scorer(RowFormat<S, C> format);

  /// Returns this model for rows in a format.
  ///
  /// @throws IllegalArgumentException if it does not accept the format
  @SuppressWarnings("unchecked") // Of the same format the types are the same.
  default <S, C extends RowBatch> Classifier<S, C> in(RowFormat<S, C> format) {
    return format == format()
        ? (Classifier<S, C>) this
        : new FormattedClassifier<>(this, format, scorer(format));
  }

  /// Returns the contributions of each feature to the log-odds of a row in a format.
  ///
  /// @throws IllegalArgumentException if the model does not accept the format
  /// @throws UnsupportedOperationException if its log-odds are not a sum over features
  default <S> Evidence<S> evidence(RowFormat<S, ?> format) {
    throw new UnsupportedOperationException(
        "the log-odds of a %s are no sum over its features".formatted(getClass().getSimpleName()));
  }

  /// Returns this model without its temperature and in its own format.
  default Classifier<?, ?> bare() {
    return this;
  }

  /// The models of the blocks; a model that is not mixed is its own only block.
  default List<? extends Classifier<?, ?>> blocks() {
    return List.of(this);
  }

  /// The categories of each feature; empty if features are not categories.
  default List<CategoryDictionary> dictionaries() {
    return List.of();
  }

  /// Returns everything that determines the model: its kind, options, categories, tensors and
  /// parts. Model files and parameter files hold descriptions; [ModelMaker] makes the model of one,
  /// with bit-identical scores.
  ///
  /// @throws IllegalArgumentException if models of this class have no place in files
  default Description describe() {
    throw new IllegalArgumentException(
        "a %s has no description, so it has no place in a file; a model of a kind in ModelKinds is expected"
            .formatted(getClass().getSimpleName()));
  }

  /// The parameters of the classes as they are usually written, such as means and covariances, by
  /// name and without the priors. [org.lanewise.serving.ModelDifference] compares models by them.
  ///
  /// @param features the names of the model's features; a mixed model gives each of its blocks the
  ///   names of that block's features
  List<ParameterTable> parameters(List<String> features);

  /// Returns a row near those that the model expects of a class, as numbers: bits are 0 and 1,
  /// categories are their indices, and the features of blocks follow each other. It contains no
  /// training data, and the same random numbers give the same row. Parameter files use such rows to
  /// show that a reader computes the same scores.
  ///
  /// Unless a model is more specific, the numbers are standard normal.
  ///
  /// @param label the index of the class
  default double[] example(int label, RandomGenerator random) {
    return DoubleStream.generate(random::nextGaussian).limit(featureCount()).toArray();
  }

  /// The class index of one row, [Scorer#predict(Object)] of [#scorer()].
  default int predict(R row) {
    return scorer().predict(row);
  }

  /// The name of the class of one row, or its index if classes have no names.
  default String label(R row) {
    return scorer().label(row);
  }

  /// The class of one row, if classes are integers.
  ///
  /// @throws IllegalStateException if a class is not an integer of 32 bits
  default int intLabel(R row) {
    return scorer().intLabel(row);
  }

  /// p(c | x) of one row for every class.
  default double[] posterior(R row) {
    return scorer().posterior(row);
  }
}
