package org.lanewise.model;

import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.RowBatch;
import org.lanewise.score.Scorer;

/// A fitted generative classifier: class priors and class-conditional densities. Immutable.
///
/// @param <R> what one row is
/// @param <B> what a batch of rows is
public interface Classifier<R, B extends RowBatch> {

  /// The features, with their names where the training rows had them.
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

  /// The number of free parameters of the model, the k − 1 of the class priors included.
  long freeParameters();

  /// This model with other class priors, such as those of the rows it will meet; what it knows of
  /// the classes stays as it is, so nothing is fitted again. With priors as given it is, to the
  /// last bit, the model that a fit with them would give; of a linear discriminant whose classes
  /// were pooled by their priors the covariance stays.
  ///
  /// @param priors fixed ones, or uniform ones
  /// @throws IllegalArgumentException if they are taken from training rows, which a model no longer
  ///   has, are of other classes, or are above 0 for a class that has prior 0 in this model
  /// @throws UnsupportedOperationException if the model has no class priors
  Classifier<R, B> withPriors(Priors priors);

  /// The scorer of this model; made once, the same on every call.
  Scorer<R, B> scorer();

  /// The class index of one row, [Scorer#predict(Object)] of [#scorer()].
  default int predict(R row) {
    return scorer().predict(row);
  }

  /// The name of the class of one row; where classes have no names, its index.
  default String label(R row) {
    return scorer().label(row);
  }

  /// The class of one row, where classes are integers.
  ///
  /// @throws IllegalStateException if a class is no integer of 32 bits
  default int intLabel(R row) {
    return scorer().intLabel(row);
  }

  /// p(c | x) of one row for every class.
  default double[] posterior(R row) {
    return scorer().posterior(row);
  }

  /// The log-likelihood Σ_i log p(x_i) of the rows under the model.
  ///
  /// @throws IllegalArgumentException as [Scorer#logDensity(RowBatch, double\[\])]
  default double logLikelihood(B rows) {
    double sum = 0;
    for (double value : scorer().logDensity(rows)) {
      sum += value;
    }
    return sum;
  }
}
