package org.lanewise.model;

import org.lanewise.data.Samples;
import org.lanewise.score.Scorer;

/// A fitted generative classifier: class priors and class-conditional densities. Immutable.
///
/// @param <R> what one row is
/// @param <B> what a batch of rows is
public interface Classifier<R, B extends Samples> {

  /// The number of features d.
  int featureCount();

  /// The number of classes k.
  int classCount();

  /// A copy of the class priors π_0 … π_{k−1}, which sum to 1.
  double[] priors();

  /// The number of free parameters of the model, the k − 1 of the class priors included.
  long freeParameters();

  /// The scorer of this model; made once, the same on every call.
  Scorer<R, B> scorer();

  /// The log-likelihood Σ_i log p(x_i) of the rows under the model.
  ///
  /// @throws IllegalArgumentException as [Scorer#logDensityAll]
  default double logLikelihood(B rows) {
    double[] logDensity = new double[rows.rowCount()];
    scorer().logDensityAll(rows, logDensity);
    double sum = 0;
    for (double value : logDensity) {
      sum += value;
    }
    return sum;
  }
}
